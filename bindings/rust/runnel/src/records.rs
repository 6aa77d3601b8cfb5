//! TFRecord files, and the Examples and SequenceExamples in them, without a graph.
use crate::checkpoint::path_view;
use crate::error::{check, made};
use crate::{sys, text, Code, Error, Result, Runtime};
use std::ffi::c_void;
use std::fmt;
use std::path::Path;
use std::ptr::{self, NonNull};

/// Gives the records of a TFRecord file. Any number of threads may take some; each goes to one of them. Clones are the same reader.
pub struct RecordReader {
    raw: NonNull<sys::rnl_record_reader_t>,
}

// SAFETY: the C ABI lets any number of threads use a reader at once.
unsafe impl Send for RecordReader {}
unsafe impl Sync for RecordReader {}

// SAFETY, of all that follows: handles are alive for the calls, views live as long, and out parameters are places.
impl RecordReader {
    /// `compression`: "", "ZLIB" or "GZIP". Errors: NotFound and those of the file system, with the path.
    pub fn open(runtime: &Runtime, path: impl AsRef<Path>, compression: &str) -> Result<RecordReader> {
        let (path, compression) = (path_view(path.as_ref()), text::view(compression));
        let raw = unsafe { made(|out| sys::rnl_record_reader_open(runtime.raw(), path, compression, out))? };
        Ok(RecordReader { raw })
    }

    /// None at the end. Errors: DataLoss with file and byte, which every later call gives too.
    pub fn read(&self) -> Result<Option<Vec<u8>>> {
        let mut out = ptr::null_mut();
        unsafe { check(sys::rnl_record_reader_next(self.raw.as_ptr(), &mut out))? };
        Ok(NonNull::new(out).map(text::take_bytes))
    }

    /// Goes to the record that begins there, as [`RecordReader::offset`] told. Errors: OutOfRange behind the end.
    pub fn seek(&self, offset: u64) -> Result<()> {
        unsafe { check(sys::rnl_record_reader_seek(self.raw.as_ptr(), offset)) }
    }

    /// Where the next record begins, in bytes of what is decompressed.
    pub fn offset(&self) -> u64 {
        unsafe { sys::rnl_record_reader_offset(self.raw.as_ptr()) }
    }

    /// How many bytes of the file were read, and how many it has.
    pub fn progress(&self) -> Result<(u64, u64)> {
        let (mut read, mut size) = (0, 0);
        unsafe { check(sys::rnl_record_reader_progress(self.raw.as_ptr(), &mut read, &mut size))? };
        Ok((read, size))
    }
}

impl Iterator for RecordReader {
    type Item = Result<Vec<u8>>;
    fn next(&mut self) -> Option<Result<Vec<u8>>> {
        self.read().transpose()
    }
}

impl Clone for RecordReader {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_record_reader_retain(self.raw.as_ptr()) };
        RecordReader { raw: self.raw }
    }
}

impl Drop for RecordReader {
    fn drop(&mut self) {
        unsafe { sys::rnl_record_reader_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for RecordReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordReader").field("offset", &self.offset()).finish()
    }
}

/// Writes a TFRecord file anew. The last clone that is dropped closes it, and nobody learns of what fails then.
pub struct RecordWriter {
    raw: NonNull<sys::rnl_record_writer_t>,
}

// SAFETY: the C ABI lets any number of threads use a writer at once.
unsafe impl Send for RecordWriter {}
unsafe impl Sync for RecordWriter {}

impl RecordWriter {
    /// `compression`: "", "ZLIB" or "GZIP"; `level`: 0 to 9 of one, none: the usual one.
    pub fn create(
        runtime: &Runtime,
        path: impl AsRef<Path>,
        compression: &str,
        level: Option<i32>,
    ) -> Result<RecordWriter> {
        let (path, compression, level) = (path_view(path.as_ref()), text::view(compression), level.unwrap_or(-1));
        let raw = unsafe { made(|out| sys::rnl_record_writer_create(runtime.raw(), path, compression, level, out))? };
        Ok(RecordWriter { raw })
    }

    pub fn write(&self, record: &[u8]) -> Result<()> {
        unsafe { check(sys::rnl_record_writer_write(self.raw.as_ptr(), sys::str_of(record))) }
    }

    /// All that was written is in the file for readers; with `sync` it survives a loss of power too.
    pub fn flush(&self, sync: bool) -> Result<()> {
        unsafe { check(sys::rnl_record_writer_flush(self.raw.as_ptr(), sync)) }
    }

    /// Ends the file. A second close does nothing.
    pub fn close(&self) -> Result<()> {
        unsafe { check(sys::rnl_record_writer_close(self.raw.as_ptr())) }
    }
}

impl Clone for RecordWriter {
    fn clone(&self) -> Self {
        // The clone owns the reference that is added.
        unsafe { sys::rnl_record_writer_retain(self.raw.as_ptr()) };
        RecordWriter { raw: self.raw }
    }
}

impl Drop for RecordWriter {
    fn drop(&mut self) {
        unsafe { sys::rnl_record_writer_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for RecordWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordWriter").finish_non_exhaustive()
    }
}

/// The values of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// Of no kind.
    None,
    Floats(Vec<f32>),
    Ints(Vec<i64>),
    Bytes(Vec<Vec<u8>>),
}

impl From<&[f32]> for Feature {
    fn from(values: &[f32]) -> Self {
        Feature::Floats(values.to_vec())
    }
}

impl From<&[i64]> for Feature {
    fn from(values: &[i64]) -> Self {
        Feature::Ints(values.to_vec())
    }
}

impl From<&[&str]> for Feature {
    fn from(values: &[&str]) -> Self {
        Feature::Bytes(values.iter().map(|v| v.as_bytes().to_vec()).collect())
    }
}

type Teller = (*mut i32, *mut *const c_void, *mut usize);

/// TensorFlow's Example: features by name. A SequenceExample has lists of steps besides.
pub struct Example {
    raw: NonNull<sys::rnl_example_t>,
}

// SAFETY: any number of threads may look at an example, and changing one takes it alone.
unsafe impl Send for Example {}
unsafe impl Sync for Example {}

impl Example {
    pub fn new() -> Result<Example> {
        Ok(Example { raw: unsafe { made(|out| sys::rnl_example_create(false, out))? } })
    }

    /// A SequenceExample.
    pub fn sequence() -> Result<Example> {
        Ok(Example { raw: unsafe { made(|out| sys::rnl_example_create(true, out))? } })
    }

    /// Errors: InvalidArgument with the byte where they are none.
    pub fn parse(bytes: &[u8]) -> Result<Example> {
        Ok(Example { raw: unsafe { made(|out| sys::rnl_example_parse(sys::str_of(bytes), false, out))? } })
    }

    pub fn parse_sequence(bytes: &[u8]) -> Result<Example> {
        Ok(Example { raw: unsafe { made(|out| sys::rnl_example_parse(sys::str_of(bytes), true, out))? } })
    }

    /// As TensorFlow reads it. Equal examples give equal bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(text::take_bytes(unsafe { made(|out| sys::rnl_example_serialize(self.raw.as_ptr(), out))? }))
    }

    pub fn is_sequence(&self) -> bool {
        unsafe { sys::rnl_example_is_sequence(self.raw.as_ptr()) }
    }

    pub fn set(&mut self, name: &str, feature: impl Into<Feature>) -> Result<()> {
        let raw = self.raw.as_ptr();
        with_raw(&feature.into(), |dtype, values, count| unsafe {
            check(sys::rnl_example_set_feature(raw, text::view(name), dtype, values, count))
        })
    }

    /// Adds a list without steps if there is none of that name. Errors: FailedPrecondition if it is no SequenceExample.
    pub fn add_list(&mut self, name: &str) -> Result<()> {
        unsafe { check(sys::rnl_example_add_list(self.raw.as_ptr(), text::view(name))) }
    }

    /// Adds a step to a list, which is made where it is missing.
    pub fn add_step(&mut self, list: &str, feature: impl Into<Feature>) -> Result<()> {
        let raw = self.raw.as_ptr();
        with_raw(&feature.into(), |dtype, values, count| unsafe {
            check(sys::rnl_example_add_step(raw, text::view(list), dtype, values, count))
        })
    }

    /// Names of the features, sorted.
    pub fn features(&self) -> Vec<String> {
        let raw = self.raw.as_ptr();
        let count = unsafe { sys::rnl_example_num_features(raw) };
        (0..count).map(|i| unsafe { text::owned(sys::rnl_example_feature_name(raw, i)) }).collect()
    }

    /// Names of the feature lists, sorted.
    pub fn lists(&self) -> Vec<String> {
        let raw = self.raw.as_ptr();
        let count = unsafe { sys::rnl_example_num_lists(raw) };
        (0..count).map(|i| unsafe { text::owned(sys::rnl_example_list_name(raw, i)) }).collect()
    }

    /// Errors: NotFound.
    pub fn feature(&self, name: &str) -> Result<Feature> {
        let raw = self.raw.as_ptr();
        told(|(dtype, values, count)| unsafe {
            check(sys::rnl_example_feature(raw, text::view(name), dtype, values, count))
        })
    }

    pub fn num_steps(&self, list: &str) -> Result<usize> {
        let mut count = 0;
        unsafe { check(sys::rnl_example_num_steps(self.raw.as_ptr(), text::view(list), &mut count))? };
        Ok(count)
    }

    /// Errors: NotFound; OutOfRange.
    pub fn step(&self, list: &str, step: usize) -> Result<Feature> {
        let raw = self.raw.as_ptr();
        told(|(dtype, values, count)| unsafe {
            check(sys::rnl_example_step(raw, text::view(list), step, dtype, values, count))
        })
    }
}

fn with_raw(feature: &Feature, call: impl FnOnce(i32, *const c_void, usize) -> Result<()>) -> Result<()> {
    match feature {
        Feature::None => call(sys::RNL_INVALID, ptr::null(), 0),
        Feature::Floats(values) => call(sys::RNL_FLOAT, text::pointer(values).cast(), values.len()),
        Feature::Ints(values) => call(sys::RNL_INT64, text::pointer(values).cast(), values.len()),
        Feature::Bytes(values) => {
            let views: Vec<_> = values.iter().map(|v| sys::str_of(v)).collect();
            call(sys::RNL_STRING, text::pointer(&views).cast(), views.len())
        }
    }
}

/// A copy of the values that `call` tells of.
fn told(call: impl FnOnce(Teller) -> Result<()>) -> Result<Feature> {
    let (mut dtype, mut values, mut count) = (sys::RNL_INVALID, ptr::null(), 0usize);
    call((&mut dtype, &mut values, &mut count))?;
    // What is told of is borrowed from the example, which cannot change before it is copied here.
    unsafe {
        Ok(match dtype {
            sys::RNL_FLOAT => Feature::Floats(elements(values.cast(), count)),
            sys::RNL_INT64 => Feature::Ints(elements(values.cast(), count)),
            sys::RNL_STRING => {
                let views: Vec<sys::rnl_str_t> = elements(values.cast(), count);
                Feature::Bytes(views.into_iter().map(|v| text::bytes(v).to_vec()).collect())
            }
            sys::RNL_INVALID => Feature::None,
            other => return Err(Error::new(Code::Internal, format!("a feature of dtype {other}"))),
        })
    }
}

unsafe fn elements<T: Copy>(values: *const T, count: usize) -> Vec<T> {
    if count == 0 {
        return Vec::new();
    }
    std::slice::from_raw_parts(values, count).to_vec()
}

impl Drop for Example {
    fn drop(&mut self) {
        unsafe { sys::rnl_example_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Example").field("features", &self.features()).field("lists", &self.lists()).finish()
    }
}
