//! Datasets without a graph: pipelines, a function of the program, places that are kept.
use runnel::{Code, DType, Dataset, DatasetIterator, Error, Runtime, Tensor};

fn numbers(pass: DatasetIterator) -> Vec<i64> {
    let mut out = Vec::new();
    for element in pass {
        out.extend_from_slice(element.unwrap()[0].as_slice::<i64>().unwrap());
    }
    out
}

#[test]
fn elements_come_in_order() {
    let runtime = Runtime::new().unwrap();
    let d = Dataset::range(&runtime, 0, 10, 1).unwrap();
    let some = d.skip(2).unwrap().take(3).unwrap().repeat(2).unwrap();
    assert_eq!(numbers(some.prefetch(2).unwrap().iterate().unwrap()), [2, 3, 4, 2, 3, 4]);
    let batches = d.batch(4, true).unwrap();
    assert_eq!((batches.cardinality(), batches.num_components()), (2, 1));
    assert_eq!(numbers(batches.unbatch().unwrap().iterate().unwrap()), (0..8).collect::<Vec<_>>());
    // tf.data.Dataset.range(10).shuffle(4, seed=7), TensorFlow 2.21.
    let shuffled = d.shuffle(4, 7, true).unwrap();
    assert_eq!(numbers(shuffled.iterate().unwrap()), [0, 4, 2, 3, 5, 6, 1, 8, 7, 9]);
}

#[test]
fn a_function_of_the_program_gives_elements_and_failures() {
    let runtime = Runtime::new().unwrap();
    let made = runtime.clone();
    let d = Dataset::from_generator(&runtime, &[DType::Int64], move |index| match index {
        1 => Err(Error::new(Code::Unavailable, "not now")),
        4 => panic!("a panic stays where it is"),
        5 => Ok(None),
        _ => Ok(Some(vec![Tensor::scalar(&made, index)?])),
    })
    .unwrap();
    let codes: Vec<_> = d.iterate().unwrap().map(|e| e.map_err(|e| e.code()).map(|t| t.len())).collect();
    assert_eq!(codes, [Ok(1), Err(Code::Unavailable), Ok(1), Ok(1), Err(Code::Unknown)]);
    assert_eq!(numbers(d.ignore_errors().unwrap().iterate().unwrap()), [0, 2, 3]);
    let texts: Vec<_> = d.iterate().unwrap().filter_map(|e| e.err().map(|e| e.message().to_owned())).collect();
    assert!(texts[0].contains("not now") && texts[1].contains("a panic stays where it is"), "{texts:?}");
}

#[test]
fn elements_are_padded_and_windows_are_datasets() {
    let runtime = Runtime::new().unwrap();
    let made = runtime.clone();
    let d = Dataset::from_generator(&runtime, &[DType::Int64], move |index| {
        let size = usize::try_from(index).unwrap();
        Ok(if index == 3 { None } else { Some(vec![Tensor::from_slice(&made, &[index], &vec![index; size])?]) })
    })
    .unwrap();
    let seven = Tensor::scalar(&runtime, 7i64).unwrap();
    let batch = d.padded_batch(3, &[&[-1]], &[Some(&seven)], false).unwrap();
    assert_eq!(numbers(batch.iterate().unwrap()), [7, 7, 1, 7, 2, 2]);
    let windows = Dataset::range(&runtime, 0, 5, 1).unwrap().window(2, 2, 1, false).unwrap();
    let all: Vec<_> = windows
        .iterate()
        .unwrap()
        .map(|w| numbers(Dataset::from_variant(&runtime, &w.unwrap()[0]).unwrap().iterate().unwrap()))
        .collect();
    assert_eq!(all, [vec![0, 1], vec![2, 3], vec![4]]);
    let variant = Dataset::range(&runtime, 0, 2, 1).unwrap().to_variant().unwrap();
    assert_eq!(numbers(Dataset::from_variant(&runtime, &variant).unwrap().iterate().unwrap()), [0, 1]);
}

#[test]
fn a_place_is_kept() {
    let runtime = Runtime::new().unwrap();
    let d = Dataset::range(&runtime, 0, 50, 1).unwrap().shuffle(9, 3, true).unwrap().prefetch(3).unwrap();
    let mut pass = d.iterate().unwrap();
    for _ in 0..7 {
        pass.next().unwrap().unwrap();
    }
    let state = pass.save().unwrap();
    let other = d.iterate().unwrap();
    other.restore(&state).unwrap();
    assert_eq!(numbers(other), numbers(pass));
    let error = Dataset::range(&runtime, 0, 5, 1).unwrap().iterate().unwrap().restore(&state).unwrap_err();
    assert_eq!(error.code(), Code::DataLoss);
}
