//! MNIST with layers: a model, its training, its score and its weights in twenty lines.
//!
//!     cargo run --release --example mnist_layers [DATA-DIR [CHECKPOINT]]
mod samples;

use runnel::{layers, losses, optimizers, Compile, DType, Fit, Model, Runtime, Samples};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().map(Into::into).or_else(samples::find).ok_or("no MNIST: say where it is")?;
    let runtime = Runtime::new()?;
    let (images, labels) = samples::read(&runtime, &folder, "train")?;
    let (test_images, test_labels) = samples::read(&runtime, &folder, "t10k")?;
    let model = Model::new(&runtime, 1)?;
    model.add(layers::input(784).dtype(DType::UInt8))?;
    model.add(layers::rescaling(1.0 / 255.0))?;
    model.add(layers::dense(128).activation("relu"))?;
    model.add(layers::dense(10).activation("softmax"))?;
    let loss = losses::sparse_categorical_crossentropy();
    model.compile(&Compile::new(optimizers::adam().learning_rate(0.001), loss).metric("accuracy"))?;
    model.fit(&Samples::new(&images, &labels), Fit::new().batch_size(100).epochs(2))?;
    let score = model.evaluate(&Samples::new(&test_images, &test_labels), 1000)?;
    println!("{:.2} % of the test images are right", 100.0 * score["accuracy"]);
    if let Some(checkpoint) = arguments.get(1) {
        model.save_weights(checkpoint)?;
    }
    Ok(())
}
