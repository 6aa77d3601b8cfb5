//! Safe Rust over Runnel's C ABI: build a dataflow graph, differentiate it, run it on devices, save and restore it.
//!
//! ```
//! # fn main() -> runnel::Result<()> {
//! use runnel::{ops, DType, Graph, Runtime, Session, Tensor};
//!
//! let runtime = Runtime::new()?;
//! let graph = Graph::new(&runtime)?;
//! let x = graph.placeholder("x", DType::Float, Some(&[]))?;
//! let y = ops::square(x).build(&graph)?;
//! let slope = graph.gradients(&[y], &[x])?[0].expect("y depends on x");
//!
//! let session = Session::new(&graph)?;
//! let three = Tensor::scalar(&runtime, 3f32)?;
//! let answer = session.run(&[(x, &three)], &[slope], &[])?;
//! assert_eq!(answer[0].as_slice::<f32>()?, [6.0]);
//! # Ok(())
//! # }
//! ```
//!
//! A program finds librunnel where it was built against it if its `build.rs` says so, since Cargo does not pass a library's
//! own linker arguments on:
//!
//! ```no_run
//! let folder = std::env::var("DEP_RUNNEL_LIBRARY_DIR").expect("a dependency on runnel");
//! println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}"); // or -Wl,-rpath,$ORIGIN: beside the program
//! ```
//!
//! What always holds:
//! - Calls that can fail give a [`Result`]; its [`Error`] has a [`Code`], a message and the name of the node at fault.
//! - Handles keep alive what they were made from, so they may be dropped in any order. Clones share.
//! - [`Runtime`], [`Graph`], [`Session`], [`Callable`], [`Tensor`], [`Server`] and [`Cancellation`] go to and are used from any number
//!   of threads at once.
//! - Elements of a tensor are seen in place. They can be written only while nobody else sees them.
//! - A panic in a callback is caught where it happens and never reaches Runnel.
//! - A call that waits ([`Session::run`], [`Session::close`]) must not be made from inside a callback, except from a function
//!   that nodes call ([`Runtime::set_host_function`]).

mod callable;
mod cancellation;
mod checkpoint;
mod cluster;
mod coordination;
mod dataset;
mod eager;
mod eager_tape;
mod element;
mod error;
mod estimator;
mod events;
mod function;
mod future;
mod graph;
mod host_function;
mod inspect;
#[rustfmt::skip]
#[path = "layers.rs"]
mod rows;
mod learn;
mod loss_scale;
mod meta_graph;
mod metadata;
mod node;
#[rustfmt::skip]
pub mod ops;
pub mod optimizer;
mod plan;
mod records;
mod run;
mod runtime;
mod saved_model;
mod schema;
mod session;
mod session_options;
mod sparse;
mod spec;
mod tensor;
mod text;
mod trainer;
mod variable;

pub use callable::{Callable, PartialRun};
pub use cancellation::Cancellation;
pub use checkpoint::{Checkpoint, CheckpointEntry, Saver};
pub use cluster::{Cluster, DeviceSetter, Server, ServerOptions};
pub use coordination::{start_queue_runners, Coordinator, Entered, QueueFiller};
pub use dataset::{Dataset, DatasetIterator};
pub use eager::{Eager, EagerOp, EagerTensor, EagerVariable};
pub use eager_tape::GradientTape;
pub use element::{BFloat16, Complex, DType, Element, Half};
pub use error::{Code, Error, Result};
pub use estimator::{
    Estimator, EstimatorInput, EstimatorStop, Evaluate, Mode, ModelCall, Predictions, Train, TrainAndEvaluate,
};
pub use events::EventWriter;
pub use function::{Function, Symbol, Symbols, Tracing, Typed};
pub use future::RunFuture;
pub use graph::{Graph, ImportOptions, Node, Output, Scope};
pub use host_function::HostCall;
pub use learn::{describe_layers, Compile, Fit, History, Model, OwnCall, OwnWeight, Progress, Samples, Value};
pub use meta_graph::{CollectionKind, MetaGraph, MetaVariable, QueueRunner, SaverInfo};
pub use metadata::{NodeStats, RunMetadata, Trace};
pub use node::{Attr, NodeSpec, Place};
pub use plan::{Plan, PlanInput, PlanNode, PlanOutput, PlanPass, PlanRegion, PlanValue};
pub use records::{Example, Feature, RecordReader, RecordWriter};
pub use rows::*;
pub use run::RunOptions;
pub use runtime::{version, Device, Runtime, RuntimeBuilder, Severity};
pub use saved_model::{SavedModel, Signature, SignatureTensor};
pub use schema::{DeviceMemory, Kernel, Op, OpArgument, OpAttr};
pub use session::Session;
pub use session_options::SessionOptions;
pub use sparse::{IndexedSlices, SlicesOutput, SparseOutput, SparseTensor};
pub use spec::Sizes;
pub use tensor::Tensor;
pub use trainer::{Hook, HookCall, RunConfig, RunConfigOptions, Scaffold, Trainer, TrainerStop};
pub use variable::Variable;

/// The raw declarations.
pub use runnel_sys as sys;
