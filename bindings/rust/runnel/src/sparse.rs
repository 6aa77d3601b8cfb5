//! Values of several tensors: sparse tensors and indexed slices, as feeds and fetches.
use crate::{Code, DType, Error, Graph, Output, Result, Session, Tensor};

/// The elements that are not zero: element i is `values[i]` at `indices[i]`. Shapes: `[n, rank]` of int64, `[n]`, `[rank]` of
/// int64.
#[derive(Clone, Debug)]
pub struct SparseTensor {
    pub indices: Tensor,
    pub values: Tensor,
    pub dense_shape: Tensor,
}

/// A sparse tensor in a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SparseOutput {
    pub indices: Output,
    pub values: Output,
    pub dense_shape: Output,
}

/// Slices of a tensor: slice i is `values[i]`, at `indices[i]` along dimension 0. The shape of the whole may be unknown.
#[derive(Clone, Debug)]
pub struct IndexedSlices {
    pub values: Tensor,
    pub indices: Tensor,
    pub dense_shape: Option<Tensor>,
}

/// Indexed slices in a graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlicesOutput {
    pub values: Output,
    pub indices: Output,
    pub dense_shape: Option<Output>,
}

fn three(fetches: &[Tensor]) -> Result<[Tensor; 3]> {
    match fetches {
        [a, b, c] => Ok([a.clone(), b.clone(), c.clone()]),
        _ => Err(Error::new(Code::InvalidArgument, format!("{} fetches for a sparse tensor of 3", fetches.len()))),
    }
}

impl SparseOutput {
    /// Its parts, to be fetched.
    pub fn outputs(&self) -> [Output; 3] {
        [self.indices, self.values, self.dense_shape]
    }

    /// What feeds `value` here.
    pub fn feed<'a>(&self, value: &'a SparseTensor) -> [(Output, &'a Tensor); 3] {
        [(self.indices, &value.indices), (self.values, &value.values), (self.dense_shape, &value.dense_shape)]
    }
}

impl SparseTensor {
    /// What was fetched of [`SparseOutput::outputs`]. Errors: InvalidArgument for another number of tensors.
    pub fn from_fetches(fetches: &[Tensor]) -> Result<SparseTensor> {
        let [indices, values, dense_shape] = three(fetches)?;
        Ok(SparseTensor { indices, values, dense_shape })
    }
}

impl SlicesOutput {
    pub fn outputs(&self) -> Vec<Output> {
        let mut all = vec![self.values, self.indices];
        all.extend(self.dense_shape);
        all
    }

    /// What feeds `value` here; a shape where both have one.
    pub fn feed<'a>(&self, value: &'a IndexedSlices) -> Vec<(Output, &'a Tensor)> {
        let mut all = vec![(self.values, &value.values), (self.indices, &value.indices)];
        all.extend(self.dense_shape.zip(value.dense_shape.as_ref()));
        all
    }
}

impl IndexedSlices {
    /// What was fetched of [`SlicesOutput::outputs`]. Errors: InvalidArgument for another number of tensors.
    pub fn from_fetches(fetches: &[Tensor]) -> Result<IndexedSlices> {
        match fetches {
            [values, indices, rest @ ..] if rest.len() < 2 => Ok(IndexedSlices {
                values: values.clone(),
                indices: indices.clone(),
                dense_shape: rest.first().cloned(),
            }),
            _ => Err(Error::new(Code::InvalidArgument, format!("{} fetches for slices of 2 or 3", fetches.len()))),
        }
    }
}

impl Graph {
    /// Three placeholders, NAME/indices, NAME/values and NAME/shape.
    pub fn sparse_placeholder(&self, name: &str, dtype: DType, rank: Option<i64>) -> Result<SparseOutput> {
        let rank = rank.unwrap_or(-1);
        Ok(SparseOutput {
            indices: self.placeholder(&format!("{name}/indices"), DType::Int64, Some(&[-1, rank]))?,
            values: self.placeholder(&format!("{name}/values"), dtype, Some(&[-1]))?,
            dense_shape: self.placeholder(&format!("{name}/shape"), DType::Int64, Some(&[rank]))?,
        })
    }
}

impl Session {
    /// One value. Errors: as [`Session::run`].
    pub fn fetch_sparse(&self, feeds: &[(Output, &Tensor)], output: &SparseOutput) -> Result<SparseTensor> {
        SparseTensor::from_fetches(&self.run(feeds, &output.outputs(), &[])?)
    }

    /// One value. Errors: as [`Session::run`].
    pub fn fetch_slices(&self, feeds: &[(Output, &Tensor)], output: &SlicesOutput) -> Result<IndexedSlices> {
        IndexedSlices::from_fetches(&self.run(feeds, &output.outputs(), &[])?)
    }
}
