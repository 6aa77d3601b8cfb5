//! Softmax regression: the graph, and the loop that trains it.
use crate::idx::{Set, PIXELS};
use runnel::optimizer::{Adam, Optimizer};
use runnel::{ops, Callable, DType, Graph, Node, Output, Result, Runtime, Session, Tensor, Variable};

/// The graph's places that a program needs.
pub struct Model {
    pub graph: Graph,
    pub image: Output,
    pub label: Output,
    pub loss: Output,
    pub correct: Output,
    pub step: Node,
    pub initialize: Node,
}

impl Model {
    /// `device` is where its variables, and so their updates, go: "/job:ps/task:0", or "" for where all else does.
    pub fn new(runtime: &Runtime, device: &str) -> Result<Model> {
        let graph = Graph::new(runtime)?;
        let place = graph.scope("model").on_device(device);
        let image = graph.placeholder("image", DType::Float, Some(&[-1, PIXELS as i64]))?;
        let label = graph.placeholder("label", DType::Int64, Some(&[-1]))?;
        let weights = Variable::zeros(&place, "weights", DType::Float, &[PIXELS as i64, 10])?;
        let bias = Variable::zeros(&place, "bias", DType::Float, &[10])?;

        let product = ops::mat_mul(image, weights.value()).build(&graph)?;
        let logits = ops::bias_add(product, bias.value()).name("logits").build(&graph)?;
        let axis = graph.constant("axis", &Tensor::scalar(runtime, 1i32)?)?;
        let prediction = ops::arg_max(logits, axis).name("prediction").build(&graph)?;

        let all = graph.constant("all", &Tensor::scalar(runtime, 0i32)?)?;
        let losses = ops::sparse_softmax_cross_entropy_with_logits(logits, label).build(&graph)?;
        let loss = ops::mean(losses.loss, all).name("loss").build(&graph)?;
        let hits = ops::equal(prediction, label).build(&graph)?;
        let hits = ops::cast(hits, DType::Float).build(&graph)?;
        let correct = ops::sum(hits, all).name("correct").build(&graph)?;

        let training = Adam::new(0.003).minimize(&graph, loss, &[&weights, &bias])?;
        let first_values = [weights.initializer(), bias.initializer(), training.initializer];
        let initialize = graph.group("initialize", &first_values)?;
        Ok(Model { graph, image, label, loss, correct, step: training.step, initialize })
    }
}

/// A batch that is written again and again.
struct Batch {
    image: Tensor,
    label: Tensor,
}

impl Batch {
    fn new(runtime: &Runtime, size: usize) -> Result<Batch> {
        Ok(Batch {
            image: Tensor::zeros(runtime, DType::Float, &[size as i64, PIXELS as i64])?,
            label: Tensor::zeros(runtime, DType::Int64, &[size as i64])?,
        })
    }

    fn fill(&mut self, set: &Set, first: usize) -> Result<()> {
        let indices = (0..self.label.len()).map(|i| (first + i) % set.len());
        set.fill(indices, self.image.as_mut_slice()?, self.label.as_mut_slice()?);
        Ok(())
    }
}

/// Trains on batches of 100, in the order of the set; `progress` is told the loss of every step.
pub fn train(
    model: &Model,
    session: &Session,
    set: &Set,
    steps: usize,
    mut progress: impl FnMut(usize, f32),
) -> Result<()> {
    session.run(&[], &[], &[model.initialize])?;
    let step = session.prepare(&[model.image, model.label], &[model.loss], &[model.step])?;
    let mut batch = Batch::new(&model.graph.runtime(), 100)?;
    for number in 0..steps {
        batch.fill(set, number * 100)?;
        let fetched = step.run(&[&batch.image, &batch.label])?;
        progress(number, fetched[0].item()?);
    }
    Ok(())
}

/// How many images of the set the model reads right.
pub fn evaluate(model: &Model, session: &Session, set: &Set) -> Result<usize> {
    let call: Callable = session.prepare(&[model.image, model.label], &[model.correct], &[])?;
    let size = 1000.min(set.len());
    let mut batch = Batch::new(&model.graph.runtime(), size)?;
    let mut correct = 0.0;
    for first in (0..set.len()).step_by(size) {
        batch.fill(set, first)?;
        correct += call.run(&[&batch.image, &batch.label])?[0].item::<f32>()?;
    }
    Ok(correct as usize)
}
