"""A fitted polynomial or logistic regression as source code of another language.

A file is a template of its language, from the board to the features and a player, with the model's
numbers in it: `Grammar` says how the language writes them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from string import Template

from enraya.errors import InvalidSetting, UnknownName
from enraya.models.features import PAPER_NAMES
from enraya.models.modelfile import ModelFile
from enraya.models.on_features import network_numbers
from enraya.models.polynomial import degree_of, term_name, terms

KINDS = ("poly", "logistic")
"""The kinds of models that can be exported."""
_OUTCOMES = ("loss", "draw", "win")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The grammar of one language."""

    suffix: str
    """The suffix of its template, and of files in it."""
    comment: str
    """What begins a line of the heading."""
    number: Callable[[float], str]
    truth: tuple[str, str]
    """No and yes."""
    term: str
    """Adds ``{product}`` to the variable ``{to}``; ``{name}`` says what it is made of."""
    factor: str
    """The feature at a place."""
    times: str
    """What stands between the factors of a product."""
    polynomial: str
    """The value of features, from ``{intercept}`` and the ``{terms}`` added to ``total``."""
    logistic: str
    """The same from ``{loss}``, ``{draw}``, ``{win}``, ``{terms}`` added to these, ``{scale}``."""


def _lisp_number(value: float) -> str:
    """A number that Lisp reads with all its digits.

    >>> _lisp_number(0.5), _lisp_number(1e-07)
    ('0.5d0', '1d-07')
    """
    text = repr(value)
    return text.replace("e", "d") if "e" in text else text + "d0"


_PYTHON = Grammar(
    "py", "#", repr, ("False", "True"),
    "    {to} += {product}  # {name}", "x[{}]", " * ",
    '''def value_of_features(x):
    """The score that the model predicts from the eleven features."""
    total = {intercept}
{terms}
    return total''',
    '''def value_of_features(x):
    """The score that the model predicts from the eleven features."""
    loss, draw, win = {loss}, {draw}, {win}
{terms}
    most = max(loss, draw, win)
    loss, draw, win = exp(loss - most), exp(draw - most), exp(win - most)
    return {scale} * (win - loss) / (loss + draw + win)''',
)  # fmt: skip
_C = Grammar(
    "c", "//", repr, ("0", "1"),
    "    {to} += {product}; // {name}", "x[{}]", " * ",
    '''// The score that the model predicts from the eleven features.
double value_of_features(const double x[FEATURES]) {{
    double total = {intercept};
{terms}
    return total;
}}''',
    '''// The score that the model predicts from the eleven features.
double value_of_features(const double x[FEATURES]) {{
    double loss = {loss}, draw = {draw}, win = {win};
{terms}
    double most = fmax(loss, fmax(draw, win));
    loss = exp(loss - most), draw = exp(draw - most), win = exp(win - most);
    return {scale} * (win - loss) / (loss + draw + win);
}}''',
)  # fmt: skip
_JAVA = Grammar(
    "java", "//", repr, ("false", "true"),
    "        {to} += {product}; // {name}", "x[{}]", " * ",
    '''    /** The score that the model predicts from the eleven features. */
    static double valueOfFeatures(double[] x) {{
        double total = {intercept};
{terms}
        return total;
    }}''',
    '''    /** The score that the model predicts from the eleven features. */
    static double valueOfFeatures(double[] x) {{
        double loss = {loss}, draw = {draw}, win = {win};
{terms}
        double most = Math.max(loss, Math.max(draw, win));
        loss = Math.exp(loss - most);
        draw = Math.exp(draw - most);
        win = Math.exp(win - most);
        return {scale} * (win - loss) / (loss + draw + win);
    }}''',
)  # fmt: skip
_LISP = Grammar(
    "lisp", ";;", _lisp_number, ("nil", "t"),
    "    (incf {to} (* {product})) ; {name}", "(aref x {})", " ",
    '''(defun value-of-features (x)
  "The score that the model predicts from the eleven features."
  (let ((total {intercept}))
{terms}
    total))''',
    '''(defun value-of-features (x)
  "The score that the model predicts from the eleven features."
  (let ((loss {loss}) (draw {draw}) (win {win}))
{terms}
    (let ((most (max loss draw win)))
      (setf loss (exp (- loss most)) draw (exp (- draw most)) win (exp (- win most)))
      (/ (* {scale} (- win loss)) (+ loss draw win)))))''',
)  # fmt: skip
LANGUAGES = {"lisp": _LISP, "python": _PYTHON, "c": _C, "java": _JAVA}
"""Every language that a model can be written in, by the name one asks for it."""


def source_code(name: str, model: ModelFile, language: str) -> str:
    """A program that computes the same values as a model, with the features it needs.

    Args:
        name: what the model is called.
        model: a polynomial, or a logistic regression on the paper's features.
        language: a name from `LANGUAGES`.

    Raises:
        UnknownName: when there is no such language.
        InvalidSetting: when the model is another, with those that are possible.
    """
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    kind = model.header.kind
    if kind not in KINDS or model.header.features != PAPER_NAMES:
        raise InvalidSetting(
            f"{name!r} cannot be exported; train poly(degree=2) or logistic(features=paper)"
        )
    grammar = LANGUAGES[language]
    value = _polynomial(model, grammar) if kind == "poly" else _logistic(model, grammar)
    file = resources.files("enraya.learn") / "templates" / f"model.{grammar.suffix}.txt"
    published = bool(model.header.parameters.get("published", False))
    return Template(file.read_text()).substitute(
        header=_header(name, model, grammar), value=value, published=grammar.truth[published]
    )


def _polynomial(model: ModelFile, grammar: Grammar) -> str:
    products = terms(degree_of(model))
    constant, *coefficients = (float(c) for c in model.arrays["coefficients"])
    lines = [
        _term(grammar, "total", coefficient, product)
        for product, coefficient in zip(products[1:], coefficients, strict=True)
    ]
    intercept = grammar.number(float(model.arrays["intercept"]) + constant)
    return grammar.polynomial.format(intercept=intercept, terms="\n".join(lines))


def _logistic(model: ModelFile, grammar: Grammar) -> str:
    network_numbers(model)  # refuses layers that do not fit together
    weights, biases = model.arrays["weights0"], model.arrays["biases0"]
    if "weights1" in model.arrays or len(biases) != len(_OUTCOMES):
        raise InvalidSetting("the model is not a logistic regression of three outcomes")
    lines = [
        _term(grammar, outcome, float(weight), (place,))
        for outcome, row in zip(_OUTCOMES, weights, strict=True)
        for place, weight in enumerate(row)
    ]
    numbers = (grammar.number(float(bias)) for bias in biases)
    starts = dict(zip(_OUTCOMES, numbers, strict=True))
    scale = grammar.number(float(model.arrays["scale"]))
    return grammar.logistic.format(terms="\n".join(lines), scale=scale, **starts)


def _term(grammar: Grammar, to: str, coefficient: float, places: Sequence[int]) -> str:
    factors = [grammar.number(coefficient), *(grammar.factor.format(place) for place in places)]
    product = grammar.times.join(factors)
    return grammar.term.format(to=to, product=product, name=term_name(tuple(places)))


def _header(name: str, model: ModelFile, grammar: Grammar) -> str:
    header = model.header
    test = header.metrics.get("test", {})
    lines = [f"Connect Four: the value of a position by the model {_plain(name)}, {header.kind}."]
    if header.command:
        lines.append(f"Trained by: {_plain(header.command)}")
    if "r2" in test:
        measured = f"R2 {test['r2']:.4f}, MSE {test['mse']:.2f}, My test {test['my_test']:.2%}"
        lines.append(f"On {test['rows']} rows it had not seen: {measured}")
    lines += [
        "",
        "Values are scores for the ally, the player who just moved: positive when they win, the",
        "larger the sooner. A board has 7 columns from the left of 6 cells from the bottom:",
        "0 is empty, 1 a stone of the first player, 2 of the second. The features in their order:",
        "",
        *_explained(),
    ]
    return "\n".join(f"{grammar.comment} {line}".rstrip() for line in lines) + "\n"


def _explained() -> Iterable[str]:
    runs = "runs of {} of the {} that end at {}"
    meanings = ["stones on the board", "mean distance of two stones of the ally"]
    meanings += ["the same of the opponent"]
    meanings += [
        runs.format(length, owner, end)
        for length in ("two", "three")
        for owner in ("ally", "opponent")
        for end in ("the edge or a stone", "an empty cell")
    ]
    for place, (feature, meaning) in enumerate(zip(PAPER_NAMES, meanings, strict=True)):
        yield f"  x[{place}]".ljust(9) + f"{feature:<16}{meaning}"


def _plain(text: str) -> str:
    """The text on one line, without what could end or continue a comment."""
    return " ".join(text.replace("\\", "/").split())
