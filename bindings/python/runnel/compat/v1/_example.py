"""tf.train.Example and its parts, as programs build and read them."""
from __future__ import annotations

from typing import Any

from ...records import Example as _Native


class _List:
    def __init__(self, value: Any = ()):
        self.value = list(value)


class Int64List(_List):
    pass


class FloatList(_List):
    pass


class BytesList(_List):
    pass


class Feature:
    """One of int64_list, float_list and bytes_list has values."""

    def __init__(self, int64_list: Any = None, float_list: Any = None, bytes_list: Any = None):
        self.int64_list, self.float_list, self.bytes_list = int64_list or Int64List(), float_list or FloatList(), bytes_list or BytesList()

    def WhichOneof(self, _: str = "kind") -> str | None:  # noqa: N802
        return next((k for k in ("bytes_list", "float_list", "int64_list") if getattr(self, k).value), None)

    def _native(self) -> Any:
        if self.bytes_list.value:
            return [v.encode() if isinstance(v, str) else bytes(v) for v in self.bytes_list.value]
        if self.float_list.value:
            return [float(v) for v in self.float_list.value]
        return [int(v) for v in self.int64_list.value]


class _Map(dict):  # type: ignore[type-arg]
    def __missing__(self, key: str) -> Feature:
        self[key] = Feature()
        return self[key]  # type: ignore[no-any-return]


class Features:
    def __init__(self, feature: Any = None):
        self.feature = _Map(feature or {})


class Example:
    """Values by name."""

    def __init__(self, features: Any = None):
        self.features = features or Features()

    def SerializeToString(self) -> bytes:  # noqa: N802
        return _Native({k: f._native() for k, f in self.features.feature.items() if f.WhichOneof() is not None}).to_bytes()

    def ParseFromString(self, data: bytes) -> int:  # noqa: N802
        self.features = Features()
        for name, values in _Native.parse(data).to_dict().items():
            feature = self.features.feature[name]
            values = values or []
            kind = values[0] if values else 0
            target = feature.bytes_list if isinstance(kind, bytes) else feature.float_list if isinstance(kind, float) else feature.int64_list
            target.value[:] = list(values)
        return len(data)

    @classmethod
    def FromString(cls, data: bytes) -> Example:  # noqa: N802
        made = cls()
        made.ParseFromString(data)
        return made
