//! Looking at a graph: nodes by name, their edges, dtypes, shapes and attrs.
use crate::error::{check, made};
use crate::graph::{Graph, Node, Output};
use crate::{sys, text, DType, Result, Tensor};

// SAFETY, of all that follows: the graph is alive for the calls, names live as long, and borrowed strings are copied.
impl Graph {
    pub fn num_nodes(&self) -> usize {
        unsafe { sys::rnl_graph_num_nodes(self.raw()) }
    }

    /// All nodes, in order of addition.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.num_nodes()).map(|number| Node::from_raw(number as sys::rnl_node_t))
    }

    /// Errors: NotFound.
    pub fn find_node(&self, name: &str) -> Result<Node> {
        let mut node = sys::RNL_NO_NODE;
        unsafe { check(sys::rnl_graph_find_node(self.raw(), text::view(name), &mut node))? };
        Ok(Node::from_raw(node))
    }

    /// Takes "node" and "node:1". Errors: NotFound for the node, InvalidArgument for the output.
    pub fn find_output(&self, name: &str) -> Result<Output> {
        let mut out = sys::rnl_output_t { node: sys::RNL_NO_NODE, index: 0 };
        unsafe { check(sys::rnl_graph_find_output(self.raw(), text::view(name), &mut out))? };
        Ok(Node::from_raw(out.node).output(out.index))
    }

    /// Empty for a node that is not there.
    pub fn node_name(&self, node: Node) -> String {
        unsafe { text::owned(sys::rnl_graph_node_name(self.raw(), node.raw())) }
    }

    pub fn node_op(&self, node: Node) -> String {
        unsafe { text::owned(sys::rnl_graph_node_op(self.raw(), node.raw())) }
    }

    /// As requested; may be empty or partial.
    pub fn node_device(&self, node: Node) -> String {
        unsafe { text::owned(sys::rnl_graph_node_device(self.raw(), node.raw())) }
    }

    pub fn inputs(&self, node: Node) -> Vec<Output> {
        unsafe {
            (0..sys::rnl_graph_num_inputs(self.raw(), node.raw()))
                .filter_map(|i| Output::from_raw(sys::rnl_graph_input(self.raw(), node.raw(), i)))
                .collect()
        }
    }

    pub fn control_inputs(&self, node: Node) -> Vec<Node> {
        unsafe {
            (0..sys::rnl_graph_num_control_inputs(self.raw(), node.raw()))
                .map(|i| Node::from_raw(sys::rnl_graph_control_input(self.raw(), node.raw(), i)))
                .collect()
        }
    }

    pub fn num_outputs(&self, node: Node) -> usize {
        unsafe { sys::rnl_graph_num_outputs(self.raw(), node.raw()) }
    }

    pub fn output_dtype(&self, output: Output) -> DType {
        DType::from_raw(unsafe { sys::rnl_graph_output_dtype(self.raw(), output.raw()) })
    }

    /// What is known of an output's shape: None for an unknown rank, -1 for an unknown dim.
    pub fn output_shape(&self, output: Output) -> Result<Option<Vec<i64>>> {
        let (mut dims, mut rank) = ([0i64; 254], 0);
        unsafe {
            check(sys::rnl_graph_output_shape(self.raw(), output.raw(), dims.len(), dims.as_mut_ptr(), &mut rank))?;
        }
        Ok(usize::try_from(rank).ok().map(|rank| dims[..rank].to_vec()))
    }

    /// Nodes that take `output`, each once.
    pub fn consumers(&self, output: Output) -> Result<Vec<Node>> {
        let mut nodes: Vec<sys::rnl_node_t> = Vec::new();
        loop {
            let (capacity, mut count) = (nodes.len(), 0);
            unsafe {
                let raw = output.raw();
                check(sys::rnl_graph_consumers(self.raw(), raw, capacity, nodes.as_mut_ptr(), &mut count))?;
            }
            if count <= capacity {
                return Ok(nodes[..count].iter().map(|n| Node::from_raw(*n)).collect());
            }
            nodes.resize(count, sys::RNL_NO_NODE);
        }
    }

    /// In order of name; defaults are there as well.
    pub fn attr_names(&self, node: Node) -> Vec<String> {
        unsafe {
            (0..sys::rnl_graph_num_attrs(self.raw(), node.raw()))
                .map(|i| text::owned(sys::rnl_graph_attr_name(self.raw(), node.raw(), i)))
                .collect()
        }
    }

    /// "int", "list(type)"; empty without such an attr.
    pub fn attr_kind(&self, node: Node, attr: &str) -> String {
        unsafe { text::owned(sys::rnl_graph_attr_kind(self.raw(), node.raw(), text::view(attr))) }
    }

    /// Elements of a list; 1 for other attrs; 0 without such an attr.
    pub fn attr_len(&self, node: Node, attr: &str) -> usize {
        unsafe { sys::rnl_graph_attr_count(self.raw(), node.raw(), text::view(attr)) }
    }

    /// For people; long tensors are cut.
    pub fn attr_text(&self, node: Node, attr: &str) -> Result<String> {
        let attr = text::view(attr);
        let bytes = unsafe { made(|out| sys::rnl_graph_attr_text(self.raw(), node.raw(), attr, out))? };
        Ok(String::from_utf8_lossy(&text::take_bytes(bytes)).into_owned())
    }

    /// The value of an attr that is no list; [`Graph::attr_ints`] and its kin read lists.
    pub fn attr_int(&self, node: Node, attr: &str) -> Result<i64> {
        self.int_at(node, attr, 0)
    }

    pub fn attr_ints(&self, node: Node, attr: &str) -> Result<Vec<i64>> {
        (0..self.attr_len(node, attr)).map(|i| self.int_at(node, attr, i)).collect()
    }

    pub fn attr_float(&self, node: Node, attr: &str) -> Result<f32> {
        let mut value = 0.0;
        unsafe { check(sys::rnl_graph_attr_float(self.raw(), node.raw(), text::view(attr), 0, &mut value))? };
        Ok(value)
    }

    pub fn attr_bool(&self, node: Node, attr: &str) -> Result<bool> {
        let mut value = false;
        unsafe { check(sys::rnl_graph_attr_bool(self.raw(), node.raw(), text::view(attr), 0, &mut value))? };
        Ok(value)
    }

    pub fn attr_string(&self, node: Node, attr: &str) -> Result<Vec<u8>> {
        let mut value = text::EMPTY;
        unsafe {
            check(sys::rnl_graph_attr_string(self.raw(), node.raw(), text::view(attr), 0, &mut value))?;
            Ok(text::bytes(value).to_vec())
        }
    }

    pub fn attr_type(&self, node: Node, attr: &str) -> Result<DType> {
        self.type_at(node, attr, 0)
    }

    pub fn attr_types(&self, node: Node, attr: &str) -> Result<Vec<DType>> {
        (0..self.attr_len(node, attr)).map(|i| self.type_at(node, attr, i)).collect()
    }

    /// None: unknown rank; a dim of -1 is unknown.
    pub fn attr_shape(&self, node: Node, attr: &str) -> Result<Option<Vec<i64>>> {
        let (mut dims, mut rank) = ([0i64; 254], 0);
        unsafe {
            let (attr, raw) = (text::view(attr), dims.as_mut_ptr());
            check(sys::rnl_graph_attr_shape(self.raw(), node.raw(), attr, 0, dims.len(), raw, &mut rank))?;
        }
        Ok(usize::try_from(rank).ok().map(|rank| dims[..rank].to_vec()))
    }

    pub fn attr_tensor(&self, node: Node, attr: &str) -> Result<Tensor> {
        let attr = text::view(attr);
        unsafe { Ok(Tensor::adopt(made(|out| sys::rnl_graph_attr_tensor(self.raw(), node.raw(), attr, 0, out))?)) }
    }

    /// Name of the function.
    pub fn attr_func(&self, node: Node, attr: &str) -> Result<String> {
        let mut value = text::EMPTY;
        unsafe {
            check(sys::rnl_graph_attr_func(self.raw(), node.raw(), text::view(attr), 0, &mut value))?;
            Ok(text::owned(value))
        }
    }

    fn int_at(&self, node: Node, attr: &str, index: usize) -> Result<i64> {
        let mut value = 0;
        unsafe { check(sys::rnl_graph_attr_int(self.raw(), node.raw(), text::view(attr), index, &mut value))? };
        Ok(value)
    }

    fn type_at(&self, node: Node, attr: &str, index: usize) -> Result<DType> {
        let mut value = sys::RNL_INVALID;
        unsafe { check(sys::rnl_graph_attr_type(self.raw(), node.raw(), text::view(attr), index, &mut value))? };
        Ok(DType::from_raw(value))
    }
}
