//! Eager execution: ops that run at once on tensors, variables, functions of graphs. Tapes are in `eager_tape`.
use crate::eager_tape::current_tape;
use crate::error::{check, made};
use crate::graph::{raw_nodes, raw_outputs};
use crate::node::set;
use crate::{sys, text, Attr, Code, DType, Element, Error, Graph, Node, Output, Result, RunOptions, Runtime};
use crate::{SessionOptions, Tensor, Typed};
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::ptr::{self, NonNull};
use std::sync::Arc;

struct Context {
    raw: NonNull<sys::rnl_eager_t>,
    runtime: Runtime,
}

// SAFETY: the C ABI lets any number of threads use a context at once.
unsafe impl Send for Context {}
unsafe impl Sync for Context {}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_eager_release(self.raw.as_ptr()) }
    }
}

/// A context for ops that run at once, with the variables and whatever else they make. Clones are the same context.
///
/// ```
/// # fn main() -> runnel::Result<()> {
/// use runnel::{Eager, GradientTape, Runtime};
///
/// let eager = Eager::new(&Runtime::new()?)?;
/// let x = eager.tensor(&[2], &[1f32, 2.0])?;
/// let tape = GradientTape::new(&eager)?;
/// tape.watch(&x)?;
/// let y = (&(&x * &x)? * &x)?;
/// let slope = tape.gradient(&y, &x)?.expect("y depends on x");
/// assert_eq!(slope.to_vec::<f32>()?, [3.0, 12.0]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Eager(Arc<Context>);

impl Eager {
    pub fn new(runtime: &Runtime) -> Result<Eager> {
        Eager::with_options(runtime, &SessionOptions::new())
    }

    /// Errors: Unimplemented for options with a target.
    pub fn with_options(runtime: &Runtime, options: &SessionOptions) -> Result<Eager> {
        let options = options.make()?;
        // SAFETY: runtime and options are alive.
        let raw = unsafe { made(|out| sys::rnl_eager_create(runtime.raw(), options.raw(), out))? };
        Ok(Eager(Arc::new(Context { raw, runtime: runtime.clone() })))
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_eager_t {
        self.0.raw.as_ptr()
    }

    pub fn runtime(&self) -> &Runtime {
        &self.0.runtime
    }

    /// Cancels what runs, waits for it, drops variables. Every later execution is `Code::FailedPrecondition`.
    pub fn close(&self) -> Result<()> {
        // SAFETY: the context is alive.
        unsafe { check(sys::rnl_eager_close(self.raw())) }
    }

    /// A copy of `values` in this context.
    pub fn tensor<T: Element>(&self, dims: &[i64], values: &[T]) -> Result<EagerTensor> {
        Ok(self.value(Tensor::from_slice(self.runtime(), dims, values)?))
    }

    /// The same, with the type of its elements known.
    pub fn typed<T: Element>(&self, dims: &[i64], values: &[T]) -> Result<Typed<T>> {
        Typed::new(self.tensor(dims, values)?)
    }

    /// A tensor in this context.
    pub fn value(&self, tensor: Tensor) -> EagerTensor {
        EagerTensor { eager: self.clone(), tensor: Arc::new(tensor) }
    }

    /// An op with its attrs, to be run any number of times. Attrs that are not given follow from the inputs, or have their
    /// defaults.
    pub fn prepare(&self, op: &str, attrs: &[(&str, Attr)]) -> Result<EagerOp> {
        // SAFETY: the builder is used by this thread alone, and released by the call that takes it.
        unsafe {
            let graph = sys::rnl_eager_graph(self.raw());
            let builder = sys::rnl_node_builder_create(graph, text::view(op), text::view(""));
            for (name, value) in attrs {
                set(builder, text::view(name), value);
            }
            let raw = made(|out| sys::rnl_eager_op_create(self.raw(), builder, out))?;
            Ok(EagerOp { eager: self.clone(), raw })
        }
    }

    /// Runs an op once.
    pub fn run(&self, op: &str, inputs: &[&EagerTensor], attrs: &[(&str, Attr)]) -> Result<Vec<EagerTensor>> {
        self.prepare(op, attrs)?.run(inputs)
    }

    /// The part of a graph between inputs and outputs, with targets, as an op. An input is a placeholder, or a variable's
    /// of [`EagerVariable::in_graph`], which is then given by its handle.
    pub fn function(
        &self,
        name: &str,
        graph: &Graph,
        inputs: &[Output],
        outputs: &[Output],
        targets: &[Node],
    ) -> Result<EagerOp> {
        let (inputs, outputs, targets) = (raw_outputs(inputs), raw_outputs(outputs), raw_nodes(targets));
        // SAFETY: context and graph are alive; the lists live for the call.
        let raw = unsafe {
            made(|out| {
                sys::rnl_eager_op_from_graph(
                    self.raw(),
                    text::view(name),
                    graph.raw(),
                    text::pointer(&inputs),
                    inputs.len(),
                    text::pointer(&outputs),
                    outputs.len(),
                    text::pointer(&targets),
                    targets.len(),
                    out,
                )
            })?
        };
        Ok(EagerOp { eager: self.clone(), raw })
    }

    /// A new variable. Its name is for errors and checkpoints; several may have one. It goes with its last user.
    pub fn variable(&self, name: &str, value: &Tensor) -> Result<EagerVariable> {
        // SAFETY: context and value are alive.
        let raw = unsafe {
            made(|out| sys::rnl_eager_create_variable(self.raw(), text::view(name), text::view(""), value.raw(), out))?
        };
        // SAFETY: the reference is ours.
        let handle = self.value(unsafe { Tensor::adopt(raw) });
        Ok(EagerVariable { handle, name: name.to_owned(), dtype: value.dtype() })
    }

    fn one(&self, op: &str, inputs: &[&EagerTensor]) -> Result<EagerTensor> {
        let given: Vec<_> = inputs.iter().map(|i| i.tensor.raw()).collect();
        let mut out = ptr::null_mut();
        let mut count = 0;
        // SAFETY: context, tape and inputs are alive; there is room for one output.
        unsafe {
            check(sys::rnl_eager_execute(
                self.raw(),
                text::view(op),
                current_tape(),
                text::pointer(&given),
                given.len(),
                &mut out,
                1,
                &mut count,
            ))?;
        }
        // SAFETY: the reference is ours.
        NonNull::new(out)
            .map(|raw| self.value(unsafe { Tensor::adopt(raw) }))
            .ok_or_else(|| Error::new(Code::InvalidArgument, format!("{op} has no output")))
    }
}

impl fmt::Debug for Eager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Eager")
    }
}

/// An op with its attrs, or a function of a graph. Any thread.
pub struct EagerOp {
    eager: Eager,
    raw: NonNull<sys::rnl_eager_op_t>,
}

// SAFETY: the C ABI lets any number of threads use an op at once.
unsafe impl Send for EagerOp {}
unsafe impl Sync for EagerOp {}

impl Drop for EagerOp {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_eager_op_release(self.raw.as_ptr()) }
    }
}

impl EagerOp {
    pub fn run(&self, inputs: &[&EagerTensor]) -> Result<Vec<EagerTensor>> {
        self.run_raw(ptr::null(), inputs)
    }

    pub fn run_with(&self, options: &RunOptions, inputs: &[&EagerTensor]) -> Result<Vec<EagerTensor>> {
        self.run_raw(options.make()?.raw(), inputs)
    }

    fn run_raw(&self, options: *const sys::rnl_run_options_t, inputs: &[&EagerTensor]) -> Result<Vec<EagerTensor>> {
        let given: Vec<_> = inputs.iter().map(|i| i.tensor.raw()).collect();
        let mut count = 0;
        // SAFETY: op, tape and inputs are alive; there is room for as many outputs as are told.
        unsafe {
            let (op, at) = (self.raw.as_ptr(), text::pointer(&given));
            check(sys::rnl_eager_op_num_outputs(op, at, given.len(), &mut count))?;
            let mut out = vec![ptr::null_mut(); count];
            check(sys::rnl_eager_op_execute(
                op,
                options,
                current_tape(),
                at,
                given.len(),
                out.as_mut_ptr(),
                out.len(),
                &mut count,
            ))?;
            Ok(out.into_iter().filter_map(NonNull::new).map(|raw| self.eager.value(Tensor::adopt(raw))).collect())
        }
    }
}

/// A tensor whose operators run at once. Clones are the same value, as tapes know it.
#[derive(Clone, Debug)]
pub struct EagerTensor {
    eager: Eager,
    tensor: Arc<Tensor>,
}

impl EagerTensor {
    pub fn eager(&self) -> &Eager {
        &self.eager
    }

    /// The tensor, in the memory of its device.
    pub fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    pub fn dtype(&self) -> DType {
        self.tensor.dtype()
    }

    pub fn dims(&self) -> &[i64] {
        self.tensor.dims()
    }

    /// The elements, copied.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        Ok(self.tensor.to_host()?.as_slice::<T>()?.to_vec())
    }

    pub fn matmul(&self, other: &EagerTensor) -> Result<EagerTensor> {
        self.eager.one("MatMul", &[self, other])
    }

    pub fn square(&self) -> Result<EagerTensor> {
        self.eager.one("Square", &[self])
    }

    /// The sum of all elements.
    pub fn sum(&self) -> Result<EagerTensor> {
        let axes: Vec<i32> = (0i32..).take(self.dims().len()).collect();
        let count = i64::try_from(axes.len()).unwrap_or(i64::MAX);
        self.eager.one("Sum", &[self, &self.eager.tensor(&[count], &axes)?])
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:literal) => {
        impl $trait for &EagerTensor {
            type Output = Result<EagerTensor>;
            fn $method(self, other: &EagerTensor) -> Result<EagerTensor> {
                self.eager.one($op, &[self, other])
            }
        }
    };
}
operator!(Add, add, "AddV2");
operator!(Sub, sub, "Sub");
operator!(Mul, mul, "Mul");
operator!(Div, div, "RealDiv");

impl Neg for &EagerTensor {
    type Output = Result<EagerTensor>;
    fn neg(self) -> Result<EagerTensor> {
        self.eager.one("Neg", &[self])
    }
}

/// A variable of a context. Clones are the same variable.
#[derive(Clone, Debug)]
pub struct EagerVariable {
    handle: EagerTensor,
    name: String,
    dtype: DType,
}

impl EagerVariable {
    /// What ops on variables take, and tapes too.
    pub fn handle(&self) -> &EagerTensor {
        &self.handle
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn dtype(&self) -> DType {
        self.dtype
    }

    pub fn read(&self) -> Result<EagerTensor> {
        let read = self.handle.eager.run("ReadVariableOp", &[&self.handle], &[("dtype", Attr::Type(self.dtype))])?;
        read.into_iter().next().ok_or_else(|| Error::new(Code::Internal, "a read without a value"))
    }

    pub fn assign(&self, value: &EagerTensor) -> Result<()> {
        self.update("AssignVariableOp", value)
    }

    pub fn assign_add(&self, value: &EagerTensor) -> Result<()> {
        self.update("AssignAddVariableOp", value)
    }

    pub fn assign_sub(&self, value: &EagerTensor) -> Result<()> {
        self.update("AssignSubVariableOp", value)
    }

    fn update(&self, op: &str, value: &EagerTensor) -> Result<()> {
        self.handle.eager.run(op, &[&self.handle, value], &[]).map(drop)
    }

    /// The variable's output in a function's graph, which is added where it is missing.
    pub fn in_graph(&self, graph: &Graph) -> Result<Output> {
        let mut out = sys::rnl_output_t { node: sys::RNL_NO_NODE, index: 0 };
        // SAFETY: context, graph and handle are alive.
        unsafe {
            check(sys::rnl_eager_add_handle(self.handle.eager.raw(), graph.raw(), self.handle.tensor.raw(), &mut out))?;
        }
        Output::from_raw(out).ok_or_else(|| Error::new(Code::Internal, "a handle without a node"))
    }
}
