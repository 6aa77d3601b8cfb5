//! Tensors: dense, row-major arrays with a dtype and a shape, their elements seen in place.
use crate::element::{DType, Element};
use crate::error::{check, made};
use crate::{sys, text, Code, Error, Result, Runtime};
use std::any::Any;
use std::ffi::c_void;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::NonNull;
use std::sync::Arc;

/// A tensor. Clones share its elements; then nobody can write them.
#[repr(transparent)] // runs make tensors of the handles in a vector's room
pub struct Tensor {
    raw: NonNull<sys::rnl_tensor_t>,
}

// SAFETY: the C ABI lets any number of threads use a tensor at once. Writing takes `&mut self`, and is refused by Runnel
// while another handle or a step shares the elements; no two `Tensor`s have one handle.
unsafe impl Send for Tensor {}
unsafe impl Sync for Tensor {}

fn rank_of(dims: &[i64]) -> i32 {
    i32::try_from(dims.len()).unwrap_or(i32::MAX)
}

impl Tensor {
    /// A tensor of zeros, false or empty strings.
    pub fn zeros(runtime: &Runtime, dtype: DType, dims: &[i64]) -> Result<Tensor> {
        // SAFETY: dims hold as many numbers as the rank says. Plain elements are written before anybody sees them.
        unsafe {
            let tensor = Tensor::adopt(made(|out| {
                sys::rnl_tensor_create(runtime.raw(), dtype.to_raw(), rank_of(dims), text::pointer(dims), out)
            })?);
            let size_bytes = sys::rnl_tensor_size_bytes(tensor.raw());
            if size_bytes != 0 {
                let mut data = std::ptr::null_mut();
                check(sys::rnl_tensor_mutable_data(tensor.raw(), &mut data))?;
                std::ptr::write_bytes(data.cast::<u8>(), 0, size_bytes);
            }
            Ok(tensor)
        }
    }

    /// A copy of `values`, in row-major order.
    pub fn from_slice<T: Element>(runtime: &Runtime, dims: &[i64], values: &[T]) -> Result<Tensor> {
        // SAFETY: as in zeros; `values` has the size that is told.
        unsafe {
            let raw = made(|out| {
                sys::rnl_tensor_from_data(
                    runtime.raw(),
                    T::DTYPE.to_raw(),
                    rank_of(dims),
                    text::pointer(dims),
                    text::pointer(values).cast(),
                    std::mem::size_of_val(values),
                    out,
                )
            })?;
            Ok(Tensor::adopt(raw))
        }
    }

    pub fn scalar<T: Element>(runtime: &Runtime, value: T) -> Result<Tensor> {
        Tensor::from_slice(runtime, &[], &[value])
    }

    /// A scalar of any real numeric dtype. Errors: InvalidArgument if an integer dtype cannot hold `value`.
    pub fn from_f64(runtime: &Runtime, dtype: DType, value: f64) -> Result<Tensor> {
        // SAFETY: the pointer is an out parameter.
        unsafe {
            Ok(Tensor::adopt(made(|out| sys::rnl_tensor_from_scalar(runtime.raw(), dtype.to_raw(), value, out))?))
        }
    }

    /// Strings of any bytes, copied.
    pub fn from_strings<S: AsRef<[u8]>>(runtime: &Runtime, dims: &[i64], values: &[S]) -> Result<Tensor> {
        let views: Vec<_> = values.iter().map(|v| sys::str_of(v.as_ref())).collect();
        // SAFETY: the views live for the call.
        unsafe {
            let raw = made(|out| {
                sys::rnl_tensor_from_strings(
                    runtime.raw(),
                    rank_of(dims),
                    text::pointer(dims),
                    text::pointer(&views),
                    views.len(),
                    out,
                )
            })?;
            Ok(Tensor::adopt(raw))
        }
    }

    /// Uses the vector's memory without a copy. It is read-only for as long as Runnel uses it.
    pub fn from_vec<T: Element>(runtime: &Runtime, dims: &[i64], values: Vec<T>) -> Result<Tensor> {
        let (data, size_bytes) = (values.as_ptr(), std::mem::size_of_val(values.as_slice()));
        // SAFETY: the elements of a Vec stay where they are when the Vec is moved, and nobody changes them.
        unsafe { Tensor::wrap::<T>(runtime, dims, data, size_bytes, Box::new(values)) }
    }

    /// Shares memory with whoever holds the Arc, without a copy.
    pub fn from_arc<T: Element>(runtime: &Runtime, dims: &[i64], values: Arc<[T]>) -> Result<Tensor> {
        let (data, size_bytes) = (values.as_ptr(), std::mem::size_of_val(&*values));
        // SAFETY: what an Arc holds neither moves nor changes.
        unsafe { Tensor::wrap::<T>(runtime, dims, data, size_bytes, Box::new(values)) }
    }

    /// # Safety
    /// `owner` keeps the elements valid and unchanged until it is dropped.
    unsafe fn wrap<T: Element>(
        runtime: &Runtime,
        dims: &[i64],
        data: *const T,
        size_bytes: usize,
        owner: Box<dyn Any + Send>,
    ) -> Result<Tensor> {
        extern "C" fn drop_owner(arg: *mut c_void, _data: *mut c_void, _size_bytes: usize) {
            // SAFETY: `arg` is the box of `wrap`, and Runnel calls this once.
            let owner = unsafe { Box::from_raw(arg.cast::<Box<dyn Any + Send>>()) };
            contain(move || drop(owner));
        }
        if size_bytes == 0 {
            return Tensor::from_slice::<T>(runtime, dims, &[]);
        }
        let arg = Box::into_raw(Box::new(owner));
        let raw = made(|out| {
            sys::rnl_tensor_wrap(
                runtime.raw(),
                T::DTYPE.to_raw(),
                rank_of(dims),
                text::pointer(dims),
                data as *mut c_void,
                size_bytes,
                Some(drop_owner),
                arg.cast(),
                out,
            )
        });
        match raw {
            Ok(raw) => Ok(Tensor::adopt(raw)),
            Err(error) => {
                drop(Box::from_raw(arg)); // a deleter is not called after a failure
                Err(error)
            }
        }
    }

    pub fn dtype(&self) -> DType {
        // SAFETY: the handle is alive, here and in what follows.
        DType::from_raw(unsafe { sys::rnl_tensor_dtype(self.raw()) })
    }

    pub fn dims(&self) -> &[i64] {
        // SAFETY: the dims are borrowed from the handle, rank of them.
        unsafe {
            match sys::rnl_tensor_rank(self.raw()) {
                0 => &[],
                rank => std::slice::from_raw_parts(sys::rnl_tensor_dims(self.raw()), rank as usize),
            }
        }
    }

    /// Number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        unsafe { sys::rnl_tensor_num_elements(self.raw()) as usize }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn check_elements<T: Element>(&self) -> Result<()> {
        // SAFETY: the handle is alive.
        if unsafe { sys::rnl_tensor_dtype(self.raw()) } != T::DTYPE.to_raw() {
            let dtype = self.dtype();
            let message = format!("the tensor's elements are {dtype}, asked for as {}", T::DTYPE);
            return Err(Error::new(Code::InvalidArgument, message));
        }
        Ok(())
    }

    /// The elements in row-major order, in place. Errors: InvalidArgument for another dtype, or where the elements are in
    /// a device's memory: [`Tensor::to_host`] brings them.
    pub fn as_slice<T: Element>(&self) -> Result<&[T]> {
        self.check_elements::<T>()?;
        let len = self.len();
        if len == 0 {
            return Ok(&[]);
        }
        // SAFETY: plain elements of T's dtype, as many, which nobody writes while `self` is borrowed: another handle
        // of theirs would make Runnel refuse to write.
        unsafe {
            let data = sys::rnl_tensor_data(self.raw());
            if data.is_null() {
                let message = "the tensor's elements are in the memory of a device: to_host brings them";
                return Err(Error::new(Code::InvalidArgument, message));
            }
            if !T::all_valid(data.cast(), len * std::mem::size_of::<T>()) {
                return Err(Error::new(Code::InvalidArgument, format!("not all elements are values of {}", T::DTYPE)));
            }
            Ok(std::slice::from_raw_parts(data.cast(), len))
        }
    }

    /// The elements, to be written. Errors: FailedPrecondition if someone else (a clone, a running step, memory that was
    /// wrapped) shares them; as [`Tensor::as_slice`].
    pub fn as_mut_slice<T: Element>(&mut self) -> Result<&mut [T]> {
        self.as_slice::<T>()?;
        if self.is_empty() {
            return Ok(&mut []);
        }
        // SAFETY: as in as_slice; Runnel has checked that no other handle shares the elements, and this one is ours alone.
        unsafe {
            let mut data = std::ptr::null_mut();
            check(sys::rnl_tensor_mutable_data(self.raw(), &mut data))?;
            Ok(std::slice::from_raw_parts_mut(data.cast(), self.len()))
        }
    }

    /// The only element. Errors: InvalidArgument if there are more or none; as [`Tensor::as_slice`].
    pub fn item<T: Element>(&self) -> Result<T> {
        match self.as_slice::<T>()? {
            [only] => Ok(*only),
            all => Err(Error::new(Code::InvalidArgument, format!("the tensor has {} elements, expected 1", all.len()))),
        }
    }

    /// Element `index` of a string tensor, in row-major order.
    pub fn string(&self, index: usize) -> Result<&[u8]> {
        let mut value = text::EMPTY;
        // SAFETY: the view is borrowed until the element is set, which takes `&mut self`.
        unsafe {
            check(sys::rnl_tensor_get_string(self.raw(), i64::try_from(index).unwrap_or(i64::MAX), &mut value))?;
            Ok(text::bytes(value))
        }
    }

    /// All strings, copied.
    pub fn strings(&self) -> Result<Vec<Vec<u8>>> {
        (0..self.len()).map(|i| self.string(i).map(<[u8]>::to_vec)).collect()
    }

    /// Copies `value` into a string tensor. Errors: FailedPrecondition if someone else shares the elements.
    pub fn set_string(&mut self, index: usize, value: &[u8]) -> Result<()> {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        unsafe { check(sys::rnl_tensor_set_string(self.raw(), index, sys::str_of(value))) }
    }

    /// Name of the device whose memory holds the elements; None for host memory.
    pub fn device(&self) -> Option<String> {
        let name = unsafe { text::owned(sys::rnl_tensor_device(self.raw())) };
        (!name.is_empty()).then_some(name)
    }

    /// The tensor in host memory: the same elements if they are there, else a copy that has arrived.
    pub fn to_host(&self) -> Result<Tensor> {
        if self.device().is_none() {
            return self.reshape(self.dims());
        }
        unsafe { Ok(Tensor::adopt(made(|out| sys::rnl_tensor_to_host(self.raw(), out))?)) }
    }

    /// The same elements, shared, under another shape.
    pub fn reshape(&self, dims: &[i64]) -> Result<Tensor> {
        unsafe {
            let raw = made(|out| sys::rnl_tensor_reshape(self.raw(), rank_of(dims), text::pointer(dims), out))?;
            Ok(Tensor::adopt(raw))
        }
    }

    /// Takes over a DLPack tensor: shared without a copy if it is dense host memory, copied if strided. On failure it stays
    /// the caller's. Errors: Unimplemented for memory that is not the host's, or a type that Runnel does not have.
    ///
    /// # Safety
    /// `dlpack` is valid, is used by nobody else, and its elements stay unchanged until its deleter is called.
    pub unsafe fn from_dlpack(runtime: &Runtime, dlpack: NonNull<sys::DLManagedTensor>) -> Result<Tensor> {
        Ok(Tensor::adopt(made(|out| sys::rnl_tensor_from_dlpack(runtime.raw(), dlpack.as_ptr(), out))?))
    }

    /// Shares a host tensor as DLPack. Whoever receives it calls its deleter once and does not write the elements.
    pub fn to_dlpack(&self) -> Result<NonNull<sys::DLManagedTensor>> {
        unsafe { made(|out| sys::rnl_tensor_to_dlpack(self.raw(), out)) }
    }

    /// Copies all elements, from a device too. Errors: InvalidArgument for another dtype or length, and for bool, whose bytes
    /// would be unchecked.
    pub fn copy_to<T: Element>(&self, values: &mut [T]) -> Result<()> {
        if T::DTYPE != self.dtype() || T::DTYPE == DType::Bool {
            let message = format!("elements of {:?} are not copied as {:?}", self.dtype(), T::DTYPE);
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let size_bytes = std::mem::size_of_val(values);
        unsafe { check(sys::rnl_tensor_copy_to(self.raw(), values.as_mut_ptr().cast(), size_bytes)) }
    }

    /// # Safety
    /// The reference is ours, and no other `Tensor` has this handle.
    pub(crate) unsafe fn adopt(raw: NonNull<sys::rnl_tensor_t>) -> Tensor {
        Tensor { raw }
    }

    /// For calls of the C ABI, through [`sys`]. Stays owned here.
    pub fn as_raw(&self) -> *mut sys::rnl_tensor_t {
        self.raw()
    }

    #[inline]
    pub(crate) fn raw(&self) -> *mut sys::rnl_tensor_t {
        self.raw.as_ptr()
    }
}

impl Clone for Tensor {
    /// Shares the elements. Panics if there is no memory for the handle.
    fn clone(&self) -> Self {
        // A handle of its own, so that Runnel sees that the elements are shared.
        self.reshape(self.dims()).expect("memory for the handle of a tensor")
    }
}

impl Drop for Tensor {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the reference is ours.
        unsafe { sys::rnl_tensor_release(self.raw()) }
    }
}

impl fmt::Display for Tensor {
    /// `float[2,3] = [1 2 3 ...]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the handle is alive.
        let made = unsafe { made(|out| sys::rnl_tensor_to_text(self.raw(), 16, out)) };
        let bytes = text::take_bytes(made.map_err(|_| fmt::Error)?);
        f.write_str(&String::from_utf8_lossy(&bytes))
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Runs what is the program's own inside a callback of Runnel. A panic ends here; the panic hook has told of it.
pub(crate) fn contain(f: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(f)) {
        std::mem::forget(payload); // its destructor might panic too
    }
}
