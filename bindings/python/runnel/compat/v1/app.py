"""tf.app.run."""
from __future__ import annotations

import sys
from typing import Any

from . import flags

__all__ = ["flags", "run"]


def run(main: Any = None, argv: Any = None) -> None:
    """Reads the flags and calls main with what is left of the command line. Ends the program with main's answer."""
    given = list(sys.argv if argv is None else argv)
    rest = flags.FLAGS(given)
    main = main or sys.modules["__main__"].main
    sys.exit(main(rest))
