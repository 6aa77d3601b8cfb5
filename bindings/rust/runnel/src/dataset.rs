//! Pipelines of elements, without a graph, and passes over them.
use crate::error::{check, made};
use crate::{sys, text, Cancellation, Code, DType, Graph, Result, Runtime, Tensor};
use std::ffi::c_void;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::NonNull;
use std::time::Duration;

/// What a pipeline is. Nothing is read or computed before a pass asks for it. Clones are the same dataset.
pub struct Dataset {
    raw: NonNull<sys::rnl_dataset_t>,
}

// SAFETY: the C ABI lets any number of threads use a dataset at once.
unsafe impl Send for Dataset {}
unsafe impl Sync for Dataset {}

type Generator = Box<dyn Fn(i64) -> Result<Option<Vec<Tensor>>> + Send + Sync>;

unsafe extern "C" fn generate(
    arg: *mut c_void,
    index: i64,
    out: *mut *mut sys::rnl_tensor_t,
    count: usize,
) -> *mut sys::rnl_status_t {
    let generator = &*arg.cast::<Generator>();
    let refuse = |code: i32, message: &str| sys::rnl_status_create(code, text::view(message));
    // A panic must not pass through C.
    match catch_unwind(AssertUnwindSafe(|| generator(index))) {
        Ok(Ok(None)) => refuse(sys::RNL_OUT_OF_RANGE, "the generator has no more elements"),
        Ok(Ok(Some(tensors))) if tensors.len() == count => {
            for (i, tensor) in tensors.iter().enumerate() {
                *out.add(i) = sys::rnl_tensor_retain(tensor.raw());
            }
            std::ptr::null_mut()
        }
        Ok(Ok(Some(tensors))) => refuse(
            sys::RNL_INVALID_ARGUMENT,
            &format!("the generator gave {} components, expected {count}", tensors.len()),
        ),
        // This code would end the pass without a word.
        Ok(Err(error)) if error.code() == Code::OutOfRange => refuse(sys::RNL_UNKNOWN, error.message()),
        Ok(Err(error)) => refuse(error.code().to_raw(), error.message()),
        Err(panic) => refuse(sys::RNL_UNKNOWN, &panic_message(&*panic)),
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let said = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the generator panicked: {}", said.unwrap_or("without a message"))
}

unsafe extern "C" fn drop_generator(arg: *mut c_void) {
    drop(Box::from_raw(arg.cast::<Generator>()));
}

fn raw_tensors(tensors: &[&Tensor]) -> Vec<*mut sys::rnl_tensor_t> {
    tensors.iter().map(|t| t.raw()).collect()
}

// SAFETY, of all that follows: handles are alive for the calls, views live as long, and out parameters are places.
impl Dataset {
    fn made(call: impl FnOnce(*mut *mut sys::rnl_dataset_t) -> *mut sys::rnl_status_t) -> Result<Dataset> {
        Ok(Dataset { raw: unsafe { made(call)? } })
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_dataset_t {
        self.raw.as_ptr()
    }

    /// One element.
    pub fn from_tensors(runtime: &Runtime, tensors: &[&Tensor]) -> Result<Dataset> {
        let raw = raw_tensors(tensors);
        Self::made(|out| unsafe { sys::rnl_dataset_from_tensors(runtime.raw(), raw.as_ptr(), raw.len(), out) })
    }

    /// The slices along dimension 0, which all have in one size.
    pub fn from_slices(runtime: &Runtime, tensors: &[&Tensor]) -> Result<Dataset> {
        let raw = raw_tensors(tensors);
        Self::made(|out| unsafe { sys::rnl_dataset_from_slices(runtime.raw(), raw.as_ptr(), raw.len(), out) })
    }

    pub fn range(runtime: &Runtime, start: i64, stop: i64, step: i64) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_range(runtime.raw(), start, stop, step, out) })
    }

    /// What `generator` gives for the index of an element, until it gives none. It runs on threads of the runtime.
    pub fn from_generator(
        runtime: &Runtime,
        dtypes: &[DType],
        generator: impl Fn(i64) -> Result<Option<Vec<Tensor>>> + Send + Sync + 'static,
    ) -> Result<Dataset> {
        let dtypes: Vec<i32> = dtypes.iter().map(|&t| t.to_raw()).collect();
        let boxed: Generator = Box::new(generator);
        let arg = Box::into_raw(Box::new(boxed)).cast::<c_void>();
        Self::made(|out| unsafe {
            let (types, count) = (dtypes.as_ptr(), dtypes.len());
            sys::rnl_dataset_from_generator(runtime.raw(), types, count, Some(generate), arg, Some(drop_generator), out)
        })
    }

    /// The records of TFRecord files. `compression`: "", "ZLIB" or "GZIP".
    pub fn from_records(runtime: &Runtime, paths: &[&str], compression: &str) -> Result<Dataset> {
        let views = text::views(paths);
        let compression = text::view(compression);
        Self::made(|out| unsafe {
            sys::rnl_dataset_from_records(runtime.raw(), views.as_ptr(), views.len(), compression, out)
        })
    }

    pub fn from_lines(runtime: &Runtime, paths: &[&str], compression: &str) -> Result<Dataset> {
        let views = text::views(paths);
        let compression = text::view(compression);
        Self::made(|out| unsafe {
            sys::rnl_dataset_from_lines(runtime.raw(), views.as_ptr(), views.len(), compression, out)
        })
    }

    /// Pieces of `record` bytes, behind a header and before a footer.
    pub fn from_pieces(
        runtime: &Runtime,
        paths: &[&str],
        (header, record, footer): (i64, i64, i64),
        compression: &str,
    ) -> Result<Dataset> {
        let views = text::views(paths);
        let compression = text::view(compression);
        Self::made(|out| unsafe {
            let (paths, count) = (views.as_ptr(), views.len());
            sys::rnl_dataset_from_pieces(runtime.raw(), paths, count, compression, header, record, footer, out)
        })
    }

    pub fn zip(datasets: &[&Dataset]) -> Result<Dataset> {
        let raw: Vec<_> = datasets.iter().map(|d| d.raw()).collect();
        Self::made(|out| unsafe { sys::rnl_dataset_zip(raw.as_ptr(), raw.len(), out) })
    }

    pub fn take(&self, count: i64) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_take(self.raw(), count, out) })
    }

    pub fn skip(&self, count: i64) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_skip(self.raw(), count, out) })
    }

    /// Below 0 without an end.
    pub fn repeat(&self, count: i64) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_repeat(self.raw(), count, out) })
    }

    pub fn shard(&self, shards: i64, index: i64) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_shard(self.raw(), shards, index, out) })
    }

    pub fn concatenate(&self, other: &Dataset) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_concatenate(self.raw(), other.raw(), out) })
    }

    pub fn batch(&self, size: i64, drop_remainder: bool) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_batch(self.raw(), size, drop_remainder, out) })
    }

    /// Elements of different sizes, filled up: a shape for each component, -1 in it as large as the batch needs. `padding`: what
    /// fills up; none, or none of a component: zeros.
    pub fn padded_batch(
        &self,
        size: i64,
        shapes: &[&[i64]],
        padding: &[Option<&Tensor>],
        drop_remainder: bool,
    ) -> Result<Dataset> {
        let ranks: Vec<i32> = shapes.iter().map(|s| i32::try_from(s.len()).unwrap_or(i32::MAX)).collect();
        let dims: Vec<*const i64> = shapes.iter().map(|s| text::pointer(s)).collect();
        let mut fill: Vec<_> = padding.iter().map(|p| p.map_or(std::ptr::null_mut(), |t| t.raw())).collect();
        fill.resize(shapes.len(), std::ptr::null_mut());
        Self::made(|out| unsafe {
            let (count, raw) = (ranks.len(), self.raw());
            sys::rnl_dataset_padded_batch(
                raw,
                size,
                ranks.as_ptr(),
                dims.as_ptr(),
                fill.as_ptr(),
                count,
                drop_remainder,
                out,
            )
        })
    }

    /// Groups of elements; a component of one is a variant, which [`Dataset::from_variant`] takes.
    pub fn window(&self, size: i64, shift: i64, stride: i64, drop_remainder: bool) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_window(self.raw(), size, shift, stride, drop_remainder, out) })
    }

    /// The elements, of `dtypes`, of the datasets that a function of `graph` gives, from `cycle_length` of them in turn (-1: as many
    /// as there are threads), `block_length` from each. `parallel`: they run ahead of their consumer, and if not `in_order`
    /// elements come as they are ready.
    pub fn interleave(
        &self,
        (graph, function): (&Graph, &str),
        dtypes: &[DType],
        (cycle_length, block_length): (i64, i64),
        (parallel, in_order): (bool, bool),
    ) -> Result<Dataset> {
        let dtypes: Vec<i32> = dtypes.iter().map(|&t| t.to_raw()).collect();
        let function = text::view(function);
        Self::made(|out| unsafe {
            let (raw, types, count) = (self.raw(), dtypes.as_ptr(), dtypes.len());
            sys::rnl_dataset_interleave(
                raw,
                graph.raw(),
                function,
                types,
                count,
                cycle_length,
                block_length,
                parallel,
                in_order,
                out,
            )
        })
    }

    /// `key` gives an element's int64, `window_size` how many of one are a group, `reduce` the dataset of key and group.
    pub fn group_by_window(
        &self,
        graph: &Graph,
        key: &str,
        reduce: &str,
        window_size: &str,
        dtypes: &[DType],
    ) -> Result<Dataset> {
        let dtypes: Vec<i32> = dtypes.iter().map(|&t| t.to_raw()).collect();
        let (key, reduce, size) = (text::view(key), text::view(reduce), text::view(window_size));
        Self::made(|out| unsafe {
            let (raw, types, count) = (self.raw(), dtypes.as_ptr(), dtypes.len());
            sys::rnl_dataset_group_by_window(raw, graph.raw(), key, reduce, size, types, count, out)
        })
    }

    /// The dataset that a variant is: of a window, or fetched of a graph.
    pub fn from_variant(runtime: &Runtime, tensor: &Tensor) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_from_variant(runtime.raw(), tensor.raw(), out) })
    }

    /// For the Dataset and Iterator ops of a graph in this process.
    pub fn to_variant(&self) -> Result<Tensor> {
        Ok(unsafe { Tensor::adopt(made(|out| sys::rnl_dataset_to_variant(self.raw(), out))?) })
    }

    pub fn unbatch(&self) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_unbatch(self.raw(), out) })
    }

    /// What a function of `graph` gives for each element; `calls` at a time, -1: as many as there are threads.
    pub fn map(&self, graph: &Graph, function: &str, calls: i64, in_order: bool) -> Result<Dataset> {
        let function = text::view(function);
        Self::made(|out| unsafe { sys::rnl_dataset_map(self.raw(), graph.raw(), function, calls, in_order, out) })
    }

    pub fn filter(&self, graph: &Graph, function: &str) -> Result<Dataset> {
        let function = text::view(function);
        Self::made(|out| unsafe { sys::rnl_dataset_filter(self.raw(), graph.raw(), function, out) })
    }

    /// The order is that of TensorFlow for the same seed; another one each time for 0.
    pub fn shuffle(&self, buffer_size: i64, seed: i64, reshuffle: bool) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_shuffle(self.raw(), buffer_size, seed, reshuffle, out) })
    }

    pub fn prefetch(&self, buffer_size: i64) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_prefetch(self.raw(), buffer_size, out) })
    }

    /// In memory if `path` is empty, else in the file path.cache.
    pub fn cache(&self, path: &str) -> Result<Dataset> {
        let path = text::view(path);
        Self::made(|out| unsafe { sys::rnl_dataset_cache(self.raw(), path, out) })
    }

    pub fn ignore_errors(&self) -> Result<Dataset> {
        Self::made(|out| unsafe { sys::rnl_dataset_ignore_errors(self.raw(), out) })
    }

    pub fn num_components(&self) -> usize {
        unsafe { sys::rnl_dataset_num_components(self.raw()) }
    }

    /// -1 without an end, -2 if only a pass would tell.
    pub fn cardinality(&self) -> i64 {
        unsafe { sys::rnl_dataset_cardinality(self.raw()) }
    }

    /// A pass.
    pub fn iterate(&self) -> Result<DatasetIterator> {
        let raw = unsafe { made(|out| sys::rnl_dataset_iterate(self.raw(), out))? };
        Ok(DatasetIterator { raw, num_components: self.num_components() })
    }
}

impl Clone for Dataset {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_dataset_retain(self.raw()) };
        Dataset { raw: self.raw }
    }
}

impl Drop for Dataset {
    fn drop(&mut self) {
        unsafe { sys::rnl_dataset_release(self.raw()) }
    }
}

impl fmt::Debug for Dataset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dataset").field("cardinality", &self.cardinality()).finish()
    }
}

/// One pass over a dataset. Any number of threads may take elements; each goes to one of them.
pub struct DatasetIterator {
    raw: NonNull<sys::rnl_iterator_t>,
    num_components: usize,
}

// SAFETY: the C ABI lets any number of threads use an iterator at once.
unsafe impl Send for DatasetIterator {}
unsafe impl Sync for DatasetIterator {}

impl DatasetIterator {
    /// Waits for an element; none at the end. Errors: DeadlineExceeded and Cancelled, which lose no element; those of the
    /// pipeline, behind which the next call goes on.
    pub fn next_within(
        &self,
        timeout: Option<Duration>,
        cancellation: Option<&Cancellation>,
    ) -> Result<Option<Vec<Tensor>>> {
        let timeout_ms = timeout.map_or(-1, text::milliseconds);
        let cancellation = cancellation.map_or(std::ptr::null_mut(), |c| c.raw());
        let mut out = vec![std::ptr::null_mut(); self.num_components];
        let mut end = false;
        unsafe {
            let (raw, places) = (self.raw.as_ptr(), out.as_mut_ptr());
            check(sys::rnl_iterator_next(raw, timeout_ms, cancellation, places, self.num_components, &mut end))?;
            if end {
                return Ok(None);
            }
            Ok(Some(out.into_iter().filter_map(NonNull::new).map(|raw| Tensor::adopt(raw)).collect()))
        }
    }

    /// Where the pass is, for [`DatasetIterator::restore`] of a new one over an equal dataset.
    pub fn save(&self) -> Result<Vec<u8>> {
        Ok(text::take_bytes(unsafe { made(|out| sys::rnl_iterator_save(self.raw.as_ptr(), out))? }))
    }

    /// Before the first element only.
    pub fn restore(&self, state: &[u8]) -> Result<()> {
        unsafe { check(sys::rnl_iterator_restore(self.raw.as_ptr(), state.as_ptr().cast(), state.len())) }
    }
}

impl Iterator for DatasetIterator {
    type Item = Result<Vec<Tensor>>;
    fn next(&mut self) -> Option<Result<Vec<Tensor>>> {
        self.next_within(None, None).transpose()
    }
}

impl Drop for DatasetIterator {
    fn drop(&mut self) {
        unsafe { sys::rnl_iterator_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for DatasetIterator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatasetIterator").finish_non_exhaustive()
    }
}
