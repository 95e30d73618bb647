#!/usr/bin/env python3
"""Makes js/test/golden/pictures.json: colour histograms and averages of blocks of two images.

Run by hand from the module root:

    /usr/bin/python3 js/test/golden/pictures.py > js/test/golden/pictures.json

Needs numpy (Debian package python3-numpy 1.24.2). Hue, saturation and value are those of Python's colorsys,
which works with exact fractions here; averages are differences of interpolated running sums.
Tolerance of the averages: 1e-12; histograms are exact.
"""

import colorsys
import json
import sys
from fractions import Fraction

import numpy

WIDTH, HEIGHT = 13, 7


def image(seed, levels):
    """Pixels of a linear congruential generator, as whole multiples of 255 / (levels - 1)."""
    state, pixels = seed, []
    for _ in range(WIDTH * HEIGHT * 3):
        state = (1103515245 * state + 12345) % 2**31
        pixels.append(state // 65536 % levels * (255 // (levels - 1)))
    return numpy.array(pixels).reshape(HEIGHT, WIDTH, 3)


def histogram(pixels, bins, space):
    counts = [0] * bins**3
    for pixel in pixels.reshape(-1, 3):
        values = [Fraction(int(v), 255) for v in pixel]
        if space == "hsv":
            values = colorsys.rgb_to_hsv(*values)
        i, j, k = (min(bins - 1, int(bins * v)) for v in values)
        counts[(i * bins + j) * bins + k] += 1
    return {str(at): count for at, count in enumerate(counts) if count}


def means(pixels, width, height):
    """The integral over each block, by linear interpolation of the sums up to each pixel."""
    sums = pixels.astype(float)
    for axis, blocks in ((0, height), (1, width)):
        size = sums.shape[axis]
        ends = numpy.linspace(0, size, blocks + 1)
        total = numpy.insert(numpy.cumsum(sums, axis), 0, 0, axis)
        at = numpy.apply_along_axis(lambda line: numpy.interp(ends, numpy.arange(size + 1), line), axis, total)
        sums = numpy.diff(at, axis=axis) * blocks / size
    return sums / 255


def case(pixels):
    return {
        "data": pixels.ravel().tolist(),
        "histograms": [
            {"space": space, "bins": bins, "counts": histogram(pixels, bins, space)}
            for space in ("hsv", "rgb")
            for bins in (1, 3, 16)
        ],
        "averages": [
            {
                "width": width,
                "height": height,
                "rgb": means(pixels, width, height).ravel().tolist(),
                "gray": (means(pixels, width, height) @ [0.299, 0.587, 0.114]).ravel().tolist(),
            }
            for width, height in ((13, 7), (1, 1), (5, 3), (26, 14), (20, 2))
        ],
    }


print(json.dumps({
    "tool": f"Python {sys.version.split()[0]} colorsys, numpy {numpy.__version__}",
    "command": "/usr/bin/python3 js/test/golden/pictures.py",
    "width": WIDTH,
    "height": HEIGHT,
    "images": [case(image(1, 256)), case(image(2, 4))],
}))
