//! Graphs: nodes joined by data and control edges; append-only, checked as they grow.
use crate::error::{check, made};
use crate::node::{NodeSpec, Place};
use crate::{sys, text, Code, DType, Error, Result, Runtime, Tensor};
use std::fmt;
use std::ptr::{self, NonNull};

/// A node: its number within its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Node(sys::rnl_node_t);

/// One output of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Output {
    node: Node,
    index: i32,
}

impl Node {
    /// The node with this number, which need not be there: the graph refuses it then.
    pub fn from_raw(raw: sys::rnl_node_t) -> Node {
        Node(raw)
    }

    pub fn raw(self) -> sys::rnl_node_t {
        self.0
    }

    pub fn output(self, index: i32) -> Output {
        Output { node: self, index }
    }
}

impl Output {
    pub fn node(self) -> Node {
        self.node
    }

    pub fn index(self) -> i32 {
        self.index
    }

    pub(crate) fn raw(self) -> sys::rnl_output_t {
        sys::rnl_output_t { node: self.node.0, index: self.index }
    }

    pub(crate) fn from_raw(raw: sys::rnl_output_t) -> Option<Output> {
        (raw.node != sys::RNL_NO_NODE).then_some(Output { node: Node(raw.node), index: raw.index })
    }
}

pub(crate) fn raw_outputs(outputs: &[Output]) -> Vec<sys::rnl_output_t> {
    outputs.iter().map(|o| o.raw()).collect()
}

pub(crate) fn raw_nodes(nodes: &[Node]) -> Vec<sys::rnl_node_t> {
    nodes.iter().map(|n| n.raw()).collect()
}

/// A graph over the ops of a runtime. Clones are the same graph; sessions see it grow.
pub struct Graph {
    raw: NonNull<sys::rnl_graph_t>,
}

// SAFETY: the C ABI lets any number of threads use a graph at once.
unsafe impl Send for Graph {}
unsafe impl Sync for Graph {}

const NOTHING: sys::rnl_output_t = sys::rnl_output_t { node: sys::RNL_NO_NODE, index: 0 };

fn rank_of(dims: Option<&[i64]>) -> i32 {
    dims.map_or(-1, |d| i32::try_from(d.len()).unwrap_or(i32::MAX))
}

fn dims_of(dims: Option<&[i64]>) -> *const i64 {
    dims.map_or(ptr::null(), text::pointer)
}

impl Graph {
    pub fn new(runtime: &Runtime) -> Result<Graph> {
        // SAFETY: handles are alive for the calls, here and in what follows, and views live as long.
        Ok(Graph { raw: unsafe { made(|out| sys::rnl_graph_create(runtime.raw(), out))? } })
    }

    /// The runtime that the graph was made from.
    pub fn runtime(&self) -> Runtime {
        let shared = unsafe { Runtime::share(sys::rnl_graph_runtime(self.raw())) };
        shared.expect("a graph has a runtime")
    }

    /// Names, control inputs and a device for nodes that belong together.
    pub fn scope(&self, name: &str) -> Scope {
        Scope { graph: self.clone(), prefix: name.to_owned(), device: String::new(), after: Vec::new() }
    }

    /// A node whose attrs follow from its inputs and defaults; the result is its output 0.
    pub fn add_op(&self, op: &str, name: &str, inputs: &[Output]) -> Result<Output> {
        let inputs = raw_outputs(inputs);
        let mut out = NOTHING;
        unsafe {
            let (op, name) = (text::view(op), text::view(name));
            check(sys::rnl_graph_add_op(self.raw(), op, name, text::pointer(&inputs), inputs.len(), &mut out))?;
        }
        Ok(Node(out.node).output(out.index))
    }

    /// A Const. An empty name is made up.
    pub fn constant(&self, name: &str, value: &Tensor) -> Result<Output> {
        let mut out = NOTHING;
        unsafe { check(sys::rnl_graph_add_constant(self.raw(), text::view(name), value.raw(), &mut out))? };
        Ok(Node(out.node).output(out.index))
    }

    /// A Placeholder. Dims of None: any shape; a dim of -1: any size.
    pub fn placeholder(&self, name: &str, dtype: DType, dims: Option<&[i64]>) -> Result<Output> {
        let (mut out, name, dtype) = (NOTHING, text::view(name), dtype.to_raw());
        let (rank, dims) = (rank_of(dims), dims_of(dims));
        unsafe { check(sys::rnl_graph_add_placeholder(self.raw(), name, dtype, rank, dims, &mut out))? };
        Ok(Node(out.node).output(out.index))
    }

    /// A VarHandleOp; [`Variable`](crate::Variable) is one with its first value and its readings.
    pub fn variable_handle(&self, name: &str, dtype: DType, dims: Option<&[i64]>) -> Result<Output> {
        let (mut out, name, dtype) = (NOTHING, text::view(name), dtype.to_raw());
        let (rank, dims) = (rank_of(dims), dims_of(dims));
        unsafe { check(sys::rnl_graph_add_variable(self.raw(), name, dtype, rank, dims, &mut out))? };
        Ok(Node(out.node).output(out.index))
    }

    /// A NoOp that runs after all of `after`: one target for many nodes.
    pub fn group(&self, name: &str, after: &[Node]) -> Result<Node> {
        let (after, mut out) = (raw_nodes(after), sys::RNL_NO_NODE);
        unsafe {
            let name = text::view(name);
            check(sys::rnl_graph_add_group(self.raw(), name, text::pointer(&after), after.len(), &mut out))?;
        }
        Ok(Node(out))
    }

    /// Gives a Merge that was added with one missing input its back edge.
    pub fn close_loop(&self, merge: Node, from: Output) -> Result<()> {
        unsafe { check(sys::rnl_graph_close_loop(self.raw(), merge.raw(), from.raw())) }
    }

    /// Adds the gradients of sum(ys) with respect to each x, which may be a variable's handle; None where no y depends on it.
    pub fn gradients(&self, ys: &[Output], xs: &[Output]) -> Result<Vec<Option<Output>>> {
        self.gradients_of(ys, None, xs, &[], "")
    }

    /// The same with weights of the ys (None in an entry: ones), outputs that nothing flows through, and a scope for the new
    /// nodes (empty: "gradients").
    pub fn gradients_of(
        &self,
        ys: &[Output],
        grad_ys: Option<&[Option<Output>]>,
        xs: &[Output],
        stop: &[Output],
        scope: &str,
    ) -> Result<Vec<Option<Output>>> {
        let weights: Vec<_> = grad_ys.unwrap_or_default().iter().map(|w| w.map_or(NOTHING, Output::raw)).collect();
        if grad_ys.is_some() && weights.len() != ys.len() {
            let message = format!("{} weights for {} outputs to differentiate", weights.len(), ys.len());
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let (ys, xs, stop) = (raw_outputs(ys), raw_outputs(xs), raw_outputs(stop));
        let mut out = vec![NOTHING; xs.len()];
        unsafe {
            check(sys::rnl_graph_add_gradients(
                self.raw(),
                text::pointer(&ys),
                text::pointer(&weights),
                ys.len(),
                text::pointer(&xs),
                xs.len(),
                text::pointer(&stop),
                stop.len(),
                text::view(scope),
                out.as_mut_ptr(),
            ))?;
        }
        Ok(out.into_iter().map(Output::from_raw).collect())
    }

    /// Adds all nodes and functions of a GraphDef, binary or text, or none.
    pub fn import(&self, graph_def: &[u8], options: &ImportOptions) -> Result<()> {
        let owned = options.make()?;
        unsafe { check(sys::rnl_graph_import(self.raw(), sys::str_of(graph_def), owned.0.as_ptr())) }
    }

    /// The graph as TensorFlow's GraphDef. Equal graphs give equal bytes.
    pub fn export(&self) -> Result<Vec<u8>> {
        unsafe { Ok(text::take_bytes(made(|out| sys::rnl_graph_export(self.raw(), out))?)) }
    }

    pub fn export_text(&self) -> Result<String> {
        let bytes = unsafe { text::take_bytes(made(|out| sys::rnl_graph_export_text(self.raw(), out))?) };
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Makes all of `body` a function of this graph, with `inputs` (Placeholders of the body) as its arguments.
    pub fn add_function(&self, name: &str, body: &Graph, inputs: &[Output], outputs: &[Output]) -> Result<()> {
        let (inputs, outputs) = (raw_outputs(inputs), raw_outputs(outputs));
        unsafe {
            check(sys::rnl_graph_add_function(
                self.raw(),
                text::view(name),
                body.raw(),
                text::pointer(&inputs),
                inputs.len(),
                text::pointer(&outputs),
                outputs.len(),
            ))
        }
    }

    /// Names of the graph's functions, in order of addition.
    pub fn functions(&self) -> Result<Vec<String>> {
        unsafe { Ok(text::take_names(made(|out| sys::rnl_graph_functions(self.raw(), out))?)) }
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_graph_t {
        self.raw.as_ptr()
    }

    /// # Safety
    /// The reference is ours.
    pub(crate) unsafe fn adopt(raw: NonNull<sys::rnl_graph_t>) -> Graph {
        Graph { raw }
    }
}

impl Clone for Graph {
    fn clone(&self) -> Self {
        // SAFETY: the handle is alive; the clone owns the reference that is added.
        unsafe { sys::rnl_graph_retain(self.raw()) };
        Graph { raw: self.raw }
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_graph_release(self.raw()) }
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph").field("nodes", &self.num_nodes()).finish()
    }
}

/// A place in a graph whose nodes share a prefix of their names, control inputs and a device.
#[derive(Clone, Debug)]
pub struct Scope {
    graph: Graph,
    prefix: String,
    device: String,
    after: Vec<Node>,
}

impl Scope {
    /// A scope within this one.
    pub fn scope(&self, name: &str) -> Scope {
        Scope { prefix: format!("{}/{name}", self.prefix), ..self.clone() }
    }

    /// The same scope for nodes without a device of their own.
    pub fn on_device(&self, device: &str) -> Scope {
        Scope { device: device.to_owned(), ..self.clone() }
    }

    /// The same scope with nodes that run after `nodes`.
    pub fn after(&self, nodes: &[Node]) -> Scope {
        let mut scope = self.clone();
        scope.after.extend_from_slice(nodes);
        scope
    }
}

impl Place for Scope {
    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn arrange(&self, spec: &mut NodeSpec) {
        spec.prefix_name(&self.prefix);
        if !self.device.is_empty() && !spec.has_device() {
            spec.set_device(&self.device);
        }
        self.after.iter().for_each(|node| spec.add_after(*node));
    }
}

/// How a GraphDef is taken in.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    prefix: String,
    inputs: Vec<(String, Output)>,
    after: Vec<Node>,
    default_device: String,
    extend: bool,
    importer: Vec<(String, String)>,
}

pub(crate) struct RawImportOptions(pub(crate) NonNull<sys::rnl_import_options_t>);

impl Drop for RawImportOptions {
    fn drop(&mut self) {
        // SAFETY: made by ImportOptions::make and released once.
        unsafe { sys::rnl_import_options_release(self.0.as_ptr()) }
    }
}

impl ImportOptions {
    pub fn new() -> ImportOptions {
        ImportOptions::default()
    }

    /// "a" puts every node under "a/".
    pub fn prefix(mut self, prefix: &str) -> Self {
        prefix.clone_into(&mut self.prefix);
        self
    }

    /// What the def calls `name` ("node" or "node:1") is `output` of the graph instead.
    pub fn map_input(mut self, name: &str, output: Output) -> Self {
        self.inputs.push((name.to_owned(), output));
        self
    }

    /// Every imported node without inputs runs after `node`.
    pub fn after(mut self, node: Node) -> Self {
        self.after.push(node);
        self
    }

    /// For nodes without a device.
    pub fn default_device(mut self, device: &str) -> Self {
        device.clone_into(&mut self.default_device);
        self
    }

    /// What the graph has by its name is the same and is used; only what is missing is added. So a graph that
    /// another program makes is imported again whenever it has grown.
    pub fn extend(mut self, extend: bool) -> Self {
        self.extend = extend;
        self
    }

    /// An option of the importer of a model file, for [`Graph::load`].
    pub fn importer_option(mut self, key: &str, value: &str) -> Self {
        self.importer.push((key.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn make(&self) -> Result<RawImportOptions> {
        // SAFETY: the options are alive and used by this thread alone; views live for the calls.
        unsafe {
            let options = RawImportOptions(made(|out| sys::rnl_import_options_create(out))?);
            let raw = options.0.as_ptr();
            if !self.prefix.is_empty() {
                check(sys::rnl_import_options_set_prefix(raw, text::view(&self.prefix)))?;
            }
            for (name, output) in &self.inputs {
                check(sys::rnl_import_options_map_input(raw, text::view(name), output.raw()))?;
            }
            for node in &self.after {
                check(sys::rnl_import_options_add_control_dependency(raw, node.raw()))?;
            }
            if !self.default_device.is_empty() {
                check(sys::rnl_import_options_set_default_device(raw, text::view(&self.default_device)))?;
            }
            for (key, value) in &self.importer {
                check(sys::rnl_import_options_set_importer_option(raw, text::view(key), text::view(value)))?;
            }
            check(sys::rnl_import_options_set_extend(raw, self.extend))?;
            Ok(options)
        }
    }
}
