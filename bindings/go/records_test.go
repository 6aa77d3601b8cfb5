package runnel_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"runnel.internal/runnel"
)

func TestRecordsAndExamplesGoToFilesAndBack(t *testing.T) {
	r := newRuntime(t)
	for _, compression := range []string{"", "ZLIB", "GZIP"} {
		path := filepath.Join(t.TempDir(), "r.tfrecord")
		example := must[*runnel.Example](t)(runnel.NewExample(true))
		defer example.Close()
		for _, err := range []error{
			runnel.SetFeature(example, "f", []float32{0.5}), runnel.SetFeature(example, "i", []int64{1, -2}),
			runnel.SetFeature(example, "s", []string{"a", "\x00\xff"}), runnel.SetFeature(example, "none", []int64{}),
			runnel.AddStep(example, "tokens", []int64{1}), runnel.AddStep(example, "tokens", []int64{2, 3}), example.AddList("empty"),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		data := must[[]byte](t)(example.Bytes())
		writer := must[*runnel.RecordWriter](t)(runnel.CreateRecords(r, path, compression, runnel.DefaultLevel))
		for _, record := range [][]byte{data, {}, []byte("last")} {
			if err := writer.Write(record); err != nil {
				t.Fatal(err)
			}
		}
		if err := writer.Flush(true); err != nil {
			t.Fatal(err)
		}
		if err := writer.Close(); err != nil {
			t.Fatal(err)
		}
		reader := must[*runnel.RecordReader](t)(runnel.OpenRecords(r, path, compression))
		record := must[[]byte](t)(reader.Next())
		second := reader.Offset()
		parsed := must[*runnel.Example](t)(runnel.ParseExample(record, true))
		for name, want := range map[string]any{"f": []float32{0.5}, "i": []int64{1, -2}, "s": []string{"a", "\x00\xff"}, "none": []int64{}} {
			if got := must[any](t)(parsed.Feature(name)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v, expected %v", name, got, want)
			}
		}
		if steps := must[int](t)(parsed.NumSteps("tokens")); steps != 2 {
			t.Error(steps)
		}
		if got := must[any](t)(parsed.Step("tokens", 1)); !reflect.DeepEqual(got, []int64{2, 3}) {
			t.Error(got)
		}
		if !parsed.IsSequence() || !reflect.DeepEqual(parsed.Lists(), []string{"empty", "tokens"}) || len(parsed.Features()) != 4 {
			t.Error(parsed.Lists(), parsed.Features())
		}
		_, err := parsed.Step("tokens", 2)
		wantFailure(t, err, runnel.OutOfRange, "tokens")
		_, err = parsed.Feature("absent")
		wantFailure(t, err, runnel.NotFound, "absent")
		for _, want := range []string{"", "last"} {
			if got := must[[]byte](t)(reader.Next()); string(got) != want {
				t.Errorf("%q, expected %q", got, want)
			}
		}
		if _, err := reader.Next(); !errors.Is(err, io.EOF) {
			t.Error(err)
		}
		if read, size, err := reader.Progress(); err != nil || read != size || size == 0 {
			t.Error(read, size, err)
		}
		if err := reader.Seek(second); err != nil {
			t.Error(err)
		}
		reader.Close()
		if err := os.Truncate(path, 30); err != nil {
			t.Fatal(err)
		}
		reader = must[*runnel.RecordReader](t)(runnel.OpenRecords(r, path, compression))
		_, err = reader.Next()
		wantFailure(t, err, runnel.DataLoss, path, "byte ")
		reader.Close()
	}
	plain := must[*runnel.Example](t)(runnel.NewExample(false))
	wantFailure(t, plain.AddList("x"), runnel.FailedPrecondition, "SequenceExample")
	_, err := runnel.ParseExample([]byte("\x0a\x05oh"), false)
	wantFailure(t, err, runnel.InvalidArgument, "byte")
}
