"""The citations of a report, numbered as they come."""

from rules.finding import Citation


class Cited:
    """The citations of a report, numbered as they come.

    Examples
    --------
    >>> Cited().mark("It stays.", Citation("a document", "a heading"))
    'It stays [1].'
    """

    def __init__(self) -> None:
        self.numbers: dict[Citation, int] = {}

    def mark(self, sentence: str, citation: Citation) -> str:
        """Put a citation's number behind a sentence, before its full stop."""
        number = self.numbers.setdefault(citation, len(self.numbers) + 1)
        return f"{sentence.removesuffix('.')} [{number}]."
