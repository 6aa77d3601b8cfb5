//! MNIST as samples of a model.
#[path = "../train_mnist/idx.rs"]
#[allow(dead_code)]
mod idx;

pub use idx::find;
use idx::Set;
use runnel::{Runtime, Tensor};
use std::path::Path;

/// Images [n, 784] of bytes and their labels, of "train" or "t10k".
pub fn read(runtime: &Runtime, folder: &Path, which: &str) -> Result<(Tensor, Tensor), Box<dyn std::error::Error>> {
    let set = Set::read(folder, which)?;
    let count = set.len() as i64;
    Ok((Tensor::from_vec(runtime, &[count, 784], set.images)?, Tensor::from_vec(runtime, &[count], set.labels)?))
}
