//! Joins a cluster as one of its tasks: a ps only serves, with the weights in its memory; a worker trains softmax regression
//! on MNIST.
//!
//!     RUNNEL_CLUSTER_TOKEN=secret cluster_worker "ps=127.0.0.1:2222;worker=127.0.0.1:2223" ps 0 &
//!     RUNNEL_CLUSTER_TOKEN=secret RUNNEL_DATA_DIR=data cluster_worker "ps=...;worker=..." worker 0 [STEPS]
//!
//! A last argument is the number of a socket that listens already.
#[path = "../train_mnist/idx.rs"]
mod idx;
#[path = "../train_mnist/softmax.rs"]
mod softmax;

use runnel::{Runtime, Server, ServerOptions, Session, SessionOptions};
use std::error::Error;
use std::os::fd::{FromRawFd, OwnedFd};

fn work(runtime: &Runtime, server: &Server, steps: usize) -> Result<(), Box<dyn Error>> {
    let Some(data) = idx::find() else {
        return Err("RUNNEL_DATA_DIR has no datasets/mnist".into());
    };
    let (train, test) = (idx::Set::read(&data, "train")?, idx::Set::read(&data, "t10k")?);
    let model = softmax::Model::new(runtime, "/job:ps/task:0")?;
    let options =
        SessionOptions::new().target(&server.target()).token(&server.token()).default_device("/job:worker/task:0");
    let session = Session::with_options(&model.graph, &options)?;
    softmax::train(&model, &session, &train, steps, |step, loss| {
        if step % 50 == 0 {
            println!("step {step:4}  loss {loss:.4}");
        }
    })?;
    let correct = softmax::evaluate(&model, &session, &test)?;
    println!("accuracy {:.4}", correct as f64 / test.len() as f64);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, cluster, job, task, rest @ ..] = &args[..] else {
        return Err("usage: cluster_worker CLUSTER JOB TASK [STEPS [SOCKET]]".into());
    };
    let steps = rest.first().map_or(Ok(200), |steps| steps.parse())?;
    let mut options = ServerOptions::new();
    if let Some(socket) = rest.get(1) {
        // SAFETY: who started this program says that the socket is open, and nothing else here uses it.
        options = options.socket(unsafe { OwnedFd::from_raw_fd(socket.parse()?) });
    }
    let runtime = Runtime::new()?;
    let server = Server::start(&runtime, &cluster.parse()?, job, task.parse()?, options)?;
    if job == "worker" {
        return work(&runtime, &server, steps);
    }
    println!("serving at {}", server.target());
    loop {
        std::thread::park(); // until it is killed
    }
}
