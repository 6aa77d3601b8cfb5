//! Asynchronous runs: a callback of Runnel, and a future over it that needs no particular executor.
use crate::error::check;
use crate::run::RawRunOptions;
use crate::tensor::contain;
use crate::{sys, Cancellation, Error, Result, RunOptions, Tensor};
use std::ffi::c_void;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

pub(crate) type Done = Box<dyn FnOnce(Result<Vec<Tensor>>) + Send>;

extern "C" fn run_done(
    arg: *mut c_void,
    status: *mut sys::rnl_status_t,
    fetches: *const *mut sys::rnl_tensor_t,
    num_fetches: usize,
) {
    // SAFETY: `arg` is the box of `start`, and Runnel calls this once. Status and fetches live for the call.
    contain(|| unsafe {
        let done = Box::from_raw(arg.cast::<Done>());
        done(match Error::from_borrowed(status) {
            Some(error) => Err(error),
            None => Ok((0..num_fetches).filter_map(|i| keep(*fetches.add(i))).collect()),
        });
    });
}

/// A borrowed fetch, kept. The completion still has its reference for a moment, but gives it to nobody.
///
/// # Safety
/// `raw` is alive, and called for once.
unsafe fn keep(raw: *mut sys::rnl_tensor_t) -> Option<Tensor> {
    NonNull::new(sys::rnl_tensor_retain(raw)).map(|raw| Tensor::adopt(raw))
}

type RunDone = extern "C" fn(*mut c_void, *mut sys::rnl_status_t, *const *mut sys::rnl_tensor_t, usize);

/// Starts a run, with `launch(run_done, arg)`, whose end is given to `done`, once and on a thread of the runtime.
pub(crate) fn start(done: Done, launch: impl FnOnce(RunDone, *mut c_void) -> *mut sys::rnl_status_t) -> Result<()> {
    let arg = Box::into_raw(Box::new(done));
    // SAFETY: the status is ours. `arg` is given to run_done, or, if the run did not start, taken back here.
    unsafe {
        let started = check(launch(run_done, arg.cast()));
        if started.is_err() {
            drop(Box::from_raw(arg));
        }
        started
    }
}

enum State {
    Running(Option<Waker>),
    Ended(Result<Vec<Tensor>>),
    Taken,
}

/// The end of a run that was started with `run_async`. Polling it never blocks; dropping it cancels the run.
#[must_use = "dropping the future cancels the run"]
pub struct RunFuture {
    state: Arc<Mutex<State>>,
    cancellation: Option<Cancellation>,
    cancel_on_drop: bool,
}

impl RunFuture {
    fn failed(error: Error) -> RunFuture {
        let state = Arc::new(Mutex::new(State::Ended(Err(error))));
        RunFuture { state, cancellation: None, cancel_on_drop: false }
    }

    /// `launch(options, done)` starts the run.
    pub(crate) fn start(options: &RunOptions, launch: impl FnOnce(&RawRunOptions, Done) -> Result<()>) -> RunFuture {
        RunFuture::try_start(options, launch).unwrap_or_else(RunFuture::failed)
    }

    fn try_start(options: &RunOptions, launch: impl FnOnce(&RawRunOptions, Done) -> Result<()>) -> Result<RunFuture> {
        let cancel_on_drop = options.cancellation.is_none();
        let cancellation = match &options.cancellation {
            Some(given) => given.clone(),
            None => Cancellation::new()?,
        };
        let options = options.clone().cancellation(&cancellation).make()?;
        let state = Arc::new(Mutex::new(State::Running(None)));
        let told = state.clone();
        let done = move |result| {
            let mut state = told.lock().unwrap_or_else(PoisonError::into_inner);
            let before = std::mem::replace(&mut *state, State::Ended(result));
            drop(state);
            if let State::Running(Some(waker)) = before {
                waker.wake(); // with no lock held: it may poll at once
            }
        };
        launch(&options, Box::new(done))?;
        Ok(RunFuture { state, cancellation: Some(cancellation), cancel_on_drop })
    }

    /// What ends the run early; may be kept and used by others. None if the run could not be started.
    pub fn cancellation(&self) -> Option<&Cancellation> {
        self.cancellation.as_ref()
    }
}

impl Future for RunFuture {
    type Output = Result<Vec<Tensor>>;

    /// Panics if polled again after the end.
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *state, State::Taken) {
            State::Running(waker) => {
                let waker = waker.filter(|w| w.will_wake(context.waker())).unwrap_or_else(|| context.waker().clone());
                *state = State::Running(Some(waker));
                Poll::Pending
            }
            State::Ended(result) => Poll::Ready(result),
            State::Taken => {
                drop(state);
                panic!("a RunFuture was polled after its end");
            }
        }
    }
}

impl Drop for RunFuture {
    fn drop(&mut self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State::Running(waker) = &mut *state else { return };
        let waker = waker.take();
        drop(state);
        drop(waker);
        if let Some(cancellation) = self.cancellation.as_ref().filter(|_| self.cancel_on_drop) {
            let _ = cancellation.cancel(); // it can only fail in a forked child, where nothing runs
        }
    }
}

impl fmt::Debug for RunFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunFuture").field("cancellation", &self.cancellation).finish_non_exhaustive()
    }
}
