"""
Makes demo/data/headline-vectors.bin: 384 numbers for each of the 500 headlines of demo/data, of
which the page demo/examples/few-shot shows how few labels are enough.

    python3 js/test/golden/headline-vectors.py

It needs scikit-learn and Debian's wordnet-base. The encoder is latent semantic analysis of
WordNet 3.0: TF-IDF of the words of each of its 117,659 entries (synonyms, explanation, related
entries), then a truncated singular value decomposition. A headline is the sum of the vectors of
its words, weighted by the square of the inverse document frequency, and scaled to length 1; each
number is stored as a signed byte, of 127ths of the largest in its row.
"""
import csv
import re
from pathlib import Path

import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

WORDNET = Path("/usr/share/wordnet")
DATA = Path("demo/data")
SIZE = 384
KINDS = ("noun", "verb", "adj", "adv")
STOP = set(
    "a an the of to in on at for and or by with from as is are was were be been it its that this "
    "which who whom whose not no than into over under after before up down out off about between "
    "through during more most such other some any each being having has have had do does did used "
    "usually especially something someone etc one two".split()
)
ENDINGS = (
    ("ies", "y"), ("es", ""), ("es", "e"), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""),
    ("ed", "e"), ("er", ""), ("est", ""),
)

irregular = {}
entries = {}
for kind in KINDS:
    for line in (WORDNET / f"{kind}.exc").read_text().splitlines():
        form, word = line.split()[:2]
        irregular[form] = word
    for line in (WORDNET / f"data.{kind}").read_text().splitlines():
        if line.startswith("  "):
            continue
        left, gloss = line.split("|", 1)
        fields = left.split()
        count = int(fields[3], 16)
        names = [fields[4 + 2 * i].lower() for i in range(count)]
        rest = fields[4 + 2 * count :]
        pointers = [rest[1 + 4 * i : 4 + 4 * i] for i in range(int(rest[0]))]
        entries[fields[2].replace("s", "a"), fields[0]] = (names, gloss, pointers, fields[1])
known = {name for names, *_ in entries.values() for name in names}


def base(word):
    if word in irregular:
        return irregular[word]
    if word in known and not (word.endswith("s") and word[:-1] in known and len(word) > 4):
        return word
    for ending, instead in ENDINGS:
        stem = word[: -len(ending)]
        if word.endswith(ending) and stem + instead in known and len(stem) > 2:
            return stem + instead
    return word


def words(text):
    found = re.findall("[a-z]+", text.lower().replace("_", " "))
    return [base(word) for word in found if word not in STOP and len(word) > 1]


def document(entry):
    names, gloss, pointers, file = entry
    made = [word for name in names for word in ([name.split("(")[0]] * 2 if "_" not in name else words(name))]
    made += words(gloss) + ["FILE" + file]
    for kind, offset, part in pointers:
        other = entries.get((part.replace("s", "a"), offset))
        if other is None or kind[0] not in "@~#%;-+=&*>":
            continue
        made += [word for name in other[0] for word in words(name)]
        if kind[0] in "@;+=":
            made += words(other[1].split(";")[0])
        if kind[0] == ";":
            made += ["DOMAIN" + offset] * 2
        if kind == "@":
            for above, higher, of in other[2]:
                if above[0] == "@":
                    made += [word for name in entries[of, higher][0] for word in words(name)]
    return made


def main():
    vectorizer = TfidfVectorizer(analyzer=lambda given: given, min_df=3, sublinear_tf=True)
    table = vectorizer.fit_transform([document(entry) for entry in entries.values()])
    svd = TruncatedSVD(SIZE, random_state=0, n_iter=4).fit(table)
    of_words = svd.components_.T * svd.singular_values_
    of_words /= np.maximum(np.linalg.norm(of_words, axis=1, keepdims=True), 1e-9)
    place = vectorizer.vocabulary_
    texts = [
        row["headline"]
        for name in ("headlines.csv", "more-headlines.csv")
        for row in csv.DictReader((DATA / name).open())
    ]
    rows = np.zeros((len(texts), SIZE))
    for row, text in zip(rows, texts):
        for word in words(text):
            if word in place:
                row += vectorizer.idf_[place[word]] ** 2 * of_words[place[word]]
    largest = np.abs(rows).max(axis=1, keepdims=True)
    assert largest.min() > 0, "a headline without a known word"
    (DATA / "headline-vectors.bin").write_bytes(np.rint(127 * rows / largest).astype(np.int8).tobytes())


main()
