"""The results of other readers for the real files, for js/test/readers.test.mjs.

    python3 readers.py ../shared/data > js/test/support/readers.json

With numpy 1.24.2 and the ARFF reader of scikit-learn 1.2.1 (liac-arff). For each
file: rows, columns, sum of the target or number of each class, and the sum of the
squares of all features; for texts, of their lengths.
"""
import csv
import gzip
import json
import sys
from collections import Counter

import numpy as np
from sklearn.externals import _arff

folder = sys.argv[1]


def text(path):
    kind = gzip.open if path.endswith('.gz') else open
    with kind(f'{folder}/{path}', 'rt', encoding='utf-8', newline='') as file:
        return file.read()


def counts(labels):
    return [count for _, count in sorted(Counter(labels).items())]


def entry(path, options, rows, cols, target, features, **more):
    return dict(path=path, options=options, expected=[rows, cols, target, float(features)], **more)


def numbers(path, header, target):
    table = np.loadtxt(text(path).splitlines(), delimiter=',', skiprows=int(header))
    y = table[:, target]
    X = np.delete(table, target, axis=1)
    return entry(path, dict(target=target), *X.shape, float(y.sum()), (X**2).sum())


def abalone(path):
    rows = list(csv.reader(text(path).splitlines()))[1:]
    y = sum(float(row[-1]) for row in rows)
    X = sum(float(value) ** 2 for row in rows for value in row[1:-1]) + len(rows)
    sexes = len({row[0] for row in rows})
    cols = len(rows[0]) - 2 + sexes
    return entry(path, dict(target='Class_Rings', oneHot=['Sex']), len(rows), cols, y, X)


def promoters(path):
    rows = list(csv.reader(text(path).splitlines()))[1:]
    lengths = sum(len(row[1]) for row in rows)
    options = dict(target='class', types=dict(sequence='text'))
    return entry(path, options, len(rows), 0, counts(row[0] for row in rows), lengths, texts=True)


def reuters(path):
    rows = _arff.load(text(path))['data']
    # JavaScript counts UTF-16 code units.
    lengths = sum(len(row[0].encode('utf-16-le')) // 2 for row in rows)
    return entry(path, dict(target=-1), len(rows), 0, counts(row[1] for row in rows), lengths, texts=True)


json.dump(
    [
        numbers('mass/MASS_synth.te.csv', True, -1),
        numbers('regression/housing.csv', True, -1),
        numbers('regression/cal-housing.csv.gz', True, -1),
        numbers('ratsch/banana.csv', False, 0),
        numbers('ordinal/car.csv', False, -1),
        abalone('regression/abalone.csv'),
        promoters('strings/promotergene.csv'),
        reuters('text/ReutersCorn-train.arff.gz'),
        reuters('text/ReutersCorn-test.arff.gz'),
    ],
    sys.stdout,
    indent=2,
)
print()
