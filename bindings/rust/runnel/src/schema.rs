//! What a runtime can do: schemas of ops, kernels, and the memory of devices.
use crate::error::{check, made};
use crate::{sys, text, DType, Result, Runtime};
use std::ptr::{self, NonNull};

/// The schema of an op.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Op {
    pub name: String,
    /// One paragraph.
    pub doc: String,
    pub is_stateful: bool,
    /// Gradients flow through it.
    pub has_gradient: bool,
    /// It is given by simpler ops where a device has no kernel.
    pub has_composition: bool,
    pub inputs: Vec<OpArgument>,
    pub outputs: Vec<OpArgument>,
    pub attrs: Vec<OpAttr>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpArgument {
    pub name: String,
    /// As op rows write it: "float", "T", "N * T", "Tin".
    pub kind: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpAttr {
    pub name: String,
    /// "int", "list(type)", "func".
    pub kind: String,
    /// As text; empty if there is none: the attr must be given, or follows from the inputs.
    pub default: String,
    /// The least number, or length of a list, that is allowed.
    pub minimum: Option<i64>,
    /// What a type or string may be; none: anything.
    pub allowed: Vec<String>,
}

/// A kernel that was loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kernel {
    pub op: String,
    /// "CPU"; "*" for kernels of the host, which serve every device.
    pub device_kind: String,
    /// Id of the plugin that brought it.
    pub plugin: String,
    /// The types that it takes, of each type attr that it restricts.
    pub types: Vec<(String, Vec<DType>)>,
}

/// Memory of a device, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceMemory {
    pub in_use: u64,
    pub peak: u64,
    /// 0: none or unknown.
    pub limit: u64,
}

struct RawOp(NonNull<sys::rnl_op_t>);

impl Drop for RawOp {
    fn drop(&mut self) {
        // SAFETY: made by Runtime::op and released once.
        unsafe { sys::rnl_op_release(self.0.as_ptr()) }
    }
}

struct RawKernels(NonNull<sys::rnl_kernels_t>);

impl Drop for RawKernels {
    fn drop(&mut self) {
        // SAFETY: made by Runtime::kernels and released once.
        unsafe { sys::rnl_kernels_release(self.0.as_ptr()) }
    }
}

// SAFETY, of all that follows: handles are alive for the calls, and borrowed strings are copied.
impl Runtime {
    /// Errors: NotFound naming the op and close names.
    pub fn op(&self, name: &str) -> Result<Op> {
        unsafe {
            let name = text::view(name);
            let op = RawOp(made(|out| sys::rnl_runtime_find_op(self.raw(), name, out))?);
            let raw = op.0.as_ptr();
            let input = |i| OpArgument {
                name: text::owned(sys::rnl_op_input_name(raw, i)),
                kind: text::owned(sys::rnl_op_input_type(raw, i)),
            };
            let output = |i| OpArgument {
                name: text::owned(sys::rnl_op_output_name(raw, i)),
                kind: text::owned(sys::rnl_op_output_type(raw, i)),
            };
            let attr = |i| OpAttr {
                name: text::owned(sys::rnl_op_attr_name(raw, i)),
                kind: text::owned(sys::rnl_op_attr_type(raw, i)),
                default: text::owned(sys::rnl_op_attr_default(raw, i)),
                minimum: Some(sys::rnl_op_attr_minimum(raw, i)).filter(|least| *least != i64::MIN),
                allowed: (0..sys::rnl_op_attr_num_allowed(raw, i))
                    .map(|choice| text::owned(sys::rnl_op_attr_allowed(raw, i, choice)))
                    .collect(),
            };
            Ok(Op {
                name: text::owned(sys::rnl_op_name(raw)),
                doc: text::owned(sys::rnl_op_doc(raw)),
                is_stateful: sys::rnl_op_is_stateful(raw),
                has_gradient: sys::rnl_op_has_gradient(raw),
                has_composition: sys::rnl_op_has_composition(raw),
                inputs: (0..sys::rnl_op_num_inputs(raw)).map(input).collect(),
                outputs: (0..sys::rnl_op_num_outputs(raw)).map(output).collect(),
                attrs: (0..sys::rnl_op_num_attrs(raw)).map(attr).collect(),
            })
        }
    }

    /// All kernels that are loaded now.
    pub fn kernels(&self) -> Result<Vec<Kernel>> {
        unsafe {
            let kernels = RawKernels(made(|out| sys::rnl_runtime_kernels(self.raw(), out))?);
            let raw = kernels.0.as_ptr();
            let types = |i, constraint| {
                let mut types = ptr::null();
                let count = sys::rnl_kernels_constraint_types(raw, i, constraint, &mut types);
                let types = if count == 0 { &[] } else { std::slice::from_raw_parts(types, count) };
                (
                    text::owned(sys::rnl_kernels_constraint_attr(raw, i, constraint)),
                    types.iter().map(|t| DType::from_raw(*t)).collect(),
                )
            };
            let kernel = |i| Kernel {
                op: text::owned(sys::rnl_kernels_op(raw, i)),
                device_kind: text::owned(sys::rnl_kernels_device_type(raw, i)),
                plugin: text::owned(sys::rnl_kernels_plugin(raw, i)),
                types: (0..sys::rnl_kernels_num_constraints(raw, i)).map(|c| types(i, c)).collect(),
            };
            Ok((0..sys::rnl_kernels_count(raw)).map(kernel).collect())
        }
    }

    /// Of the device at a position in [`Runtime::devices`]. Errors: OutOfRange.
    pub fn device_memory(&self, device: usize) -> Result<DeviceMemory> {
        let mut memory = DeviceMemory::default();
        unsafe {
            check(sys::rnl_runtime_device_memory(
                self.raw(),
                device,
                &mut memory.in_use,
                &mut memory.peak,
                &mut memory.limit,
            ))?;
        }
        Ok(memory)
    }
}
