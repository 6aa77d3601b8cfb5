//! Prepared runs, and runs in stages.
use crate::error::check;
use crate::future::{start, Done, RunFuture};
use crate::run::{raw_tensors, Fetched, RawRunOptions, Request};
use crate::{sys, text, Output, Result, RunOptions, Tensor};
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

/// So many handles are put side by side without allocating.
const FEW: usize = 4;

/// A prepared set of feeds, fetches and targets. Made by [`Session::prepare`](crate::Session::prepare).
pub struct Callable {
    raw: NonNull<sys::rnl_callable_t>,
    feeds: usize,
    fetches: usize,
}

// SAFETY: the C ABI lets any number of threads use a callable at once.
unsafe impl Send for Callable {}
unsafe impl Sync for Callable {}

impl Callable {
    /// # Safety
    /// The reference is ours, of a callable with as many feeds and fetches.
    pub(crate) unsafe fn adopt(raw: NonNull<sys::rnl_callable_t>, feeds: usize, fetches: usize) -> Callable {
        Callable { raw, feeds, fetches }
    }

    /// For calls of the C ABI, through [`sys`]. Stays owned here.
    pub fn as_raw(&self) -> *mut sys::rnl_callable_t {
        self.raw.as_ptr()
    }

    /// Feeds and fetches are in the order of [`Session::prepare`](crate::Session::prepare), and as many.
    pub fn run(&self, feeds: &[&Tensor]) -> Result<Vec<Tensor>> {
        let mut fetched = Vec::new();
        self.run_into(feeds, &mut fetched)?;
        Ok(fetched)
    }

    /// The same, with what is fetched in `fetched`, whose tensors are dropped first: the fastest way to make one call many
    /// times. After a failure it is empty.
    #[inline]
    pub fn run_into(&self, feeds: &[&Tensor], fetched: &mut Vec<Tensor>) -> Result<()> {
        self.run_now(ptr::null(), feeds, fetched)
    }

    pub fn run_with(&self, options: &RunOptions, feeds: &[&Tensor]) -> Result<Vec<Tensor>> {
        let mut fetched = Vec::new();
        self.run_now(options.make()?.raw(), feeds, &mut fetched)?;
        Ok(fetched)
    }

    #[inline]
    fn run_now(
        &self,
        options: *const sys::rnl_run_options_t,
        feeds: &[&Tensor],
        fetched: &mut Vec<Tensor>,
    ) -> Result<()> {
        if feeds.len() > FEW {
            return self.run_raw(options, &raw_tensors(feeds.iter().copied()), fetched);
        }
        let mut few = [MaybeUninit::uninit(); FEW];
        for (place, feed) in few.iter_mut().zip(feeds) {
            place.write(feed.raw());
        }
        // SAFETY: as many as there are feeds were written.
        let few = unsafe { std::slice::from_raw_parts(few.as_ptr().cast(), feeds.len()) };
        self.run_raw(options, few, fetched)
    }

    #[inline]
    fn run_raw(
        &self,
        options: *const sys::rnl_run_options_t,
        feeds: &[*mut sys::rnl_tensor_t],
        fetched: &mut Vec<Tensor>,
    ) -> Result<()> {
        fetched.clear();
        fetched.reserve(self.fetches);
        // SAFETY: the handles are alive, and arrays have the lengths that are told. A tensor is its handle alone, so a run
        // that has succeeded has made tensors of the vector's room.
        unsafe {
            check(sys::rnl_callable_run(
                self.raw.as_ptr(),
                options,
                feeds.as_ptr(),
                feeds.len(),
                fetched.as_mut_ptr().cast(),
                self.fetches,
                ptr::null_mut(),
            ))?;
            fetched.set_len(self.fetches);
        }
        Ok(())
    }

    /// As [`Session::run_async`](crate::Session::run_async).
    pub fn run_async(&self, options: &RunOptions, feeds: &[&Tensor]) -> RunFuture {
        RunFuture::start(options, |raw_options, done| self.start(raw_options, feeds, done))
    }

    /// As [`Session::run_callback`](crate::Session::run_callback).
    pub fn run_callback(
        &self,
        options: &RunOptions,
        feeds: &[&Tensor],
        done: impl FnOnce(Result<Vec<Tensor>>) + Send + 'static,
    ) -> Result<()> {
        self.start(&options.make()?, feeds, Box::new(done))
    }

    fn start(&self, options: &RawRunOptions, feeds: &[&Tensor], done: Done) -> Result<()> {
        let values = raw_tensors(feeds.iter().copied());
        // SAFETY: handles are alive for the call, and arrays have the lengths that are told.
        start(done, |run_done, arg| unsafe {
            sys::rnl_callable_run_callback(
                self.raw.as_ptr(),
                options.raw(),
                text::pointer(&values),
                values.len(),
                Some(run_done),
                arg,
            )
        })
    }
}

impl Drop for Callable {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_callable_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Callable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callable").field("feeds", &self.feeds).field("fetches", &self.fetches).finish_non_exhaustive()
    }
}

/// One step that is fed and fetched in stages.
pub struct PartialRun {
    raw: NonNull<sys::rnl_partial_run_t>,
}

// SAFETY: the C ABI lets any number of threads use it at once.
unsafe impl Send for PartialRun {}
unsafe impl Sync for PartialRun {}

impl PartialRun {
    /// # Safety
    /// The reference is ours.
    pub(crate) unsafe fn adopt(raw: NonNull<sys::rnl_partial_run_t>) -> PartialRun {
        PartialRun { raw }
    }

    /// Feeds and fetches some of it, and waits for the fetches.
    pub fn step(&self, feeds: &[(Output, &Tensor)], fetches: &[Output]) -> Result<Vec<Tensor>> {
        let request = Request::new(feeds.iter().map(|(output, _)| *output), fetches, &[]);
        let values = raw_tensors(feeds.iter().map(|(_, tensor)| *tensor));
        let mut fetched = Fetched::new(fetches.len());
        // SAFETY: the handles are alive, and arrays have the lengths that are told.
        unsafe {
            check(sys::rnl_partial_run_step(
                self.raw.as_ptr(),
                request.feeds_at(),
                text::pointer(&values),
                values.len(),
                request.fetches_at(),
                fetched.out(),
                fetches.len(),
            ))?;
            Ok(fetched.take())
        }
    }
}

impl Drop for PartialRun {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_partial_run_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for PartialRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartialRun").finish_non_exhaustive()
    }
}
