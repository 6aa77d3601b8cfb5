//! Nodes before they are added: an op, its inputs and attrs, and where it goes.
use crate::error::check;
use crate::graph::{Graph, Node, Output};
use crate::{sys, text, DType, Result, Tensor};

/// Value of an attribute. A shape of None has an unknown rank; a dim of -1 is unknown.
#[derive(Clone, Debug)]
pub enum Attr {
    String(Vec<u8>),
    Int(i64),
    Float(f32),
    Bool(bool),
    Type(DType),
    Shape(Option<Vec<i64>>),
    Tensor(Tensor),
    /// Name of a function of the graph.
    Func(String),
    Strings(Vec<Vec<u8>>),
    Ints(Vec<i64>),
    Floats(Vec<f32>),
    Bools(Vec<bool>),
    Types(Vec<DType>),
    Shapes(Vec<Option<Vec<i64>>>),
    Tensors(Vec<Tensor>),
    Funcs(Vec<String>),
}

#[derive(Clone, Debug)]
pub(crate) enum Input {
    One(Output),
    List(Vec<Output>),
}

/// Where new nodes go: a graph, or a [`Scope`](crate::Scope) of one.
pub trait Place {
    fn graph(&self) -> &Graph;
    /// Adds what the place wants of its nodes: a prefix of their names, control inputs, a device.
    fn arrange(&self, spec: &mut NodeSpec);
}

impl Place for Graph {
    fn graph(&self) -> &Graph {
        self
    }
    fn arrange(&self, _spec: &mut NodeSpec) {}
}

/// A node to be. The functions in [`ops`](crate::ops) make one for each op, with its inputs and attrs typed; this is what
/// they are made of.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NodeSpec {
    op: String,
    name: String,
    device: String,
    inputs: Vec<Input>,
    attrs: Vec<(&'static str, Attr)>,
    after: Vec<Node>,
    colocated: Vec<Node>,
}

impl NodeSpec {
    pub fn new(op: &str) -> NodeSpec {
        NodeSpec {
            op: op.to_owned(),
            name: String::new(),
            device: String::new(),
            inputs: Vec::new(),
            attrs: Vec::new(),
            after: Vec::new(),
            colocated: Vec::new(),
        }
    }

    /// The next argument of the op.
    pub fn input(mut self, input: Output) -> Self {
        self.inputs.push(Input::One(input));
        self
    }

    /// The next argument, a list.
    pub fn input_list(mut self, inputs: &[Output]) -> Self {
        self.inputs.push(Input::List(inputs.to_vec()));
        self
    }

    pub fn attr(mut self, name: &'static str, value: Attr) -> Self {
        self.set_attr(name, value);
        self
    }

    pub(crate) fn set_attr(&mut self, name: &'static str, value: Attr) {
        self.attrs.retain(|(set, _)| *set != name);
        self.attrs.push((name, value));
    }

    /// Without one, the name is made up from the op; so is the end of one that ends in '/'.
    pub fn name(mut self, name: &str) -> Self {
        self.set_name(name);
        self
    }

    pub(crate) fn set_name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// "/device:CPU:0"; any part may be missing.
    pub fn device(mut self, device: &str) -> Self {
        self.set_device(device);
        self
    }

    pub(crate) fn set_device(&mut self, device: &str) {
        device.clone_into(&mut self.device);
    }

    /// Runs after `node`.
    pub fn after(mut self, node: Node) -> Self {
        self.add_after(node);
        self
    }

    pub(crate) fn add_after(&mut self, node: Node) {
        self.after.push(node);
    }

    /// On the device of `node`.
    pub fn colocate_with(mut self, node: Node) -> Self {
        self.add_colocated(node);
        self
    }

    pub(crate) fn add_colocated(&mut self, node: Node) {
        self.colocated.push(node);
    }

    pub(crate) fn prefix_name(&mut self, prefix: &str) {
        self.name = format!("{prefix}/{}", self.name);
    }

    pub(crate) fn has_device(&self) -> bool {
        !self.device.is_empty()
    }

    /// Adds the node.
    pub fn build(mut self, place: &(impl Place + ?Sized)) -> Result<Node> {
        place.arrange(&mut self);
        let graph = place.graph();
        // SAFETY: the builder is used by this thread alone, and what is set is copied. finish releases the builder.
        unsafe {
            let builder = sys::rnl_node_builder_create(graph.raw(), text::view(&self.op), text::view(&self.name));
            for input in &self.inputs {
                match input {
                    Input::One(output) => sys::rnl_node_builder_add_input(builder, output.raw()),
                    Input::List(outputs) => {
                        let raw: Vec<_> = outputs.iter().map(|o| o.raw()).collect();
                        sys::rnl_node_builder_add_input_list(builder, text::pointer(&raw), raw.len());
                    }
                }
            }
            for node in &self.after {
                sys::rnl_node_builder_add_control_input(builder, node.raw());
            }
            for node in &self.colocated {
                sys::rnl_node_builder_colocate_with(builder, node.raw());
            }
            if self.has_device() {
                sys::rnl_node_builder_set_device(builder, text::view(&self.device));
            }
            for (name, value) in &self.attrs {
                set(builder, text::view(name), value);
            }
            let mut node = sys::RNL_NO_NODE;
            check(sys::rnl_node_builder_finish(builder, &mut node))?;
            Ok(Node::from_raw(node))
        }
    }
}

fn rank_of(shape: &Option<Vec<i64>>) -> i32 {
    shape.as_ref().map_or(-1, |dims| i32::try_from(dims.len()).unwrap_or(i32::MAX))
}

fn dims_of(shape: &Option<Vec<i64>>) -> *const i64 {
    shape.as_ref().map_or(std::ptr::null(), |dims| text::pointer(dims))
}

/// # Safety
/// `builder` is NULL or alive.
pub(crate) unsafe fn set(builder: *mut sys::rnl_node_builder_t, name: sys::rnl_str_t, value: &Attr) {
    fn byte_views(texts: &[Vec<u8>]) -> Vec<sys::rnl_str_t> {
        texts.iter().map(|t| sys::str_of(t)).collect()
    }
    match value {
        Attr::String(text) => sys::rnl_node_builder_set_attr_string(builder, name, sys::str_of(text)),
        Attr::Int(number) => sys::rnl_node_builder_set_attr_int(builder, name, *number),
        Attr::Float(number) => sys::rnl_node_builder_set_attr_float(builder, name, *number),
        Attr::Bool(truth) => sys::rnl_node_builder_set_attr_bool(builder, name, *truth),
        Attr::Type(dtype) => sys::rnl_node_builder_set_attr_type(builder, name, dtype.to_raw()),
        Attr::Shape(shape) => sys::rnl_node_builder_set_attr_shape(builder, name, rank_of(shape), dims_of(shape)),
        Attr::Tensor(tensor) => sys::rnl_node_builder_set_attr_tensor(builder, name, tensor.raw()),
        Attr::Func(function) => sys::rnl_node_builder_set_attr_func(builder, name, text::view(function)),
        Attr::Strings(texts) => {
            let views = byte_views(texts);
            sys::rnl_node_builder_set_attr_string_list(builder, name, text::pointer(&views), views.len());
        }
        Attr::Ints(list) => sys::rnl_node_builder_set_attr_int_list(builder, name, text::pointer(list), list.len()),
        Attr::Floats(list) => sys::rnl_node_builder_set_attr_float_list(builder, name, text::pointer(list), list.len()),
        Attr::Bools(list) => sys::rnl_node_builder_set_attr_bool_list(builder, name, text::pointer(list), list.len()),
        Attr::Types(list) => {
            let raw: Vec<_> = list.iter().map(|t| t.to_raw()).collect();
            sys::rnl_node_builder_set_attr_type_list(builder, name, text::pointer(&raw), raw.len());
        }
        Attr::Shapes(list) => {
            let ranks: Vec<_> = list.iter().map(rank_of).collect();
            let dims: Vec<_> = list.iter().map(dims_of).collect();
            let (ranks_at, dims_at) = (text::pointer(&ranks), text::pointer(&dims));
            sys::rnl_node_builder_set_attr_shape_list(builder, name, ranks_at, dims_at, list.len());
        }
        Attr::Tensors(list) => {
            let raw: Vec<_> = list.iter().map(|t| t.raw().cast_const()).collect();
            sys::rnl_node_builder_set_attr_tensor_list(builder, name, text::pointer(&raw), raw.len());
        }
        Attr::Funcs(list) => {
            let views: Vec<_> = list.iter().map(|f| text::view(f)).collect();
            sys::rnl_node_builder_set_attr_func_list(builder, name, text::pointer(&views), views.len());
        }
    }
}

/// Walks over a node's outputs by the results that its op gives them names by: what typed builders end with.
pub(crate) struct Outputs<'a> {
    graph: &'a Graph,
    node: Node,
    next: i32,
}

impl<'a> Outputs<'a> {
    pub(crate) fn new(graph: &'a Graph, node: Node) -> Self {
        Outputs { graph, node, next: 0 }
    }

    pub(crate) fn one(&mut self) -> Output {
        self.next += 1;
        self.node.output(self.next - 1)
    }

    /// A result of as many tensors as the int attr says.
    pub(crate) fn counted_by(&mut self, attr: &str) -> Result<Vec<Output>> {
        let count = self.graph.attr_int(self.node, attr)?;
        Ok((0..count).map(|_| self.one()).collect())
    }

    /// A result with a tensor for each type of the attr.
    pub(crate) fn typed_by(&mut self, attr: &str) -> Result<Vec<Output>> {
        let count = self.graph.attr_len(self.node, attr);
        Ok((0..count).map(|_| self.one()).collect())
    }
}
