//! Sparse tensors and indexed slices as feeds and fetches.
use runnel::{
    ops, Code, DType, Graph, IndexedSlices, Runtime, Session, SlicesOutput, SparseOutput, SparseTensor, Tensor,
};

#[test]
fn a_value_is_fed_and_fetched_as_one() {
    let runtime = Runtime::new().unwrap();
    let graph = Graph::new(&runtime).unwrap();
    let x = graph.sparse_placeholder("x", DType::Float, Some(2)).unwrap();
    let sorted = ops::sparse_reorder(x.indices, x.values, x.dense_shape).build(&graph).unwrap();
    let y = SparseOutput {
        indices: sorted.output_indices,
        values: sorted.output_values,
        dense_shape: ops::identity(x.dense_shape).build(&graph).unwrap(),
    };
    let session = Session::new(&graph).unwrap();
    let value = SparseTensor {
        indices: Tensor::from_slice(&runtime, &[2, 2], &[1i64, 2, 0, 0]).unwrap(),
        values: Tensor::from_slice(&runtime, &[2], &[5f32, 6.0]).unwrap(),
        dense_shape: Tensor::from_slice(&runtime, &[2], &[2i64, 3]).unwrap(),
    };
    let got = session.fetch_sparse(&x.feed(&value), &y).unwrap();
    assert_eq!(got.indices.as_slice::<i64>().unwrap(), [0, 0, 1, 2]);
    assert_eq!(got.values.as_slice::<f32>().unwrap(), [6.0, 5.0]);
    assert_eq!(got.dense_shape.as_slice::<i64>().unwrap(), [2, 3]);
    assert_eq!(SparseTensor::from_fetches(&[]).unwrap_err().code(), Code::InvalidArgument);

    let slices = SlicesOutput {
        values: graph.placeholder("values", DType::Float, None).unwrap(),
        indices: graph.placeholder("indices", DType::Int64, None).unwrap(),
        dense_shape: None,
    };
    let twice = SlicesOutput {
        values: ops::add_v2(slices.values, slices.values).build(&graph).unwrap(),
        indices: ops::identity(slices.indices).build(&graph).unwrap(),
        dense_shape: Some(ops::identity(slices.indices).build(&graph).unwrap()),
    };
    let value = IndexedSlices { values: value.values, indices: value.dense_shape, dense_shape: None };
    let got = session.fetch_slices(&slices.feed(&value), &twice).unwrap();
    assert_eq!(got.values.as_slice::<f32>().unwrap(), [10.0, 12.0]);
    assert_eq!(got.dense_shape.unwrap().as_slice::<i64>().unwrap(), [2, 3]);
}
