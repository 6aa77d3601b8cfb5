"""Feature columns: how an estimator of Runnel's own takes what it is fed with.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal, Sequence

from ._spec import Spec, SpecLike


class bucketized_column(Spec):
    """Which interval between boundaries each number of a numeric column lies in, lower ends included."""

    def __init__(self, source_column: SpecLike, boundaries: float | Sequence[float]) -> None:
        super().__init__("bucketized_column", (("source_column", source_column), ("boundaries", boundaries),),
            ())


class categorical_column_with_hash_bucket(Spec):
    """A hash of each string or whole number. Empty strings and -1 are missing values."""

    def __init__(self, key: str, hash_bucket_size: int) -> None:
        super().__init__("categorical_column_with_hash_bucket",
            (("key", key), ("hash_bucket_size", hash_bucket_size),), ())


class categorical_column_with_identity(Spec):
    """Whole numbers below num_buckets, as they are; others are default_value, or a failure where that is -1.
    -1 is a missing value.
    """

    def __init__(self, key: str, num_buckets: int, default_value: int = -1) -> None:
        super().__init__("categorical_column_with_identity", (("key", key), ("num_buckets", num_buckets),),
            (("default_value", default_value, -1),))


class categorical_column_with_vocabulary_file(Spec):
    """The same for the first vocabulary_size lines of a file."""

    def __init__(self, key: str, vocabulary_file: str, vocabulary_size: int, default_value: int = -1,
                 num_oov_buckets: int = 0) -> None:
        super().__init__("categorical_column_with_vocabulary_file",
            (("key", key), ("vocabulary_file", vocabulary_file), ("vocabulary_size", vocabulary_size),),
            (("default_value", default_value, -1), ("num_oov_buckets", num_oov_buckets, 0)))


class categorical_column_with_vocabulary_list(Spec):
    """The place of each value in a list; others are default_value, or hashed into num_oov_buckets behind it.
    """

    def __init__(self, key: str, vocabulary_list: str | Sequence[str], default_value: int = -1,
                 num_oov_buckets: int = 0) -> None:
        super().__init__("categorical_column_with_vocabulary_list",
            (("key", key), ("vocabulary_list", vocabulary_list),), (("default_value", default_value, -1),
            ("num_oov_buckets", num_oov_buckets, 0)))


class crossed_column(Spec):
    """A hash of every combination of values of features, by key, and of categorical columns: those of columns
    first, as TensorFlow has them. The keys of a crossed column among them are crossed with the others.
    """

    def __init__(self, keys: str | Sequence[str], hash_bucket_size: int,
                 hash_key: int = 956888297470) -> None:
        super().__init__("crossed_column", (("keys", keys), ("hash_bucket_size", hash_bucket_size),),
            (("hash_key", hash_key, 956888297470),))


class embedding_column(Spec):
    """A trained vector for each value of a categorical column; those of several values are combined."""

    def __init__(self, categorical_column: SpecLike, dimension: int,
                 combiner: Literal["mean", "sqrtn", "sum"] = "mean", initializer: SpecLike = "",
                 max_norm: float = 0.0) -> None:
        super().__init__("embedding_column",
            (("categorical_column", categorical_column), ("dimension", dimension),),
            (("combiner", combiner, "mean"), ("initializer", initializer, ""), ("max_norm", max_norm, 0.0)))


class indicator_column(Spec):
    """How often each value of a categorical column is there."""

    def __init__(self, categorical_column: SpecLike) -> None:
        super().__init__("indicator_column", (("categorical_column", categorical_column),), ())


class numeric_column(Spec):
    """The numbers of a feature, `shape` of them for each sample."""

    def __init__(self, key: str, shape: int | Sequence[int] = (1,)) -> None:
        super().__init__("numeric_column", (("key", key),), (("shape", shape, (1,)),))


class shared_embeddings(Spec):
    """An embedding for each categorical column, with the same vectors for all."""

    def __init__(self, categorical_columns: SpecLike | Sequence[SpecLike], dimension: int,
                 combiner: Literal["mean", "sqrtn", "sum"] = "mean", initializer: SpecLike = "",
                 max_norm: float = 0.0, shared_embedding_collection_name: str = "") -> None:
        super().__init__("shared_embeddings",
            (("categorical_columns", categorical_columns), ("dimension", dimension),),
            (("combiner", combiner, "mean"), ("initializer", initializer, ""), ("max_norm", max_norm, 0.0),
            ("shared_embedding_collection_name", shared_embedding_collection_name, "")))
