//! Models of layers, and their training.
use crate::error::{check, made};
use crate::spec::options;
use crate::tensor::contain;
use crate::{sys, text, Code, DType, Dataset, Error, Graph, Output, Result, Runtime, Session, Tensor};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::fmt::{self, Display};
use std::ops::{Add, Mul, Neg, Sub};
use std::ptr::{self, NonNull};

/// A model of any form. Clones are the same model; calls wait for each other. Layers, losses and so on are those of
/// [`layers`](crate::layers), [`losses`](crate::losses) and their neighbours, or their text: `"Dense(128, activation=relu)"`. Names,
/// arguments and defaults are Keras'. Equal models with equal seeds are equal, in every language that Runnel has.
///
/// ```
/// # fn main() -> runnel::Result<()> {
/// use runnel::{layers, losses, optimizers, Compile, Fit, Model, Runtime, Samples, Tensor};
///
/// let runtime = Runtime::new()?;
/// let model = Model::sequential(&runtime, 1, &[
///     &layers::input([2]),
///     &layers::dense(8).activation("tanh"),
///     &layers::dense(1),
/// ])?;
/// model.compile(&Compile::new(optimizers::adam().learning_rate(0.1), losses::mean_squared_error()))?;
/// let x = Tensor::from_slice(&runtime, &[4, 2], &[0f32, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0])?;
/// let y = Tensor::from_slice(&runtime, &[4], &[0f32, 1.0, 1.0, 0.0])?;
/// let history = model.fit(&Samples::new(&x, &y), Fit::new().epochs(100).batch_size(4))?;
/// assert!(history.logs[99]["loss"] < 0.1);
/// # Ok(())
/// # }
/// ```
pub struct Model {
    raw: NonNull<sys::rnl_learn_model_t>,
    runtime: Runtime,
}

// SAFETY: the C ABI lets any number of threads use a model at once.
unsafe impl Send for Model {}
unsafe impl Sync for Model {}

impl Clone for Model {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; the clone owns the reference that is added.
        unsafe { sys::rnl_learn_model_retain(self.raw()) };
        Model { raw: self.raw, runtime: self.runtime.clone() }
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_learn_model_release(self.raw()) }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary().unwrap_or_default())
    }
}

/// A value of a model: an input, or what a layer gives. Operators on references make layers: `(&a + &b)?`, `(&a * 0.5)?`.
#[derive(Clone)]
pub struct Value {
    model: Model,
    index: sys::rnl_learn_value_t,
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:?}, {:?})", self.name().ok(), self.dims().ok())
    }
}

const MAX_RANK: usize = 254;

impl Value {
    fn seen(&self) -> Result<(DType, Option<Vec<i64>>)> {
        let (mut dtype, mut rank, mut dims) = (0, 0, [0; MAX_RANK]);
        // SAFETY: handles are alive for the calls, here and in what follows; `dims` has the room that is told.
        unsafe {
            let (model, out) = (self.model.raw(), dims.as_mut_ptr());
            check(sys::rnl_learn_model_value(model, self.index, &mut dtype, &mut rank, out, MAX_RANK))?;
        }
        Ok((DType::from_raw(dtype), usize::try_from(rank).ok().map(|rank| dims[..rank].to_vec())))
    }

    pub fn dtype(&self) -> Result<DType> {
        Ok(self.seen()?.0)
    }

    /// None: nothing is known; -1: any size. The first is the batch.
    pub fn dims(&self) -> Result<Option<Vec<i64>>> {
        Ok(self.seen()?.1)
    }

    /// Of the layer that gives it, or the input's.
    pub fn name(&self) -> Result<String> {
        let raw = unsafe { made(|out| sys::rnl_learn_model_value_name(self.model.raw(), self.index, out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(raw)).into_owned())
    }

    /// The node of the model's graph that predicts it.
    pub fn output(&self) -> Result<Output> {
        let mut out = sys::rnl_output_t { node: sys::RNL_NO_NODE, index: 0 };
        unsafe { check(sys::rnl_learn_model_output(self.model.raw(), self.index, &mut out))? };
        Output::from_raw(out).ok_or_else(|| Error::new(Code::Internal, "a value without a node"))
    }
}

macro_rules! merges {
    ($trait:ident, $method:ident, $layer:literal) => {
        impl $trait for &Value {
            type Output = Result<Value>;
            fn $method(self, other: &Value) -> Result<Value> {
                self.model.call($layer, &[self, other])
            }
        }
    };
}
merges!(Add, add, "Add");
merges!(Sub, sub, "Subtract");
merges!(Mul, mul, "Multiply");

impl Mul<f64> for &Value {
    type Output = Result<Value>;
    fn mul(self, scale: f64) -> Result<Value> {
        self.model.call(crate::layers::rescaling(scale), &[self])
    }
}

impl Add<f64> for &Value {
    type Output = Result<Value>;
    fn add(self, offset: f64) -> Result<Value> {
        self.model.call(crate::layers::rescaling(1.0).offset(offset), &[self])
    }
}

impl Sub<f64> for &Value {
    type Output = Result<Value>;
    fn sub(self, offset: f64) -> Result<Value> {
        self + -offset
    }
}

impl Neg for &Value {
    type Output = Result<Value>;
    fn neg(self) -> Result<Value> {
        self * -1.0
    }
}

/// What a model is trained with.
#[derive(Clone, Debug)]
pub struct Compile {
    optimizer: String,
    losses: Vec<String>,
    metrics: Vec<String>,
    loss_weights: Vec<f64>,
    strategy: String,
}

impl Compile {
    /// One loss for all outputs, or the first output's.
    pub fn new(optimizer: impl Display, loss: impl Display) -> Compile {
        let losses = vec![loss.to_string()];
        let (metrics, loss_weights, strategy) = (Vec::new(), Vec::new(), String::new());
        Compile { optimizer: optimizer.to_string(), losses, metrics, loss_weights, strategy }
    }

    /// The loss of the next output.
    pub fn loss(mut self, loss: impl Display) -> Compile {
        self.losses.push(loss.to_string());
        self
    }

    /// One more metric; `"accuracy"` is the kind that fits.
    pub fn metric(mut self, metric: impl Display) -> Compile {
        self.metrics.push(metric.to_string());
        self
    }

    /// One for each output.
    pub fn loss_weights(mut self, weights: &[f64]) -> Compile {
        self.loss_weights = weights.to_vec();
        self
    }

    /// How training is divided over devices, as [`strategies::mirrored`](crate::strategies::mirrored); one otherwise.
    pub fn strategy(mut self, strategy: impl Display) -> Compile {
        self.strategy = strategy.to_string();
        self
    }
}

/// Samples: one tensor for each input and output, in host memory, with as many rows as the others.
#[derive(Clone, Debug, Default)]
pub struct Samples<'a> {
    pub inputs: Vec<&'a Tensor>,
    pub targets: Vec<&'a Tensor>,
    /// One number for each sample; None: all 1.
    pub weights: Option<&'a Tensor>,
}

impl<'a> Samples<'a> {
    pub fn new(input: &'a Tensor, target: &'a Tensor) -> Samples<'a> {
        Samples { inputs: vec![input], targets: vec![target], weights: None }
    }

    /// One number for each sample.
    pub fn weights(mut self, weights: &'a Tensor) -> Samples<'a> {
        self.weights = Some(weights);
        self
    }

    /// Calls `f` with the samples as C takes them.
    fn lend<T>(&self, f: impl FnOnce(&sys::rnl_learn_samples_t) -> T) -> T {
        let (inputs, targets) = (raw_tensors(&self.inputs), raw_tensors(&self.targets));
        f(&sys::rnl_learn_samples_t {
            struct_size: std::mem::size_of::<sys::rnl_learn_samples_t>(),
            inputs: text::pointer(&inputs),
            num_inputs: inputs.len(),
            targets: text::pointer(&targets),
            num_targets: targets.len(),
            weights: self.weights.map_or(ptr::null_mut(), Tensor::raw),
        })
    }
}

fn raw_tensors(tensors: &[&Tensor]) -> Vec<*mut sys::rnl_tensor_t> {
    tensors.iter().map(|t| t.raw()).collect()
}

/// How far a fit is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// From 0.
    pub epoch: i64,
    pub epochs: i64,
    /// How many of the epoch's batches are done.
    pub batch: i64,
    pub batches: i64,
    pub epoch_ends: bool,
    /// After a batch the mean loss so far, after an epoch all values.
    pub logs: BTreeMap<String, f64>,
}

type OnProgress<'a> = Box<dyn FnMut(&Progress) -> Result<()> + 'a>;

/// How a model is fitted.
pub struct Fit<'a> {
    options: Vec<String>,
    callbacks: Vec<String>,
    validation: Option<&'a Samples<'a>>,
    progress: Option<OnProgress<'a>>,
}

impl Default for Fit<'_> {
    fn default() -> Self {
        Fit::new()
    }
}

impl<'a> Fit<'a> {
    /// One epoch in batches of 32, shuffled.
    pub fn new() -> Fit<'a> {
        Fit { options: Vec::new(), callbacks: Vec::new(), validation: None, progress: None }
    }

    options! {
        batch_size: i64,
        epochs: i64,
        shuffle: bool,
        /// The last part of the samples.
        validation_split: f64,
        initial_epoch: i64,
        /// 0: all.
        steps_per_epoch: i64,
        /// 0: that of training.
        validation_batch_size: i64,
        /// Of a dataset; 0: all of it.
        validation_steps: i64,
        validation_freq: i64,
        /// Of the orders of samples; 0: the model's.
        seed: i64,
    }

    pub fn validation(mut self, samples: &'a Samples<'a>) -> Self {
        self.validation = Some(samples);
        self
    }

    /// One of [`callbacks`](crate::callbacks).
    pub fn callback(mut self, callback: impl Display) -> Self {
        self.callbacks.push(callback.to_string());
        self
    }

    /// Hears of each batch and each epoch, on the thread of the call. Its error ends the fit, and so does a panic.
    pub fn on_progress(mut self, f: impl FnMut(&Progress) -> Result<()> + 'a) -> Self {
        self.progress = Some(Box::new(f));
        self
    }
}

/// What a fit found: values by name for each epoch.
#[derive(Clone, Debug)]
pub struct History {
    pub logs: Vec<BTreeMap<String, f64>>,
    /// The callback that ended the fit; empty: it went to the end.
    pub stopped_by: String,
}

impl History {
    pub(crate) fn take(raw: NonNull<sys::rnl_learn_history_t>) -> History {
        let raw = raw.as_ptr();
        // SAFETY: the reference is ours until it is released here; names are copied.
        unsafe {
            let logs = (0..sys::rnl_learn_history_num_epochs(raw))
                .map(|epoch| {
                    (0..sys::rnl_learn_history_num_values(raw, epoch))
                        .map(|i| {
                            let name = text::owned(sys::rnl_learn_history_name(raw, epoch, i));
                            (name, sys::rnl_learn_history_value(raw, epoch, i))
                        })
                        .collect()
                })
                .collect();
            let stopped_by = text::owned(sys::rnl_learn_history_stopped_by(raw));
            sys::rnl_learn_history_release(raw);
            History { logs, stopped_by }
        }
    }

    fn only(self) -> Result<BTreeMap<String, f64>> {
        self.logs.into_iter().next().ok_or_else(|| Error::new(Code::Internal, "a history without an epoch"))
    }
}

pub(crate) fn status_of(ended: Result<()>) -> *mut sys::rnl_status_t {
    match ended {
        Ok(()) => ptr::null_mut(),
        // SAFETY: the message lives for the call.
        Err(error) => unsafe { sys::rnl_status_create(error.code().to_raw(), text::view(error.message())) },
    }
}

extern "C" fn tell(arg: *mut c_void, told: *const sys::rnl_learn_progress_t) -> *mut sys::rnl_status_t {
    let mut ended = Err(Error::new(Code::Internal, "the function panicked"));
    contain(|| {
        // SAFETY: `arg` is the closure of `fit`, which waits; what is told lives for the call.
        let (f, told) = unsafe { (&mut *arg.cast::<OnProgress<'_>>(), &*told) };
        let logs =
            (0..told.num_values).map(|i| unsafe { (text::owned(*told.names.add(i)), *told.values.add(i)) }).collect();
        let (epoch, epochs, batch, batches) = (told.epoch, told.epochs, told.batch, told.batches);
        ended = f(&Progress { epoch, epochs, batch, batches, epoch_ends: told.epoch_ends, logs });
    });
    status_of(ended)
}

/// A call of a function that adds the nodes of a layer or loss of one's own.
#[derive(Debug)]
pub struct OwnCall {
    /// The model's, to which the nodes go.
    pub graph: Graph,
    pub inputs: Vec<Output>,
    pub weights: Vec<Output>,
    pub training: bool,
}

/// A weight of a layer of one's own. The shape is a formula over the input x, `"[dim(x, -1), 8]"`; the initializer a spec.
#[derive(Clone, Debug)]
pub struct OwnWeight {
    name: String,
    shape: String,
    initializer: String,
}

impl OwnWeight {
    pub fn new(name: &str, shape: &str, initializer: impl Display) -> OwnWeight {
        OwnWeight { name: name.to_owned(), shape: shape.to_owned(), initializer: initializer.to_string() }
    }
}

type Own = Box<dyn Fn(&OwnCall) -> Result<Output> + Send + Sync>;

unsafe fn outputs(raw: *const sys::rnl_output_t, count: usize) -> Vec<Output> {
    (0..count).filter_map(|i| Output::from_raw(*raw.add(i))).collect()
}

#[rustfmt::skip]
extern "C" fn add_nodes(
    arg: *mut c_void, graph: *mut sys::rnl_graph_t, inputs: *const sys::rnl_output_t, num_inputs: usize,
    weights: *const sys::rnl_output_t, num_weights: usize, training: bool, out: *mut sys::rnl_output_t,
) -> *mut sys::rnl_status_t {
    let mut ended = Err(Error::new(Code::Internal, "the function panicked"));
    contain(|| {
        // SAFETY: `arg` is the closure of `define`; the graph is retained, and the lists live for the call.
        unsafe {
            let Some(shared) = NonNull::new(sys::rnl_graph_retain(graph)) else { return };
            let (inputs, weights) = (outputs(inputs, num_inputs), outputs(weights, num_weights));
            let call = OwnCall { graph: Graph::adopt(shared), inputs, weights, training };
            ended = (*arg.cast::<Own>())(&call).map(|made| *out = made.raw());
        }
    });
    status_of(ended)
}

extern "C" fn drop_own(arg: *mut c_void) {
    // SAFETY: `arg` is the closure of `define`, and nobody calls it any more.
    contain(|| drop(unsafe { Box::from_raw(arg.cast::<Own>()) }));
}

impl Model {
    /// A model without layers. All initial weights and orders of samples follow from the seed, which is at least 1.
    pub fn new(runtime: &Runtime, seed: i64) -> Result<Model> {
        Model::with_dtype(runtime, seed, DType::Float)
    }

    /// With weights of another floating type.
    pub fn with_dtype(runtime: &Runtime, seed: i64, dtype: DType) -> Result<Model> {
        Model::with_options(runtime, &format!("seed={seed}, dtype={dtype}"))
    }

    /// On a device of the runtime, "/device:CUDA:0"; ops that have no kernel there run on the CPU.
    pub fn on_device(runtime: &Runtime, seed: i64, dtype: DType, device: &str) -> Result<Model> {
        Model::with_options(runtime, &format!("seed={seed}, dtype={dtype}, device='{device}'"))
    }

    fn with_options(runtime: &Runtime, options: &str) -> Result<Model> {
        // SAFETY: handles are alive for the calls, here and in what follows, and views live as long.
        let raw = unsafe { made(|out| sys::rnl_learn_model_create(runtime.raw(), text::view(options), out))? };
        Ok(Model { raw, runtime: runtime.clone() })
    }

    /// The spec of a layer with what it learns from samples, as the means of `Normalization` or a vocabulary.
    pub fn adapt(runtime: &Runtime, layer: impl Display, data: &Tensor) -> Result<String> {
        let layer = layer.to_string();
        let text = text::view(&layer);
        let raw = unsafe { made(|out| sys::rnl_learn_adapt(runtime.raw(), text, data.raw(), out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(raw)).into_owned())
    }

    /// A model that Keras 3 saved as a file `NAME.keras`, compiled as the file says.
    pub fn open(runtime: &Runtime, path: &str) -> Result<Model> {
        let (path, options) = (text::view(path), text::view(""));
        let raw = unsafe { made(|out| sys::rnl_learn_model_open(runtime.raw(), path, options, out))? };
        Ok(Model { raw, runtime: runtime.clone() })
    }

    /// Layers that follow each other; the first is [`layers::input`](crate::layers::input).
    pub fn sequential(runtime: &Runtime, seed: i64, layers: &[&dyn Display]) -> Result<Model> {
        let model = Model::new(runtime, seed)?;
        layers.iter().try_for_each(|layer| model.add(layer))?;
        Ok(model)
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_learn_model_t {
        self.raw.as_ptr()
    }

    /// Calls a layer on what was added last.
    pub fn add(&self, layer: impl Display) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_add(self.raw(), text::view(&layer.to_string()))) }
    }

    fn value(&self, index: sys::rnl_learn_value_t) -> Value {
        Value { model: self.clone(), index }
    }

    /// An input whose samples have these dims; -1: any size. An empty name is made up.
    pub fn input(&self, name: &str, dtype: DType, dims: &[i64]) -> Result<Value> {
        let (mut out, rank) = (0, i32::try_from(dims.len()).unwrap_or(i32::MAX));
        let (name, dtype, dims) = (text::view(name), dtype.to_raw(), text::pointer(dims));
        unsafe { check(sys::rnl_learn_model_input(self.raw(), name, dtype, rank, dims, &mut out))? };
        Ok(self.value(out))
    }

    /// What a new layer gives for values of this model.
    pub fn call(&self, layer: impl Display, inputs: &[&Value]) -> Result<Value> {
        let (layer, inputs, mut out) = (layer.to_string(), self.indices(inputs)?, 0);
        let values = text::pointer(&inputs);
        unsafe { check(sys::rnl_learn_model_call(self.raw(), text::view(&layer), values, inputs.len(), &mut out))? };
        Ok(self.value(out))
    }

    /// The same of a layer that the model has, with its weights.
    pub fn call_again(&self, layer_name: &str, inputs: &[&Value]) -> Result<Value> {
        let (name, inputs, mut out) = (text::view(layer_name), self.indices(inputs)?, 0);
        let values = text::pointer(&inputs);
        unsafe { check(sys::rnl_learn_model_call_again(self.raw(), name, values, inputs.len(), &mut out))? };
        Ok(self.value(out))
    }

    fn indices(&self, values: &[&Value]) -> Result<Vec<sys::rnl_learn_value_t>> {
        if values.iter().any(|v| v.model.raw != self.raw) {
            return Err(Error::new(Code::InvalidArgument, "a value of another model"));
        }
        Ok(values.iter().map(|v| v.index).collect())
    }

    /// A model that was compiled must be compiled again.
    pub fn set_outputs(&self, values: &[&Value]) -> Result<()> {
        let raw = self.indices(values)?;
        unsafe { check(sys::rnl_learn_model_set_outputs(self.raw(), text::pointer(&raw), raw.len())) }
    }

    fn values(
        &self,
        call: unsafe extern "C" fn(
            *mut sys::rnl_learn_model_t,
            *mut sys::rnl_learn_value_t,
            usize,
            *mut usize,
        ) -> *mut sys::rnl_status_t,
    ) -> Result<Vec<Value>> {
        let (mut raw, mut count) = (vec![0; 16], 0);
        let mut ended = unsafe { check(call(self.raw(), raw.as_mut_ptr(), raw.len(), &mut count)) };
        if ended.is_err() && count > raw.len() {
            raw.resize(count, 0);
            ended = unsafe { check(call(self.raw(), raw.as_mut_ptr(), raw.len(), &mut count)) };
        }
        ended?;
        Ok(raw[..count].iter().map(|&v| self.value(v)).collect())
    }

    pub fn inputs(&self) -> Result<Vec<Value>> {
        self.values(sys::rnl_learn_model_inputs)
    }

    pub fn outputs(&self) -> Result<Vec<Value>> {
        self.values(sys::rnl_learn_model_outputs)
    }

    /// Names of the layers, in the order in which they were added.
    pub fn layer_names(&self) -> Result<Vec<String>> {
        unsafe { Ok(text::take_names(made(|out| sys::rnl_learn_model_layer_names(self.raw(), out))?)) }
    }

    /// Whether `compile` lets the layer's weights be trained.
    pub fn set_trainable(&self, layer_name: &str, trainable: bool) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_set_trainable(self.raw(), text::view(layer_name), trainable)) }
    }

    /// States of recurrent layers with `stateful=true` are 0 again.
    pub fn reset_states(&self) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_reset_states(self.raw())) }
    }

    /// A table of layers, shapes and numbers of weights.
    pub fn summary(&self) -> Result<String> {
        let raw = unsafe { made(|out| sys::rnl_learn_model_summary(self.raw(), out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(raw)).into_owned())
    }

    /// A layer of one's own: `f` adds the nodes that compute it to the model's graph, once for each call of the layer for
    /// prediction and again for training. It must not use the model. Specs name the layer from then on, with the arguments
    /// name, trainable and dtype. `num_inputs` of 0: any number; several are x0, x1 and so on in formulas.
    pub fn define_layer(
        &self,
        name: &str,
        num_inputs: i32,
        weights: &[OwnWeight],
        f: impl Fn(&OwnCall) -> Result<Output> + Send + Sync + 'static,
    ) -> Result<()> {
        let raw: Vec<_> = weights
            .iter()
            .map(|w| sys::rnl_learn_weight_t {
                name: text::view(&w.name),
                shape: text::view(&w.shape),
                initializer: text::view(&w.initializer),
            })
            .collect();
        let (name, weights) = (text::view(name), text::pointer(&raw));
        self.define(Box::new(f), |arg| unsafe {
            let (add, drop) = (Some(add_nodes as _), Some(drop_own as _));
            sys::rnl_learn_model_define_layer(self.raw(), name, num_inputs, weights, raw.len(), add, arg, drop)
        })
    }

    /// A loss, and metric, of one's own: of `inputs[0]`, what is true, and `inputs[1]`, what was predicted, it gives the loss of
    /// each sample.
    pub fn define_loss(
        &self,
        name: &str,
        f: impl Fn(&OwnCall) -> Result<Output> + Send + Sync + 'static,
    ) -> Result<()> {
        self.define(Box::new(f), |arg| unsafe {
            let (add, drop) = (Some(add_nodes as _), Some(drop_own as _));
            sys::rnl_learn_model_define_loss(self.raw(), text::view(name), add, arg, drop)
        })
    }

    fn define(&self, f: Own, call: impl FnOnce(*mut c_void) -> *mut sys::rnl_status_t) -> Result<()> {
        let arg = Box::into_raw(Box::new(f)).cast::<c_void>();
        // SAFETY: `arg` is the model's until drop_own is called, and taken back on failure.
        unsafe { check(call(arg)) }.inspect_err(|_| drop_own(arg))
    }

    /// Says what the model is trained with.
    pub fn compile(&self, with: &Compile) -> Result<()> {
        let (losses, metrics) = (list(&with.losses), list(&with.metrics));
        let weights = &with.loss_weights;
        unsafe {
            check(sys::rnl_learn_model_set_strategy(self.raw(), text::view(&with.strategy)))?;
            check(sys::rnl_learn_model_compile(
                self.raw(),
                text::view(&with.optimizer),
                text::view(&losses),
                text::view(&metrics),
                text::pointer(weights),
                weights.len(),
            ))
        }
    }

    /// Trains. The model stays usable after any error.
    pub fn fit(&self, samples: &Samples<'_>, mut how: Fit<'_>) -> Result<History> {
        let (options, callbacks) = (how.options.join(", "), list(&how.callbacks));
        let (on_progress, arg): (sys::rnl_learn_progress_fn_t, *mut c_void) = match &mut how.progress {
            Some(f) => (tell, ptr::from_mut(f).cast()),
            None => (tell, ptr::null_mut()),
        };
        let on_progress = (!arg.is_null()).then_some(on_progress);
        samples.lend(|samples| {
            let fit = |validation| unsafe {
                let (options, callbacks) = (text::view(&options), text::view(&callbacks));
                made(|out| {
                    let model = self.raw();
                    sys::rnl_learn_model_fit(model, samples, validation, options, callbacks, on_progress, arg, out)
                })
            };
            let raw = match how.validation {
                Some(validation) => validation.lend(|validation| fit(ptr::from_ref(validation))),
                None => fit(ptr::null()),
            };
            Ok(History::take(raw?))
        })
    }

    /// Trains on a dataset, whose elements are batches: inputs, then targets, then, if there is one more component, a number
    /// for each sample. Options about samples are errors.
    pub fn fit_dataset(&self, dataset: &Dataset, validation: Option<&Dataset>, mut how: Fit<'_>) -> Result<History> {
        let (options, callbacks) = (how.options.join(", "), list(&how.callbacks));
        let (on_progress, arg): (sys::rnl_learn_progress_fn_t, *mut c_void) = match &mut how.progress {
            Some(f) => (tell, ptr::from_mut(f).cast()),
            None => (tell, ptr::null_mut()),
        };
        let on_progress = (!arg.is_null()).then_some(on_progress);
        let checked = validation.map_or(ptr::null_mut(), Dataset::raw);
        let raw = unsafe {
            let (options, callbacks) = (text::view(&options), text::view(&callbacks));
            made(|out| {
                let (model, data) = (self.raw(), dataset.raw());
                sys::rnl_learn_model_fit_dataset(model, data, checked, options, callbacks, on_progress, arg, out)
            })?
        };
        Ok(History::take(raw))
    }

    /// The loss and metrics over `steps` batches of a dataset, or, with 0, over all.
    pub fn evaluate_dataset(&self, dataset: &Dataset, steps: i64) -> Result<BTreeMap<String, f64>> {
        let raw = unsafe { made(|out| sys::rnl_learn_model_evaluate_dataset(self.raw(), dataset.raw(), steps, out))? };
        History::take(raw).only()
    }

    /// The loss and metrics over all samples.
    pub fn evaluate(&self, samples: &Samples<'_>, batch_size: i64) -> Result<BTreeMap<String, f64>> {
        let raw =
            samples.lend(|s| unsafe { made(|out| sys::rnl_learn_model_evaluate(self.raw(), s, batch_size, out)) })?;
        History::take(raw).only()
    }

    /// One step; the loss is that of the weights before it.
    pub fn train_on_batch(&self, samples: &Samples<'_>) -> Result<BTreeMap<String, f64>> {
        let raw = samples.lend(|s| unsafe { made(|out| sys::rnl_learn_model_train_on_batch(self.raw(), s, out)) })?;
        History::take(raw).only()
    }

    /// One tensor for each output.
    pub fn predict(&self, inputs: &[&Tensor], batch_size: i64) -> Result<Vec<Tensor>> {
        let inputs = raw_tensors(inputs);
        let feeds = text::pointer(&inputs);
        tensors(self.outputs()?.len(), |out, count| unsafe {
            sys::rnl_learn_model_predict(self.raw(), feeds, inputs.len(), batch_size, out, count)
        })
    }

    /// `"dense/kernel"`.
    pub fn weight_names(&self) -> Result<Vec<String>> {
        unsafe { Ok(text::take_names(made(|out| sys::rnl_learn_model_weight_names(self.raw(), out))?)) }
    }

    pub fn get_weights(&self) -> Result<Vec<Tensor>> {
        tensors(self.weight_names()?.len(), |out, count| unsafe {
            sys::rnl_learn_model_get_weights(self.raw(), out, count)
        })
    }

    /// All or none.
    pub fn set_weights(&self, weights: &[&Tensor]) -> Result<()> {
        let raw = raw_tensors(weights);
        unsafe { check(sys::rnl_learn_model_set_weights(self.raw(), text::pointer(&raw), raw.len())) }
    }

    /// A checkpoint of the weights, and of what a fit needs to go on as if it had never ended.
    pub fn save(&self, prefix: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_save(self.raw(), text::view(prefix), text::view(""))) }
    }

    /// What `save` wrote, or nothing of it.
    pub fn load(&self, prefix: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_load(self.raw(), text::view(prefix), text::view(""))) }
    }

    /// A checkpoint of the weights alone, under Keras' names.
    pub fn save_weights(&self, prefix: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_save(self.raw(), text::view(prefix), text::view("optimizer=false"))) }
    }

    pub fn load_weights(&self, prefix: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_load(self.raw(), text::view(prefix), text::view("optimizer=false"))) }
    }

    /// The weights, and what the optimizer of a compiled model keeps of them, as Keras' file, `NAME.weights.h5`.
    pub fn save_keras(&self, path: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_save_weights(self.raw(), text::view(path))) }
    }

    pub fn load_keras(&self, path: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_load_weights(self.raw(), text::view(path))) }
    }

    /// A SavedModel with the signature "serving_default".
    pub fn export(&self, folder: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_export(self.raw(), text::view(folder))) }
    }

    /// A GraphDef of what predicts, with the weights as constants.
    pub fn freeze(&self) -> Result<Vec<u8>> {
        unsafe { Ok(text::take_bytes(made(|out| sys::rnl_learn_model_freeze(self.raw(), out))?)) }
    }

    /// The model's own session, for steps of one's own; closing it ends the model.
    pub fn session(&self) -> Result<Session> {
        unsafe { Ok(Session::adopt(made(|out| sys::rnl_learn_model_session(self.raw(), out))?)) }
    }

    /// The graph that the model's nodes are in.
    pub fn graph(&self) -> Result<Graph> {
        unsafe { Ok(Graph::adopt(made(|out| sys::rnl_learn_model_graph(self.raw(), out))?)) }
    }
}

pub(crate) fn list(specs: &[String]) -> String {
    format!("[{}]", specs.join(", "))
}

fn tensors(
    count: usize,
    call: impl FnOnce(*mut *mut sys::rnl_tensor_t, usize) -> *mut sys::rnl_status_t,
) -> Result<Vec<Tensor>> {
    let mut raw = vec![ptr::null_mut(); count];
    // SAFETY: there is room for as many as are told; what comes is ours.
    unsafe {
        check(call(raw.as_mut_ptr(), count))?;
        Ok(raw.into_iter().filter_map(NonNull::new).map(|t| Tensor::adopt(t)).collect())
    }
}

/// One line of JSON for each layer, loss, optimizer and whatever else specs may name.
pub fn describe_layers() -> Result<String> {
    // SAFETY: the pointer is an out parameter.
    let raw = unsafe { made(|out| sys::rnl_learn_describe(out))? };
    Ok(String::from_utf8_lossy(&text::take_bytes(raw)).into_owned())
}
