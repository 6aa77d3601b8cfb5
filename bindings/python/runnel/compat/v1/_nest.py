"""Nested lists, tuples and dicts of values, taken apart and put together again."""
from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping


def is_nested(value: Any) -> bool:
    return isinstance(value, (list, tuple, Mapping)) and not getattr(value, "_is_leaf", False)


def flatten(value: Any) -> list[Any]:
    """The leaves from left to right; of a dict by sorted keys."""
    if isinstance(value, Mapping):
        return [leaf for key in sorted(value) for leaf in flatten(value[key])]
    if is_nested(value):
        return [leaf for part in value for leaf in flatten(part)]
    return [value]


def pack_like(like: Any, leaves: Any) -> Any:
    """The same structure with other leaves. Raises ValueError where their number differs."""
    given = list(leaves)
    at = iter(given)
    if len(flatten(like)) != len(given):
        raise ValueError("%d values for a structure of %d" % (len(given), len(flatten(like))))
    return _pack(like, at)


def _pack(like: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(like, Mapping):
        packed = {key: _pack(like[key], leaves) for key in sorted(like)}
        return {key: packed[key] for key in like}
    if is_nested(like):
        parts = [_pack(part, leaves) for part in like]
        return type(like)(*parts) if hasattr(like, "_fields") else type(like)(parts)
    return next(leaves)


def map_structure(function: Callable[..., Any], *structures: Any) -> Any:
    for other in structures[1:]:
        assert_same_structure(structures[0], other)
    return pack_like(structures[0], [function(*leaves) for leaves in zip(*map(flatten, structures))])


def assert_same_structure(a: Any, b: Any) -> None:
    if is_nested(a) != is_nested(b):
        raise ValueError("The two structures don't have the same nested structure: %r and %r" % (a, b))
    if isinstance(a, Mapping):
        if not isinstance(b, Mapping) or set(a) != set(b):
            raise ValueError("The two dictionaries don't have the same set of keys: %r and %r" % (sorted(a), sorted(b)))
        for key in a:
            assert_same_structure(a[key], b[key])
    elif is_nested(a):
        if len(a) != len(b):
            raise ValueError("The two structures don't have the same number of elements: %d and %d" % (len(a), len(b)))
        for x, y in zip(a, b):
            assert_same_structure(x, y)


def flatten_items(mapping: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Items whose keys are tuples become an item for each leaf."""
    for key, value in mapping.items():
        if isinstance(key, (list, tuple)):
            keys, values = flatten(key), flatten(value)
            if len(keys) != len(values):
                raise ValueError("Could not flatten dictionary: the key had %d elements, but the value had %d elements." % (len(keys), len(values)))
            yield from zip(keys, values)
        else:
            yield key, value
