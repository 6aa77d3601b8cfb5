//! TFRecord files and Examples without a graph.
use runnel::{Code, Example, Feature, RecordReader, RecordWriter, Runtime};

fn example() -> Example {
    let mut example = Example::sequence().unwrap();
    example.set("f", &[0.5f32][..]).unwrap();
    example.set("i", &[1i64, -2][..]).unwrap();
    example.set("s", Feature::Bytes(vec![b"a".to_vec(), vec![0, 255]])).unwrap();
    example.set("none", Feature::None).unwrap();
    example.add_step("tokens", &[1i64][..]).unwrap();
    example.add_step("tokens", &[2i64, 3][..]).unwrap();
    example.add_list("empty").unwrap();
    example
}

#[test]
fn records_and_examples_go_to_files_and_back() {
    let runtime = Runtime::new().unwrap();
    let folder = std::env::temp_dir().join(format!("runnel_rust_records_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for compression in ["", "ZLIB", "GZIP"] {
        let path = folder.join("r.tfrecord");
        let writer = RecordWriter::create(&runtime, &path, compression, None).unwrap();
        for record in [&example().to_bytes().unwrap()[..], b"", b"last"] {
            writer.write(record).unwrap();
        }
        writer.flush(true).unwrap();
        writer.close().unwrap();
        assert_eq!(writer.write(b"late").unwrap_err().code(), Code::FailedPrecondition);
        let mut reader = RecordReader::open(&runtime, &path, compression).unwrap();
        let parsed = Example::parse_sequence(&reader.next().unwrap().unwrap()).unwrap();
        let second = reader.offset();
        assert!(parsed.is_sequence());
        assert_eq!(parsed.features(), ["f", "i", "none", "s"]);
        assert_eq!(parsed.lists(), ["empty", "tokens"]);
        assert_eq!(parsed.feature("f").unwrap(), Feature::Floats(vec![0.5]));
        assert_eq!(parsed.feature("i").unwrap(), Feature::Ints(vec![1, -2]));
        assert_eq!(parsed.feature("s").unwrap(), Feature::Bytes(vec![b"a".to_vec(), vec![0, 255]]));
        assert_eq!(parsed.feature("none").unwrap(), Feature::None);
        assert_eq!((parsed.num_steps("tokens").unwrap(), parsed.num_steps("empty").unwrap()), (2, 0));
        assert_eq!(parsed.step("tokens", 1).unwrap(), Feature::Ints(vec![2, 3]));
        assert_eq!(parsed.step("tokens", 2).unwrap_err().code(), Code::OutOfRange);
        assert_eq!(parsed.feature("absent").unwrap_err().code(), Code::NotFound);
        assert_eq!(parsed.to_bytes().unwrap(), example().to_bytes().unwrap());
        let rest: Vec<_> = reader.clone().map(|r| r.unwrap()).collect();
        assert_eq!(rest, [b"".to_vec(), b"last".to_vec()]);
        let (read, size) = reader.progress().unwrap();
        assert_eq!(read, size);
        reader.seek(second).unwrap();
        assert_eq!(reader.read().unwrap().unwrap(), b"");

        let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(30).unwrap();
        let error = RecordReader::open(&runtime, &path, compression).unwrap().read().unwrap_err();
        assert_eq!(error.code(), Code::DataLoss);
        assert!(error.message().contains("r.tfrecord") && error.message().contains("byte "), "{error}");
    }
    std::fs::remove_dir_all(folder).unwrap();
    let mut plain = Example::new().unwrap();
    assert_eq!(plain.add_list("x").unwrap_err().code(), Code::FailedPrecondition);
    assert_eq!(Example::parse(b"\x0a\x05oh").unwrap_err().code(), Code::InvalidArgument);
}
