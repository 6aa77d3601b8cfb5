//! The examples' own code, run: softmax regression learns MNIST, is saved, restored, frozen and served.
mod common;
#[path = "../examples/train_mnist/idx.rs"]
mod idx;
#[path = "../examples/train_mnist/softmax.rs"]
mod softmax;

use common::{runtime, Folder};
use idx::{Set, PIXELS};
use runnel::{Graph, ImportOptions, Session, Tensor};

#[test]
fn softmax_regression_learns_mnist_and_serves_it_frozen() {
    let Some(data) = idx::find() else {
        println!("skipped: RUNNEL_DATA_DIR has no datasets/mnist");
        return;
    };
    let runtime = runtime();
    let (train, test) = (Set::read(&data, "train").unwrap(), Set::read(&data, "t10k").unwrap());
    assert_eq!((train.len(), test.len()), (60_000, 10_000));
    let model = softmax::Model::new(&runtime, "").unwrap();
    let session = Session::new(&model.graph).unwrap();
    let mut losses = Vec::new();
    softmax::train(&model, &session, &train, 1000, |_, loss| losses.push(loss)).unwrap();
    // With weights of zero every class is as likely: the first loss is ln 10.
    assert!((losses[0] - 10f32.ln()).abs() < 1e-5, "{}", losses[0]);
    let correct = softmax::evaluate(&model, &session, &test).unwrap();
    assert!(correct >= 9150, "{correct} of 10000");

    let folder = Folder::new();
    session.save(folder.0.join("softmax")).unwrap();
    let restored = Session::new(&model.graph).unwrap();
    restored.restore(folder.0.join("softmax")).unwrap();
    assert_eq!(softmax::evaluate(&model, &restored, &test).unwrap(), correct);

    let frozen = session.freeze(&["prediction"]).unwrap();
    let graph = Graph::new(&runtime).unwrap();
    graph.import(&frozen, &ImportOptions::new()).unwrap();
    let (mut pixels, mut labels) = (vec![0.0; 10_000 * PIXELS], vec![0; 10_000]);
    test.fill(0..10_000, &mut pixels, &mut labels);
    let image = Tensor::from_vec(&runtime, &[10_000, PIXELS as i64], pixels).unwrap();
    let served = Session::new(&graph).unwrap().run_named(&[("image", &image)], &["prediction"], &[]).unwrap();
    let predicted = served[0].as_slice::<i64>().unwrap();
    assert_eq!(labels.iter().zip(predicted).filter(|(label, p)| label == p).count(), correct);
}
