//! Tapes: gradients of what was executed.
use crate::eager::{Eager, EagerTensor, EagerVariable};
use crate::error::{check, made};
use crate::tensor::contain;
use crate::{sys, text, Code, Error, Result, Tensor};
use std::cell::RefCell;
use std::ffi::c_void;
use std::fmt;
use std::ptr::{self, NonNull};

thread_local! {
    /// What this thread's executions are recorded by; the innermost is last.
    static TAPES: RefCell<Vec<*mut sys::rnl_tape_t>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn current_tape() -> *mut sys::rnl_tape_t {
    TAPES.with(|tapes| tapes.borrow().last().copied().unwrap_or(ptr::null_mut()))
}

/// Records what this thread executes, from when it is made until [`stop`](GradientTape::stop) or its end, on watched values and
/// on variables that are read. Tapes nest; the outer one also records what gradients of the inner one compute.
pub struct GradientTape {
    raw: NonNull<sys::rnl_tape_t>,
    eager: Eager,
}

impl GradientTape {
    pub fn new(eager: &Eager) -> Result<GradientTape> {
        GradientTape::with(eager, false, true)
    }

    /// One that gives gradients any number of times.
    pub fn persistent(eager: &Eager) -> Result<GradientTape> {
        GradientTape::with(eager, true, true)
    }

    /// `watch_variables`: each that is read.
    pub fn with(eager: &Eager, persistent: bool, watch_variables: bool) -> Result<GradientTape> {
        // SAFETY: context and tape are alive.
        let raw =
            unsafe { made(|out| sys::rnl_tape_create(eager.raw(), current_tape(), persistent, watch_variables, out))? };
        TAPES.with(|tapes| tapes.borrow_mut().push(raw.as_ptr()));
        Ok(GradientTape { raw, eager: eager.clone() })
    }

    /// Nothing more is recorded.
    pub fn stop(&self) {
        TAPES.with(|tapes| tapes.borrow_mut().retain(|tape| *tape != self.raw.as_ptr()));
    }

    pub fn watch(&self, value: &EagerTensor) -> Result<()> {
        // SAFETY: tape and value are alive, here and in what follows.
        unsafe { check(sys::rnl_tape_watch(self.raw.as_ptr(), value.tensor().raw())) }
    }

    /// Stops recording, or begins it again.
    pub fn set_recording(&self, recording: bool) -> Result<()> {
        unsafe { check(sys::rnl_tape_set_recording(self.raw.as_ptr(), recording)) }
    }

    /// Of the sum of the targets, weighed by `output_gradients` where there are some, for each source, which may be a
    /// variable's handle. A source that no target depends on gets None, or zeros.
    pub fn gradients(
        &self,
        targets: &[&EagerTensor],
        sources: &[&EagerTensor],
        output_gradients: &[&EagerTensor],
        zeros: bool,
    ) -> Result<Vec<Option<EagerTensor>>> {
        if !output_gradients.is_empty() && output_gradients.len() != targets.len() {
            let (weights, ys) = (output_gradients.len(), targets.len());
            return Err(Error::new(Code::InvalidArgument, format!("{weights} output gradients for {ys} targets")));
        }
        let raw = |list: &[&EagerTensor]| list.iter().map(|t| t.tensor().raw()).collect::<Vec<_>>();
        let (ys, xs, weights) = (raw(targets), raw(sources), raw(output_gradients));
        let mut out = vec![ptr::null_mut(); xs.len()];
        unsafe {
            check(sys::rnl_tape_gradient(
                self.raw.as_ptr(),
                ptr::null(),
                text::pointer(&ys),
                if weights.is_empty() { ptr::null() } else { weights.as_ptr() },
                ys.len(),
                text::pointer(&xs),
                xs.len(),
                zeros,
                out.as_mut_ptr(),
            ))?;
            Ok(out.into_iter().map(|t| NonNull::new(t).map(|t| self.eager.value(Tensor::adopt(t)))).collect())
        }
    }

    pub fn gradient(&self, target: &EagerTensor, source: &EagerTensor) -> Result<Option<EagerTensor>> {
        Ok(self.gradients(&[target], &[source], &[], false)?.pop().flatten())
    }

    pub fn gradient_of(&self, target: &EagerTensor, source: &EagerVariable) -> Result<Option<EagerTensor>> {
        self.gradient(target, source.handle())
    }

    /// `outputs` were computed of `inputs`, in whatever way; `gradient` makes the gradients of the inputs, None for none, from
    /// those of the outputs.
    pub fn record(
        &self,
        inputs: &[&EagerTensor],
        outputs: &[&EagerTensor],
        gradient: impl Fn(&[EagerTensor]) -> Result<Vec<Option<EagerTensor>>> + Send + Sync + 'static,
    ) -> Result<()> {
        let xs: Vec<_> = inputs.iter().map(|t| t.tensor().raw()).collect();
        let ys: Vec<_> = outputs.iter().map(|t| t.tensor().raw()).collect();
        let custom = Custom { eager: self.eager.clone(), gradient: Box::new(gradient) };
        let arg = Box::into_raw(Box::new(custom)).cast::<c_void>();
        // SAFETY: `arg` is kept until drop_custom is called, and taken back on failure.
        unsafe {
            check(sys::rnl_tape_record(
                self.raw.as_ptr(),
                text::pointer(&xs),
                xs.len(),
                text::pointer(&ys),
                ys.len(),
                Some(call_custom),
                arg,
                Some(drop_custom),
            ))
            .inspect_err(|_| drop_custom(arg))
        }
    }
}

impl Drop for GradientTape {
    fn drop(&mut self) {
        self.stop();
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_tape_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for GradientTape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GradientTape")
    }
}

type Gradient = Box<dyn Fn(&[EagerTensor]) -> Result<Vec<Option<EagerTensor>>> + Send + Sync>;

struct Custom {
    eager: Eager,
    gradient: Gradient,
}

/// While it lives, this thread's executions are recorded by one tape.
struct OnTape;

impl OnTape {
    fn new(tape: *mut sys::rnl_tape_t) -> OnTape {
        TAPES.with(|tapes| tapes.borrow_mut().push(tape));
        OnTape
    }
}

impl Drop for OnTape {
    fn drop(&mut self) {
        TAPES.with(|tapes| tapes.borrow_mut().pop());
    }
}

impl Custom {
    fn call(
        &self,
        tape: *mut sys::rnl_tape_t,
        dys: &[*mut sys::rnl_tensor_t],
        dxs: &mut [*mut sys::rnl_tensor_t],
    ) -> Result<()> {
        // SAFETY: the gradients are alive for the call; their new references are ours, and what is given away is retained.
        let share = |raw: *mut sys::rnl_tensor_t| unsafe { NonNull::new(sys::rnl_tensor_retain(raw)) };
        let given: Vec<_> =
            dys.iter().filter_map(|dy| share(*dy)).map(|raw| self.eager.value(unsafe { Tensor::adopt(raw) })).collect();
        let _on = OnTape::new(tape);
        let made = (self.gradient)(&given)?;
        if made.len() != dxs.len() {
            let message = format!("a custom gradient gave {} gradients for {} inputs", made.len(), dxs.len());
            return Err(Error::new(Code::InvalidArgument, message));
        }
        for (place, gradient) in dxs.iter_mut().zip(&made) {
            if let Some(gradient) = gradient {
                *place = unsafe { sys::rnl_tensor_retain(gradient.tensor().raw()) };
            }
        }
        Ok(())
    }
}

extern "C" fn call_custom(
    arg: *mut c_void,
    tape: *mut sys::rnl_tape_t,
    output_gradients: *const *mut sys::rnl_tensor_t,
    num_outputs: usize,
    input_gradients: *mut *mut sys::rnl_tensor_t,
    num_inputs: usize,
) -> *mut sys::rnl_status_t {
    let mut ended = Err(Error::new(Code::Internal, "the custom gradient panicked"));
    // SAFETY: `arg` is the box of record; the lists are as long as they are said to be, and not NULL where they are read.
    contain(|| unsafe {
        let dys = if num_outputs == 0 { &[] } else { std::slice::from_raw_parts(output_gradients, num_outputs) };
        let dxs = if num_inputs == 0 { &mut [] } else { std::slice::from_raw_parts_mut(input_gradients, num_inputs) };
        ended = (*arg.cast::<Custom>()).call(tape, dys, dxs);
    });
    match ended {
        Ok(()) => ptr::null_mut(),
        // SAFETY: the message lives for the call.
        Err(error) => unsafe { sys::rnl_status_create(error.code().to_raw(), text::view(error.message())) },
    }
}

extern "C" fn drop_custom(arg: *mut c_void) {
    // SAFETY: `arg` is the box of record, and nobody calls it any more.
    contain(|| drop(unsafe { Box::from_raw(arg.cast::<Custom>()) }));
}
