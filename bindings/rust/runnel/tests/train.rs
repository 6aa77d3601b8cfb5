//! Trainers with hooks of the program, and estimators: what they train, what a failing hook does, what is there again afterwards.
mod common;

use runnel::{columns, estimators, exporters, hooks, layers, losses, ops, optimizers};
use runnel::{
    Code, Compile, Dataset, Error, Estimator, EstimatorInput, Evaluate, Graph, Hook, HookCall, Mode, Model, ModelCall,
    Node, Output, Result, RunConfig, RunConfigOptions, Runtime, Scaffold, SessionOptions, Tensor, Train,
    TrainAndEvaluate, Trainer,
};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("runnel_rust_{name}_{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn at(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn variable(graph: &Graph, name: &str, initial: &Tensor) -> (Output, Output) {
    let dtype = initial.dtype();
    let handle = graph.variable_handle(name, dtype, Some(initial.dims())).unwrap();
    let initial = graph.constant(&format!("{name}/initial"), initial).unwrap();
    ops::assign_variable_op(handle, initial).build(graph).unwrap();
    (handle, ops::read_variable_op(handle, dtype).build(graph).unwrap())
}

/// A graph in which w loses 1 a step, and global_step counts.
struct Counter {
    graph: Graph,
    value: Output,
    train: Node,
}

fn counter(runtime: &Runtime) -> Counter {
    let graph = Graph::new(runtime).unwrap();
    let (w, value) = variable(&graph, "w", &Tensor::scalar(runtime, 10f32).unwrap());
    let (step, _) = variable(&graph, "global_step", &Tensor::scalar(runtime, 0i64).unwrap());
    let one = graph.constant("one", &Tensor::scalar(runtime, 1f32).unwrap()).unwrap();
    let count = graph.constant("count", &Tensor::scalar(runtime, 1i64).unwrap()).unwrap();
    let down = ops::assign_sub_variable_op(w, one).build(&graph).unwrap();
    let counted = ops::assign_add_variable_op(step, count).build(&graph).unwrap();
    let train = graph.group("train", &[down, counted]).unwrap();
    Counter { graph, value, train }
}

#[derive(Clone, Default)]
struct Seen {
    events: Arc<Mutex<Vec<String>>>,
    values: Arc<Mutex<Vec<f32>>>,
}

struct Watching {
    seen: Seen,
    value: Output,
    fail_at: i64,
}

impl Watching {
    fn note(&self, event: String) -> Result<()> {
        self.seen.events.lock().unwrap().push(event);
        Ok(())
    }
}

impl Hook for Watching {
    fn name(&self) -> String {
        "watching".to_owned()
    }

    fn begin(&mut self, call: &HookCall) -> Result<()> {
        assert!(call.session().is_none());
        call.graph()?;
        self.note("begin".to_owned())
    }

    fn after_create_session(&mut self, call: &HookCall) -> Result<()> {
        self.note(format!("session {}", call.step()))
    }

    fn before_run(&mut self, call: &HookCall) -> Result<()> {
        assert_eq!(call.fetch(self.value)?, 0);
        Ok(())
    }

    fn after_run(&mut self, call: &HookCall) -> Result<()> {
        self.seen.values.lock().unwrap().push(call.values()?[0].item()?);
        if call.step() == self.fail_at {
            return Err(Error::new(Code::DataLoss, "enough"));
        }
        Ok(())
    }

    fn after_save(&mut self, call: &HookCall) -> Result<()> {
        self.note(call.checkpoint().rsplit('/').next().unwrap().to_owned())
    }

    fn end(&mut self, call: &HookCall) -> Result<()> {
        self.note(format!("end {}", call.step()))
    }
}

#[test]
fn a_trainer_recovers_from_a_failing_hook() {
    let (runtime, folder) = (common::runtime(), Folder::new("trainer"));
    let options = RunConfigOptions::new().model_dir(&folder.at("")).save_checkpoints_steps(2);
    let config = RunConfig::new(&runtime, &options).unwrap();
    assert!(config.is_chief() && config.start_server().unwrap().is_none());
    assert_eq!((config.task_type().as_str(), config.task_index(), config.num_tasks("ps")), ("chief", 0, 0));
    let made = counter(&runtime);
    let seen = Seen::default();
    let mut trainer = Trainer::new(&made.graph, &config).unwrap();
    trainer.add_hook(Watching { seen: seen.clone(), value: made.value, fail_at: 3 }).unwrap();
    let error = trainer.train(&[made.train]).unwrap_err();
    assert_eq!(error.code(), Code::DataLoss);
    assert!(error.message().contains("hook watching, after_run"), "{error}");
    assert!(trainer.should_stop());
    assert_eq!(*seen.events.lock().unwrap(), ["begin", "model.ckpt-0", "session 0", "model.ckpt-2"]);
    // From the last checkpoint: step 2.
    let again = counter(&runtime);
    let seen = Seen::default();
    let wrong = Scaffold { finalize_op: "nothing", ..Scaffold::default() };
    let error = Trainer::with(&again.graph, &config, &wrong, &SessionOptions::new(), None).err().unwrap();
    assert!(error.message().contains("finalize_op"), "{error}");
    let scaffold = Scaffold { global_step: "global_step", ..Scaffold::default() };
    let mut trainer = Trainer::with(&again.graph, &config, &scaffold, &SessionOptions::new(), None).unwrap();
    trainer.add_hook(Watching { seen: seen.clone(), value: again.value, fail_at: -1 }).unwrap();
    trainer.add(hooks::stop_at_step_hook().last_step(5)).unwrap();
    trainer.add(hooks::final_ops_hook(&["w/initial"])).unwrap();
    trainer.start().unwrap();
    assert_eq!(trainer.global_step(), 2);
    trainer.run(&[], &[], &[again.train]).unwrap();
    assert_eq!(trainer.session().unwrap().run(&[], &[again.value], &[]).unwrap()[0].item::<f32>().unwrap(), 7.0);
    trainer.train(&[again.train]).unwrap();
    assert_eq!((trainer.global_step(), trainer.recoveries(), seen.values.lock().unwrap().len()), (5, 0, 3));
    assert_eq!(seen.events.lock().unwrap().last().unwrap(), "end 5");
    assert_eq!(trainer.final_values().unwrap()[0].item::<f32>().unwrap(), 10.0);
    assert_eq!(trainer.session().unwrap_err().code(), Code::FailedPrecondition);
}

struct Panics;

impl Hook for Panics {
    fn before_run(&mut self, _: &HookCall) -> Result<()> {
        panic!("in the hook");
    }
}

#[test]
fn a_panic_ends_the_run_with_a_status() {
    let runtime = common::runtime();
    let made = counter(&runtime);
    let config = RunConfig::new(&runtime, &RunConfigOptions::new()).unwrap();
    let mut trainer = Trainer::new(&made.graph, &config).unwrap();
    trainer.add_hook(Panics).unwrap();
    let error = trainer.run(&[], &[], &[made.train]).unwrap_err();
    assert_eq!(error.code(), Code::Internal);
    assert!(error.message().contains("panicked"), "{error}");
    trainer.close().unwrap();

    let mut stopped = Trainer::new(&made.graph, &config).unwrap();
    assert_eq!(stopped.add("StopAtStepHook(num_step=1)").unwrap_err().code(), Code::InvalidArgument);
    let stopper = stopped.stopper();
    std::thread::spawn(move || stopper.request()).join().unwrap();
    assert_eq!(stopped.run(&[], &[], &[made.train]).unwrap_err().code(), Code::FailedPrecondition);
    let wrong = RunConfigOptions::new().tf_config("{");
    assert_eq!(RunConfig::new(&runtime, &wrong).unwrap_err().code(), Code::InvalidArgument);
    let worker = RunConfigOptions::new().cluster(&[("chief", &["h:1"]), ("worker", &["h:2"])]).task_type("worker");
    assert!(!RunConfig::new(&runtime, &worker).unwrap().is_chief());
}

/// price = size w + b.
fn line(call: &ModelCall) -> Result<()> {
    let graph = call.graph();
    let runtime = graph.runtime();
    let (_, w) = variable(graph, "w", &Tensor::from_slice(&runtime, &[1, 1], &[0f32])?);
    let (_, b) = variable(graph, "b", &Tensor::from_slice(&runtime, &[1], &[0f32])?);
    let product = ops::mat_mul(call.feature("size")?, w).build(graph)?;
    let price = ops::add_v2(product, b).build(graph)?;
    call.add_prediction("price", price)?;
    if call.mode() == Mode::Predict {
        return Ok(());
    }
    let label = call.labels()[0];
    call.add_metric("error", losses::mean_absolute_error(), label, price, None)?;
    let axes = graph.constant("axes", &Tensor::from_slice(&runtime, &[2], &[0i32, 1])?)?;
    let square = ops::squared_difference(price, label).build(graph)?;
    call.minimize(ops::mean(square, axes).build(graph)?, optimizers::sgd().learning_rate(0.02))
}

fn pairs(runtime: &Runtime, passes: i64) -> Dataset {
    let x: Vec<f32> = (0..8).map(|i| i as f32 / 2.0).collect();
    let y = x.iter().map(|x| 2.0 * x + 1.0).collect();
    let x = Tensor::from_vec(runtime, &[8, 1], x).unwrap();
    let y = Tensor::from_vec(runtime, &[8, 1], y).unwrap();
    Dataset::from_slices(runtime, &[&x, &y]).unwrap().batch(4, false).unwrap().repeat(passes).unwrap()
}

struct FailsAt(i64);

impl Hook for FailsAt {
    fn after_run(&mut self, call: &HookCall) -> Result<()> {
        match call.step() == self.0 {
            true => Err(Error::new(Code::DataLoss, "enough")),
            false => Ok(()),
        }
    }
}

#[test]
fn an_estimator_recovers_from_a_failing_hook() {
    let (runtime, folder) = (common::runtime(), Folder::new("estimator"));
    let options = RunConfigOptions::new().model_dir(&folder.at("")).save_checkpoints_steps(100);
    let config = RunConfig::new(&runtime, &options).unwrap();
    let mut estimator = Estimator::of_function(&config, &SessionOptions::new(), line).unwrap();
    let (always, once) = (pairs(&runtime, -1), pairs(&runtime, 1));
    let features: &[&str] = &["size"];
    let always = EstimatorInput { dataset: &always, features };
    let once = EstimatorInput { dataset: &once, features };
    let mut failing = FailsAt(250);
    let how = Train::new().max_steps(1000).own_hook(&mut failing).hook(hooks::step_counter_hook());
    assert_eq!(estimator.train(&always, how).unwrap_err().code(), Code::DataLoss);
    assert_eq!(estimator.evaluate(&once, &Evaluate::new()).unwrap()["global_step"], 200.0);
    estimator.train(&always, Train::new().max_steps(1000)).unwrap();
    let found = estimator.evaluate(&once, &Evaluate::new().steps(2).name("late")).unwrap();
    assert_eq!(found["global_step"], 1000.0);
    assert!(found["error"] < 0.05);
    let predictions = estimator.predict(&once, None).unwrap();
    assert_eq!(predictions.names(), ["price"]);
    let prices: Vec<f32> = predictions.flat_map(|b| b.unwrap()[0].as_slice::<f32>().unwrap().to_vec()).collect();
    assert_eq!(prices.len(), 8);
    assert!(prices.iter().enumerate().all(|(i, price)| (price - 1.0 - i as f32).abs() < 0.1));
    assert!(std::fs::metadata(estimator.export(&folder.at("served"), &once, None).unwrap()).unwrap().is_dir());
    estimator.stopper().request();
}

#[test]
fn estimators_of_layers_of_columns_and_by_turns() {
    let (runtime, folder) = (common::runtime(), Folder::new("turns"));
    let session = SessionOptions::new();
    let config = |name: &str| RunConfig::new(&runtime, &RunConfigOptions::new().model_dir(&folder.at(name))).unwrap();
    let (always, once) = (pairs(&runtime, -1), pairs(&runtime, 1));
    let features: &[&str] = &["size"];
    let always = EstimatorInput { dataset: &always, features };
    let once = EstimatorInput { dataset: &once, features };
    let sgd = || optimizers::sgd().learning_rate(0.02);
    let dense = layers::dense(1).kernel_initializer("zeros");
    let model = Model::sequential(&runtime, 1, &[&layers::input(1), &dense]).unwrap();
    model.compile(&Compile::new(sgd(), losses::mean_squared_error())).unwrap();
    let mut estimator = Estimator::of_model(&config("model"), &session, &model).unwrap();
    let how = TrainAndEvaluate::new(1000).start_delay_secs(0.0).exporter(exporters::final_exporter("last"));
    assert!(estimator.train_and_evaluate(&always, &once, how).unwrap()["loss"] < 0.01);
    assert!(std::fs::metadata(folder.at("model/export/last")).unwrap().is_dir());
    let mut warm = Estimator::of_model(&config("warm"), &session, &model).unwrap();
    warm.warm_start(&folder.at("model/model.ckpt-1000"), "dense/*").unwrap();
    warm.train(&always, Train::new().steps(1)).unwrap();
    assert!(warm.evaluate(&once, &Evaluate::new()).unwrap()["loss"] < 0.01);

    let linear = estimators::linear_regressor(&[&columns::numeric_column("size")]).optimizer(sgd());
    let mut canned = Estimator::of_spec(&config("canned"), &session, linear).unwrap();
    canned.train(&always, Train::new().steps(1000)).unwrap();
    assert!(canned.evaluate(&once, &Evaluate::new()).unwrap()["average_loss"] < 0.01);

    let by_hand = |call: &ModelCall| -> Result<()> {
        let graph = call.graph();
        let zero = graph.constant("zero", &Tensor::scalar(&graph.runtime(), 0f32)?)?;
        call.set_loss(zero)?;
        let one = graph.constant("one", &Tensor::scalar(&graph.runtime(), 1i64)?)?;
        call.set_train_op(ops::assign_add_variable_op(call.global_step()?, one).build(graph)?)?;
        call.feature("weight").map(|_| ())
    };
    let mut wrong = Estimator::of_function(&config("wrong"), &session, by_hand).unwrap();
    let error = wrong.train(&always, Train::new()).unwrap_err();
    assert_eq!(error.code(), Code::NotFound);
    assert!(error.message().contains("model function") && error.message().contains("it has size"), "{error}");
}
