//! Functions of the program that nodes call: PyFunc and its kin, by token.
use crate::element::DType;
use crate::error::{check, made};
use crate::tensor::contain;
use crate::{sys, text, Code, Error, Result, Runtime, Tensor};
use std::ffi::c_void;
use std::ptr;

/// One call of a function that nodes call.
pub struct HostCall {
    raw: *mut sys::rnl_host_call_t,
    runtime: Runtime,
}

impl HostCall {
    /// The runtime that the call is of, for new tensors.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    pub fn token(&self) -> String {
        // SAFETY: the call is alive as long as the function runs, here and in what follows.
        unsafe { text::owned(sys::rnl_host_call_token(self.raw)) }
    }

    /// Name of the node that calls.
    pub fn node(&self) -> String {
        unsafe { text::owned(sys::rnl_host_call_node(self.raw)) }
    }

    pub fn num_inputs(&self) -> usize {
        unsafe { sys::rnl_host_call_num_inputs(self.raw) }
    }

    pub fn input(&self, index: usize) -> Result<Tensor> {
        unsafe { Ok(Tensor::adopt(made(|out| sys::rnl_host_call_input(self.raw, index, out))?)) }
    }

    /// The types that the results must have.
    pub fn output_dtypes(&self) -> Vec<DType> {
        unsafe {
            (0..sys::rnl_host_call_num_outputs(self.raw))
                .map(|i| DType::from_raw(sys::rnl_host_call_output_dtype(self.raw, i)))
                .collect()
        }
    }

    /// Whether the step has been cancelled meanwhile: nobody waits for the results.
    pub fn is_cancelled(&self) -> bool {
        unsafe { sys::rnl_host_call_is_cancelled(self.raw) }
    }
}

type Function = Box<dyn Fn(&HostCall) -> Result<Vec<Tensor>> + Send + Sync>;

fn run(function: &Function, raw: *mut sys::rnl_host_call_t) -> Result<()> {
    // SAFETY: the call is alive; the runtime is a new reference, and the outputs are retained by the call.
    unsafe {
        let share = sys::rnl_host_call_runtime(raw);
        let runtime = Runtime::share(share).ok_or_else(|| Error::new(Code::Internal, "a call without a runtime"))?;
        sys::rnl_runtime_release(share);
        let results = function(&HostCall { raw, runtime })?;
        let count = sys::rnl_host_call_num_outputs(raw);
        if results.len() != count {
            let token = text::owned(sys::rnl_host_call_token(raw));
            let message =
                format!("the function for token \"{token}\" gave {} tensors, expected {count}", results.len());
            return Err(Error::new(Code::InvalidArgument, message));
        }
        for (i, result) in results.iter().enumerate() {
            check(sys::rnl_host_call_set_output(raw, i, result.raw()))?;
        }
        Ok(())
    }
}

extern "C" fn call_function(arg: *mut c_void, raw: *mut sys::rnl_host_call_t) -> *mut sys::rnl_status_t {
    let mut ended = Err(Error::new(Code::Internal, "the function panicked"));
    // SAFETY: `arg` is the closure of set_host_function.
    contain(|| ended = run(unsafe { &*arg.cast::<Function>() }, raw));
    match ended {
        Ok(()) => ptr::null_mut(),
        // SAFETY: the message lives for the call.
        Err(error) => unsafe { sys::rnl_status_create(error.code().to_raw(), text::view(error.message())) },
    }
}

extern "C" fn drop_function(arg: *mut c_void) {
    // SAFETY: `arg` is the closure of set_host_function, and nobody calls it any more.
    contain(|| drop(unsafe { Box::from_raw(arg.cast::<Function>()) }));
}

impl Runtime {
    /// PyFunc, PyFuncStateless and EagerPyFunc nodes with this token call `function` from now on, which gives a tensor for each
    /// output. It is called on threads of Runnel's, several at once, and may run steps. Its error ends the step, a panic as
    /// `Code::Internal`. A step that is cancelled does not wait for it. It is dropped when nothing calls it any more.
    pub fn set_host_function(
        &self,
        token: &str,
        function: impl Fn(&HostCall) -> Result<Vec<Tensor>> + Send + Sync + 'static,
    ) -> Result<()> {
        let arg = Box::into_raw(Box::new(Box::new(function) as Function)).cast::<c_void>();
        // SAFETY: the runtime is alive; `arg` is kept until drop_function is called, and taken back on failure.
        unsafe {
            check(sys::rnl_runtime_set_host_function(
                self.raw(),
                text::view(token),
                Some(call_function),
                arg,
                Some(drop_function),
            ))
            .inspect_err(|_| drop_function(arg))
        }
    }

    /// Takes the function for the token away: nodes with it fail with `Code::Unimplemented`.
    pub fn remove_host_function(&self, token: &str) -> Result<()> {
        // SAFETY: the runtime is alive.
        unsafe { check(sys::rnl_runtime_set_host_function(self.raw(), text::view(token), None, ptr::null_mut(), None)) }
    }
}
