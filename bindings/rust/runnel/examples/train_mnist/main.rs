//! Trains softmax regression on MNIST, saves the weights and freezes the graph.
//!
//!     RUNNEL_DATA_DIR=... cargo run --release --example train_mnist [FOLDER]
mod idx;
mod softmax;

use runnel::{Runtime, Session};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(data) = idx::find() else {
        println!("skipped: RUNNEL_DATA_DIR has no datasets/mnist");
        return Ok(());
    };
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let (train, test) = (idx::Set::read(&data, "train")?, idx::Set::read(&data, "t10k")?);
    let model = softmax::Model::new(&Runtime::new()?, "")?;
    let session = Session::new(&model.graph)?;
    softmax::train(&model, &session, &train, 1000, |step, loss| {
        if (step + 1) % 200 == 0 {
            println!("step {:4}  loss {loss:.4}", step + 1);
        }
    })?;
    let correct = softmax::evaluate(&model, &session, &test)?;
    session.save(folder.join("softmax"))?;
    std::fs::write(folder.join("softmax.pb"), session.freeze(&["prediction"])?)?;
    println!("{correct} of {} test images right; frozen graph in softmax.pb", test.len());
    Ok(())
}
