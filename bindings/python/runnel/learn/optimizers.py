"""Optimizers: how weights follow their gradients.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from ._spec import Spec, SpecLike


class Adadelta(Spec):
    """Steps as large as recent ones. Source: Zeiler 2012."""

    def __init__(self, learning_rate: SpecLike = "0.001", rho: float = 0.95, epsilon: float = 1e-07,
                 weight_decay: float = 0.0, clipnorm: float = 0.0, clipvalue: float = 0.0,
                 global_clipnorm: float = 0.0, use_ema: bool = False, ema_momentum: float = 0.99,
                 ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Adadelta", (), (("learning_rate", learning_rate, "0.001"), ("rho", rho, 0.95),
            ("epsilon", epsilon, 1e-07), ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0),
            ("clipvalue", clipvalue, 0.0), ("global_clipnorm", global_clipnorm, 0.0),
            ("use_ema", use_ema, False), ("ema_momentum", ema_momentum, 0.99),
            ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Adafactor(Spec):
    """Divides gradients by the root of their mean squares, of which a matrix keeps those of rows and columns
    alone; steps are as large as weights are, and at most 1 / sqrt(step). Source: Shazeer and Stern 2018.
    """

    def __init__(self, learning_rate: SpecLike = "0.001", beta_2_decay: float = -0.8,
                 epsilon_1: float = 1e-30, epsilon_2: float = 0.001, clip_threshold: float = 1.0,
                 relative_step: bool = True, weight_decay: float = 0.0, clipnorm: float = 0.0,
                 clipvalue: float = 0.0, global_clipnorm: float = 0.0, use_ema: bool = False,
                 ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Adafactor", (), (("learning_rate", learning_rate, "0.001"),
            ("beta_2_decay", beta_2_decay, -0.8), ("epsilon_1", epsilon_1, 1e-30),
            ("epsilon_2", epsilon_2, 0.001), ("clip_threshold", clip_threshold, 1.0),
            ("relative_step", relative_step, True), ("weight_decay", weight_decay, 0.0),
            ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Adagrad(Spec):
    """Divides gradients by the root of the sum of their squares. Source: Duchi et al. 2011."""

    def __init__(self, learning_rate: SpecLike = "0.001", initial_accumulator_value: float = 0.1,
                 epsilon: float = 1e-07, weight_decay: float = 0.0, clipnorm: float = 0.0,
                 clipvalue: float = 0.0, global_clipnorm: float = 0.0, use_ema: bool = False,
                 ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Adagrad", (), (("learning_rate", learning_rate, "0.001"),
            ("initial_accumulator_value", initial_accumulator_value, 0.1), ("epsilon", epsilon, 1e-07),
            ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Adam(Spec):
    """Moving means of gradients and of their squares. Source: Kingma and Ba 2014."""

    def __init__(self, learning_rate: SpecLike = "0.001", beta_1: float = 0.9, beta_2: float = 0.999,
                 epsilon: float = 1e-07, amsgrad: bool = False, weight_decay: float = 0.0,
                 clipnorm: float = 0.0, clipvalue: float = 0.0, global_clipnorm: float = 0.0,
                 use_ema: bool = False, ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0,
                 loss_scale_factor: float = 1.0, gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Adam", (), (("learning_rate", learning_rate, "0.001"), ("beta_1", beta_1, 0.9),
            ("beta_2", beta_2, 0.999), ("epsilon", epsilon, 1e-07), ("amsgrad", amsgrad, False),
            ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class AdamW(Spec):
    """Adam with weights that decay by themselves, 0.004 unless weight_decay says otherwise."""

    def __init__(self, learning_rate: SpecLike = "0.001", beta_1: float = 0.9, beta_2: float = 0.999,
                 epsilon: float = 1e-07, amsgrad: bool = False, weight_decay: float = 0.0,
                 clipnorm: float = 0.0, clipvalue: float = 0.0, global_clipnorm: float = 0.0,
                 use_ema: bool = False, ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0,
                 loss_scale_factor: float = 1.0, gradient_accumulation_steps: int = 1) -> None:
        super().__init__("AdamW", (), (("learning_rate", learning_rate, "0.001"), ("beta_1", beta_1, 0.9),
            ("beta_2", beta_2, 0.999), ("epsilon", epsilon, 1e-07), ("amsgrad", amsgrad, False),
            ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Adamax(Spec):
    """Adam with the largest recent gradient in place of the squares."""

    def __init__(self, learning_rate: SpecLike = "0.001", beta_1: float = 0.9, beta_2: float = 0.999,
                 epsilon: float = 1e-07, weight_decay: float = 0.0, clipnorm: float = 0.0,
                 clipvalue: float = 0.0, global_clipnorm: float = 0.0, use_ema: bool = False,
                 ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Adamax", (), (("learning_rate", learning_rate, "0.001"), ("beta_1", beta_1, 0.9),
            ("beta_2", beta_2, 0.999), ("epsilon", epsilon, 1e-07), ("weight_decay", weight_decay, 0.0),
            ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Ftrl(Spec):
    """Follow the regularised leader. Source: McMahan et al. 2013."""

    def __init__(self, learning_rate: SpecLike = "0.001", learning_rate_power: float = -0.5,
                 initial_accumulator_value: float = 0.1, l1_regularization_strength: float = 0.0,
                 l2_regularization_strength: float = 0.0, l2_shrinkage_regularization_strength: float = 0.0,
                 beta: float = 0.0, weight_decay: float = 0.0, clipnorm: float = 0.0, clipvalue: float = 0.0,
                 global_clipnorm: float = 0.0, use_ema: bool = False, ema_momentum: float = 0.99,
                 ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Ftrl", (), (("learning_rate", learning_rate, "0.001"),
            ("learning_rate_power", learning_rate_power, -0.5),
            ("initial_accumulator_value", initial_accumulator_value, 0.1),
            ("l1_regularization_strength", l1_regularization_strength, 0.0),
            ("l2_regularization_strength", l2_regularization_strength, 0.0),
            ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength, 0.0),
            ("beta", beta, 0.0), ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0),
            ("clipvalue", clipvalue, 0.0), ("global_clipnorm", global_clipnorm, 0.0),
            ("use_ema", use_ema, False), ("ema_momentum", ema_momentum, 0.99),
            ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Lamb(Spec):
    """Adam's steps, as long as the variable is large. Source: You et al. 2019."""

    def __init__(self, learning_rate: SpecLike = "0.001", beta_1: float = 0.9, beta_2: float = 0.999,
                 epsilon: float = 1e-07, weight_decay: float = 0.0, clipnorm: float = 0.0,
                 clipvalue: float = 0.0, global_clipnorm: float = 0.0, use_ema: bool = False,
                 ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Lamb", (), (("learning_rate", learning_rate, "0.001"), ("beta_1", beta_1, 0.9),
            ("beta_2", beta_2, 0.999), ("epsilon", epsilon, 1e-07), ("weight_decay", weight_decay, 0.0),
            ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Lion(Spec):
    """The sign of a moving mean. Source: Chen et al. 2023."""

    def __init__(self, learning_rate: SpecLike = "0.001", beta_1: float = 0.9, beta_2: float = 0.99,
                 weight_decay: float = 0.0, clipnorm: float = 0.0, clipvalue: float = 0.0,
                 global_clipnorm: float = 0.0, use_ema: bool = False, ema_momentum: float = 0.99,
                 ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Lion", (), (("learning_rate", learning_rate, "0.001"), ("beta_1", beta_1, 0.9),
            ("beta_2", beta_2, 0.99), ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0),
            ("clipvalue", clipvalue, 0.0), ("global_clipnorm", global_clipnorm, 0.0),
            ("use_ema", use_ema, False), ("ema_momentum", ema_momentum, 0.99),
            ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class LossScaleOptimizer(Spec):
    """Another optimizer, by its spec, over gradients of a loss times a scale, by which they are divided
    again: so that small ones are not 0 in half. The scale doubles after so many steps; a step with a gradient
    that is not finite is left out and halves it.
    """

    def __init__(self, inner_optimizer: SpecLike, initial_scale: float = 32768.0,
                 dynamic_growth_steps: int = 2000, weight_decay: float = 0.0, clipnorm: float = 0.0,
                 clipvalue: float = 0.0, global_clipnorm: float = 0.0, use_ema: bool = False,
                 ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("LossScaleOptimizer", (("inner_optimizer", inner_optimizer),),
            (("initial_scale", initial_scale, 32768.0), ("dynamic_growth_steps", dynamic_growth_steps, 2000),
            ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class Nadam(Spec):
    """Adam with Nesterov's momentum. Source: Dozat 2015."""

    def __init__(self, learning_rate: SpecLike = "0.001", beta_1: float = 0.9, beta_2: float = 0.999,
                 epsilon: float = 1e-07, weight_decay: float = 0.0, clipnorm: float = 0.0,
                 clipvalue: float = 0.0, global_clipnorm: float = 0.0, use_ema: bool = False,
                 ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("Nadam", (), (("learning_rate", learning_rate, "0.001"), ("beta_1", beta_1, 0.9),
            ("beta_2", beta_2, 0.999), ("epsilon", epsilon, 1e-07), ("weight_decay", weight_decay, 0.0),
            ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class RMSprop(Spec):
    """Divides gradients by the root of a moving mean of their squares."""

    def __init__(self, learning_rate: SpecLike = "0.001", rho: float = 0.9, momentum: float = 0.0,
                 epsilon: float = 1e-07, centered: bool = False, weight_decay: float = 0.0,
                 clipnorm: float = 0.0, clipvalue: float = 0.0, global_clipnorm: float = 0.0,
                 use_ema: bool = False, ema_momentum: float = 0.99, ema_overwrite_frequency: int = 0,
                 loss_scale_factor: float = 1.0, gradient_accumulation_steps: int = 1) -> None:
        super().__init__("RMSprop", (), (("learning_rate", learning_rate, "0.001"), ("rho", rho, 0.9),
            ("momentum", momentum, 0.0), ("epsilon", epsilon, 1e-07), ("centered", centered, False),
            ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0), ("clipvalue", clipvalue, 0.0),
            ("global_clipnorm", global_clipnorm, 0.0), ("use_ema", use_ema, False),
            ("ema_momentum", ema_momentum, 0.99), ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))


class SGD(Spec):
    """Gradient descent, with momentum if that is not 0."""

    def __init__(self, learning_rate: SpecLike = "0.01", momentum: float = 0.0, nesterov: bool = False,
                 weight_decay: float = 0.0, clipnorm: float = 0.0, clipvalue: float = 0.0,
                 global_clipnorm: float = 0.0, use_ema: bool = False, ema_momentum: float = 0.99,
                 ema_overwrite_frequency: int = 0, loss_scale_factor: float = 1.0,
                 gradient_accumulation_steps: int = 1) -> None:
        super().__init__("SGD", (), (("learning_rate", learning_rate, "0.01"), ("momentum", momentum, 0.0),
            ("nesterov", nesterov, False), ("weight_decay", weight_decay, 0.0), ("clipnorm", clipnorm, 0.0),
            ("clipvalue", clipvalue, 0.0), ("global_clipnorm", global_clipnorm, 0.0),
            ("use_ema", use_ema, False), ("ema_momentum", ema_momentum, 0.99),
            ("ema_overwrite_frequency", ema_overwrite_frequency, 0),
            ("loss_scale_factor", loss_scale_factor, 1.0),
            ("gradient_accumulation_steps", gradient_accumulation_steps, 1)))
