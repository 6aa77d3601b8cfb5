"""tf.random."""
from ._entropy import (all_candidate_sampler, fixed_unigram_candidate_sampler, learned_unigram_candidate_sampler, log_uniform_candidate_sampler,
                       uniform_candidate_sampler)
from ._graph import get_seed, set_random_seed
from ._near import missing as _missing
from ._random import (categorical, multinomial, stateless_normal, stateless_truncated_normal, stateless_uniform, truncated_normal)
from ._random import random_crop
from ._random import random_gamma as gamma
from ._random import random_normal as normal
from ._random import random_poisson as poisson
from ._random import random_shuffle as shuffle
from ._random import random_uniform as uniform

__getattr__ = _missing(__name__, "random")
