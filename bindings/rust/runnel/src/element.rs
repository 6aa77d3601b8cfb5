//! Dtypes, and the Rust types whose slices show a tensor's elements.
use crate::{sys, text};
use std::fmt;

macro_rules! dtypes {
    ($($name:ident = $raw:ident),* $(,)?) => {
        /// Type of a tensor's elements. Numbered as TensorFlow's DataType.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum DType {
            $($name,)*
            /// A number that this crate does not know; 0 is no type.
            Other(i32),
        }

        impl DType {
            pub fn from_raw(raw: i32) -> DType {
                match raw {
                    $(sys::$raw => DType::$name,)*
                    _ => DType::Other(raw),
                }
            }

            pub fn to_raw(self) -> i32 {
                match self {
                    $(DType::$name => sys::$raw,)*
                    DType::Other(raw) => raw,
                }
            }
        }
    };
}

dtypes! {
    Float = RNL_FLOAT, Double = RNL_DOUBLE, Int32 = RNL_INT32, UInt8 = RNL_UINT8, Int16 = RNL_INT16, Int8 = RNL_INT8,
    String = RNL_STRING, Complex64 = RNL_COMPLEX64, Int64 = RNL_INT64, Bool = RNL_BOOL, QInt8 = RNL_QINT8,
    QUInt8 = RNL_QUINT8, QInt32 = RNL_QINT32, BFloat16 = RNL_BFLOAT16, QInt16 = RNL_QINT16, QUInt16 = RNL_QUINT16,
    UInt16 = RNL_UINT16, Complex128 = RNL_COMPLEX128, Half = RNL_HALF, Resource = RNL_RESOURCE, Variant = RNL_VARIANT,
    UInt32 = RNL_UINT32, UInt64 = RNL_UINT64,
}

impl DType {
    /// The dtype called "float", "int32" or "DT_FLOAT".
    pub fn from_name(name: &str) -> Option<DType> {
        // SAFETY: the view lives for the call.
        let raw = unsafe { sys::rnl_dtype_from_name(text::view(name)) };
        (raw != sys::RNL_INVALID).then(|| DType::from_raw(raw))
    }

    /// Bytes of one element; 0 where elements are not plain data.
    pub fn size(self) -> usize {
        // SAFETY: any number may be asked.
        unsafe { sys::rnl_dtype_size(self.to_raw()) }
    }
}

impl fmt::Display for DType {
    /// TensorFlow's name: "float", "int32".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the name is never released.
        f.write_str(&unsafe { text::owned(sys::rnl_dtype_name(self.to_raw())) })
    }
}

/// A Rust type that is laid out as the elements of one dtype.
///
/// # Safety
/// `Self` has the size and alignment of an element of `DTYPE`; every bit pattern for which `is_valid` says true is a value
/// of it, and zeros are.
pub unsafe trait Element: Copy + Send + Sync + 'static {
    const DTYPE: DType;
    /// Whether all of the `size_bytes` at `data`, whole elements, are values of this type.
    ///
    /// # Safety
    /// The bytes can be read.
    #[doc(hidden)]
    unsafe fn all_valid(_data: *const u8, _size_bytes: usize) -> bool {
        true
    }
}

/// IEEE 754 binary16, as its bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Half(pub u16);

/// The upper half of a binary32, as its bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct BFloat16(pub u16);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    pub re: T,
    pub im: T,
}

macro_rules! elements {
    ($($type:ty => $dtype:ident),* $(,)?) => {
        // SAFETY: plain numbers of the dtype's size; any bits are a value.
        $(unsafe impl Element for $type {
            const DTYPE: DType = DType::$dtype;
        })*
    };
}

elements! {
    f32 => Float, f64 => Double, i8 => Int8, i16 => Int16, i32 => Int32, i64 => Int64, u8 => UInt8, u16 => UInt16,
    u32 => UInt32, u64 => UInt64, Half => Half, BFloat16 => BFloat16, Complex<f32> => Complex64, Complex<f64> => Complex128,
}

// SAFETY: one byte; only 0 and 1 are let through.
unsafe impl Element for bool {
    const DTYPE: DType = DType::Bool;
    unsafe fn all_valid(data: *const u8, size_bytes: usize) -> bool {
        size_bytes == 0 || std::slice::from_raw_parts(data, size_bytes).iter().all(|byte| *byte <= 1)
    }
}
