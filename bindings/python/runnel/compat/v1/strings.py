"""tf.strings."""
from ._near import missing as _missing
from ._strings import reduce_join, regex_full_match, regex_replace, split, substr, unicode_decode
from ._strings import string_format as format
from ._strings import string_join as join
from ._strings import string_length as length
from ._strings import string_to_hash_bucket as to_hash_bucket
from ._strings import string_to_number as to_number

__getattr__ = _missing(__name__, "strings")
