//! Closures that are traced into graphs: once for each signature, which runs as one step from then on.
use crate::{
    ops, Attr, Code, DType, Eager, EagerOp, EagerTensor, EagerVariable, Element, Error, Graph, Node, NodeSpec,
};
use crate::{Output, Place, Result};
use std::cell::RefCell;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An [`EagerTensor`] whose elements are known to be `T`.
#[derive(Clone, Debug)]
pub struct Typed<T> {
    tensor: EagerTensor,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> Typed<T> {
    /// Errors: InvalidArgument for a tensor of another type.
    pub fn new(tensor: EagerTensor) -> Result<Typed<T>> {
        expect_type::<T>("the tensor", tensor.dtype())?;
        Ok(Typed { tensor, element: PhantomData })
    }
}

impl<T> Deref for Typed<T> {
    type Target = EagerTensor;
    fn deref(&self) -> &EagerTensor {
        &self.tensor
    }
}

/// An output of the graph that is being traced, whose elements are `T`. Builders of ops take `*symbol`.
#[derive(Debug)]
pub struct Symbol<T> {
    output: Output,
    element: PhantomData<fn() -> T>,
}

impl<T> Clone for Symbol<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Symbol<T> {}

impl<T> Deref for Symbol<T> {
    type Target = Output;
    fn deref(&self) -> &Output {
        &self.output
    }
}

fn expect_type<T: Element>(what: &str, found: DType) -> Result<()> {
    if found == T::DTYPE {
        return Ok(());
    }
    Err(Error::new(Code::InvalidArgument, format!("{what} is {found:?}, expected {:?}", T::DTYPE)))
}

/// What a call is made with, flat: its tensors, and how many each list among them has.
#[derive(Default)]
#[doc(hidden)]
pub struct Flat<'a> {
    tensors: Vec<&'a EagerTensor>,
    counts: Vec<usize>,
}

/// What a traced closure takes or gives: a [`Symbol`], a `Vec` of them, or a tuple of such. A call takes and gives the same
/// with [`Typed`] in their place.
pub trait Symbols: Send + Sync + Sized + 'static {
    type Given<'a>;
    type Values;
    #[doc(hidden)]
    fn flatten<'a>(given: &Self::Given<'a>, flat: &mut Flat<'a>);
    #[doc(hidden)]
    fn place(given: &Self::Given<'_>, next: &mut dyn FnMut() -> Option<Output>) -> Result<Self>;
    #[doc(hidden)]
    fn outputs(&self, out: &mut Vec<Output>);
    #[doc(hidden)]
    fn values(&self, next: &mut dyn FnMut() -> Option<EagerTensor>) -> Result<Self::Values>;
}

fn missing() -> Error {
    Error::new(Code::Internal, "a function gave less than it has")
}

impl<T: Element> Symbols for Symbol<T> {
    type Given<'a> = &'a Typed<T>;
    type Values = Typed<T>;
    fn flatten<'a>(given: &Self::Given<'a>, flat: &mut Flat<'a>) {
        flat.tensors.push(given);
    }
    fn place(_given: &Self::Given<'_>, next: &mut dyn FnMut() -> Option<Output>) -> Result<Self> {
        Ok(Symbol { output: next().ok_or_else(missing)?, element: PhantomData })
    }
    fn outputs(&self, out: &mut Vec<Output>) {
        out.push(self.output);
    }
    fn values(&self, next: &mut dyn FnMut() -> Option<EagerTensor>) -> Result<Typed<T>> {
        Typed::new(next().ok_or_else(missing)?)
    }
}

impl<T: Element> Symbols for Vec<Symbol<T>> {
    type Given<'a> = &'a [Typed<T>];
    type Values = Vec<Typed<T>>;
    fn flatten<'a>(given: &Self::Given<'a>, flat: &mut Flat<'a>) {
        flat.counts.push(given.len());
        flat.tensors.extend(given.iter().map(|one| &one.tensor));
    }
    fn place(given: &Self::Given<'_>, next: &mut dyn FnMut() -> Option<Output>) -> Result<Self> {
        given.iter().map(|one| Symbol::<T>::place(&one, next)).collect()
    }
    fn outputs(&self, out: &mut Vec<Output>) {
        out.extend(self.iter().map(|one| one.output));
    }
    fn values(&self, next: &mut dyn FnMut() -> Option<EagerTensor>) -> Result<Self::Values> {
        self.iter().map(|one| one.values(next)).collect()
    }
}

macro_rules! tuple {
    ($($name:ident $index:tt),*) => {
        impl<$($name: Symbols),*> Symbols for ($($name,)*) {
            type Given<'a> = ($($name::Given<'a>,)*);
            type Values = ($($name::Values,)*);
            fn flatten<'a>(_given: &Self::Given<'a>, _flat: &mut Flat<'a>) {
                $($name::flatten(&_given.$index, _flat);)*
            }
            fn place(_given: &Self::Given<'_>, _next: &mut dyn FnMut() -> Option<Output>) -> Result<Self> {
                Ok(($($name::place(&_given.$index, _next)?,)*))
            }
            fn outputs(&self, _out: &mut Vec<Output>) {
                $(self.$index.outputs(_out);)*
            }
            fn values(&self, _next: &mut dyn FnMut() -> Option<EagerTensor>) -> Result<Self::Values> {
                Ok(($(self.$index.values(_next)?,)*))
            }
        }
    };
}
tuple!();
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);

/// Where a closure that is traced adds nodes. What has effects runs in the closure's order.
pub struct Tracing {
    eager: Eager,
    graph: Graph,
    order: RefCell<Order>,
}

#[derive(Default)]
struct Order {
    captured: Vec<(EagerTensor, Output)>, // what each call gives besides arguments
    last: Option<Node>,                   // the last node with an effect
    readers: Vec<Node>,                   // of variables since
    effects: Vec<Node>,
}

/// A graph whose nodes run after some.
struct Ordered<'a> {
    graph: &'a Graph,
    after: Vec<Node>,
}

impl Place for Ordered<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }
    fn arrange(&self, spec: &mut NodeSpec) {
        self.after.iter().for_each(|node| spec.add_after(*node));
    }
}

impl Place for Tracing {
    fn graph(&self) -> &Graph {
        &self.graph
    }
    fn arrange(&self, _spec: &mut NodeSpec) {}
}

impl Tracing {
    pub fn eager(&self) -> &Eager {
        &self.eager
    }

    /// An output as one of elements `T`. Errors: InvalidArgument for one of another type.
    pub fn symbol<T: Element>(&self, output: Output) -> Result<Symbol<T>> {
        let what = format!("{}:{}", self.graph.node_name(output.node()), output.index());
        expect_type::<T>(&what, self.graph.output_dtype(output))?;
        Ok(Symbol { output, element: PhantomData })
    }

    /// A constant of the graph.
    pub fn constant<T: Element>(&self, dims: &[i64], values: &[T]) -> Result<Symbol<T>> {
        let value = self.eager.tensor(dims, values)?;
        self.symbol(self.graph.constant("", value.tensor())?)
    }

    /// The handle of a variable, for ops that take one.
    pub fn handle(&self, variable: &EagerVariable) -> Result<Output> {
        let handle = variable.in_graph(&self.graph)?;
        let captured = &mut self.order.borrow_mut().captured;
        if captured.iter().all(|(_, known)| *known != handle) {
            captured.push((variable.handle().clone(), handle));
        }
        Ok(handle)
    }

    /// A value from outside, which each call gives as an argument: tapes see it.
    pub fn capture<T: Element>(&self, value: &Typed<T>) -> Result<Symbol<T>> {
        let output = argument(&self.graph, value)?;
        self.order.borrow_mut().captured.push((value.tensor.clone(), output));
        self.symbol(output)
    }

    /// The value of a variable when what was traced before has run.
    pub fn read<T: Element>(&self, variable: &EagerVariable) -> Result<Symbol<T>> {
        let handle = self.handle(variable)?;
        let after = self.order.borrow().last.into_iter().collect();
        let place = Ordered { graph: &self.graph, after };
        let read = ops::read_variable_op(handle, variable.dtype()).build(&place)?;
        self.order.borrow_mut().readers.push(read.node());
        self.symbol(read)
    }

    /// Adds a node that has an effect: it runs at each call, when all has run that was traced before with one, and before
    /// what is traced later.
    pub fn effect(&self, add: impl FnOnce(&dyn Place) -> Result<Node>) -> Result<()> {
        let after = {
            let order = self.order.borrow();
            order.readers.iter().copied().chain(order.last).collect()
        };
        let node = add(&Ordered { graph: &self.graph, after })?;
        let mut order = self.order.borrow_mut();
        order.readers.clear();
        order.last = Some(node);
        order.effects.push(node);
        Ok(())
    }

    pub fn assign<T>(&self, variable: &EagerVariable, value: Symbol<T>) -> Result<()> {
        let handle = self.handle(variable)?;
        self.effect(|place| ops::assign_variable_op(handle, *value).build(place))
    }

    pub fn assign_add<T>(&self, variable: &EagerVariable, value: Symbol<T>) -> Result<()> {
        let handle = self.handle(variable)?;
        self.effect(|place| ops::assign_add_variable_op(handle, *value).build(place))
    }

    pub fn assign_sub<T>(&self, variable: &EagerVariable, value: Symbol<T>) -> Result<()> {
        let handle = self.handle(variable)?;
        self.effect(|place| ops::assign_sub_variable_op(handle, *value).build(place))
    }
}

fn argument(graph: &Graph, like: &EagerTensor) -> Result<Output> {
    let shape = Attr::Shape(Some(like.dims().to_vec()));
    let spec = NodeSpec::new("Placeholder").attr("dtype", Attr::Type(like.dtype())).attr("shape", shape);
    Ok(spec.build(graph)?.output(0))
}

type Key = (Vec<(DType, Vec<i64>)>, Vec<usize>);
type Body<A, R> = dyn Fn(&Tracing, A) -> Result<R> + Send + Sync;

/// One signature's graph.
struct Traced<R> {
    op: Option<EagerOp>, // none: it does nothing
    results: R,
    captured: Vec<EagerTensor>,
}

/// A closure that is traced into a graph when it is first called with arguments of a signature, their shapes and how many a
/// list has, and runs as one step from then on. Tapes record a call as they record an op. Any thread.
///
/// ```
/// # fn main() -> runnel::Result<()> {
/// use runnel::{ops, Eager, Function, Runtime, Symbol};
///
/// let eager = Eager::new(&Runtime::new()?)?;
/// let line = Function::new(&eager, "line", |t, (x, w): (Symbol<f32>, Symbol<f32>)| {
///     let product = ops::mul(*x, *w).build(t)?;
///     t.symbol::<f32>(ops::add_v2(product, *w).build(t)?)
/// });
/// let x = eager.typed(&[2], &[1f32, 2.0])?;
/// let y = line.call((&x, &eager.typed(&[], &[3f32])?))?;
/// assert_eq!(y.to_vec::<f32>()?, [6.0, 9.0]);
/// # Ok(())
/// # }
/// ```
pub struct Function<A: Symbols, R: Symbols> {
    eager: Eager,
    name: String,
    body: Box<Body<A, R>>,
    traced: Mutex<HashMap<Key, Arc<Traced<R>>>>,
}

impl<A: Symbols, R: Symbols> Function<A, R> {
    /// `name` is for errors.
    pub fn new(eager: &Eager, name: &str, body: impl Fn(&Tracing, A) -> Result<R> + Send + Sync + 'static) -> Self {
        Function { eager: eager.clone(), name: name.to_owned(), body: Box::new(body), traced: Mutex::default() }
    }

    /// Errors: those of the closure, which is then asked again at the next call; those of the step.
    pub fn call(&self, given: A::Given<'_>) -> Result<R::Values> {
        let mut flat = Flat::default();
        A::flatten(&given, &mut flat);
        let sizes = flat.tensors.iter().map(|one| (one.dtype(), one.dims().to_vec())).collect();
        let key = (sizes, std::mem::take(&mut flat.counts));
        let known = self.lock().get(&key).cloned();
        let traced = match known {
            Some(traced) => traced,
            None => {
                // Without the lock: the closure may call this function.
                let made = Arc::new(self.trace(&given, &flat)?);
                self.lock().entry(key).or_insert(made).clone()
            }
        };
        let got = match &traced.op {
            Some(op) => {
                let given: Vec<&EagerTensor> = flat.tensors.iter().copied().chain(&traced.captured).collect();
                op.run(&given)?
            }
            None => Vec::new(),
        };
        let mut got = got.into_iter();
        traced.results.values(&mut || got.next())
    }

    /// Makes the closure a part of what is being traced.
    pub fn within(&self, tracing: &Tracing, arguments: A) -> Result<R> {
        (self.body)(tracing, arguments)
    }

    /// How many signatures there were.
    pub fn num_traces(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Traced<R>>>> {
        self.traced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn trace(&self, given: &A::Given<'_>, flat: &Flat<'_>) -> Result<Traced<R>> {
        let graph = Graph::new(self.eager.runtime())?;
        let placeholders = flat.tensors.iter().map(|one| argument(&graph, one));
        let mut inputs = placeholders.collect::<Result<Vec<Output>>>()?;
        let mut places = inputs.clone().into_iter();
        let arguments = A::place(given, &mut || places.next())?;
        let tracing = Tracing { eager: self.eager.clone(), graph, order: RefCell::default() };
        let results = (self.body)(&tracing, arguments)
            .map_err(|error| Error::new(error.code(), format!("function {}: {}", self.name, error.message())))?;
        let mut outputs = Vec::new();
        results.outputs(&mut outputs);
        let Tracing { graph, order, .. } = tracing;
        let order = order.into_inner();
        inputs.extend(order.captured.iter().map(|(_, output)| *output));
        let captured = order.captured.into_iter().map(|(value, _)| value).collect();
        let is_empty = outputs.is_empty() && order.effects.is_empty();
        let make = || self.eager.function(&self.name, &graph, &inputs, &outputs, &order.effects);
        Ok(Traced { op: if is_empty { None } else { Some(make()?) }, results, captured })
    }
}
