//! Variables: their handle, their first value, and readings of them.
use crate::ops;
use crate::{DType, Node, Output, Place, Result, Tensor};

/// A variable of the sessions over a graph. It has no value in a session until its initializer, an assignment or a
/// restored checkpoint gave it one.
#[derive(Clone, Debug)]
pub struct Variable {
    name: String,
    dtype: DType,
    dims: Vec<i64>,
    handle: Output,
    value: Output,
    initializer: Node,
}

impl Variable {
    /// A variable that starts as `first`, a tensor.
    pub fn new(place: &(impl Place + ?Sized), name: &str, first: &Tensor) -> Result<Variable> {
        let value = ops::const_(first, first.dtype()).build(place)?;
        Variable::starting_at(place, name, first.dtype(), first.dims(), value)
    }

    /// A variable of zeros.
    pub fn zeros(place: &(impl Place + ?Sized), name: &str, dtype: DType, dims: &[i64]) -> Result<Variable> {
        Variable::new(place, name, &Tensor::zeros(&place.graph().runtime(), dtype, dims)?)
    }

    /// A variable that starts as what the graph computes, random weights for instance.
    pub fn starting_at(
        place: &(impl Place + ?Sized),
        name: &str,
        dtype: DType,
        dims: &[i64],
        first: Output,
    ) -> Result<Variable> {
        let handle = ops::var_handle_op(dtype, Some(dims)).name(name).build(place)?;
        let initializer = ops::assign_variable_op(handle, first).build(place)?;
        let value = ops::read_variable_op(handle, dtype).build(place)?;
        let name = place.graph().node_name(handle.node());
        Ok(Variable { name, dtype, dims: dims.to_vec(), handle, value, initializer })
    }

    /// The name that checkpoints have it under.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn dtype(&self) -> DType {
        self.dtype
    }

    pub fn dims(&self) -> &[i64] {
        &self.dims
    }

    /// What assignments and optimizers take, and what gradients are asked for.
    pub fn handle(&self) -> Output {
        self.handle
    }

    /// The value in a step, read at any moment of it. [`Variable::read_after`] reads at a certain one.
    pub fn value(&self) -> Output {
        self.value
    }

    /// The node that gives the variable its first value.
    pub fn initializer(&self) -> Node {
        self.initializer
    }

    /// The value after `nodes` have run.
    pub fn read_after(&self, place: &(impl Place + ?Sized), nodes: &[Node]) -> Result<Output> {
        let read = ops::read_variable_op(self.handle, self.dtype);
        nodes.iter().fold(read, |read, node| read.after(*node)).build(place)
    }

    /// A node that assigns `value`.
    pub fn assign(&self, place: &(impl Place + ?Sized), value: Output) -> Result<Node> {
        ops::assign_variable_op(self.handle, value).build(place)
    }
}
