//! Scaled losses, for values in half precision.
use crate::optimizer::{gradients_of, training, Optimizer, Training};
use crate::{ops, Code, DType, Error, Node, Output, Place, Result, Tensor, Variable};

/// Another optimizer on the gradients of the loss times a scale, so that small ones do not vanish in half precision,
/// divided by it again. A step whose gradients are not all finite changes no variable and no slot, and the scale is divided
/// by `factor`, down to 1; after `growth_steps` finite steps in a row it is multiplied. The loss and the variables should
/// be of float, or whatever holds the scale. The last two slots are "loss_scale/current_loss_scale", of float, and
/// "loss_scale/good_steps", of int64: finite steps since the scale changed. Source: Micikevicius et al. 2018, section 3.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossScale<O> {
    pub optimizer: O,
    pub initial: f64,
    pub growth_steps: i64,
    pub factor: f64,
}

impl<O: Optimizer> LossScale<O> {
    /// From 32768, doubled every 2000 steps.
    pub fn new(optimizer: O) -> LossScale<O> {
        LossScale { optimizer, initial: 32768.0, growth_steps: 2000, factor: 2.0 }
    }
}

impl<O: Optimizer> Optimizer for LossScale<O> {
    /// By gradients of a loss that was not scaled.
    fn apply(
        &self,
        place: &dyn Place,
        variables: &[&Variable],
        gradients: &[Output],
        ready: &[Node],
    ) -> Result<(Vec<Node>, Vec<Variable>)> {
        self.optimizer.apply(place, variables, gradients, ready)
    }

    fn minimize(&self, place: &dyn Place, loss: Output, variables: &[&Variable]) -> Result<Training> {
        let largest = f64::from(f32::MAX);
        let fits = |value: f64| (1.0..=largest).contains(&value);
        if !(fits(self.initial) && self.growth_steps >= 1 && fits(self.factor) && self.factor > 1.0) {
            let message = format!(
                "a loss scale from 1, growth steps from 1 and a factor above 1, all finite, got {}, {} and {}",
                self.initial, self.growth_steps, self.factor
            );
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let (graph, runtime) = (place.graph(), place.graph().runtime());
        let number = |dtype, value: f64| ops::const_(&Tensor::from_f64(&runtime, dtype, value)?, dtype).build(place);
        let scale = Variable::new(
            graph,
            "loss_scale/current_loss_scale",
            &Tensor::from_f64(&runtime, DType::Float, self.initial)?,
        )?;
        let good = Variable::new(graph, "loss_scale/good_steps", &Tensor::from_f64(&runtime, DType::Int64, 0.0)?)?;
        let current = scale.value();
        let scale_like = |like: Output| ops::cast(current, graph.output_dtype(like)).build(place);
        let scaled = ops::mul(loss, scale_like(loss)?).build(place)?;

        let whole = ops::const_(&Tensor::from_slice(&runtime, &[1], &[-1i32])?, DType::Int32).build(place)?;
        let axis = ops::const_(&Tensor::from_slice(&runtime, &[1], &[0i32])?, DType::Int32).build(place)?;
        let (mut gradients, mut finite) = (Vec::new(), None);
        for gradient in gradients_of(place, scaled, variables)? {
            let gradient = ops::real_div(gradient, scale_like(gradient)?).build(place)?;
            let flat = ops::reshape(gradient, whole).build(place)?;
            let all = ops::all(ops::is_finite(flat).build(place)?, axis).build(place)?;
            finite = Some(match finite {
                None => all,
                Some(others) => ops::logical_and(others, all).build(place)?,
            });
            gradients.push(gradient);
        }
        let Some(finite) = finite else {
            return Err(Error::new(Code::InvalidArgument, "a scaled loss without variables".to_string()));
        };
        let ready: Vec<Node> = gradients.iter().map(|g| g.node()).collect();
        // What is dead updates nothing, nor does what waits for it.
        let passed: Vec<Output> = gradients
            .iter()
            .map(|gradient| Ok(ops::switch(*gradient, finite).build(place)?.output_true))
            .collect::<Result<_>>()?;
        let (mut updates, mut slots) = self.optimizer.apply(place, variables, &passed, &ready)?;

        let (none, factor) = (number(DType::Int64, 0.0)?, number(DType::Float, self.factor)?);
        let more = ops::add_v2(good.value(), number(DType::Int64, 1.0)?).build(place)?;
        let grows = ops::greater_equal(more, number(DType::Int64, self.growth_steps as f64)?).build(place)?;
        let larger = ops::mul(current, factor).build(place)?;
        let larger = ops::minimum(larger, number(DType::Float, largest)?).build(place)?;
        let smaller = ops::real_div(current, factor).build(place)?;
        let smaller = ops::maximum(smaller, number(DType::Float, 1.0)?).build(place)?;
        let grown = ops::select(grows, larger, current).build(place)?;
        let steps = ops::select(grows, none, more).build(place)?;
        updates.push(scale.assign(place, ops::select(finite, grown, smaller).build(place)?)?);
        updates.push(good.assign(place, ops::select(finite, steps, none).build(place)?)?);
        slots.extend([scale, good]);
        training(place, &updates, slots)
    }
}
