"""tf.logging: Python's logging under the name "tensorflow"."""
from __future__ import annotations

import logging as _logging
from typing import Any

DEBUG, INFO, WARN, ERROR, FATAL = _logging.DEBUG, _logging.INFO, _logging.WARNING, _logging.ERROR, _logging.CRITICAL
_logger = _logging.getLogger("tensorflow")
log, debug, info, error, fatal, warn, warning = (_logger.log, _logger.debug, _logger.info, _logger.error, _logger.critical, _logger.warning,
                                                 _logger.warning)


def set_verbosity(v: int) -> None:
    if not _logger.handlers and not _logging.getLogger().handlers:
        handler = _logging.StreamHandler()
        handler.setFormatter(_logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
        _logger.addHandler(handler)
    _logger.setLevel(v)


def get_verbosity() -> int:
    return _logger.getEffectiveLevel()


def log_every_n(level: int, msg: str, n: int, *args: Any) -> None:
    count = _counts[msg] = _counts.get(msg, -1) + 1
    if count % n == 0:
        _logger.log(level, msg, *args)


def log_first_n(level: int, msg: str, n: int, *args: Any) -> None:
    count = _counts[msg] = _counts.get(msg, -1) + 1
    if count < n:
        _logger.log(level, msg, *args)


def flush() -> None:
    for handler in _logger.handlers:
        handler.flush()


_counts: dict[str, int] = {}
