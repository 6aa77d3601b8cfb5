//! What a run would do, to look at before anything runs.
use crate::error::{check, made};
use crate::graph::{raw_nodes, raw_outputs};
use crate::{sys, text, DType, Node, Output, Result, Session};
use std::ptr::{self, NonNull};

/// What a run would do. Made by [`Session::plan`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Kernels that a step runs; those of a loop count once.
    pub launches: i64,
    /// Of all regions.
    pub arena_bytes: u64,
    /// The passes that are on, in order.
    pub passes: Vec<PlanPass>,
    pub nodes: Vec<PlanNode>,
    /// Regions run their ops one after another in one arena.
    pub regions: Vec<PlanRegion>,
}

/// How many nodes there were before and after a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanPass {
    pub name: String,
    pub nodes_before: i64,
    pub nodes_after: i64,
    /// What it does.
    pub doc: String,
}

/// A node as it is planned.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanNode {
    pub name: String,
    pub op: String,
    pub device: String,
    /// Why it is that device: "default device", "asks for ...", "with ...".
    pub reason: String,
    /// None if the node runs on its own.
    pub region: Option<usize>,
    pub inputs: Vec<PlanInput>,
    pub outputs: Vec<PlanOutput>,
    /// In nanoseconds; None if nobody makes an estimate.
    pub estimate_ns: Option<u64>,
    /// In nanoseconds; None if it was not measured there.
    pub measured_ns: Option<u64>,
}

/// Which node's which output; None is a control edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanInput {
    pub node: usize,
    pub output: Option<usize>,
}

/// None for an unknown rank, -1 for an unknown size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanOutput {
    pub dtype: DType,
    pub shape: Option<Vec<i64>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanRegion {
    pub device: String,
    pub arena_bytes: u64,
    /// The most that is in use at once.
    pub live_bytes: u64,
    /// Names of the nodes that it runs, in order.
    pub ops: Vec<String>,
    pub values: Vec<PlanValue>,
}

/// What lies in a region's arena, from the op that fills it to the one that uses it last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanValue {
    /// "node:0" or "node (workspace)".
    pub name: String,
    pub offset_bytes: u64,
    pub size_bytes: u64,
    pub first_op: usize,
    pub last_op: usize,
}

struct RawPlan(NonNull<sys::rnl_plan_t>);

impl Drop for RawPlan {
    fn drop(&mut self) {
        // SAFETY: made by Session::plan and released once.
        unsafe { sys::rnl_plan_release(self.0.as_ptr()) }
    }
}

impl Session {
    /// Plans a run without running it, for feeds of these shapes: None as the graph says, -1 for a size that is not known.
    ///
    /// Errors: as [`Session::run`], before anything runs; Unimplemented for a session on a cluster.
    pub fn plan(&self, feeds: &[(Output, Option<&[i64]>)], fetches: &[Output], targets: &[Node]) -> Result<Plan> {
        let feed_outputs: Vec<_> = feeds.iter().map(|(output, _)| output.raw()).collect();
        let ranks: Vec<i32> =
            feeds.iter().map(|(_, dims)| dims.map_or(-1, |d| i32::try_from(d.len()).unwrap_or(i32::MAX))).collect();
        let dims: Vec<_> = feeds.iter().map(|(_, dims)| dims.map_or(ptr::null(), text::pointer)).collect();
        let (fetches, targets) = (raw_outputs(fetches), raw_nodes(targets));
        // SAFETY: the session is alive, and arrays have the lengths that are told. The plan's strings are copied.
        unsafe {
            let plan = RawPlan(made(|out| {
                sys::rnl_session_plan(
                    self.raw(),
                    text::pointer(&feed_outputs),
                    text::pointer(&ranks),
                    text::pointer(&dims),
                    feeds.len(),
                    text::pointer(&fetches),
                    fetches.len(),
                    text::pointer(&targets),
                    targets.len(),
                    out,
                )
            })?);
            plan.read()
        }
    }

    /// Saves the plan of a run to a file, a model of one signature, which calls its tensors as is said here: `(key, output,
    /// shape)` of feeds and `(key, output)` of fetches. [`crate::SavedModel::open`] reads it; a session of it plans at once, and
    /// computes the same bits.
    ///
    /// Errors: as [`Session::run`], before anything runs; Unimplemented, naming a node, for variables, other resources and
    /// functions that are called while steps run, and for a session on a cluster.
    pub fn save_plan(
        &self,
        path: &str,
        feeds: &[(&str, Output, Option<&[i64]>)],
        fetches: &[(&str, Output)],
    ) -> Result<()> {
        let feed_outputs: Vec<_> = feeds.iter().map(|(_, output, _)| output.raw()).collect();
        let feed_keys: Vec<_> = feeds.iter().map(|(key, _, _)| text::view(key)).collect();
        let ranks: Vec<i32> =
            feeds.iter().map(|(_, _, dims)| dims.map_or(-1, |d| i32::try_from(d.len()).unwrap_or(i32::MAX))).collect();
        let dims: Vec<_> = feeds.iter().map(|(_, _, dims)| dims.map_or(ptr::null(), text::pointer)).collect();
        let fetch_outputs: Vec<_> = fetches.iter().map(|(_, output)| output.raw()).collect();
        let fetch_keys: Vec<_> = fetches.iter().map(|(key, _)| text::view(key)).collect();
        // SAFETY: the session is alive, and arrays have the lengths that are told.
        unsafe {
            check(sys::rnl_session_save_plan(
                self.raw(),
                text::pointer(&feed_outputs),
                text::pointer(&feed_keys),
                text::pointer(&ranks),
                text::pointer(&dims),
                feeds.len(),
                text::pointer(&fetch_outputs),
                text::pointer(&fetch_keys),
                fetches.len(),
                text::view(path),
            ))
        }
    }
}

// SAFETY, of all that follows: the plan is alive, and what is borrowed from it is copied.
impl RawPlan {
    unsafe fn read(&self) -> Result<Plan> {
        let raw = self.0.as_ptr();
        Ok(Plan {
            launches: sys::rnl_plan_launches(raw),
            arena_bytes: sys::rnl_plan_arena_bytes(raw),
            passes: (0..sys::rnl_plan_num_passes(raw)).map(|i| self.pass(i)).collect::<Result<_>>()?,
            nodes: (0..sys::rnl_plan_num_nodes(raw)).map(|i| self.node(i)).collect::<Result<_>>()?,
            regions: (0..sys::rnl_plan_num_regions(raw)).map(|i| self.region(i)).collect::<Result<_>>()?,
        })
    }

    unsafe fn pass(&self, index: usize) -> Result<PlanPass> {
        let (mut name, mut nodes_before, mut nodes_after) = (text::EMPTY, 0, 0);
        check(sys::rnl_plan_pass(self.0.as_ptr(), index, &mut name, &mut nodes_before, &mut nodes_after))?;
        let mut doc = text::EMPTY;
        check(sys::rnl_plan_pass_doc(self.0.as_ptr(), index, &mut doc))?;
        Ok(PlanPass { name: text::owned(name), nodes_before, nodes_after, doc: text::owned(doc) })
    }

    unsafe fn node(&self, index: usize) -> Result<PlanNode> {
        let raw = self.0.as_ptr();
        let (mut name, mut op, mut device, mut reason) = (text::EMPTY, text::EMPTY, text::EMPTY, text::EMPTY);
        let mut region = -1;
        check(sys::rnl_plan_node(raw, index, &mut name, &mut op, &mut device, &mut reason, &mut region))?;
        let input = |i| {
            let mut input = sys::rnl_output_t { node: sys::RNL_NO_NODE, index: 0 };
            check(sys::rnl_plan_node_input(raw, index, i, &mut input))?;
            Ok(PlanInput { node: input.node as usize, output: usize::try_from(input.index).ok() })
        };
        let output = |i| {
            let (mut dtype, mut rank, mut dims) = (sys::RNL_INVALID, -1, ptr::null());
            check(sys::rnl_plan_node_output(raw, index, i, &mut dtype, &mut rank, &mut dims))?;
            let shape = match usize::try_from(rank) {
                Err(_) => None,
                Ok(0) => Some(Vec::new()),
                Ok(rank) => Some(std::slice::from_raw_parts(dims, rank).to_vec()),
            };
            Ok(PlanOutput { dtype: DType::from_raw(dtype), shape })
        };
        let (mut estimate, mut measured) = (-1.0, -1.0);
        check(sys::rnl_plan_node_cost(raw, index, &mut estimate, &mut measured))?;
        let known = |ns: f64| (ns >= 0.0).then_some(ns as u64);
        Ok(PlanNode {
            name: text::owned(name),
            op: text::owned(op),
            device: text::owned(device),
            reason: text::owned(reason),
            region: usize::try_from(region).ok(),
            inputs: (0..sys::rnl_plan_num_node_inputs(raw, index)).map(input).collect::<Result<_>>()?,
            outputs: (0..sys::rnl_plan_num_node_outputs(raw, index)).map(output).collect::<Result<_>>()?,
            estimate_ns: known(estimate),
            measured_ns: known(measured),
        })
    }

    unsafe fn region(&self, index: usize) -> Result<PlanRegion> {
        let raw = self.0.as_ptr();
        let (mut device, mut count, mut arena_bytes, mut live_bytes) = (text::EMPTY, 0, 0, 0);
        check(sys::rnl_plan_region(raw, index, &mut device, &mut count, &mut arena_bytes, &mut live_bytes))?;
        let op = |i| {
            let mut name = text::EMPTY;
            check(sys::rnl_plan_region_op(raw, index, i, &mut name))?;
            Ok(text::owned(name))
        };
        let value = |i| {
            let (mut name, mut offset_bytes, mut size_bytes) = (text::EMPTY, 0, 0);
            let (mut first_op, mut last_op) = (0, 0);
            let (first_at, last_at) = (&mut first_op, &mut last_op);
            check(sys::rnl_plan_value(
                raw,
                index,
                i,
                &mut name,
                &mut offset_bytes,
                &mut size_bytes,
                first_at,
                last_at,
            ))?;
            Ok(PlanValue { name: text::owned(name), offset_bytes, size_bytes, first_op, last_op })
        };
        Ok(PlanRegion {
            device: text::owned(device),
            arena_bytes,
            live_bytes,
            ops: (0..count).map(op).collect::<Result<_>>()?,
            values: (0..sys::rnl_plan_num_values(raw, index)).map(value).collect::<Result<_>>()?,
        })
    }
}
