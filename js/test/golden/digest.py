"""The first half of digestOf of js/src/basics/digest.js, which is MurmurHash3_x86_32.

Tool: scikit-learn 1.2.1 (Debian's python3-sklearn), /usr/bin/python3 js/test/golden/digest.py
Tolerance: none. The words that a value is written as stand here a second time.
"""
import json
import struct

import sklearn
from sklearn.utils import murmurhash3_32


def words(value):
    if value is None:
        return [ord("b"), 4, *map(ord, "null")]
    if isinstance(value, bool):
        text = str(value).lower()
        return [ord("o"), len(text), *map(ord, text)]
    if isinstance(value, str):
        return [ord("t"), len(value), *map(ord, value)]
    if isinstance(value, (int, float)):
        return [ord("u"), *struct.unpack("<2i", struct.pack("<d", value))]
    return [ord("b"), len(value), *(word for entry in value for word in words(entry))]


cases = []
for value in [
    "", "hello, world", "äß", 0, 1, -1.5, 3.141592653589793, 1e300, True, False, None,
    [], [1, 2, 3], ["1", 1, True, None], [[0.1, 0.2], [0.3, 0.4]], [["a"], [], [[["b"]]]],
    list(range(100)),
]:
    packed = struct.pack(f"<{len(words(value))}i", *words(value))
    cases.append({"value": value, "first": f"{murmurhash3_32(packed, 0, positive=True):08x}"})
print(json.dumps({
    "tool": f"scikit-learn {sklearn.__version__}",
    "command": "/usr/bin/python3 js/test/golden/digest.py",
    "tolerance": 0,
    "cases": cases,
}, indent=1))
