//! Optimizers: they add a node to a graph that takes one step towards a smaller loss.
use crate::{ops, Code, Error, Node, Output, Place, Result, Tensor, Variable};

pub use crate::loss_scale::LossScale;

/// What [`Optimizer::minimize`] added.
#[derive(Clone, Debug)]
pub struct Training {
    /// The target of a training step. It updates every variable, after all gradients are there.
    pub step: Node,
    /// Gives the optimizer's own variables their first values; run it beside those of the model.
    pub initializer: Node,
    /// The optimizer's own variables.
    pub slots: Vec<Variable>,
}

/// A rule for updating variables by gradients.
pub trait Optimizer {
    /// Adds the update of all of `variables` by their `gradients`. `ready` are nodes that run before any of it.
    fn apply(
        &self,
        place: &dyn Place,
        variables: &[&Variable],
        gradients: &[Output],
        ready: &[Node],
    ) -> Result<(Vec<Node>, Vec<Variable>)>;

    /// Adds the gradients of `loss` and the update. Errors: InvalidArgument naming a variable that the loss does not
    /// depend on.
    fn minimize(&self, place: &dyn Place, loss: Output, variables: &[&Variable]) -> Result<Training> {
        let gradients = gradients_of(place, loss, variables)?;
        // No variable changes while its old value may still be needed.
        let ready: Vec<Node> = gradients.iter().map(|g| g.node()).collect();
        let (updates, slots) = self.apply(place, variables, &gradients, &ready)?;
        training(place, &updates, slots)
    }
}

pub(crate) fn gradients_of(place: &dyn Place, loss: Output, variables: &[&Variable]) -> Result<Vec<Output>> {
    let handles: Vec<Output> = variables.iter().map(|v| v.handle()).collect();
    let gradients = place.graph().gradients(&[loss], &handles)?;
    let named = |(gradient, variable): (Option<Output>, &&Variable)| {
        let message = || format!("the loss does not depend on variable \"{}\"", variable.name());
        gradient.ok_or_else(|| Error::new(Code::InvalidArgument, message()))
    };
    gradients.into_iter().zip(variables).map(named).collect()
}

pub(crate) fn training(place: &dyn Place, updates: &[Node], slots: Vec<Variable>) -> Result<Training> {
    let initializers: Vec<Node> = slots.iter().map(Variable::initializer).collect();
    Ok(Training { step: group(place, updates)?, initializer: group(place, &initializers)?, slots })
}

fn group(place: &dyn Place, nodes: &[Node]) -> Result<Node> {
    nodes.iter().fold(ops::no_op(), |group, node| group.after(*node)).build(place)
}

fn number(place: &dyn Place, like: &Variable, value: f64) -> Result<Output> {
    let tensor = Tensor::from_f64(&place.graph().runtime(), like.dtype(), value)?;
    ops::const_(&tensor, like.dtype()).build(place)
}

/// A variable of the optimizer's, like `variable` and of zeros, under a name that TensorFlow gives it too.
fn slot(place: &dyn Place, variable: &Variable, suffix: &str) -> Result<Variable> {
    // Under the variable's own name, whatever the scope: that is where checkpoints have it.
    Variable::zeros(place.graph(), &format!("{}/{suffix}", variable.name()), variable.dtype(), variable.dims())
}

macro_rules! after_all {
    ($update:expr, $ready:expr) => {
        $ready.iter().fold($update, |update, node| update.after(*node))
    };
}

/// w -= rate * g.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradientDescent {
    pub rate: f64,
}

impl Optimizer for GradientDescent {
    fn apply(
        &self,
        place: &dyn Place,
        variables: &[&Variable],
        gradients: &[Output],
        ready: &[Node],
    ) -> Result<(Vec<Node>, Vec<Variable>)> {
        let update = |(variable, gradient): (&&Variable, &Output)| {
            let rate = number(place, variable, self.rate)?;
            after_all!(ops::resource_apply_gradient_descent(variable.handle(), rate, *gradient), ready).build(place)
        };
        Ok((variables.iter().zip(gradients).map(update).collect::<Result<_>>()?, Vec::new()))
    }
}

/// m = momentum * m + g; w -= rate * m, or by Nesterov's rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Momentum {
    pub rate: f64,
    pub momentum: f64,
    pub nesterov: bool,
}

impl Optimizer for Momentum {
    fn apply(
        &self,
        place: &dyn Place,
        variables: &[&Variable],
        gradients: &[Output],
        ready: &[Node],
    ) -> Result<(Vec<Node>, Vec<Variable>)> {
        let (mut updates, mut slots) = (Vec::new(), Vec::new());
        for (variable, gradient) in variables.iter().zip(gradients) {
            let memory = slot(place, variable, "Momentum")?;
            let (rate, momentum) = (number(place, variable, self.rate)?, number(place, variable, self.momentum)?);
            let update = ops::resource_apply_momentum(variable.handle(), memory.handle(), rate, *gradient, momentum);
            updates.push(after_all!(update.use_nesterov(self.nesterov), ready).build(place)?);
            slots.push(memory);
        }
        Ok((updates, slots))
    }
}

/// Steps scaled by running means of the gradient and of its square. Source: Kingma & Ba 2015, algorithm 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    pub rate: f64,
    pub beta1: f64,
    pub beta2: f64,
    pub epsilon: f64,
}

impl Adam {
    /// With the usual betas and epsilon.
    pub fn new(rate: f64) -> Adam {
        Adam { rate, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 }
    }
}

impl Optimizer for Adam {
    fn apply(
        &self,
        place: &dyn Place,
        variables: &[&Variable],
        gradients: &[Output],
        ready: &[Node],
    ) -> Result<(Vec<Node>, Vec<Variable>)> {
        let Some(first) = variables.first() else { return Ok((Vec::new(), Vec::new())) };
        let runtime = place.graph().runtime();
        let power =
            |name: &str, beta: f64| Variable::new(place, name, &Tensor::from_f64(&runtime, first.dtype(), beta)?);
        let powers = [power("beta1_power", self.beta1)?, power("beta2_power", self.beta2)?];
        let (mut updates, mut slots) = (Vec::new(), Vec::new());
        for (variable, gradient) in variables.iter().zip(gradients) {
            let (mean, square) = (slot(place, variable, "Adam")?, slot(place, variable, "Adam_1")?);
            let update = ops::resource_apply_adam(
                variable.handle(),
                mean.handle(),
                square.handle(),
                powers[0].value(),
                powers[1].value(),
                number(place, variable, self.rate)?,
                number(place, variable, self.beta1)?,
                number(place, variable, self.beta2)?,
                number(place, variable, self.epsilon)?,
                *gradient,
            );
            updates.push(after_all!(update, ready).build(place)?);
            slots.extend([mean, square]);
        }
        // The powers decay after every variable has used them.
        let used = updates.clone();
        for (power, beta) in powers.iter().zip([self.beta1, self.beta2]) {
            let next = ops::mul(power.value(), number(place, power, beta)?).build(place)?;
            updates.push(after_all!(ops::assign_variable_op(power.handle(), next), used).build(place)?);
        }
        slots.extend(powers);
        Ok((updates, slots))
    }
}
