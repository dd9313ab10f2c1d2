"""The commented scene that a newcomer starts from."""

from importlib.resources import files


def starter() -> bytes:
    """Return the starter scene, a TOML file's bytes.

    Examples
    --------
    >>> starter().decode().splitlines()[0]
    '# A Blast Focus scene: one file is one dispute.'
    """
    return files("rules").joinpath("data/starter.toml").read_bytes()
