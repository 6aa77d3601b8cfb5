//! Estimators: a function that makes a graph for a mode, and what trains, evaluates and predicts with it.
use crate::error::{check, made};
use crate::learn::{list, status_of, History};
use crate::spec::{options, quoted};
use crate::tensor::contain;
use crate::trainer::{CallHooks, Hook, RunConfig};
use crate::{sys, text, Code, Dataset, Error, Graph, Model, Node, Output, Result, SessionOptions, Tensor};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::fmt::{self, Display};
use std::ptr::{self, NonNull};

/// What a graph is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Train,
    Evaluate,
    Predict,
}

/// One call of a model function, which builds a graph for the mode.
pub struct ModelCall {
    raw: *mut sys::rnl_learn_model_call_t,
    graph: Graph,
}

const NO_OUTPUT: sys::rnl_output_t = sys::rnl_output_t { node: sys::RNL_NO_NODE, index: 0 };

impl ModelCall {
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    pub fn mode(&self) -> Mode {
        // SAFETY: the call is alive as long as the function runs, here and in what follows.
        match unsafe { sys::rnl_learn_model_call_mode(self.raw) } {
            sys::RNL_LEARN_EVALUATE => Mode::Evaluate,
            sys::RNL_LEARN_PREDICT => Mode::Predict,
            _ => Mode::Train,
        }
    }

    /// Placeholders by name.
    pub fn features(&self) -> BTreeMap<String, Output> {
        unsafe {
            (0..sys::rnl_learn_model_call_num_features(self.raw))
                .filter_map(|i| {
                    let output = Output::from_raw(sys::rnl_learn_model_call_feature(self.raw, i))?;
                    Some((text::owned(sys::rnl_learn_model_call_feature_name(self.raw, i)), output))
                })
                .collect()
        }
    }

    /// Errors: NotFound listing what there is.
    pub fn feature(&self, name: &str) -> Result<Output> {
        let all = self.features();
        all.get(name).copied().ok_or_else(|| {
            let names: Vec<&str> = all.keys().map(String::as_str).collect();
            Error::new(Code::NotFound, format!("the input has no feature \"{name}\"; it has {}", names.join(", ")))
        })
    }

    /// What the input has besides; none where the mode is to predict.
    pub fn labels(&self) -> Vec<Output> {
        unsafe {
            (0..sys::rnl_learn_model_call_num_labels(self.raw))
                .filter_map(|i| Output::from_raw(sys::rnl_learn_model_call_label(self.raw, i)))
                .collect()
        }
    }

    /// The handle of the variable that counts steps.
    pub fn global_step(&self) -> Result<Output> {
        Output::from_raw(unsafe { sys::rnl_learn_model_call_global_step(self.raw) })
            .ok_or_else(|| Error::new(Code::FailedPrecondition, "there is no global step"))
    }

    /// Sets the loss, a scalar, and where the mode is to train adds gradients of all floating variables, the optimizer's
    /// updates, and the counting of the step.
    pub fn minimize(&self, loss: Output, optimizer: impl Display) -> Result<()> {
        let optimizer = optimizer.to_string();
        unsafe { check(sys::rnl_learn_model_call_minimize(self.raw, loss.raw(), text::view(&optimizer))) }
    }

    pub fn set_loss(&self, loss: Output) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_call_set_loss(self.raw, loss.raw())) }
    }

    /// What makes a step, and counts it.
    pub fn set_train_op(&self, train_op: Node) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_call_set_train_op(self.raw, train_op.raw())) }
    }

    /// What is predicted, of each sample.
    pub fn add_prediction(&self, name: &str, prediction: Output) -> Result<()> {
        unsafe { check(sys::rnl_learn_model_call_add_prediction(self.raw, text::view(name), prediction.raw())) }
    }

    /// A metric of Keras'; weights: a number for each sample, else 1.
    pub fn add_metric(
        &self,
        name: &str,
        metric: impl Display,
        labels: Output,
        predictions: Output,
        weights: Option<Output>,
    ) -> Result<()> {
        let metric = metric.to_string();
        let (name, spec) = (text::view(name), text::view(&metric));
        let (labels, predictions) = (labels.raw(), predictions.raw());
        let weights = weights.map_or(NO_OUTPUT, Output::raw);
        unsafe { check(sys::rnl_learn_model_call_add_metric(self.raw, name, spec, labels, predictions, weights)) }
    }
}

impl fmt::Debug for ModelCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ModelCall").field("mode", &self.mode()).finish()
    }
}

type ModelFunction = Box<dyn Fn(&ModelCall) -> Result<()> + Send + Sync>;

extern "C" fn build(arg: *mut c_void, raw: *mut sys::rnl_learn_model_call_t) -> *mut sys::rnl_status_t {
    let mut ended = Err(Error::new(Code::Internal, "the function panicked"));
    contain(|| {
        // SAFETY: `arg` is the closure of of_function; the graph is retained.
        unsafe {
            let Some(graph) = NonNull::new(sys::rnl_graph_retain(sys::rnl_learn_model_call_graph(raw))) else { return };
            ended = (*arg.cast::<ModelFunction>())(&ModelCall { raw, graph: Graph::adopt(graph) });
        }
    });
    status_of(ended)
}

extern "C" fn drop_function(arg: *mut c_void) {
    // SAFETY: `arg` is the closure of of_function, and nobody calls it any more.
    contain(|| drop(unsafe { Box::from_raw(arg.cast::<ModelFunction>()) }));
}

/// What an estimator is fed with: elements of a dataset, which are batches. The first components are features by name, the
/// others labels. Each use is a pass of its own.
#[derive(Clone, Copy, Debug)]
pub struct EstimatorInput<'a> {
    pub dataset: &'a Dataset,
    pub features: &'a [&'a str],
}

impl EstimatorInput<'_> {
    /// Calls `f` with the input as C takes it.
    fn lend<T>(&self, f: impl FnOnce(*const sys::rnl_learn_input_t) -> T) -> T {
        let names = text::views(self.features);
        f(&sys::rnl_learn_input_t {
            struct_size: std::mem::size_of::<sys::rnl_learn_input_t>(),
            dataset: self.dataset.raw(),
            feature_names: text::pointer(&names),
            num_features: names.len(),
        })
    }
}

macro_rules! hooked {
    ($kind:ident) => {
        impl<'a> $kind<'a> {
            /// One of [`hooks`](crate::hooks).
            pub fn hook(mut self, hook: impl Display) -> Self {
                self.hooks.specs.push(hook.to_string());
                self
            }

            /// One of the program's.
            pub fn own_hook(mut self, hook: impl Hook + 'a) -> Self {
                self.hooks.own.push(Box::new(hook));
                self
            }
        }
    };
}

/// How long an estimator trains: without more to the end of its input.
#[derive(Default)]
pub struct Train<'a> {
    options: Vec<String>,
    hooks: CallHooks<'a>,
}
hooked!(Train);

impl Train<'_> {
    pub fn new() -> Self {
        Train::default()
    }

    options! {
        /// So many more.
        steps: i64,
        /// So many in all.
        max_steps: i64,
    }
}

/// What an estimator evaluates: without more all of its input with the newest checkpoint.
#[derive(Default)]
pub struct Evaluate<'a> {
    options: Vec<String>,
    hooks: CallHooks<'a>,
}

impl Evaluate<'_> {
    pub fn new() -> Self {
        Evaluate::default()
    }

    options! {
        /// So many batches.
        steps: i64,
    }

    /// Of the evaluation, in the model_dir.
    pub fn name(mut self, name: &str) -> Self {
        self.options.push(format!("name={}", quoted(name)));
        self
    }

    pub fn checkpoint(mut self, prefix: &str) -> Self {
        self.options.push(format!("checkpoint={}", quoted(prefix)));
        self
    }

    /// One of [`hooks`](crate::hooks).
    pub fn hook(mut self, hook: impl Display) -> Self {
        self.hooks.specs.push(hook.to_string());
        self
    }
}

/// How an estimator trains and evaluates.
pub struct TrainAndEvaluate<'a> {
    max_steps: i64,
    options: Vec<String>,
    exporters: Vec<String>,
    hooks: CallHooks<'a>,
}
hooked!(TrainAndEvaluate);

impl TrainAndEvaluate<'_> {
    pub fn new(max_steps: i64) -> Self {
        TrainAndEvaluate { max_steps, options: Vec::new(), exporters: Vec::new(), hooks: CallHooks::default() }
    }

    options! {
        /// Batches of an evaluation; default: 100.
        steps: i64,
        start_delay_secs: f64,
        throttle_secs: f64,
        idle_secs: f64,
    }

    /// One of [`exporters`](crate::exporters).
    pub fn exporter(mut self, exporter: impl Display) -> Self {
        self.exporters.push(exporter.to_string());
        self
    }
}

/// What a checkpoint predicts, batch by batch: a tensor for each name.
pub struct Predictions {
    raw: NonNull<sys::rnl_learn_predictions_t>,
    count: usize,
}

impl Predictions {
    pub fn names(&self) -> Vec<String> {
        // SAFETY: the handle is alive, here and in what follows.
        unsafe { (0..self.count).map(|i| text::owned(sys::rnl_learn_predictions_name(self.raw.as_ptr(), i))).collect() }
    }
}

impl Iterator for Predictions {
    type Item = Result<Vec<Tensor>>;
    fn next(&mut self) -> Option<Self::Item> {
        let (mut out, mut end) = (vec![ptr::null_mut(); self.count], false);
        let (raw, count) = (self.raw.as_ptr(), self.count);
        // SAFETY: there is room for as many as are told; what comes is ours.
        unsafe {
            match check(sys::rnl_learn_predictions_next(raw, out.as_mut_ptr(), count, &mut end)) {
                Err(error) => Some(Err(error)),
                Ok(()) if end => None,
                Ok(()) => Some(Ok(out.into_iter().filter_map(NonNull::new).map(|t| Tensor::adopt(t)).collect())),
            }
        }
    }
}

impl Drop for Predictions {
    fn drop(&mut self) {
        unsafe { sys::rnl_learn_predictions_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Predictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Predictions").field("names", &self.names()).finish()
    }
}

/// What trains, evaluates and predicts. Each call makes a graph and a session of its own; what they have in common is the
/// checkpoints in the configuration's `model_dir`.
pub struct Estimator {
    raw: NonNull<sys::rnl_learn_estimator_t>,
}

/// Stops an estimator from another thread.
pub struct EstimatorStop(NonNull<sys::rnl_learn_estimator_t>);

// SAFETY: a stop may be asked for from any thread.
unsafe impl Send for EstimatorStop {}
unsafe impl Sync for EstimatorStop {}
// SAFETY: an estimator is used by one thread at a time, which any may be; so may its function.
unsafe impl Send for Estimator {}

impl EstimatorStop {
    /// What trains, evaluates or waits ends as soon as the step under way has.
    pub fn request(&self) {
        // SAFETY: the handle is alive, here and in what follows.
        unsafe { sys::rnl_learn_estimator_request_stop(self.0.as_ptr()) }
    }
}

impl Drop for EstimatorStop {
    fn drop(&mut self) {
        unsafe { sys::rnl_learn_estimator_release(self.0.as_ptr()) }
    }
}

impl fmt::Debug for EstimatorStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EstimatorStop")
    }
}

impl Estimator {
    /// Of a function that builds a graph. Its error is the estimator's, and so is a panic.
    pub fn of_function(
        config: &RunConfig,
        options: &SessionOptions,
        f: impl Fn(&ModelCall) -> Result<()> + Send + Sync + 'static,
    ) -> Result<Estimator> {
        let options = options.make()?;
        let arg = Box::into_raw(Box::new(Box::new(f) as ModelFunction)).cast::<c_void>();
        // SAFETY: `arg` is the estimator's until drop_function is called, and taken back on failure.
        let raw = unsafe {
            let (build, drop) = (Some(build as _), Some(drop_function as _));
            made(|out| sys::rnl_learn_estimator_create(config.raw(), build, arg, drop, options.raw(), out))
        };
        Ok(Estimator { raw: raw.inspect_err(|_| drop_function(arg))? })
    }

    /// Of a compiled model, which itself is not trained: its inputs are the features, its outputs the labels.
    pub fn of_model(config: &RunConfig, options: &SessionOptions, model: &Model) -> Result<Estimator> {
        let options = options.make()?;
        let model = model.raw();
        let raw = unsafe { made(|out| sys::rnl_learn_estimator_from_model(config.raw(), model, options.raw(), out))? };
        Ok(Estimator { raw })
    }

    /// A canned one, of [`estimators`](crate::estimators).
    pub fn of_spec(config: &RunConfig, options: &SessionOptions, canned: impl Display) -> Result<Estimator> {
        let (options, canned) = (options.make()?, canned.to_string());
        let spec = text::view(&canned);
        let raw = unsafe { made(|out| sys::rnl_learn_estimator_from_spec(config.raw(), spec, options.raw(), out))? };
        Ok(Estimator { raw })
    }

    fn raw(&self) -> *mut sys::rnl_learn_estimator_t {
        self.raw.as_ptr()
    }

    /// Variables whose names match, where * is any text and | stands between several, begin with their values in the
    /// checkpoint, where the `model_dir` has none.
    pub fn warm_start(&mut self, checkpoint: &str, pattern: &str) -> Result<()> {
        unsafe { check(sys::rnl_learn_estimator_warm_start(self.raw(), text::view(checkpoint), text::view(pattern))) }
    }

    /// Until the input ends, a hook stops, or by `how`. A task of a cluster starts its server with the first training.
    pub fn train(&mut self, input: &EstimatorInput<'_>, how: Train<'_>) -> Result<()> {
        let options = how.options.join(", ");
        input.lend(|input| {
            how.hooks.lend(|specs, hook, arg| unsafe {
                check(sys::rnl_learn_estimator_train(self.raw(), input, text::view(&options), specs, hook, arg))
            })
        })
    }

    /// The mean loss of batches, metrics, and `global_step`. Errors: NotFound without a checkpoint.
    pub fn evaluate(&mut self, input: &EstimatorInput<'_>, what: &Evaluate<'_>) -> Result<BTreeMap<String, f64>> {
        let (options, hooks) = (what.options.join(", "), list(&what.hooks.specs));
        let raw = input.lend(|input| unsafe {
            let (options, hooks) = (text::view(&options), text::view(&hooks));
            made(|out| sys::rnl_learn_estimator_evaluate(self.raw(), input, options, hooks, out))
        })?;
        Ok(History::take(raw).logs.pop().unwrap_or_default())
    }

    /// With the newest checkpoint, or that of the prefix.
    pub fn predict(&mut self, input: &EstimatorInput<'_>, checkpoint: Option<&str>) -> Result<Predictions> {
        let options = checkpoint.map_or(String::new(), |prefix| format!("checkpoint={}", quoted(prefix)));
        let raw = input.lend(|input| unsafe {
            let options = text::view(&options);
            made(|out| sys::rnl_learn_estimator_predict(self.raw(), input, options, out))
        })?;
        Ok(Predictions { raw, count: unsafe { sys::rnl_learn_predictions_count(raw.as_ptr()) } })
    }

    /// In one process by turns; over a cluster each task does its part. Gives the last evaluation; nothing where this task made
    /// none.
    pub fn train_and_evaluate(
        &mut self,
        train: &EstimatorInput<'_>,
        evaluate: &EstimatorInput<'_>,
        how: TrainAndEvaluate<'_>,
    ) -> Result<BTreeMap<String, f64>> {
        let trained = format!("max_steps={}", how.max_steps);
        let mut options = how.options;
        options.push(format!("exporters={}", quoted(&list(&how.exporters))));
        let evaluated = options.join(", ");
        let raw = train.lend(|train| {
            evaluate.lend(|evaluate| {
                how.hooks.lend(|specs, hook, arg| unsafe {
                    let (trained, evaluated) = (text::view(&trained), text::view(&evaluated));
                    let estimator = self.raw();
                    made(|out| {
                        sys::rnl_learn_estimator_train_and_evaluate(
                            estimator, train, trained, evaluate, evaluated, specs, hook, arg, out,
                        )
                    })
                })
            })
        })?;
        Ok(History::take(raw).logs.pop().unwrap_or_default())
    }

    /// Writes what predicts as a SavedModel in a new folder below `base`, named by the time; its inputs are the features. Gives
    /// the folder.
    pub fn export(&mut self, base: &str, input: &EstimatorInput<'_>, checkpoint: Option<&str>) -> Result<String> {
        let raw = input.lend(|input| unsafe {
            let (base, checkpoint) = (text::view(base), text::view(checkpoint.unwrap_or_default()));
            made(|out| sys::rnl_learn_estimator_export(self.raw(), base, input, checkpoint, out))
        })?;
        Ok(String::from_utf8_lossy(&text::take_bytes(raw)).into_owned())
    }

    /// For other threads.
    pub fn stopper(&self) -> EstimatorStop {
        // The stopper owns the reference that is added.
        unsafe { sys::rnl_learn_estimator_retain(self.raw()) };
        EstimatorStop(self.raw)
    }
}

impl Drop for Estimator {
    fn drop(&mut self) {
        unsafe { sys::rnl_learn_estimator_release(self.raw()) }
    }
}

impl fmt::Debug for Estimator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Estimator")
    }
}
