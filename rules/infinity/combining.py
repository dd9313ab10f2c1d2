"""Which of some sets hold the most between them, where a burst allows several templates."""

from collections.abc import Sequence
from typing import TypeAlias

_Choice: TypeAlias = tuple[int, ...]


def together(caught: Sequence[frozenset[str]], burst: int, hit: frozenset[str]) -> _Choice:
    """Return which sets to take, so that their union is the largest.

    Parameters
    ----------
    caught : sequence of frozenset of str
        The best first.
    burst : int
        How many may be taken.
    hit : frozenset of str
        Who has to be in the union.

    Returns
    -------
    tuple of int
        Ascending places in `caught`: as few as reach the largest union, and of those
        the best. Empty where no choice holds all of `hit`.

    Notes
    -----
    Taking the largest set first can miss it: of {1, 2, 3, 4}, {1, 2, 5} and {3, 4, 6}
    the last two are the best pair. Every union that so many sets can have is kept,
    with the best choice that has it.

    Examples
    --------
    >>> sets = [frozenset("1234"), frozenset("125"), frozenset("346")]
    >>> together(sets, 2, frozenset())
    (1, 2)
    """
    best: dict[frozenset[str], _Choice] = {frozenset(): ()}
    for _ in range(burst):
        larger = dict(best)
        for union, choice in best.items():
            for i, one in enumerate(caught):
                wider = union | one
                if wider == union:
                    continue
                taken = tuple(sorted((*choice, i)))
                known = larger.get(wider)
                if known is None or (len(taken), taken) < (len(known), known):
                    larger[wider] = taken
        best = larger
    fitting = [(-len(union), len(choice), choice) for union, choice in best.items() if hit <= union]
    return min(fitting)[2] if fitting else ()
