"""The scene file: the only room that knows its keys."""

from rules.scenefile.reading import load, read, schema
from rules.scenefile.starter import starter

__all__ = ["load", "read", "schema", "starter"]
