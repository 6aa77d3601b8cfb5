//! Loads a frozen graph that train_mnist wrote and reads ten digits with it.
//!
//!     RUNNEL_DATA_DIR=... cargo run --release --example load_and_run softmax.pb
#[path = "../train_mnist/idx.rs"]
mod idx;

use idx::{Set, PIXELS};
use runnel::{Graph, ImportOptions, Runtime, Session, Tensor};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: load_and_run GRAPH")?;
    let Some(data) = idx::find() else {
        println!("skipped: RUNNEL_DATA_DIR has no datasets/mnist");
        return Ok(());
    };
    let set = Set::read(&data, "t10k")?;
    let (mut pixels, mut labels) = (vec![0.0; 10 * PIXELS], vec![0; 10]);
    set.fill(0..set.len().min(10), &mut pixels, &mut labels);

    let runtime = Runtime::new()?;
    let graph = Graph::new(&runtime)?;
    graph.import(&std::fs::read(path)?, &ImportOptions::new())?;
    let session = Session::new(&graph)?;
    let image = Tensor::from_vec(&runtime, &[10, PIXELS as i64], pixels)?;
    let fetched = session.run_named(&[("image", &image)], &["prediction"], &[])?;
    for (label, predicted) in labels.iter().zip(fetched[0].as_slice::<i64>()?) {
        println!("label {label}, predicted {predicted}");
    }
    Ok(())
}
