"""The public names of scikit-learn's modules for preprocessing, metrics and selection.

    /usr/bin/python3 js/test/golden/scikit-names.py
"""
import importlib
import json
import os

import sklearn

MODULES = ["preprocessing", "impute", "compose", "feature_selection", "metrics", "model_selection", "inspection"]
names = {name: sorted(set(importlib.import_module(f"sklearn.{name}").__all__)) for name in MODULES}
made = {
    "tool": "scikit-learn",
    "version": sklearn.__version__,
    "command": "/usr/bin/python3 js/test/golden/scikit-names.py",
    "tolerance": "none, they are names",
    "names": names,
}
path = os.path.join(os.path.dirname(__file__), "scikit-names.json")
with open(path, "w") as file:
    json.dump(made, file, indent=1)
    file.write("\n")
