//! Models of layers: builders, fits, files, layers of one's own.
mod common;

use runnel::{callbacks, initializers, layers, losses, ops, optimizers, schedules};
use runnel::{Code, Compile, DType, Dataset, Error, Fit, Model, OwnWeight, Runtime, Samples, Tensor};
use std::sync::{Arc, Mutex};

struct Data {
    x: Tensor,
    sums: Tensor,
    kinds: Tensor,
}

fn data(runtime: &Runtime) -> Data {
    let x: Vec<f32> = (0..160).map(|i| (1.3 * i as f32).sin()).collect();
    let sums: Vec<f32> = x.chunks(4).map(|row| row.iter().sum()).collect();
    let kinds: Vec<i64> = sums.iter().map(|s| i64::from(*s > 0.0)).collect();
    Data {
        x: Tensor::from_vec(runtime, &[40, 4], x).unwrap(),
        sums: Tensor::from_vec(runtime, &[40], sums).unwrap(),
        kinds: Tensor::from_vec(runtime, &[40], kinds).unwrap(),
    }
}

fn classifier(runtime: &Runtime, seed: i64) -> Model {
    let dense = layers::dense(8).activation("relu");
    let last = layers::dense(2).activation("softmax");
    let model = Model::sequential(runtime, seed, &[&layers::input(4), &dense, &last]).unwrap();
    let optimizer = optimizers::adam().learning_rate(0.05);
    let loss = losses::sparse_categorical_crossentropy();
    model.compile(&Compile::new(optimizer, loss).metric("accuracy")).unwrap();
    model
}

fn weights(model: &Model) -> Vec<f32> {
    model.get_weights().unwrap().iter().flat_map(|w| w.as_slice::<f32>().unwrap().to_vec()).collect()
}

#[test]
fn builders_write_what_was_said() {
    assert_eq!(layers::dense(8).to_string(), "Dense(units=8)");
    let dense = layers::dense(8).activation("relu").use_bias(false);
    assert_eq!(dense.to_string(), "Dense(units=8, activation=relu, use_bias=false)");
    let conv = layers::conv2d(4, 3).strides([2, 2]);
    assert_eq!(conv.to_string(), "Conv2D(filters=4, kernel_size=3, strides=[2, 2])");
    let dense = layers::dense(8).kernel_initializer(initializers::he_normal().seed(1));
    assert_eq!(dense.to_string(), "Dense(units=8, kernel_initializer=HeNormal(seed=1))");
    let sgd = optimizers::sgd().learning_rate(schedules::cosine_decay(0.1, 100)).momentum(1.0);
    let text = "SGD(learning_rate=CosineDecay(initial_learning_rate=0.1, decay_steps=100), momentum=1.0)";
    assert_eq!(sgd.to_string(), text);
    assert_eq!(callbacks::csv_logger("a\"b").to_string(), "CSVLogger(filename=\"a\\\"b\")");
}

#[test]
fn a_layer_learns_from_data() {
    let runtime = common::runtime();
    let x = data(&runtime).x;
    let layer = Model::adapt(&runtime, layers::normalization(), &x).unwrap();
    let model = Model::sequential(&runtime, 1, &[&layers::input(4), &layer]).unwrap();
    let given = model.predict(&[&x], 8).unwrap();
    assert!(given[0].as_slice::<f32>().unwrap().iter().sum::<f32>().abs() < 1e-3);
    assert_eq!(Model::adapt(&runtime, layers::dense(3), &x).unwrap_err().code(), Code::InvalidArgument);
}

#[test]
fn a_model_names_its_device() {
    let runtime = common::runtime();
    let model = Model::on_device(&runtime, 1, DType::Float, "/device:CPU:0").unwrap();
    model.add(layers::input(4)).unwrap();
    model.add(layers::dense(2)).unwrap();
    assert_eq!(model.predict(&[&data(&runtime).x], 8).unwrap().len(), 1);
    let none = Model::on_device(&runtime, 1, DType::Float, "/device:GPU:7");
    common::assert_fails(none.map(|_| ()), Code::NotFound, &["/device:GPU:7", "CPU:0"]);
}

#[test]
fn datasets_do_as_samples() {
    let runtime = common::runtime();
    let (data, by_samples, by_dataset) = (data(&runtime), classifier(&runtime, 3), classifier(&runtime, 3));
    let batches = Dataset::from_slices(&runtime, &[&data.x, &data.kinds]).unwrap().batch(8, false).unwrap();
    let samples = Samples::new(&data.x, &data.kinds);
    by_samples.fit(&samples, Fit::new().batch_size(8).epochs(2).shuffle(false)).unwrap();
    by_dataset.fit_dataset(&batches, Some(&batches), Fit::new().epochs(2)).unwrap();
    assert_eq!(weights(&by_samples), weights(&by_dataset));
    assert_eq!(by_samples.evaluate(&samples, 8).unwrap(), by_dataset.evaluate_dataset(&batches, 0).unwrap());
    let error = by_dataset.fit_dataset(&batches, None, Fit::new().batch_size(3)).unwrap_err();
    assert_eq!(error.code(), Code::InvalidArgument);
}

#[test]
fn fits_tell_how_far_they_are() {
    let runtime = common::runtime();
    let (data, model) = (data(&runtime), classifier(&runtime, 3));
    let samples = Samples::new(&data.x, &data.kinds);
    let (mut batches, mut epochs) = (0, 0);
    let fit = Fit::new().batch_size(8).epochs(20).on_progress(|p| {
        *(if p.epoch_ends { &mut epochs } else { &mut batches }) += 1;
        Ok(())
    });
    let history = model.fit(&samples, fit).unwrap();
    assert_eq!((batches, epochs, history.logs.len()), (100, 20, 20));
    assert!(history.logs[19]["loss"] < 0.5 * history.logs[0]["loss"]);
    assert!(model.evaluate(&samples, 32).unwrap()["accuracy"] > 0.9);
    assert_eq!(model.predict(&[&data.x], 7).unwrap()[0].dims(), [40, 2]);
    assert!(model.train_on_batch(&samples).unwrap()["loss"] > 0.0);
    let stop = Fit::new().on_progress(|_| Err(Error::new(Code::Aborted, "enough")));
    let error = model.fit(&samples, stop).unwrap_err();
    assert_eq!((error.code(), error.message()), (Code::Aborted, "enough"));
    let panics = Fit::new().on_progress(|_| panic!("in a callback"));
    assert_eq!(model.fit(&samples, panics).unwrap_err().code(), Code::Internal);
    let callback = callbacks::early_stopping().monitor("loss").min_delta(10.0);
    let ended = model.fit(&samples, Fit::new().epochs(50).validation(&samples).callback(callback)).unwrap();
    assert_eq!(ended.stopped_by, "EarlyStopping");
    assert!(ended.logs[0].contains_key("val_loss"));
}

#[test]
fn any_form_with_shared_layers_and_operators() -> runnel::Result<()> {
    let runtime = common::runtime();
    let data = data(&runtime);
    let model = Model::new(&runtime, 5)?;
    let (a, b) = (model.input("a", DType::Float, &[4])?, model.input("b", DType::Float, &[4])?);
    let x = model.call(layers::dense(3).activation("tanh").name("shared"), &[&a])?;
    let y = model.call_again("shared", &[&b])?;
    let total = (&(&(&(&x + &y)? * 0.5)? - &(&x * &y)?)? + 1.0)?;
    assert_eq!((total.dims()?, total.dtype()?), (Some(vec![-1, 3]), DType::Float));
    let (size, kind) = (layers::dense(1).name("size"), layers::dense(2).name("kind"));
    let outputs = (model.call(size, &[&total])?, model.call(kind, &[&(-&x)?])?);
    model.set_outputs(&[&outputs.0, &outputs.1])?;
    assert_eq!(model.outputs()?[1].name()?, "kind");
    assert_eq!((model.inputs()?.len(), model.weight_names()?[0].as_str()), (2, "shared/kernel"));
    model.set_trainable("shared", false)?;
    let loss = losses::sparse_categorical_crossentropy().from_logits(true);
    model.compile(&Compile::new("SGD(0.1)", "mse").loss(loss).loss_weights(&[1.0, 0.5]))?;
    let before = weights(&model);
    let (inputs, targets) = (vec![&data.x, &data.x], vec![&data.sums, &data.kinds]);
    model.fit(&Samples { inputs, targets, weights: None }, Fit::new())?;
    let after = weights(&model);
    assert_eq!(before[..15], after[..15]);
    assert_ne!(before, after);
    assert!(model.summary()?.contains("Total params"));
    let other = Model::new(&runtime, 1)?;
    assert_eq!(other.call("Flatten", &[&a]).unwrap_err().code(), Code::InvalidArgument);
    Ok(())
}

#[test]
fn files_carry_weights_and_the_optimizer() -> runnel::Result<()> {
    let runtime = common::runtime();
    let data = data(&runtime);
    let samples = Samples::new(&data.x, &data.kinds);
    let folder = std::env::temp_dir().join(format!("runnel_learn_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (whole, first, second) = (classifier(&runtime, 3), classifier(&runtime, 3), classifier(&runtime, 9));
    whole.fit(&samples, Fit::new().epochs(3))?;
    first.fit(&samples, Fit::new())?;
    first.save(&path("at"))?;
    second.load(&path("at"))?;
    second.fit(&samples, Fit::new().epochs(3).initial_epoch(1).seed(3))?;
    assert_eq!(weights(&second), weights(&whole));
    first.save_weights(&path("weights"))?;
    second.load_weights(&path("weights"))?;
    assert_eq!(weights(&second), weights(&first));
    second.set_weights(&whole.get_weights()?.iter().collect::<Vec<_>>())?;
    assert_eq!(weights(&second), weights(&whole));
    first.export(&path("served"))?;
    assert!(first.freeze()?.len() > 100);
    // Steps of one's own see the weights.
    let (graph, session) = (first.graph()?, first.session()?);
    let (input, output) = (first.inputs()?[0].output()?, first.outputs()?[0].output()?);
    let doubled = ops::add_v2(output, output).build(&graph)?;
    let got = session.run(&[(input, &data.x)], &[doubled], &[])?;
    let predicted = first.predict(&[&data.x], 40)?;
    assert_eq!(got[0].as_slice::<f32>()?[0], 2.0 * predicted[0].as_slice::<f32>()?[0]);
    std::fs::remove_dir_all(&folder).unwrap();
    Ok(())
}

#[test]
fn layers_and_losses_of_ones_own() -> runnel::Result<()> {
    let runtime = common::runtime();
    let data = data(&runtime);
    let samples = Samples::new(&data.x, &data.sums);
    let dense = layers::dense(6).activation("tanh").use_bias(false);
    let built = Model::sequential(&runtime, 1, &[&layers::input(4), &dense, &layers::dense(1)])?;
    built.compile(&Compile::new(optimizers::adam(), losses::mean_squared_error()))?;
    let own = Model::sequential(&runtime, 1, &[&layers::input(4)])?;
    let training = Arc::new(Mutex::new(Vec::new()));
    let seen = training.clone();
    own.define_layer("Wide", 1, &[OwnWeight::new("kernel", "[dim(x, -1), 6]", "glorot_uniform")], move |call| {
        seen.lock().unwrap().push(call.training);
        let product = ops::mat_mul(call.inputs[0], call.weights[0]).build(&call.graph)?;
        ops::tanh(product).build(&call.graph)
    })?;
    own.define_loss("distance", |call| {
        let axis = call.graph.constant("", &Tensor::scalar(&call.graph.runtime(), -1i32)?)?;
        let difference = ops::sub(call.inputs[0], call.inputs[1]).build(&call.graph)?;
        ops::mean(ops::square(difference).build(&call.graph)?, axis).build(&call.graph)
    })?;
    own.add("Wide")?;
    own.add(layers::dense(1))?;
    own.compile(&Compile::new(optimizers::adam(), "distance"))?;
    assert_eq!(*training.lock().unwrap(), [false, true]);
    let (a, b) = (built.fit(&samples, Fit::new())?, own.fit(&samples, Fit::new())?);
    assert!((a.logs[0]["loss"] - b.logs[0]["loss"]).abs() < 1e-5);
    own.define_layer("Bad", 1, &[], |_| panic!("in a layer"))?;
    assert_eq!(own.add("Bad").unwrap_err().code(), Code::Internal);
    assert_eq!(own.define_layer("Dense", 1, &[], |c| Ok(c.inputs[0])).unwrap_err().code(), Code::AlreadyExists);
    Ok(())
}
