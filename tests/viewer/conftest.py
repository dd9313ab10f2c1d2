"""What tests of pictures share: a machine that can draw."""

import pytest

from viewer import picture


@pytest.fixture(scope="session")
def opengl() -> None:
    """Skip where nothing can be drawn."""
    why = picture.trouble()
    if why is not None:
        pytest.skip(why)
