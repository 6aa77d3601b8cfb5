//! SavedModels: a folder with a graph, its variables and named signatures.
use crate::checkpoint::path_view;
use crate::error::{check, made};
use crate::{sys, text, Code, DType, Error, Graph, Result, Runtime, Session, SessionOptions};
use std::fmt;
use std::path::Path;
use std::ptr::{self, NonNull};

/// A model that was opened; nothing of it runs until a part is loaded.
pub struct SavedModel {
    raw: NonNull<sys::rnl_saved_model_t>,
}

// SAFETY: the C ABI lets any number of threads use a model at once.
unsafe impl Send for SavedModel {}
unsafe impl Sync for SavedModel {}

/// What a model offers under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// "serving_default".
    pub key: String,
    /// "tensorflow/serving/predict".
    pub method: String,
    pub inputs: Vec<SignatureTensor>,
    pub outputs: Vec<SignatureTensor>,
}

/// An input or output of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureTensor {
    pub key: String,
    /// "x:0"; empty if it has several parts.
    pub tensor: String,
    pub dtype: DType,
}

type Ask = unsafe extern "C" fn(
    *const sys::rnl_saved_model_t,
    usize,
    usize,
    *mut sys::rnl_str_t,
    *mut sys::rnl_str_t,
    *mut sys::rnl_dtype_t,
) -> *mut sys::rnl_status_t;

// SAFETY, of all that follows: the model is alive for the calls, views live as long, and borrowed strings are copied.
impl SavedModel {
    /// Of a SavedModel's folder, takes the graph whose tags are exactly `tags`; none: "serve". Of a file, takes whatever
    /// [`Graph::load`](crate::Graph::load) reads. Errors: NotFound for the folder's files, or listing the
    /// tags that there are; DataLoss or InvalidArgument for damage.
    pub fn open(runtime: &Runtime, folder: impl AsRef<Path>, tags: &[&str]) -> Result<SavedModel> {
        let (folder, tags) = (path_view(folder.as_ref()), text::views(tags));
        let (tags_at, count) = (text::pointer(&tags), tags.len());
        let raw = unsafe { made(|out| sys::rnl_saved_model_open(runtime.raw(), folder, tags_at, count, out))? };
        Ok(SavedModel { raw })
    }

    /// "SavedModel", "GraphDef", "MetaGraph", or what an importer calls its format: "ONNX".
    pub fn format(&self) -> String {
        unsafe { text::owned(sys::rnl_saved_model_format(self.raw())) }
    }

    pub(crate) fn raw(&self) -> *mut sys::rnl_saved_model_t {
        self.raw.as_ptr()
    }

    /// Sorted by key.
    pub fn signatures(&self) -> Result<Vec<Signature>> {
        let raw = self.raw.as_ptr();
        let signature = |number| unsafe {
            Ok(Signature {
                key: text::owned(sys::rnl_saved_model_signature_key(raw, number)),
                method: text::owned(sys::rnl_saved_model_signature_method(raw, number)),
                inputs: self.tensors(
                    number,
                    sys::rnl_saved_model_num_inputs(raw, number),
                    sys::rnl_saved_model_input,
                )?,
                outputs: self.tensors(
                    number,
                    sys::rnl_saved_model_num_outputs(raw, number),
                    sys::rnl_saved_model_output,
                )?,
            })
        };
        (0..unsafe { sys::rnl_saved_model_num_signatures(raw) }).map(signature).collect()
    }

    fn tensors(&self, signature: usize, count: usize, ask: Ask) -> Result<Vec<SignatureTensor>> {
        let tensor = |index| unsafe {
            let (mut key, mut tensor, mut dtype) = (text::EMPTY, text::EMPTY, sys::RNL_INVALID);
            check(ask(self.raw.as_ptr(), signature, index, &mut key, &mut tensor, &mut dtype))?;
            let (key, tensor) = (text::owned(key), text::owned(tensor));
            Ok(SignatureTensor { key, tensor, dtype: DType::from_raw(dtype) })
        };
        (0..count).map(tensor).collect()
    }

    /// The part of the model that a signature needs, as a new graph, and a session of it with the variables restored.
    pub fn load_signature(&self, key: &str, options: &SessionOptions) -> Result<(Graph, Session)> {
        let options = options.make()?;
        load(|graph, session| unsafe {
            let raw = self.raw.as_ptr();
            sys::rnl_saved_model_load_signature(raw, text::view(key), options.raw(), graph, session)
        })
    }

    /// Adds a signature to the graph of a session that this model has loaded, and restores the variables that are new: so all
    /// signatures of a model have one state. Errors: InvalidArgument for another model's session.
    pub fn add_signature(&self, key: &str, session: &Session) -> Result<()> {
        unsafe { check(sys::rnl_saved_model_add_signature(self.raw.as_ptr(), text::view(key), session.raw())) }
    }

    /// The part that `outputs` ("node", "node:1") need once `inputs` are fed.
    pub fn load(&self, inputs: &[&str], outputs: &[&str], options: &SessionOptions) -> Result<(Graph, Session)> {
        let (options, inputs, outputs) = (options.make()?, text::views(inputs), text::views(outputs));
        load(|graph, session| unsafe {
            sys::rnl_saved_model_load(
                self.raw.as_ptr(),
                text::pointer(&inputs),
                inputs.len(),
                text::pointer(&outputs),
                outputs.len(),
                options.raw(),
                graph,
                session,
            )
        })
    }
}

fn load(
    call: impl FnOnce(*mut *mut sys::rnl_graph_t, *mut *mut sys::rnl_session_t) -> *mut sys::rnl_status_t,
) -> Result<(Graph, Session)> {
    let (mut graph, mut session) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the references that come out are ours.
    unsafe {
        check(call(&mut graph, &mut session))?;
        match (NonNull::new(graph), NonNull::new(session)) {
            (Some(graph), Some(session)) => Ok((Graph::adopt(graph), Session::adopt(session))),
            _ => Err(Error::new(Code::Internal, "a call succeeded without a result")),
        }
    }
}

impl Drop for SavedModel {
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_saved_model_release(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for SavedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SavedModel").field("signatures", &self.signatures()).finish()
    }
}
