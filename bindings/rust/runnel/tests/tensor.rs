//! Tensors: elements in place, sharing and writing, memory that was there before.
mod common;
use common::{assert_fails, floats, runtime};
use runnel::{Code, Complex, DType, Half, Tensor};
use std::sync::Arc;

#[test]
fn holds_elements_of_every_plain_type() {
    let runtime = runtime();
    macro_rules! same {
        ($($dtype:ident: $type:ty = $values:expr),* $(,)?) => {$({
            let values: [$type; 2] = $values;
            let tensor = Tensor::from_slice(&runtime, &[values.len() as i64, 1], &values).unwrap();
            assert_eq!((tensor.dtype(), tensor.dims(), tensor.len()), (DType::$dtype, &[values.len() as i64, 1][..], values.len()));
            assert_eq!(tensor.as_slice::<$type>().unwrap(), &values[..]);
        })*};
    }
    same!(
        Float: f32 = [1.5, f32::MIN], Double: f64 = [1.5, f64::MAX], Int8: i8 = [-1, 7], Int16: i16 = [-1, 7],
        Int32: i32 = [-1, 7], Int64: i64 = [i64::MIN, 7], UInt8: u8 = [255, 7], UInt16: u16 = [65535, 7],
        UInt32: u32 = [1, 7], UInt64: u64 = [u64::MAX, 7], Bool: bool = [true, false], Half: Half = [Half(0x3c00), Half(0)],
        Complex64: Complex<f32> = [Complex { re: 1.0, im: -1.0 }, Complex { re: 0.0, im: 2.0 }],
    );
}

#[test]
fn other_types_and_bad_booleans_are_refused() {
    let runtime = runtime();
    let tensor = floats(&runtime, &[1.0]);
    assert_fails(tensor.as_slice::<i32>(), Code::InvalidArgument, &["float", "int32"]);
    assert_fails(tensor.as_slice::<f64>(), Code::InvalidArgument, &["double"]);
    assert_fails(tensor.string(0), Code::InvalidArgument, &["float"]);
    // A GraphDef may hold any byte as a bool; Rust must never see it as one.
    let graph = runnel::Graph::new(&runtime).unwrap();
    let text = r#"node { name: "b" op: "Const" attr { key: "dtype" value { type: DT_BOOL } } attr { key: "value"
        value { tensor { dtype: DT_BOOL tensor_shape { dim { size: 2 } } tensor_content: "\001\007" } } } }"#;
    if graph.import(text.as_bytes(), &runnel::ImportOptions::new()).is_ok() {
        let constant = graph.attr_tensor(graph.find_node("b").unwrap(), "value").unwrap();
        match constant.as_slice::<bool>() {
            Ok(values) => assert_eq!(values, [true, true], "Runnel made booleans of the bytes"),
            Err(error) => assert_eq!(error.code(), Code::InvalidArgument),
        }
    }
}

#[test]
fn is_written_only_while_nobody_else_sees_it() {
    let runtime = runtime();
    let mut tensor = Tensor::zeros(&runtime, DType::Float, &[2]).unwrap();
    assert_eq!(tensor.as_slice::<f32>().unwrap(), [0.0, 0.0]);
    tensor.as_mut_slice::<f32>().unwrap().copy_from_slice(&[1.0, 2.0]);
    let clone = tensor.clone();
    assert_eq!(clone.as_slice::<f32>().unwrap(), [1.0, 2.0]);
    assert_eq!(clone.as_slice::<f32>().unwrap().as_ptr(), tensor.as_slice::<f32>().unwrap().as_ptr(), "no copy");
    assert_fails(tensor.as_mut_slice::<f32>().map(|_| ()), Code::FailedPrecondition, &["shared"]);
    drop(clone);
    tensor.as_mut_slice::<f32>().unwrap()[0] = 3.0;
    let view = tensor.reshape(&[2, 1]).unwrap();
    assert_fails(tensor.as_mut_slice::<f32>().map(|_| ()), Code::FailedPrecondition, &["shared"]);
    assert_eq!(view.as_slice::<f32>().unwrap(), [3.0, 2.0]);
}

#[test]
fn uses_memory_that_was_there_and_gives_it_back_once() {
    let runtime = runtime();
    let shared: Arc<[i32]> = Arc::from([1, 2, 3]);
    let mut tensor = Tensor::from_arc(&runtime, &[3], shared.clone()).unwrap();
    assert_eq!(tensor.as_slice::<i32>().unwrap().as_ptr(), shared.as_ptr(), "no copy");
    assert_eq!(Arc::strong_count(&shared), 2);
    assert_fails(tensor.as_mut_slice::<i32>().map(|_| ()), Code::FailedPrecondition, &["wraps"]);
    drop(tensor);
    assert_eq!(Arc::strong_count(&shared), 1);
    assert_fails(Tensor::from_arc(&runtime, &[4], shared.clone()), Code::InvalidArgument, &["16", "12"]);
    assert_eq!(Arc::strong_count(&shared), 1, "given back after a failure too");
    let values = vec![0.5f64; 100];
    let at = values.as_ptr();
    let tensor = Tensor::from_vec(&runtime, &[10, 10], values).unwrap();
    assert_eq!(tensor.as_slice::<f64>().unwrap().as_ptr(), at);
    assert!(Tensor::from_vec(&runtime, &[0], Vec::<f32>::new()).unwrap().is_empty());
}

#[test]
fn strings_hold_any_bytes() {
    let runtime = runtime();
    let mut tensor = Tensor::from_strings(&runtime, &[2], &[&b"a\0b"[..], b""]).unwrap();
    tensor.set_string(1, b"longer than fits anywhere inline, so that it must be kept elsewhere").unwrap();
    assert_eq!(tensor.string(0).unwrap(), b"a\0b");
    assert_eq!(tensor.strings().unwrap()[1].len(), 67);
    let clone = tensor.clone();
    assert_fails(tensor.set_string(0, b"x"), Code::FailedPrecondition, &["shared"]);
    assert_fails(clone.string(2), Code::OutOfRange, &["2"]);
}

#[test]
fn memory_is_counted_and_comes_back() {
    let runtime = runtime();
    let before = runtime.memory_in_use();
    let tensor = Tensor::zeros(&runtime, DType::Float, &[1000, 1000]).unwrap();
    assert!(runtime.memory_in_use() >= before + 4_000_000);
    drop(tensor);
    assert_eq!(runtime.memory_in_use(), before);
    let limited = runnel::Runtime::builder().memory_limit(1 << 20).build().unwrap();
    assert_fails(Tensor::zeros(&limited, DType::Float, &[1 << 20]), Code::ResourceExhausted, &[]);
}

#[test]
fn is_shown_to_people() {
    let runtime = runtime();
    assert_eq!(floats(&runtime, &[1.0, 2.5]).to_string(), "float[2] = [1 2.5]");
    assert_eq!(DType::from_name("DT_BFLOAT16"), Some(DType::BFloat16));
    assert_eq!((DType::Half.to_string(), DType::Complex128.size(), DType::String.size()), ("half".into(), 16, 0));
    assert_eq!(DType::from_name("nonsense"), None);
}
