//! A function for each op. It takes the op's inputs and the attrs that must be given, and returns a builder with a
//! method for every other attr; `build` adds the node to a graph or scope and gives its outputs.
//!
//! Made from the op rows by tools/generate; not to be edited.

use crate::node::{Attr, NodeSpec, Outputs, Place};
use crate::{DType, Node, Output, Result, Tensor};

macro_rules! common {
    ($builder:ident) => {
        impl $builder {
            /// Without one, the name is made up from the op; so is the end of one that ends in '/'.
            pub fn name(mut self, name: &str) -> Self {
                self.0.set_name(name);
                self
            }

            /// "/device:CPU:0"; any part may be missing.
            pub fn device(mut self, device: &str) -> Self {
                self.0.set_device(device);
                self
            }

            /// Runs after `node`.
            pub fn after(mut self, node: Node) -> Self {
                self.0.add_after(node);
                self
            }

            /// On the device of `node`.
            pub fn colocate_with(mut self, node: Node) -> Self {
                self.0.add_colocated(node);
                self
            }
        }
    };
}

/// Gives the absolute value of x, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64
pub fn abs(x: Output) -> Abs {
    Abs(NodeSpec::new("Abs").input(x))
}

/// A node that [`fn@abs`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Abs(NodeSpec);

common!(Abs);

impl Abs {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As AddN. Shapes: all alike.
///
/// - `inputs`: list of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `shape`: attr `shape`
pub fn accumulate_nv2(inputs: &[Output], shape: Option<&[i64]>) -> AccumulateNV2 {
    AccumulateNV2(NodeSpec::new("AccumulateNV2").input_list(inputs).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@accumulate_nv2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AccumulateNV2(NodeSpec);

common!(AccumulateNV2);

impl AccumulateNV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds a gradient that was computed from the values of step local\_step; drops it if the accumulator has moved on.
/// Shapes: local\_step is a scalar, gradient has the accumulator's shape. Errors: INVALID\_ARGUMENT for another shape
/// or type.
///
/// - `handle`: resource
/// - `local_step`: int64
/// - `gradient`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn accumulator_apply_gradient(handle: Output, local_step: Output, gradient: Output) -> AccumulatorApplyGradient {
    AccumulatorApplyGradient(NodeSpec::new("AccumulatorApplyGradient").input(handle).input(local_step).input(gradient))
}

/// A node that [`fn@accumulator_apply_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AccumulatorApplyGradient(NodeSpec);

common!(AccumulatorApplyGradient);

impl AccumulatorApplyGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the number of gradients that were added and not yet taken. Shapes: num\_accumulated is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn accumulator_num_accumulated(handle: Output) -> AccumulatorNumAccumulated {
    AccumulatorNumAccumulated(NodeSpec::new("AccumulatorNumAccumulated").input(handle))
}

/// A node that [`fn@accumulator_num_accumulated`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AccumulatorNumAccumulated(NodeSpec);

common!(AccumulatorNumAccumulated);

impl AccumulatorNumAccumulated {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells the accumulator its step: gradients of older ones are dropped from now on. Shapes: new\_global\_step is a
/// scalar.
///
/// - `handle`: resource
/// - `new_global_step`: int64
pub fn accumulator_set_global_step(handle: Output, new_global_step: Output) -> AccumulatorSetGlobalStep {
    AccumulatorSetGlobalStep(NodeSpec::new("AccumulatorSetGlobalStep").input(handle).input(new_global_step))
}

/// A node that [`fn@accumulator_set_global_step`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AccumulatorSetGlobalStep(NodeSpec);

common!(AccumulatorSetGlobalStep);

impl AccumulatorSetGlobalStep {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Takes the mean, or sum, of what was added, waiting until that is num\_required gradients, and moves the accumulator
/// one step on. Shapes: num\_required is a scalar. Errors: INVALID\_ARGUMENT for num\_required below 1 or another type.
///
/// - `handle`: resource
/// - `num_required`: int32
/// - `dtype`: attr `dtype`; one of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
///   bfloat16, uint16, complex128, half, uint32, uint64
///
/// No gradient flows through it.
pub fn accumulator_take_gradient(handle: Output, num_required: Output, dtype: DType) -> AccumulatorTakeGradient {
    AccumulatorTakeGradient(NodeSpec::new("AccumulatorTakeGradient").input(handle).input(num_required).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@accumulator_take_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AccumulatorTakeGradient(NodeSpec);

common!(AccumulatorTakeGradient);

impl AccumulatorTakeGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the angle in \[0,pi\] whose cosine is x; NaN outside \[-1,1\]. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn acos(x: Output) -> Acos {
    Acos(NodeSpec::new("Acos").input(x))
}

/// A node that [`fn@acos`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Acos(NodeSpec);

common!(Acos);

impl Acos {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number \>= 0 whose hyperbolic cosine is x; NaN below 1. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn acosh(x: Output) -> Acosh {
    Acosh(NodeSpec::new("Acosh").input(x))
}

/// A node that [`fn@acosh`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Acosh(NodeSpec);

common!(Acosh);

impl Acosh {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x + y, element by element; strings are joined. Shapes: x and y broadcast against each other. Integers wrap
/// round.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128, string
/// - `y`: bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128, string
pub fn add(x: Output, y: Output) -> Add {
    Add(NodeSpec::new("Add").input(x).input(y))
}

/// A node that [`fn@add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Add(NodeSpec);

common!(Add);

impl Add {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Keeps each row along dimension 0 of a sparse tensor in the map of shared\_name and gives their numbers. Shapes: as
/// SerializeManySparse; the numbers are a vector.
///
/// - `sparse_indices`: int64
/// - `sparse_values`: any type
/// - `sparse_shape`: int64
///
/// No gradient flows through it.
pub fn add_many_sparse_to_tensors_map(sparse_indices: Output, sparse_values: Output, sparse_shape: Output) -> AddManySparseToTensorsMap {
    AddManySparseToTensorsMap(NodeSpec::new("AddManySparseToTensorsMap").input(sparse_indices).input(sparse_values).input(sparse_shape))
}

/// A node that [`fn@add_many_sparse_to_tensors_map`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AddManySparseToTensorsMap(NodeSpec);

common!(AddManySparseToTensorsMap);

impl AddManySparseToTensorsMap {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds all inputs, element by element. Shapes: all inputs have one shape; nothing is broadcast.
///
/// - `inputs`: list of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64, variant
pub fn add_n(inputs: &[Output]) -> AddN {
    AddN(NodeSpec::new("AddN").input_list(inputs))
}

/// A node that [`fn@add_n`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AddN(NodeSpec);

common!(AddN);

impl AddN {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Keeps a sparse tensor in the map of shared\_name and gives its number. Shapes: as SerializeSparse; the number is a
/// scalar.
///
/// - `sparse_indices`: int64
/// - `sparse_values`: any type
/// - `sparse_shape`: int64
///
/// No gradient flows through it.
pub fn add_sparse_to_tensors_map(sparse_indices: Output, sparse_values: Output, sparse_shape: Output) -> AddSparseToTensorsMap {
    AddSparseToTensorsMap(NodeSpec::new("AddSparseToTensorsMap").input(sparse_indices).input(sparse_values).input(sparse_shape))
}

/// A node that [`fn@add_sparse_to_tensors_map`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AddSparseToTensorsMap(NodeSpec);

common!(AddSparseToTensorsMap);

impl AddSparseToTensorsMap {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x + y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
/// - `y`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
pub fn add_v2(x: Output, y: Output) -> AddV2 {
    AddV2(NodeSpec::new("AddV2").input(x).input(y))
}

/// A node that [`fn@add_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AddV2(NodeSpec);

common!(AddV2);

impl AddV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives (x - mean) \* contrast\_factor + mean, where mean is that of the channel over rows and columns. Shapes: images
/// is \[...,rows,columns,channels\], contrast\_factor a scalar, output like images.
///
/// - `images`: half, float
/// - `contrast_factor`: float
pub fn adjust_contrastv2(images: Output, contrast_factor: Output) -> AdjustContrastv2 {
    AdjustContrastv2(NodeSpec::new("AdjustContrastv2").input(images).input(contrast_factor))
}

/// A node that [`fn@adjust_contrastv2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AdjustContrastv2(NodeSpec);

common!(AdjustContrastv2);

impl AdjustContrastv2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Turns the hue of colours in red, green and blue by delta, where 1 is once around. Shapes: images is
/// \[...,rows,columns,3\], delta a scalar, output like images.
///
/// - `images`: half, float
/// - `delta`: float
pub fn adjust_hue(images: Output, delta: Output) -> AdjustHue {
    AdjustHue(NodeSpec::new("AdjustHue").input(images).input(delta))
}

/// A node that [`fn@adjust_hue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AdjustHue(NodeSpec);

common!(AdjustHue);

impl AdjustHue {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Multiplies the saturation of colours in red, green and blue by scale and keeps it in \[0,1\]. Shapes: images is
/// \[...,rows,columns,3\], scale a scalar, output like images.
///
/// - `images`: half, float
/// - `scale`: float
pub fn adjust_saturation(images: Output, scale: Output) -> AdjustSaturation {
    AdjustSaturation(NodeSpec::new("AdjustSaturation").input(images).input(scale))
}

/// A node that [`fn@adjust_saturation`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AdjustSaturation(NodeSpec);

common!(AdjustSaturation);

impl AdjustSaturation {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells whether all elements over the given axes hold; true for an empty axis. Shapes and errors: as Sum.
///
/// - `input`: bool
/// - `reduction_indices`: int32, int64
///
/// No gradient flows through it.
pub fn all(input: Output, reduction_indices: Output) -> All {
    All(NodeSpec::new("All").input(input).input(reduction_indices))
}

/// A node that [`fn@all`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct All(NodeSpec);

common!(All);

impl All {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives all classes of \[0,num\_sampled), once each, for tests. Shapes: true\_classes is \[batch,num\_true\],
/// sampled\_candidates \[num\_sampled\]; the counts are like these.
///
/// - `true_classes`: int64
/// - `num_true`: attr `num_true`; at least 1
/// - `num_sampled`: attr `num_sampled`; at least 1
/// - `unique`: attr `unique`
///
/// No gradient flows through it.
pub fn all_candidate_sampler(true_classes: Output, num_true: i64, num_sampled: i64, unique: bool) -> AllCandidateSampler {
    AllCandidateSampler(NodeSpec::new("AllCandidateSampler").input(true_classes).attr("num_true", Attr::Int(num_true)).attr("num_sampled", Attr::Int(num_sampled)).attr("unique", Attr::Bool(unique)))
}

/// A node that [`fn@all_candidate_sampler`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AllCandidateSampler(NodeSpec);

common!(AllCandidateSampler);

impl AllCandidateSampler {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<AllCandidateSamplerOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(AllCandidateSamplerOutputs {
            node,
            sampled_candidates: outputs.one(),
            true_expected_count: outputs.one(),
            sampled_expected_count: outputs.one(),
        })
    }
}

/// What [`fn@all_candidate_sampler`] gives.
#[derive(Clone, Debug)]
pub struct AllCandidateSamplerOutputs {
    pub node: Node,
    pub sampled_candidates: Output,
    pub true_expected_count: Output,
    pub sampled_expected_count: Output,
}

/// Gives the angle of the number in \[-pi,pi\], element by element. Shapes and errors: as Real.
///
/// - `input`: complex64, complex128
pub fn angle(input: Output) -> Angle {
    Angle(NodeSpec::new("Angle").input(input))
}

/// A node that [`fn@angle`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Angle(NodeSpec);

common!(Angle);

impl Angle {
    /// One of float, double. Default: float.
    pub fn tout(mut self, value: DType) -> Self {
        self.0.set_attr("Tout", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As HashTableV2, but each run gives a new table, which lasts as long as its handle.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn anonymous_hash_table(key_dtype: DType, value_dtype: DType) -> AnonymousHashTable {
    AnonymousHashTable(NodeSpec::new("AnonymousHashTable").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@anonymous_hash_table`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AnonymousHashTable(NodeSpec);

common!(AnonymousHashTable);

impl AnonymousHashTable {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of an iterator that goes with its last handle.
///
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn anonymous_iterator(output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> AnonymousIterator {
    AnonymousIterator(NodeSpec::new("AnonymousIterator").attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@anonymous_iterator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AnonymousIterator(NodeSpec);

common!(AnonymousIterator);

impl AnonymousIterator {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As AnonymousIterator, with a deleter, which is not needed.
///
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn anonymous_iterator_v2(output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> AnonymousIteratorV2 {
    AnonymousIteratorV2(NodeSpec::new("AnonymousIteratorV2").attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@anonymous_iterator_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AnonymousIteratorV2(NodeSpec);

common!(AnonymousIteratorV2);

impl AnonymousIteratorV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<AnonymousIteratorV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(AnonymousIteratorV2Outputs {
            node,
            handle: outputs.one(),
            deleter: outputs.one(),
        })
    }
}

/// What [`fn@anonymous_iterator_v2`] gives.
#[derive(Clone, Debug)]
pub struct AnonymousIteratorV2Outputs {
    pub node: Node,
    pub handle: Output,
    pub deleter: Output,
}

/// As AnonymousIterator.
///
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn anonymous_iterator_v3(output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> AnonymousIteratorV3 {
    AnonymousIteratorV3(NodeSpec::new("AnonymousIteratorV3").attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@anonymous_iterator_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AnonymousIteratorV3(NodeSpec);

common!(AnonymousIteratorV3);

impl AnonymousIteratorV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MutableDenseHashTableV2, but each run gives a new table, which lasts as long as its handle.
///
/// - `empty_key`: any type
/// - `deleted_key`: any type
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn anonymous_mutable_dense_hash_table(empty_key: Output, deleted_key: Output, value_dtype: DType) -> AnonymousMutableDenseHashTable {
    AnonymousMutableDenseHashTable(NodeSpec::new("AnonymousMutableDenseHashTable").input(empty_key).input(deleted_key).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@anonymous_mutable_dense_hash_table`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AnonymousMutableDenseHashTable(NodeSpec);

common!(AnonymousMutableDenseHashTable);

impl AnonymousMutableDenseHashTable {
    /// Default: \[\].
    pub fn value_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("value_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Default: 131072.
    pub fn initial_num_buckets(mut self, value: i64) -> Self {
        self.0.set_attr("initial_num_buckets", Attr::Int(value));
        self
    }

    /// Default: 0.8.
    pub fn max_load_factor(mut self, value: f32) -> Self {
        self.0.set_attr("max_load_factor", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MutableHashTableV2, but each run gives a new table, which lasts as long as its handle.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn anonymous_mutable_hash_table(key_dtype: DType, value_dtype: DType) -> AnonymousMutableHashTable {
    AnonymousMutableHashTable(NodeSpec::new("AnonymousMutableHashTable").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@anonymous_mutable_hash_table`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AnonymousMutableHashTable(NodeSpec);

common!(AnonymousMutableHashTable);

impl AnonymousMutableHashTable {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MutableHashTableOfTensorsV2, but each run gives a new table, which lasts as long as its handle.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn anonymous_mutable_hash_table_of_tensors(key_dtype: DType, value_dtype: DType) -> AnonymousMutableHashTableOfTensors {
    AnonymousMutableHashTableOfTensors(NodeSpec::new("AnonymousMutableHashTableOfTensors").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@anonymous_mutable_hash_table_of_tensors`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AnonymousMutableHashTableOfTensors(NodeSpec);

common!(AnonymousMutableHashTableOfTensors);

impl AnonymousMutableHashTableOfTensors {
    /// Default: \[\].
    pub fn value_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("value_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells whether any element over the given axes holds; false for an empty axis. Shapes and errors: as Sum.
///
/// - `input`: bool
/// - `reduction_indices`: int32, int64
///
/// No gradient flows through it.
pub fn any(input: Output, reduction_indices: Output) -> Any {
    Any(NodeSpec::new("Any").input(input).input(reduction_indices))
}

/// A node that [`fn@any`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Any(NodeSpec);

common!(Any);

impl Any {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Says where x and y are less than tolerance apart. Shapes: all alike.
///
/// - `x`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `y`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
///
/// No gradient flows through it.
pub fn approximate_equal(x: Output, y: Output) -> ApproximateEqual {
    ApproximateEqual(NodeSpec::new("ApproximateEqual").input(x).input(y))
}

/// A node that [`fn@approximate_equal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ApproximateEqual(NodeSpec);

common!(ApproximateEqual);

impl ApproximateEqual {
    /// Default: 1e-05.
    pub fn tolerance(mut self, value: f32) -> Self {
        self.0.set_attr("tolerance", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the position of the largest element along one axis, the first of equal ones. Shapes: dimension is a scalar in
/// \[-rank,rank); that axis vanishes. Errors: INVALID\_ARGUMENT for an axis out of range, empty or longer than
/// output\_type can count.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64, bool
/// - `dimension`: int32, int64
///
/// No gradient flows through it.
pub fn arg_max(input: Output, dimension: Output) -> ArgMax {
    ArgMax(NodeSpec::new("ArgMax").input(input).input(dimension))
}

/// A node that [`fn@arg_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ArgMax(NodeSpec);

common!(ArgMax);

impl ArgMax {
    /// One of int16, uint16, int32, int64. Default: int64.
    pub fn output_type(mut self, value: DType) -> Self {
        self.0.set_attr("output_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the position of the smallest element along one axis, the first of equal ones. Shapes and errors: as ArgMax.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64, bool
/// - `dimension`: int32, int64
///
/// No gradient flows through it.
pub fn arg_min(input: Output, dimension: Output) -> ArgMin {
    ArgMin(NodeSpec::new("ArgMin").input(input).input(dimension))
}

/// A node that [`fn@arg_min`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ArgMin(NodeSpec);

common!(ArgMin);

impl ArgMin {
    /// One of int32, int64. Default: int64.
    pub fn output_type(mut self, value: DType) -> Self {
        self.0.set_attr("output_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Prints every element as C's printf would: %d, %f, or with scientific %e, with shortest %g, with the given precision
/// and width, filled with `fill` ('0', ' ', '+' or '-'). Shapes: output is like input. Errors: INVALID\_ARGUMENT for a
/// fill of several characters, or for scientific with shortest.
///
/// - `input`: int8, int16, int32, int64, complex64, complex128, float, double, bool
///
/// No gradient flows through it.
pub fn as_string(input: Output) -> AsString {
    AsString(NodeSpec::new("AsString").input(input))
}

/// A node that [`fn@as_string`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AsString(NodeSpec);

common!(AsString);

impl AsString {
    /// Default: -1.
    pub fn precision(mut self, value: i64) -> Self {
        self.0.set_attr("precision", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn scientific(mut self, value: bool) -> Self {
        self.0.set_attr("scientific", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn shortest(mut self, value: bool) -> Self {
        self.0.set_attr("shortest", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn width(mut self, value: i64) -> Self {
        self.0.set_attr("width", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn fill(mut self, value: &str) -> Self {
        self.0.set_attr("fill", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the angle in \[-pi/2,pi/2\] whose sine is x; NaN outside \[-1,1\]. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn asin(x: Output) -> Asin {
    Asin(NodeSpec::new("Asin").input(x))
}

/// A node that [`fn@asin`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Asin(NodeSpec);

common!(Asin);

impl Asin {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number whose hyperbolic sine is x. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn asinh(x: Output) -> Asinh {
    Asinh(NodeSpec::new("Asinh").input(x))
}

/// A node that [`fn@asinh`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Asinh(NodeSpec);

common!(Asinh);

impl Asinh {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Fails the step if condition does not hold. Shapes: condition is a scalar. Errors: INVALID\_ARGUMENT showing the
/// first `summarize` elements of every data tensor.
///
/// - `condition`: bool
/// - `data`: list of any type
pub fn assert(condition: Output, data: &[Output]) -> Assert {
    Assert(NodeSpec::new("Assert").input(condition).input_list(data))
}

/// A node that [`fn@assert`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Assert(NodeSpec);

common!(Assert);

impl Assert {
    /// Default: 3.
    pub fn summarize(mut self, value: i64) -> Self {
        self.0.set_attr("summarize", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Adds value to the variable, in place. Shapes: value is like the variable. Errors: FAILED\_PRECONDITION for a
/// variable without a value; INVALID\_ARGUMENT for another dtype or shape.
///
/// - `resource`: resource
/// - `value`: any type
pub fn assign_add_variable_op(resource: Output, value: Output) -> AssignAddVariableOp {
    AssignAddVariableOp(NodeSpec::new("AssignAddVariableOp").input(resource).input(value))
}

/// A node that [`fn@assign_add_variable_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AssignAddVariableOp(NodeSpec);

common!(AssignAddVariableOp);

impl AssignAddVariableOp {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Subtracts value from the variable, in place. Shapes and errors: as AssignAddVariableOp.
///
/// - `resource`: resource
/// - `value`: any type
pub fn assign_sub_variable_op(resource: Output, value: Output) -> AssignSubVariableOp {
    AssignSubVariableOp(NodeSpec::new("AssignSubVariableOp").input(resource).input(value))
}

/// A node that [`fn@assign_sub_variable_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AssignSubVariableOp(NodeSpec);

common!(AssignSubVariableOp);

impl AssignSubVariableOp {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Makes value the variable's new value. Shapes: value fits the variable's shape and, with validate\_shape, is shaped
/// like the value before, if there is one. Errors: INVALID\_ARGUMENT for another dtype or shape.
///
/// - `resource`: resource
/// - `value`: any type
pub fn assign_variable_op(resource: Output, value: Output) -> AssignVariableOp {
    AssignVariableOp(NodeSpec::new("AssignVariableOp").input(resource).input(value))
}

/// A node that [`fn@assign_variable_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AssignVariableOp(NodeSpec);

common!(AssignVariableOp);

impl AssignVariableOp {
    /// Default: false.
    pub fn validate_shape(mut self, value: bool) -> Self {
        self.0.set_attr("validate_shape", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the angle in \[-pi/2,pi/2\] whose tangent is x. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn atan(x: Output) -> Atan {
    Atan(NodeSpec::new("Atan").input(x))
}

/// A node that [`fn@atan`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Atan(NodeSpec);

common!(Atan);

impl Atan {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the angle in \[-pi,pi\] of the point (x, y). Shapes: x and y broadcast against each other.
///
/// - `y`: half, bfloat16, float, double
/// - `x`: half, bfloat16, float, double
pub fn atan2(y: Output, x: Output) -> Atan2 {
    Atan2(NodeSpec::new("Atan2").input(y).input(x))
}

/// A node that [`fn@atan2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Atan2(NodeSpec);

common!(Atan2);

impl Atan2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number whose hyperbolic tangent is x; infinite at -1 and 1, NaN beyond. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn atanh(x: Output) -> Atanh {
    Atanh(NodeSpec::new("Atanh").input(x))
}

/// A node that [`fn@atanh`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Atanh(NodeSpec);

common!(Atanh);

impl Atanh {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the mean of every window, channel by channel; what lies outside of the image does not count. Shapes: value is
/// \[batch,rows,columns,channels\] or, for NCHW, \[batch,channels,rows,columns\].
///
/// - `value`: half, bfloat16, float, double
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn avg_pool(value: Output, ksize: &[i64], strides: &[i64], padding: &str) -> AvgPool {
    AvgPool(NodeSpec::new("AvgPool").input(value).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@avg_pool`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AvgPool(NodeSpec);

common!(AvgPool);

impl AvgPool {
    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the mean of every window of a volume, channel by channel; what lies outside of the volume does not count.
/// Shapes and errors: as MaxPool3D.
///
/// - `input`: half, bfloat16, float, double
/// - `ksize`: attr `ksize`; at least 5
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn avg_pool3d(input: Output, ksize: &[i64], strides: &[i64], padding: &str) -> AvgPool3D {
    AvgPool3D(NodeSpec::new("AvgPool3D").input(input).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@avg_pool3d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AvgPool3D(NodeSpec);

common!(AvgPool3D);

impl AvgPool3D {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of AvgPool3D for an input whose shape orig\_input\_shape spells.
///
/// - `orig_input_shape`: int32
/// - `grad`: half, bfloat16, float, double
/// - `ksize`: attr `ksize`; at least 5
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn avg_pool3d_grad(orig_input_shape: Output, grad: Output, ksize: &[i64], strides: &[i64], padding: &str) -> AvgPool3DGrad {
    AvgPool3DGrad(NodeSpec::new("AvgPool3DGrad").input(orig_input_shape).input(grad).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@avg_pool3d_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AvgPool3DGrad(NodeSpec);

common!(AvgPool3DGrad);

impl AvgPool3DGrad {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of AvgPool for an input whose shape orig\_input\_shape spells.
///
/// - `orig_input_shape`: int32
/// - `grad`: half, bfloat16, float, double
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn avg_pool_grad(orig_input_shape: Output, grad: Output, ksize: &[i64], strides: &[i64], padding: &str) -> AvgPoolGrad {
    AvgPoolGrad(NodeSpec::new("AvgPoolGrad").input(orig_input_shape).input(grad).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@avg_pool_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct AvgPoolGrad(NodeSpec);

common!(AvgPoolGrad);

impl AvgPoolGrad {
    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a barrier, which puts tuples of the given types and shapes together from components that come
/// one by one. Shapes: a component whose shape is unknown is a scalar. Errors: INVALID\_ARGUMENT for a shape that is
/// missing or not fully defined, or a capacity other than -1.
///
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn barrier(component_types: &[DType]) -> Barrier {
    Barrier(NodeSpec::new("Barrier").attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@barrier`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Barrier(NodeSpec);

common!(Barrier);

impl Barrier {
    /// At least 0. Default: \[\].
    pub fn shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Lets no new keys in; components of those that are there may still come, unless cancel\_pending\_enqueues drops them.
/// Errors: CANCELLED if the barrier is closed already.
///
/// - `handle`: resource
pub fn barrier_close(handle: Output) -> BarrierClose {
    BarrierClose(NodeSpec::new("BarrierClose").input(handle))
}

/// A node that [`fn@barrier_close`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BarrierClose(NodeSpec);

common!(BarrierClose);

impl BarrierClose {
    /// Default: false.
    pub fn cancel_pending_enqueues(mut self, value: bool) -> Self {
        self.0.set_attr("cancel_pending_enqueues", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the number of tuples that lack components. Shapes: size is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn barrier_incomplete_size(handle: Output) -> BarrierIncompleteSize {
    BarrierIncompleteSize(NodeSpec::new("BarrierIncompleteSize").input(handle))
}

/// A node that [`fn@barrier_incomplete_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BarrierIncompleteSize(NodeSpec);

common!(BarrierIncompleteSize);

impl BarrierIncompleteSize {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the tuple of each key a value for one component; a tuple that has all of them can be taken. Shapes: keys is a
/// vector, values has a row for each. Errors: INVALID\_ARGUMENT for a component that is there already; CANCELLED for a
/// new key if the barrier is closed.
///
/// - `handle`: resource
/// - `keys`: string
/// - `values`: any type
/// - `component_index`: attr `component_index`
pub fn barrier_insert_many(handle: Output, keys: Output, values: Output, component_index: i64) -> BarrierInsertMany {
    BarrierInsertMany(NodeSpec::new("BarrierInsertMany").input(handle).input(keys).input(values).attr("component_index", Attr::Int(component_index)))
}

/// A node that [`fn@barrier_insert_many`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BarrierInsertMany(NodeSpec);

common!(BarrierInsertMany);

impl BarrierInsertMany {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the number of complete tuples. Shapes: size is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn barrier_ready_size(handle: Output) -> BarrierReadySize {
    BarrierReadySize(NodeSpec::new("BarrierReadySize").input(handle))
}

/// A node that [`fn@barrier_ready_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BarrierReadySize(NodeSpec);

common!(BarrierReadySize);

impl BarrierReadySize {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes complete tuples, waiting for them, those whose keys came first before others; indices number the insertions
/// that brought the keys, from the least int64 on. With allow\_small\_batch a closed barrier gives what it has. Shapes:
/// num\_elements is a scalar; the outputs have a row for each tuple. Errors: OUT\_OF\_RANGE if the barrier is closed
/// and has fewer.
///
/// - `handle`: resource
/// - `num_elements`: int32
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn barrier_take_many(handle: Output, num_elements: Output, component_types: &[DType]) -> BarrierTakeMany {
    BarrierTakeMany(NodeSpec::new("BarrierTakeMany").input(handle).input(num_elements).attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@barrier_take_many`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BarrierTakeMany(NodeSpec);

common!(BarrierTakeMany);

impl BarrierTakeMany {
    /// Default: false.
    pub fn allow_small_batch(mut self, value: bool) -> Self {
        self.0.set_attr("allow_small_batch", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn wait_for_incomplete(mut self, value: bool) -> Self {
        self.0.set_attr("wait_for_incomplete", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<BarrierTakeManyOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(BarrierTakeManyOutputs {
            node,
            indices: outputs.one(),
            keys: outputs.one(),
            values: outputs.typed_by("component_types")?,
        })
    }
}

/// What [`fn@barrier_take_many`] gives.
#[derive(Clone, Debug)]
pub struct BarrierTakeManyOutputs {
    pub node: Node,
    pub indices: Output,
    pub keys: Output,
    pub values: Vec<Output>,
}

/// Gives a dataset of batch\_size elements at a time, each component stacked along a new dimension 0; the last ones may
/// be fewer. Shapes: batch\_size is a scalar. Errors: INVALID\_ARGUMENT unless it is above 0; of a pass: for elements
/// of different shapes in a batch.
///
/// - `input_dataset`: variant
/// - `batch_size`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn batch_dataset(input_dataset: Output, batch_size: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> BatchDataset {
    BatchDataset(NodeSpec::new("BatchDataset").input(input_dataset).input(batch_size).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@batch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BatchDataset(NodeSpec);

common!(BatchDataset);

impl BatchDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As BatchDataset; with drop\_remainder a batch that is not full is left out.
///
/// - `input_dataset`: variant
/// - `batch_size`: int64
/// - `drop_remainder`: bool
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn batch_dataset_v2(input_dataset: Output, batch_size: Output, drop_remainder: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> BatchDatasetV2 {
    BatchDatasetV2(NodeSpec::new("BatchDatasetV2").input(input_dataset).input(batch_size).input(drop_remainder).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@batch_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BatchDatasetV2(NodeSpec);

common!(BatchDatasetV2);

impl BatchDatasetV2 {
    /// Default: false.
    pub fn parallel_copy(mut self, value: bool) -> Self {
        self.0.set_attr("parallel_copy", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// BatchMatMulV2, as older graphs call it.
///
/// - `x`: bfloat16, half, float, double, int32, int64, complex64, complex128
/// - `y`: bfloat16, half, float, double, int32, int64, complex64, complex128
pub fn batch_mat_mul(x: Output, y: Output) -> BatchMatMul {
    BatchMatMul(NodeSpec::new("BatchMatMul").input(x).input(y))
}

/// A node that [`fn@batch_mat_mul`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BatchMatMul(NodeSpec);

common!(BatchMatMul);

impl BatchMatMul {
    /// Default: false.
    pub fn adj_x(mut self, value: bool) -> Self {
        self.0.set_attr("adj_x", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn adj_y(mut self, value: bool) -> Self {
        self.0.set_attr("adj_y", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn grad_x(mut self, value: bool) -> Self {
        self.0.set_attr("grad_x", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn grad_y(mut self, value: bool) -> Self {
        self.0.set_attr("grad_y", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Multiplies matrices that lie in the last two dimensions; adj\_x and adj\_y take the adjoint (conjugate transpose)
/// first. Shapes: \[..,m,k\] times \[..,k,n\] gives \[..,m,n\]; the leading dimensions broadcast. Errors:
/// INVALID\_ARGUMENT if the inner dimensions differ.
///
/// - `x`: bfloat16, half, float, double, uint8, uint16, uint32, uint64, int16, int32, int64, complex64, complex128
/// - `y`: bfloat16, half, float, double, uint8, uint16, uint32, uint64, int16, int32, int64, complex64, complex128
pub fn batch_mat_mul_v2(x: Output, y: Output) -> BatchMatMulV2 {
    BatchMatMulV2(NodeSpec::new("BatchMatMulV2").input(x).input(y))
}

/// A node that [`fn@batch_mat_mul_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BatchMatMulV2(NodeSpec);

common!(BatchMatMulV2);

impl BatchMatMulV2 {
    /// Default: false.
    pub fn adj_x(mut self, value: bool) -> Self {
        self.0.set_attr("adj_x", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn adj_y(mut self, value: bool) -> Self {
        self.0.set_attr("adj_y", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn grad_x(mut self, value: bool) -> Self {
        self.0.set_attr("grad_x", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn grad_y(mut self, value: bool) -> Self {
        self.0.set_attr("grad_y", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives (t - m) / sqrt(v + variance\_epsilon), times gamma if scale\_after\_normalization, plus beta. Shapes: t is
/// \[batch,rows,columns,channels\], all others \[channels\].
///
/// - `t`: half, bfloat16, float, double
/// - `m`: half, bfloat16, float, double
/// - `v`: half, bfloat16, float, double
/// - `beta`: half, bfloat16, float, double
/// - `gamma`: half, bfloat16, float, double
/// - `variance_epsilon`: attr `variance_epsilon`
/// - `scale_after_normalization`: attr `scale_after_normalization`
pub fn batch_norm_with_global_normalization(t: Output, m: Output, v: Output, beta: Output, gamma: Output, variance_epsilon: f32, scale_after_normalization: bool) -> BatchNormWithGlobalNormalization {
    BatchNormWithGlobalNormalization(NodeSpec::new("BatchNormWithGlobalNormalization").input(t).input(m).input(v).input(beta).input(gamma).attr("variance_epsilon", Attr::Float(variance_epsilon)).attr("scale_after_normalization", Attr::Bool(scale_after_normalization)))
}

/// A node that [`fn@batch_norm_with_global_normalization`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BatchNormWithGlobalNormalization(NodeSpec);

common!(BatchNormWithGlobalNormalization);

impl BatchNormWithGlobalNormalization {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradients of BatchNormWithGlobalNormalization for t, m, v, beta and gamma; 0 for gamma if it does not
/// scale. Shapes: as there; backprop is like t.
///
/// - `t`: half, bfloat16, float, double
/// - `m`: half, bfloat16, float, double
/// - `v`: half, bfloat16, float, double
/// - `gamma`: half, bfloat16, float, double
/// - `backprop`: half, bfloat16, float, double
/// - `variance_epsilon`: attr `variance_epsilon`
/// - `scale_after_normalization`: attr `scale_after_normalization`
pub fn batch_norm_with_global_normalization_grad(t: Output, m: Output, v: Output, gamma: Output, backprop: Output, variance_epsilon: f32, scale_after_normalization: bool) -> BatchNormWithGlobalNormalizationGrad {
    BatchNormWithGlobalNormalizationGrad(NodeSpec::new("BatchNormWithGlobalNormalizationGrad").input(t).input(m).input(v).input(gamma).input(backprop).attr("variance_epsilon", Attr::Float(variance_epsilon)).attr("scale_after_normalization", Attr::Bool(scale_after_normalization)))
}

/// A node that [`fn@batch_norm_with_global_normalization_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BatchNormWithGlobalNormalizationGrad(NodeSpec);

common!(BatchNormWithGlobalNormalizationGrad);

impl BatchNormWithGlobalNormalizationGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<BatchNormWithGlobalNormalizationGradOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(BatchNormWithGlobalNormalizationGradOutputs {
            node,
            dx: outputs.one(),
            dm: outputs.one(),
            dv: outputs.one(),
            db: outputs.one(),
            dg: outputs.one(),
        })
    }
}

/// What [`fn@batch_norm_with_global_normalization_grad`] gives.
#[derive(Clone, Debug)]
pub struct BatchNormWithGlobalNormalizationGradOutputs {
    pub node: Node,
    pub dx: Output,
    pub dm: Output,
    pub dv: Output,
    pub db: Output,
    pub dg: Output,
}

/// Puts images of the batch together again, pixel beside pixel, and crops the result: undoes SpaceToBatchND. Shapes:
/// block\_shape is \[m\], crops \[m,2\]; the batch shrinks by the product of block\_shape.
///
/// - `input`: any type
/// - `block_shape`: int32, int64
/// - `crops`: int32, int64
pub fn batch_to_space_nd(input: Output, block_shape: Output, crops: Output) -> BatchToSpaceND {
    BatchToSpaceND(NodeSpec::new("BatchToSpaceND").input(input).input(block_shape).input(crops))
}

/// A node that [`fn@batch_to_space_nd`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BatchToSpaceND(NodeSpec);

common!(BatchToSpaceND);

impl BatchToSpaceND {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the modified Bessel function of the first kind and order 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_i0(x: Output) -> BesselI0 {
    BesselI0(NodeSpec::new("BesselI0").input(x))
}

/// A node that [`fn@bessel_i0`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselI0(NodeSpec);

common!(BesselI0);

impl BesselI0 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives exp(-|x|) \* BesselI0(x). Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_i0e(x: Output) -> BesselI0e {
    BesselI0e(NodeSpec::new("BesselI0e").input(x))
}

/// A node that [`fn@bessel_i0e`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselI0e(NodeSpec);

common!(BesselI0e);

impl BesselI0e {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the modified Bessel function of the first kind and order 1. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_i1(x: Output) -> BesselI1 {
    BesselI1(NodeSpec::new("BesselI1").input(x))
}

/// A node that [`fn@bessel_i1`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselI1(NodeSpec);

common!(BesselI1);

impl BesselI1 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives exp(-|x|) \* BesselI1(x). Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_i1e(x: Output) -> BesselI1e {
    BesselI1e(NodeSpec::new("BesselI1e").input(x))
}

/// A node that [`fn@bessel_i1e`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselI1e(NodeSpec);

common!(BesselI1e);

impl BesselI1e {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the Bessel function of the first kind and order 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_j0(x: Output) -> BesselJ0 {
    BesselJ0(NodeSpec::new("BesselJ0").input(x))
}

/// A node that [`fn@bessel_j0`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselJ0(NodeSpec);

common!(BesselJ0);

impl BesselJ0 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the Bessel function of the first kind and order 1. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_j1(x: Output) -> BesselJ1 {
    BesselJ1(NodeSpec::new("BesselJ1").input(x))
}

/// A node that [`fn@bessel_j1`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselJ1(NodeSpec);

common!(BesselJ1);

impl BesselJ1 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the modified Bessel function of the second kind and order 0; NaN below 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_k0(x: Output) -> BesselK0 {
    BesselK0(NodeSpec::new("BesselK0").input(x))
}

/// A node that [`fn@bessel_k0`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselK0(NodeSpec);

common!(BesselK0);

impl BesselK0 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives exp(x) \* BesselK0(x). Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_k0e(x: Output) -> BesselK0e {
    BesselK0e(NodeSpec::new("BesselK0e").input(x))
}

/// A node that [`fn@bessel_k0e`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselK0e(NodeSpec);

common!(BesselK0e);

impl BesselK0e {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the modified Bessel function of the second kind and order 1; NaN below 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_k1(x: Output) -> BesselK1 {
    BesselK1(NodeSpec::new("BesselK1").input(x))
}

/// A node that [`fn@bessel_k1`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselK1(NodeSpec);

common!(BesselK1);

impl BesselK1 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives exp(x) \* BesselK1(x). Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_k1e(x: Output) -> BesselK1e {
    BesselK1e(NodeSpec::new("BesselK1e").input(x))
}

/// A node that [`fn@bessel_k1e`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselK1e(NodeSpec);

common!(BesselK1e);

impl BesselK1e {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the Bessel function of the second kind and order 0; NaN below 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_y0(x: Output) -> BesselY0 {
    BesselY0(NodeSpec::new("BesselY0").input(x))
}

/// A node that [`fn@bessel_y0`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselY0(NodeSpec);

common!(BesselY0);

impl BesselY0 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the Bessel function of the second kind and order 1; NaN below 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn bessel_y1(x: Output) -> BesselY1 {
    BesselY1(NodeSpec::new("BesselY1").input(x))
}

/// A node that [`fn@bessel_y1`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BesselY1(NodeSpec);

common!(BesselY1);

impl BesselY1 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the regularised incomplete beta function, the integral of t^(a-1) (1-t)^(b-1) from 0 to x divided by the
/// whole; NaN for x outside \[0,1\], and a or b not above 0. Shapes: all alike, or scalars. Source: Abramowitz & Stegun
/// 1964, 26.5.
///
/// - `a`: float, double
/// - `b`: float, double
/// - `x`: float, double
pub fn betainc(a: Output, b: Output, x: Output) -> Betainc {
    Betainc(NodeSpec::new("Betainc").input(a).input(b).input(x))
}

/// A node that [`fn@betainc`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Betainc(NodeSpec);

common!(Betainc);

impl Betainc {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds a vector along the channels: the last dimension for NHWC, the second for NCHW. Shapes: value has rank 2 or
/// more, bias is a vector as long as the channel dimension.
///
/// - `value`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `bias`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn bias_add(value: Output, bias: Output) -> BiasAdd {
    BiasAdd(NodeSpec::new("BiasAdd").input(value).input(bias))
}

/// A node that [`fn@bias_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BiasAdd(NodeSpec);

common!(BiasAdd);

impl BiasAdd {
    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Sums over all dimensions but that of the channels: the gradient of BiasAdd for its bias. Shapes: out\_backprop has
/// rank 2 or more, output is a vector as long as the channel dimension.
///
/// - `out_backprop`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
pub fn bias_add_grad(out_backprop: Output) -> BiasAddGrad {
    BiasAddGrad(NodeSpec::new("BiasAddGrad").input(out_backprop))
}

/// A node that [`fn@bias_add_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BiasAddGrad(NodeSpec);

common!(BiasAddGrad);

impl BiasAddGrad {
    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Counts how often each of 0 to size - 1 is in arr, or adds up the weights of these elements. Shapes: size is a
/// scalar, weights is like arr or empty, bins is \[size\]. Errors: INVALID\_ARGUMENT for an element below 0.
///
/// - `arr`: int32
/// - `size`: int32
/// - `weights`: int32, int64, float, double
///
/// No gradient flows through it.
pub fn bincount(arr: Output, size: Output, weights: Output) -> Bincount {
    Bincount(NodeSpec::new("Bincount").input(arr).input(size).input(weights))
}

/// A node that [`fn@bincount`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Bincount(NodeSpec);

common!(Bincount);

impl Bincount {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same bytes as elements of another type. Shapes: output has one more dimension for the parts of larger
/// elements, and one less, which holds the parts of one, where elements become larger. Errors: INVALID\_ARGUMENT for a
/// last dimension that is not one element.
///
/// - `input`: bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64,
///   complex128, qint8, quint8, qint16, quint16, qint32
/// - `type_`: attr `type`; one of bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8,
///   int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32
///
/// No gradient flows through it.
pub fn bitcast(input: Output, type_: DType) -> Bitcast {
    Bitcast(NodeSpec::new("Bitcast").input(input).attr("type", Attr::Type(type_)))
}

/// A node that [`fn@bitcast`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Bitcast(NodeSpec);

common!(Bitcast);

impl Bitcast {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the bits that are set in both x and y. Shapes: x and y broadcast against each other.
///
/// - `x`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
/// - `y`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
///
/// No gradient flows through it.
pub fn bitwise_and(x: Output, y: Output) -> BitwiseAnd {
    BitwiseAnd(NodeSpec::new("BitwiseAnd").input(x).input(y))
}

/// A node that [`fn@bitwise_and`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BitwiseAnd(NodeSpec);

common!(BitwiseAnd);

impl BitwiseAnd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the bits that are set in x or y. Shapes: x and y broadcast against each other.
///
/// - `x`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
/// - `y`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
///
/// No gradient flows through it.
pub fn bitwise_or(x: Output, y: Output) -> BitwiseOr {
    BitwiseOr(NodeSpec::new("BitwiseOr").input(x).input(y))
}

/// A node that [`fn@bitwise_or`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BitwiseOr(NodeSpec);

common!(BitwiseOr);

impl BitwiseOr {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the bits in which x and y differ. Shapes: x and y broadcast against each other.
///
/// - `x`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
/// - `y`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
///
/// No gradient flows through it.
pub fn bitwise_xor(x: Output, y: Output) -> BitwiseXor {
    BitwiseXor(NodeSpec::new("BitwiseXor").input(x).input(y))
}

/// A node that [`fn@bitwise_xor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BitwiseXor(NodeSpec);

common!(BitwiseXor);

impl BitwiseXor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the shape that two shapes broadcast to. Shapes: all are vectors. Errors: INVALID\_ARGUMENT for shapes that do
/// not broadcast.
///
/// - `s0`: int32, int64
/// - `s1`: int32, int64
///
/// No gradient flows through it.
pub fn broadcast_args(s0: Output, s1: Output) -> BroadcastArgs {
    BroadcastArgs(NodeSpec::new("BroadcastArgs").input(s0).input(s1))
}

/// A node that [`fn@broadcast_args`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BroadcastArgs(NodeSpec);

common!(BroadcastArgs);

impl BroadcastArgs {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// For two shapes that broadcast against each other, gives the axes of the common shape along which each was repeated,
/// over which its gradient is therefore summed. Shapes: vectors. Errors: INVALID\_ARGUMENT if they do not broadcast.
///
/// - `s0`: int32, int64
/// - `s1`: int32, int64
///
/// No gradient flows through it.
pub fn broadcast_gradient_args(s0: Output, s1: Output) -> BroadcastGradientArgs {
    BroadcastGradientArgs(NodeSpec::new("BroadcastGradientArgs").input(s0).input(s1))
}

/// A node that [`fn@broadcast_gradient_args`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BroadcastGradientArgs(NodeSpec);

common!(BroadcastGradientArgs);

impl BroadcastGradientArgs {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<BroadcastGradientArgsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(BroadcastGradientArgsOutputs {
            node,
            r0: outputs.one(),
            r1: outputs.one(),
        })
    }
}

/// What [`fn@broadcast_gradient_args`] gives.
#[derive(Clone, Debug)]
pub struct BroadcastGradientArgsOutputs {
    pub node: Node,
    pub r0: Output,
    pub r1: Output,
}

/// Repeats input along its dimensions of size 1, and along new leading ones, up to the given shape. Errors:
/// INVALID\_ARGUMENT if input does not broadcast to it.
///
/// - `input`: any type
/// - `shape`: int32, int64
pub fn broadcast_to(input: Output, shape: Output) -> BroadcastTo {
    BroadcastTo(NodeSpec::new("BroadcastTo").input(input).input(shape))
}

/// A node that [`fn@broadcast_to`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct BroadcastTo(NodeSpec);

common!(BroadcastTo);

impl BroadcastTo {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of boundaries that are not above each element; all of them for NaN. Shapes: output is like input.
/// Errors: INVALID\_ARGUMENT for boundaries that fall.
///
/// - `input`: int32, int64, float, double
/// - `boundaries`: attr `boundaries`
///
/// No gradient flows through it.
pub fn bucketize(input: Output, boundaries: &[f32]) -> Bucketize {
    Bucketize(NodeSpec::new("Bucketize").input(input).attr("boundaries", Attr::Floats(boundaries.to_vec())))
}

/// A node that [`fn@bucketize`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Bucketize(NodeSpec);

common!(Bucketize);

impl Bucketize {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Looks for the top\_paths most probable label sequences of each sequence among beam\_width at a time; with
/// merge\_repeated repetitions in them are dropped. The last class is the blank. Shapes: inputs is
/// \[time,batch,classes\], sequence\_length \[batch\]; decoded are sparse matrices with a row for each sequence;
/// log\_probability is \[batch,top\_paths\]. Errors: FAILED\_PRECONDITION for a length beyond the time;
/// INVALID\_ARGUMENT for fewer paths than top\_paths.
///
/// - `inputs`: float, double
/// - `sequence_length`: int32
/// - `beam_width`: attr `beam_width`; at least 1
/// - `top_paths`: attr `top_paths`; at least 1
///
/// No gradient flows through it.
pub fn ctc_beam_search_decoder(inputs: Output, sequence_length: Output, beam_width: i64, top_paths: i64) -> CTCBeamSearchDecoder {
    CTCBeamSearchDecoder(NodeSpec::new("CTCBeamSearchDecoder").input(inputs).input(sequence_length).attr("beam_width", Attr::Int(beam_width)).attr("top_paths", Attr::Int(top_paths)))
}

/// A node that [`fn@ctc_beam_search_decoder`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CTCBeamSearchDecoder(NodeSpec);

common!(CTCBeamSearchDecoder);

impl CTCBeamSearchDecoder {
    /// Default: true.
    pub fn merge_repeated(mut self, value: bool) -> Self {
        self.0.set_attr("merge_repeated", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<CTCBeamSearchDecoderOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(CTCBeamSearchDecoderOutputs {
            node,
            decoded_indices: outputs.counted_by("top_paths")?,
            decoded_values: outputs.counted_by("top_paths")?,
            decoded_shape: outputs.counted_by("top_paths")?,
            log_probability: outputs.one(),
        })
    }
}

/// What [`fn@ctc_beam_search_decoder`] gives.
#[derive(Clone, Debug)]
pub struct CTCBeamSearchDecoderOutputs {
    pub node: Node,
    pub decoded_indices: Vec<Output>,
    pub decoded_values: Vec<Output>,
    pub decoded_shape: Vec<Output>,
    pub log_probability: Output,
}

/// Takes the most probable class of each time, without blanks and, with merge\_repeated, without repetitions;
/// log\_probability is minus the sum of their inputs. blank\_index counts from the end below 0. Shapes: inputs is
/// \[time,batch,classes\], sequence\_length \[batch\]; decoded is a sparse matrix with a row for each sequence;
/// log\_probability is \[batch,1\]. Errors: FAILED\_PRECONDITION for a length beyond the time.
///
/// - `inputs`: float, double
/// - `sequence_length`: int32
///
/// No gradient flows through it.
pub fn ctc_greedy_decoder(inputs: Output, sequence_length: Output) -> CTCGreedyDecoder {
    CTCGreedyDecoder(NodeSpec::new("CTCGreedyDecoder").input(inputs).input(sequence_length))
}

/// A node that [`fn@ctc_greedy_decoder`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CTCGreedyDecoder(NodeSpec);

common!(CTCGreedyDecoder);

impl CTCGreedyDecoder {
    /// Default: false.
    pub fn merge_repeated(mut self, value: bool) -> Self {
        self.0.set_attr("merge_repeated", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn blank_index(mut self, value: i64) -> Self {
        self.0.set_attr("blank_index", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<CTCGreedyDecoderOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(CTCGreedyDecoderOutputs {
            node,
            decoded_indices: outputs.one(),
            decoded_values: outputs.one(),
            decoded_shape: outputs.one(),
            log_probability: outputs.one(),
        })
    }
}

/// What [`fn@ctc_greedy_decoder`] gives.
#[derive(Clone, Debug)]
pub struct CTCGreedyDecoderOutputs {
    pub node: Node,
    pub decoded_indices: Output,
    pub decoded_values: Output,
    pub decoded_shape: Output,
    pub log_probability: Output,
}

/// Gives the negative logarithm of how probable the labels of each sequence are, whatever their times, and the gradient
/// with respect to inputs. The last class is the blank. preprocess\_collapse\_repeated drops repeated labels first;
/// without ctc\_merge\_repeated repetitions are labels of their own. Shapes: inputs is \[time,batch,classes\], not yet
/// normalised; labels\_indices is \[n,2\] with batch and place, labels\_values \[n\], sequence\_length \[batch\]; loss
/// is \[batch\]. Errors: INVALID\_ARGUMENT for labels or lengths out of range, a sequence without labels, and for more
/// labels than times unless ignore\_longer\_outputs\_than\_inputs. Source: Graves et al. 2006.
///
/// - `inputs`: float, double
/// - `labels_indices`: int64
/// - `labels_values`: int32
/// - `sequence_length`: int32
pub fn ctc_loss(inputs: Output, labels_indices: Output, labels_values: Output, sequence_length: Output) -> CTCLoss {
    CTCLoss(NodeSpec::new("CTCLoss").input(inputs).input(labels_indices).input(labels_values).input(sequence_length))
}

/// A node that [`fn@ctc_loss`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CTCLoss(NodeSpec);

common!(CTCLoss);

impl CTCLoss {
    /// Default: false.
    pub fn preprocess_collapse_repeated(mut self, value: bool) -> Self {
        self.0.set_attr("preprocess_collapse_repeated", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn ctc_merge_repeated(mut self, value: bool) -> Self {
        self.0.set_attr("ctc_merge_repeated", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn ignore_longer_outputs_than_inputs(mut self, value: bool) -> Self {
        self.0.set_attr("ignore_longer_outputs_than_inputs", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<CTCLossOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(CTCLossOutputs {
            node,
            loss: outputs.one(),
            gradient: outputs.one(),
        })
    }
}

/// What [`fn@ctc_loss`] gives.
#[derive(Clone, Debug)]
pub struct CTCLossOutputs {
    pub node: Node,
    pub loss: Output,
    pub gradient: Output,
}

/// As CTCLoss, with the first class for the blank. Shapes: inputs is \[time,batch,classes\], not yet normalised;
/// labels\_indices is \[n,2\] with batch and place, labels\_values \[n\], sequence\_length \[batch\]; loss is
/// \[batch\]. Errors: INVALID\_ARGUMENT for labels or lengths out of range, a sequence without labels, and for more
/// labels than times unless ignore\_longer\_outputs\_than\_inputs. Source: Graves et al. 2006.
///
/// - `inputs`: float
/// - `labels_indices`: int64
/// - `labels_values`: int32
/// - `sequence_length`: int32
pub fn ctc_loss_v2(inputs: Output, labels_indices: Output, labels_values: Output, sequence_length: Output) -> CTCLossV2 {
    CTCLossV2(NodeSpec::new("CTCLossV2").input(inputs).input(labels_indices).input(labels_values).input(sequence_length))
}

/// A node that [`fn@ctc_loss_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CTCLossV2(NodeSpec);

common!(CTCLossV2);

impl CTCLossV2 {
    /// Default: false.
    pub fn preprocess_collapse_repeated(mut self, value: bool) -> Self {
        self.0.set_attr("preprocess_collapse_repeated", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn ctc_merge_repeated(mut self, value: bool) -> Self {
        self.0.set_attr("ctc_merge_repeated", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn ignore_longer_outputs_than_inputs(mut self, value: bool) -> Self {
        self.0.set_attr("ignore_longer_outputs_than_inputs", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<CTCLossV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(CTCLossV2Outputs {
            node,
            loss: outputs.one(),
            gradient: outputs.one(),
        })
    }
}

/// What [`fn@ctc_loss_v2`] gives.
#[derive(Clone, Debug)]
pub struct CTCLossV2Outputs {
    pub node: Node,
    pub loss: Output,
    pub gradient: Output,
}

/// Gives a dataset of the same elements, which are kept when a pass has got to its end: in memory, or in a file whose
/// name begins with filename. Errors: of a pass: ALREADY\_EXISTS if another pass writes that file.
///
/// - `input_dataset`: variant
/// - `filename`: string
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn cache_dataset(input_dataset: Output, filename: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> CacheDataset {
    CacheDataset(NodeSpec::new("CacheDataset").input(input_dataset).input(filename).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@cache_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CacheDataset(NodeSpec);

common!(CacheDataset);

impl CacheDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As CacheDataset; cache is not used.
///
/// - `input_dataset`: variant
/// - `filename`: string
/// - `cache`: resource
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn cache_dataset_v2(input_dataset: Output, filename: Output, cache: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> CacheDatasetV2 {
    CacheDatasetV2(NodeSpec::new("CacheDatasetV2").input(input_dataset).input(filename).input(cache).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@cache_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CacheDatasetV2(NodeSpec);

common!(CacheDatasetV2);

impl CacheDatasetV2 {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the results of the branch that branch\_index counts from 0, or of the last one if there is none; all take
/// input. Errors: INVALID\_ARGUMENT if a signature is not Tin -\> Tout.
///
/// - `branch_index`: int32
/// - `input`: list of any type
/// - `tout`: attr `Tout`; at least 0
/// - `branches`: attr `branches`; at least 1
pub fn case(branch_index: Output, input: &[Output], tout: &[DType], branches: &[&str]) -> Case {
    Case(NodeSpec::new("Case").input(branch_index).input_list(input).attr("Tout", Attr::Types(tout.to_vec())).attr("branches", Attr::Funcs(branches.iter().map(|&x| x.into()).collect())))
}

/// A node that [`fn@case`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Case(NodeSpec);

common!(Case);

impl Case {
    /// Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// Converts x to DstT, element by element: floating numbers are cut towards zero for integers and rounded to even for
/// narrower floating types (cut with Truncate); NaN and numbers out of range give unspecified integers; anything but 0
/// is true. Shapes: y is like x.
///
/// - `x`: any type
/// - `dst_t`: attr `DstT`
pub fn cast(x: Output, dst_t: DType) -> Cast {
    Cast(NodeSpec::new("Cast").input(x).attr("DstT", Attr::Type(dst_t)))
}

/// A node that [`fn@cast`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Cast(NodeSpec);

common!(Cast);

impl Cast {
    /// Default: false.
    pub fn truncate(mut self, value: bool) -> Self {
        self.0.set_attr("Truncate", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the smallest whole number not below x, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double
///
/// No gradient flows through it.
pub fn ceil(x: Output) -> Ceil {
    Ceil(NodeSpec::new("Ceil").input(x))
}

/// A node that [`fn@ceil`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Ceil(NodeSpec);

common!(Ceil);

impl Ceil {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes tensor on if all of its elements are finite. Errors: INVALID\_ARGUMENT with message and the index of the
/// first element that is not.
///
/// - `tensor`: bfloat16, half, float, double
/// - `message`: attr `message`
pub fn check_numerics(tensor: Output, message: &str) -> CheckNumerics {
    CheckNumerics(NodeSpec::new("CheckNumerics").input(tensor).attr("message", Attr::String(message.into())))
}

/// A node that [`fn@check_numerics`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CheckNumerics(NodeSpec);

common!(CheckNumerics);

impl CheckNumerics {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As CheckNumerics. Shapes: output is like tensor. Errors: INVALID\_ARGUMENT with message for an element that is not
/// finite.
///
/// - `tensor`: half, bfloat16, float, double
/// - `message`: attr `message`
pub fn check_numerics_v2(tensor: Output, message: &str) -> CheckNumericsV2 {
    CheckNumericsV2(NodeSpec::new("CheckNumericsV2").input(tensor).attr("message", Attr::String(message.into())))
}

/// A node that [`fn@check_numerics_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CheckNumericsV2(NodeSpec);

common!(CheckNumericsV2);

impl CheckNumericsV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the lower triangles whose products with their adjoints are the matrices. Only the lower triangles of input are
/// looked at. Shapes: input and output are \[..., n, n\]. Errors: INVALID\_ARGUMENT for a matrix that is not positive
/// definite.
///
/// - `input`: double, float, half, complex64, complex128
pub fn cholesky(input: Output) -> Cholesky {
    Cholesky(NodeSpec::new("Cholesky").input(input))
}

/// A node that [`fn@cholesky`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Cholesky(NodeSpec);

common!(Cholesky);

impl Cholesky {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of Cholesky for its output l and what arrives there. Shapes: all are \[..., n, n\].
///
/// - `l`: half, float, double
/// - `grad`: half, float, double
pub fn cholesky_grad(l: Output, grad: Output) -> CholeskyGrad {
    CholeskyGrad(NodeSpec::new("CholeskyGrad").input(l).input(grad))
}

/// A node that [`fn@cholesky_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CholeskyGrad(NodeSpec);

common!(CholeskyGrad);

impl CholeskyGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives max(min(t, clip\_value\_max), clip\_value\_min); NaN on any side stays NaN. Shapes: output is like t; the
/// bounds are scalars or like t. Errors: INVALID\_ARGUMENT otherwise.
///
/// - `t`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `clip_value_min`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `clip_value_max`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
pub fn clip_by_value(t: Output, clip_value_min: Output, clip_value_max: Output) -> ClipByValue {
    ClipByValue(NodeSpec::new("ClipByValue").input(t).input(clip_value_min).input(clip_value_max))
}

/// A node that [`fn@clip_by_value`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ClipByValue(NodeSpec);

common!(ClipByValue);

impl ClipByValue {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Combines input, element by element, with what the other tasks of its group give for the same instance\_key, and
/// divides by group\_size if final\_op is Div; all get the same bits. communication\_hint is ring, halving or auto,
/// which takes what is faster as measured; where the values of all lie on devices that reach each other (NCCL), these
/// combine them, and minima and maxima of NaN are theirs. Shapes: all inputs and data are alike. Errors: UNAVAILABLE
/// naming a task that was lost; FAILED\_PRECONDITION in a session that is not on a cluster; DEADLINE\_EXCEEDED after
/// timeout\_seconds, if that is not 0.
///
/// - `input`: bfloat16, float, half, double, int32, int64
/// - `group_size`: attr `group_size`
/// - `group_key`: attr `group_key`
/// - `instance_key`: attr `instance_key`
/// - `merge_op`: attr `merge_op`; one of Min, Max, Mul, Add
/// - `final_op`: attr `final_op`; one of Id, Div
/// - `subdiv_offsets`: attr `subdiv_offsets`
///
/// No gradient flows through it.
pub fn collective_reduce(input: Output, group_size: i64, group_key: i64, instance_key: i64, merge_op: &str, final_op: &str, subdiv_offsets: &[i64]) -> CollectiveReduce {
    CollectiveReduce(NodeSpec::new("CollectiveReduce").input(input).attr("group_size", Attr::Int(group_size)).attr("group_key", Attr::Int(group_key)).attr("instance_key", Attr::Int(instance_key)).attr("merge_op", Attr::String(merge_op.into())).attr("final_op", Attr::String(final_op.into())).attr("subdiv_offsets", Attr::Ints(subdiv_offsets.to_vec())))
}

/// A node that [`fn@collective_reduce`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CollectiveReduce(NodeSpec);

common!(CollectiveReduce);

impl CollectiveReduce {
    /// Default: \[\].
    pub fn wait_for(mut self, value: &[i64]) -> Self {
        self.0.set_attr("wait_for", Attr::Ints(value.to_vec()));
        self
    }

    /// Default: auto.
    pub fn communication_hint(mut self, value: &str) -> Self {
        self.0.set_attr("communication_hint", Attr::String(value.into()));
        self
    }

    /// Default: 0.0.
    pub fn timeout_seconds(mut self, value: f32) -> Self {
        self.0.set_attr("timeout_seconds", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Chooses boxes of each class as NonMaxSuppressionV3 does, and of all classes the best max\_total\_size of each image.
/// Gives their corners (in \[0,1\] with clip\_boxes), scores and classes, followed by zeros, and how many there are.
/// Shapes: boxes \[batch,n,q,4\], where q is 1 or the classes, scores \[batch,n,classes\]; the results have
/// max\_total\_size boxes, or with pad\_per\_class at most max\_output\_size\_per\_class \* classes. Errors:
/// INVALID\_ARGUMENT for sizes below 1 and an iou\_threshold outside of \[0,1\].
///
/// - `boxes`: float
/// - `scores`: float
/// - `max_output_size_per_class`: int32
/// - `max_total_size`: int32
/// - `iou_threshold`: float
/// - `score_threshold`: float
///
/// No gradient flows through it.
pub fn combined_non_max_suppression(boxes: Output, scores: Output, max_output_size_per_class: Output, max_total_size: Output, iou_threshold: Output, score_threshold: Output) -> CombinedNonMaxSuppression {
    CombinedNonMaxSuppression(NodeSpec::new("CombinedNonMaxSuppression").input(boxes).input(scores).input(max_output_size_per_class).input(max_total_size).input(iou_threshold).input(score_threshold))
}

/// A node that [`fn@combined_non_max_suppression`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CombinedNonMaxSuppression(NodeSpec);

common!(CombinedNonMaxSuppression);

impl CombinedNonMaxSuppression {
    /// Default: false.
    pub fn pad_per_class(mut self, value: bool) -> Self {
        self.0.set_attr("pad_per_class", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn clip_boxes(mut self, value: bool) -> Self {
        self.0.set_attr("clip_boxes", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<CombinedNonMaxSuppressionOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(CombinedNonMaxSuppressionOutputs {
            node,
            nmsed_boxes: outputs.one(),
            nmsed_scores: outputs.one(),
            nmsed_classes: outputs.one(),
            valid_detections: outputs.one(),
        })
    }
}

/// What [`fn@combined_non_max_suppression`] gives.
#[derive(Clone, Debug)]
pub struct CombinedNonMaxSuppressionOutputs {
    pub node: Node,
    pub nmsed_boxes: Output,
    pub nmsed_scores: Output,
    pub nmsed_classes: Output,
    pub valid_detections: Output,
}

/// Makes complex numbers of their parts, element by element. Shapes: real and imag broadcast against each other.
/// Errors: INVALID\_ARGUMENT unless Tout is the complex type of T.
///
/// - `real`: float, double
/// - `imag`: float, double
pub fn complex(real: Output, imag: Output) -> Complex {
    Complex(NodeSpec::new("Complex").input(real).input(imag))
}

/// A node that [`fn@complex`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Complex(NodeSpec);

common!(Complex);

impl Complex {
    /// One of complex64, complex128. Default: complex64.
    pub fn tout(mut self, value: DType) -> Self {
        self.0.set_attr("Tout", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the absolute value of complex numbers, element by element. Shapes and errors: as Real.
///
/// - `x`: complex64, complex128
pub fn complex_abs(x: Output) -> ComplexAbs {
    ComplexAbs(NodeSpec::new("ComplexAbs").input(x))
}

/// A node that [`fn@complex_abs`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ComplexAbs(NodeSpec);

common!(ComplexAbs);

impl ComplexAbs {
    /// One of float, double. Default: float.
    pub fn tout(mut self, value: DType) -> Self {
        self.0.set_attr("Tout", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Says where classes that were drawn are true ones: the rows of true\_classes, the places in sampled\_candidates, and
/// for each a weight of the lowest float, which takes it out of a softmax. Shapes: true\_classes is
/// \[batch,num\_true\], sampled\_candidates a vector, and the outputs vectors.
///
/// - `true_classes`: int64
/// - `sampled_candidates`: int64
/// - `num_true`: attr `num_true`
///
/// No gradient flows through it.
pub fn compute_accidental_hits(true_classes: Output, sampled_candidates: Output, num_true: i64) -> ComputeAccidentalHits {
    ComputeAccidentalHits(NodeSpec::new("ComputeAccidentalHits").input(true_classes).input(sampled_candidates).attr("num_true", Attr::Int(num_true)))
}

/// A node that [`fn@compute_accidental_hits`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ComputeAccidentalHits(NodeSpec);

common!(ComputeAccidentalHits);

impl ComputeAccidentalHits {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ComputeAccidentalHitsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ComputeAccidentalHitsOutputs {
            node,
            indices: outputs.one(),
            ids: outputs.one(),
            weights: outputs.one(),
        })
    }
}

/// What [`fn@compute_accidental_hits`] gives.
#[derive(Clone, Debug)]
pub struct ComputeAccidentalHitsOutputs {
    pub node: Node,
    pub indices: Output,
    pub ids: Output,
    pub weights: Output,
}

/// ConcatV2, as older graphs call it: the axis comes first.
///
/// - `concat_dim`: int32
/// - `values`: list of any type
pub fn concat(concat_dim: Output, values: &[Output]) -> Concat {
    Concat(NodeSpec::new("Concat").input(concat_dim).input_list(values))
}

/// A node that [`fn@concat`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Concat(NodeSpec);

common!(Concat);

impl Concat {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives for each of the shapes that are joined along concat\_dim where it begins in the result. Shapes: all shapes are
/// vectors of one length. Errors: INVALID\_ARGUMENT if they differ anywhere else.
///
/// - `concat_dim`: int32
/// - `shape`: list of int32, int64
///
/// No gradient flows through it.
pub fn concat_offset(concat_dim: Output, shape: &[Output]) -> ConcatOffset {
    ConcatOffset(NodeSpec::new("ConcatOffset").input(concat_dim).input_list(shape))
}

/// A node that [`fn@concat_offset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ConcatOffset(NodeSpec);

common!(ConcatOffset);

impl ConcatOffset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.counted_by("N")
    }
}

/// Joins tensors along an axis. Shapes: axis is a scalar in \[-rank,rank); all values have one rank and agree in every
/// other dimension. Errors: INVALID\_ARGUMENT otherwise.
///
/// - `values`: list of any type
/// - `axis`: int32, int64
pub fn concat_v2(values: &[Output], axis: Output) -> ConcatV2 {
    ConcatV2(NodeSpec::new("ConcatV2").input_list(values).input(axis))
}

/// A node that [`fn@concat_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ConcatV2(NodeSpec);

common!(ConcatV2);

impl ConcatV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the elements of input\_dataset, then of another\_dataset. Errors: INVALID\_ARGUMENT if their
/// types differ.
///
/// - `input_dataset`: variant
/// - `another_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn concatenate_dataset(input_dataset: Output, another_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ConcatenateDataset {
    ConcatenateDataset(NodeSpec::new("ConcatenateDataset").input(input_dataset).input(another_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@concatenate_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ConcatenateDataset(NodeSpec);

common!(ConcatenateDataset);

impl ConcatenateDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of an accumulator that adds up gradients until their mean, or sum, is taken; with shape unknown, of
/// any shape. Errors: UNIMPLEMENTED for complex and quantised types and integers of 8 and 16 bits.
///
/// - `dtype`: attr `dtype`; one of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
///   bfloat16, uint16, complex128, half, uint32, uint64
/// - `shape`: attr `shape`
///
/// No gradient flows through it.
pub fn conditional_accumulator(dtype: DType, shape: Option<&[i64]>) -> ConditionalAccumulator {
    ConditionalAccumulator(NodeSpec::new("ConditionalAccumulator").attr("dtype", Attr::Type(dtype)).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@conditional_accumulator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ConditionalAccumulator(NodeSpec);

common!(ConditionalAccumulator);

impl ConditionalAccumulator {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// One of MEAN, SUM. Default: "MEAN".
    pub fn reduction_type(mut self, value: &str) -> Self {
        self.0.set_attr("reduction_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the complex conjugate, element by element. Shapes: output is like input.
///
/// - `input`: complex64, complex128, variant
pub fn conj(input: Output) -> Conj {
    Conj(NodeSpec::new("Conj").input(input))
}

/// A node that [`fn@conj`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conj(NodeSpec);

common!(Conj);

impl Conj {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the complex conjugate of x with its dimensions in the order of perm; numbers that are not complex as they are.
/// Shapes and errors: as Transpose.
///
/// - `x`: any type
/// - `perm`: int32, int64
pub fn conjugate_transpose(x: Output, perm: Output) -> ConjugateTranspose {
    ConjugateTranspose(NodeSpec::new("ConjugateTranspose").input(x).input(perm))
}

/// A node that [`fn@conjugate_transpose`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ConjugateTranspose(NodeSpec);

common!(ConjugateTranspose);

impl ConjugateTranspose {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the tensor of the attr `value`. Errors: INVALID\_ARGUMENT if its type is not dtype.
///
/// - `value`: attr `value`
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn const_(value: &Tensor, dtype: DType) -> Const {
    Const(NodeSpec::new("Const").attr("value", Attr::Tensor(value.clone())).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@const_`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Const(NodeSpec);

common!(Const);

impl Const {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the mutex free. Shapes: mutex\_lock is a scalar. Errors: INVALID\_ARGUMENT for a value that is no lock.
///
/// - `mutex_lock`: variant
pub fn consume_mutex_lock(mutex_lock: Output) -> ConsumeMutexLock {
    ConsumeMutexLock(NodeSpec::new("ConsumeMutexLock").input(mutex_lock))
}

/// A node that [`fn@consume_mutex_lock`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ConsumeMutexLock(NodeSpec);

common!(ConsumeMutexLock);

impl ConsumeMutexLock {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Does nothing, but is alive even where its control inputs are dead.
pub fn control_trigger() -> ControlTrigger {
    ControlTrigger(NodeSpec::new("ControlTrigger"))
}

/// A node that [`fn@control_trigger`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ControlTrigger(NodeSpec);

common!(ControlTrigger);

impl ControlTrigger {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Slides a filter over images: every output is the sum of the products of the filter and the window below it. Shapes:
/// input is \[batch,rows,columns,channels\] or, for NCHW, \[batch,channels,rows,columns\]; filter is
/// \[rows,columns,channels,out\]. A filter with a part of the input's channels makes as many groups of them, each of
/// which gives its part of the output's. SAME gives ceil(size / stride) rows and columns. Errors: INVALID\_ARGUMENT if
/// channels do not divide or a filter does not fit into the padded image.
///
/// - `input`: half, bfloat16, float, double, int32
/// - `filter`: half, bfloat16, float, double, int32
/// - `strides`: attr `strides`
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn conv2d(input: Output, filter: Output, strides: &[i64], padding: &str) -> Conv2D {
    Conv2D(NodeSpec::new("Conv2D").input(input).input(filter).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv2d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv2D(NodeSpec);

common!(Conv2D);

impl Conv2D {
    /// Default: true.
    pub fn use_cudnn_on_gpu(mut self, value: bool) -> Self {
        self.0.set_attr("use_cudnn_on_gpu", Attr::Bool(value));
        self
    }

    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of Conv2D for its filter, whose shape filter\_sizes spells. Errors: INVALID\_ARGUMENT if
/// out\_backprop is not shaped like Conv2D's output.
///
/// - `input`: half, bfloat16, float, double
/// - `filter_sizes`: int32
/// - `out_backprop`: half, bfloat16, float, double
/// - `strides`: attr `strides`
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn conv2d_backprop_filter(input: Output, filter_sizes: Output, out_backprop: Output, strides: &[i64], padding: &str) -> Conv2DBackpropFilter {
    Conv2DBackpropFilter(NodeSpec::new("Conv2DBackpropFilter").input(input).input(filter_sizes).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv2d_backprop_filter`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv2DBackpropFilter(NodeSpec);

common!(Conv2DBackpropFilter);

impl Conv2DBackpropFilter {
    /// Default: true.
    pub fn use_cudnn_on_gpu(mut self, value: bool) -> Self {
        self.0.set_attr("use_cudnn_on_gpu", Attr::Bool(value));
        self
    }

    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of Conv2D for its input, whose shape input\_sizes spells: a transposed convolution. Errors:
/// INVALID\_ARGUMENT if out\_backprop is not shaped like Conv2D's output.
///
/// - `input_sizes`: int32
/// - `filter`: half, bfloat16, float, double, int32
/// - `out_backprop`: half, bfloat16, float, double, int32
/// - `strides`: attr `strides`
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn conv2d_backprop_input(input_sizes: Output, filter: Output, out_backprop: Output, strides: &[i64], padding: &str) -> Conv2DBackpropInput {
    Conv2DBackpropInput(NodeSpec::new("Conv2DBackpropInput").input(input_sizes).input(filter).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv2d_backprop_input`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv2DBackpropInput(NodeSpec);

common!(Conv2DBackpropInput);

impl Conv2DBackpropInput {
    /// Default: true.
    pub fn use_cudnn_on_gpu(mut self, value: bool) -> Self {
        self.0.set_attr("use_cudnn_on_gpu", Attr::Bool(value));
        self
    }

    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Slides filters over volumes (it correlates; filters are not turned round). Shapes: input is
/// \[batch,depth,rows,columns,channels\] or, for NCDHW, \[batch,channels,depth,rows,columns\]; filter is
/// \[depth,rows,columns,channels,outputs\], or has so many channels as each of several groups. Errors:
/// INVALID\_ARGUMENT if channels do not fit or a filter does not fit into the padded volume.
///
/// - `input`: half, bfloat16, float, double
/// - `filter`: half, bfloat16, float, double
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn conv3d(input: Output, filter: Output, strides: &[i64], padding: &str) -> Conv3D {
    Conv3D(NodeSpec::new("Conv3D").input(input).input(filter).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv3d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv3D(NodeSpec);

common!(Conv3D);

impl Conv3D {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Conv3DBackpropFilterV2 for a filter like `filter`, whose elements do not matter.
///
/// - `input`: half, float, double
/// - `filter`: half, float, double
/// - `out_backprop`: half, float, double
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn conv3d_backprop_filter(input: Output, filter: Output, out_backprop: Output, strides: &[i64], padding: &str) -> Conv3DBackpropFilter {
    Conv3DBackpropFilter(NodeSpec::new("Conv3DBackpropFilter").input(input).input(filter).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv3d_backprop_filter`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv3DBackpropFilter(NodeSpec);

common!(Conv3DBackpropFilter);

impl Conv3DBackpropFilter {
    /// Default: \[1, 1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of Conv3D for its filter, whose shape filter\_sizes spells. Errors: INVALID\_ARGUMENT if
/// out\_backprop is not shaped like Conv3D's output.
///
/// - `input`: half, bfloat16, float, double
/// - `filter_sizes`: int32
/// - `out_backprop`: half, bfloat16, float, double
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn conv3d_backprop_filter_v2(input: Output, filter_sizes: Output, out_backprop: Output, strides: &[i64], padding: &str) -> Conv3DBackpropFilterV2 {
    Conv3DBackpropFilterV2(NodeSpec::new("Conv3DBackpropFilterV2").input(input).input(filter_sizes).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv3d_backprop_filter_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv3DBackpropFilterV2(NodeSpec);

common!(Conv3DBackpropFilterV2);

impl Conv3DBackpropFilterV2 {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Conv3DBackpropInputV2 for an input like `input`, whose elements do not matter.
///
/// - `input`: half, float, double
/// - `filter`: half, float, double
/// - `out_backprop`: half, float, double
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn conv3d_backprop_input(input: Output, filter: Output, out_backprop: Output, strides: &[i64], padding: &str) -> Conv3DBackpropInput {
    Conv3DBackpropInput(NodeSpec::new("Conv3DBackpropInput").input(input).input(filter).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv3d_backprop_input`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv3DBackpropInput(NodeSpec);

common!(Conv3DBackpropInput);

impl Conv3DBackpropInput {
    /// Default: \[1, 1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of Conv3D for its input, whose shape input\_sizes spells. Errors: INVALID\_ARGUMENT if
/// out\_backprop is not shaped like Conv3D's output.
///
/// - `input_sizes`: int32, int64
/// - `filter`: half, bfloat16, float, double
/// - `out_backprop`: half, bfloat16, float, double
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn conv3d_backprop_input_v2(input_sizes: Output, filter: Output, out_backprop: Output, strides: &[i64], padding: &str) -> Conv3DBackpropInputV2 {
    Conv3DBackpropInputV2(NodeSpec::new("Conv3DBackpropInputV2").input(input_sizes).input(filter).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@conv3d_backprop_input_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Conv3DBackpropInputV2(NodeSpec);

common!(Conv3DBackpropInputV2);

impl Conv3DBackpropInputV2 {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the cosine of x in radians; NaN for infinities. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn cos(x: Output) -> Cos {
    Cos(NodeSpec::new("Cos").input(x))
}

/// A node that [`fn@cos`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Cos(NodeSpec);

common!(Cos);

impl Cos {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the hyperbolic cosine of x. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn cosh(x: Output) -> Cosh {
    Cosh(NodeSpec::new("Cosh").input(x))
}

/// A node that [`fn@cosh`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Cosh(NodeSpec);

common!(Cosh);

impl Cosh {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Cuts boxes out of images and gives each the size crop\_size, in float. A box is y1, x1, y2 and x2, where 0 and 1 are
/// the centres of the first and the last pixels; it may be turned around, and what lies outside of the image is
/// extrapolation\_value. Shapes: image is \[batch,rows,columns,channels\], boxes \[n,4\], box\_ind, which says in which
/// image of the batch each box lies, \[n\], crop\_size two numbers, crops \[n,rows,columns,channels\]. Errors:
/// OUT\_OF\_RANGE for an image that is not there, INVALID\_ARGUMENT for sizes below 1.
///
/// - `image`: uint8, uint16, int8, int16, int32, int64, half, float, double
/// - `boxes`: float
/// - `box_ind`: int32
/// - `crop_size`: int32
pub fn crop_and_resize(image: Output, boxes: Output, box_ind: Output, crop_size: Output) -> CropAndResize {
    CropAndResize(NodeSpec::new("CropAndResize").input(image).input(boxes).input(box_ind).input(crop_size))
}

/// A node that [`fn@crop_and_resize`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CropAndResize(NodeSpec);

common!(CropAndResize);

impl CropAndResize {
    /// One of bilinear, nearest. Default: bilinear.
    pub fn method(mut self, value: &str) -> Self {
        self.0.set_attr("method", Attr::String(value.into()));
        self
    }

    /// Default: 0.0.
    pub fn extrapolation_value(mut self, value: f32) -> Self {
        self.0.set_attr("extrapolation_value", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of CropAndResize for its boxes, where it interpolates. Shapes: grads is
/// \[n,rows,columns,channels\], output \[n,4\]. Errors: as of CropAndResize.
///
/// - `grads`: float
/// - `image`: uint8, uint16, int8, int16, int32, int64, half, float, double
/// - `boxes`: float
/// - `box_ind`: int32
///
/// No gradient flows through it.
pub fn crop_and_resize_grad_boxes(grads: Output, image: Output, boxes: Output, box_ind: Output) -> CropAndResizeGradBoxes {
    CropAndResizeGradBoxes(NodeSpec::new("CropAndResizeGradBoxes").input(grads).input(image).input(boxes).input(box_ind))
}

/// A node that [`fn@crop_and_resize_grad_boxes`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CropAndResizeGradBoxes(NodeSpec);

common!(CropAndResizeGradBoxes);

impl CropAndResizeGradBoxes {
    /// One of bilinear. Default: bilinear.
    pub fn method(mut self, value: &str) -> Self {
        self.0.set_attr("method", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of CropAndResize for its images. Shapes: grads is \[n,rows,columns,channels\], image\_size the
/// four sizes of the images, output of that shape. Errors: as of CropAndResize.
///
/// - `grads`: float
/// - `boxes`: float
/// - `box_ind`: int32
/// - `image_size`: int32
/// - `t`: attr `T`; one of float, half, double
pub fn crop_and_resize_grad_image(grads: Output, boxes: Output, box_ind: Output, image_size: Output, t: DType) -> CropAndResizeGradImage {
    CropAndResizeGradImage(NodeSpec::new("CropAndResizeGradImage").input(grads).input(boxes).input(box_ind).input(image_size).attr("T", Attr::Type(t)))
}

/// A node that [`fn@crop_and_resize_grad_image`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct CropAndResizeGradImage(NodeSpec);

common!(CropAndResizeGradImage);

impl CropAndResizeGradImage {
    /// One of bilinear, nearest. Default: bilinear.
    pub fn method(mut self, value: &str) -> Self {
        self.0.set_attr("method", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the cross product of the vectors of three in the last dimension. Shapes: all alike.
///
/// - `a`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `b`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
pub fn cross(a: Output, b: Output) -> Cross {
    Cross(NodeSpec::new("Cross").input(a).input(b))
}

/// A node that [`fn@cross`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Cross(NodeSpec);

common!(Cross);

impl Cross {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the running product along an axis: from the end if reverse, and without the element itself if exclusive. The
/// gradient is 0 where x is 0, as TensorFlow's. Shapes: out is like x; axis is a scalar in \[-rank,rank).
///
/// - `x`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `axis`: int32, int64
pub fn cumprod(x: Output, axis: Output) -> Cumprod {
    Cumprod(NodeSpec::new("Cumprod").input(x).input(axis))
}

/// A node that [`fn@cumprod`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Cumprod(NodeSpec);

common!(Cumprod);

impl Cumprod {
    /// Default: false.
    pub fn exclusive(mut self, value: bool) -> Self {
        self.0.set_attr("exclusive", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn reverse(mut self, value: bool) -> Self {
        self.0.set_attr("reverse", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the running sum along an axis: from the end if reverse, and without the element itself if exclusive. Shapes:
/// out is like x; axis is a scalar in \[-rank,rank).
///
/// - `x`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `axis`: int32, int64
pub fn cumsum(x: Output, axis: Output) -> Cumsum {
    Cumsum(NodeSpec::new("Cumsum").input(x).input(axis))
}

/// A node that [`fn@cumsum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Cumsum(NodeSpec);

common!(Cumsum);

impl Cumsum {
    /// Default: false.
    pub fn exclusive(mut self, value: bool) -> Self {
        self.0.set_attr("exclusive", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn reverse(mut self, value: bool) -> Self {
        self.0.set_attr("reverse", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives for each dimension of src\_format, also counted from the end, where it is in dst\_format. Shapes: y is like x.
/// Errors: INVALID\_ARGUMENT for a number that is no dimension, or formats that are not of the same letters.
///
/// - `x`: int32, int64
///
/// No gradient flows through it.
pub fn data_format_dim_map(x: Output) -> DataFormatDimMap {
    DataFormatDimMap(NodeSpec::new("DataFormatDimMap").input(x))
}

/// A node that [`fn@data_format_dim_map`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DataFormatDimMap(NodeSpec);

common!(DataFormatDimMap);

impl DataFormatDimMap {
    /// Default: "NHWC".
    pub fn src_format(mut self, value: &str) -> Self {
        self.0.set_attr("src_format", Attr::String(value.into()));
        self
    }

    /// Default: "NCHW".
    pub fn dst_format(mut self, value: &str) -> Self {
        self.0.set_attr("dst_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Brings the rows of x, one for each dimension of src\_format, or for each but N and C, into the order of dst\_format.
/// Shapes: x and y are \[4\] or \[4,2\], or of as many rows as there are letters; their number must be known when the
/// graph is planned. Errors: INVALID\_ARGUMENT for formats that are not of the same letters.
///
/// - `x`: int32, int64
///
/// No gradient flows through it.
pub fn data_format_vec_permute(x: Output) -> DataFormatVecPermute {
    DataFormatVecPermute(NodeSpec::new("DataFormatVecPermute").input(x))
}

/// A node that [`fn@data_format_vec_permute`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DataFormatVecPermute(NodeSpec);

common!(DataFormatVecPermute);

impl DataFormatVecPermute {
    /// Default: "NHWC".
    pub fn src_format(mut self, value: &str) -> Self {
        self.0.set_attr("src_format", Attr::String(value.into()));
        self
    }

    /// Default: "NCHW".
    pub fn dst_format(mut self, value: &str) -> Self {
        self.0.set_attr("dst_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives how many elements the dataset has: -1 without end, -2 if that is not known without a pass.
///
/// - `input_dataset`: variant
///
/// No gradient flows through it.
pub fn dataset_cardinality(input_dataset: Output) -> DatasetCardinality {
    DatasetCardinality(NodeSpec::new("DatasetCardinality").input(input_dataset))
}

/// A node that [`fn@dataset_cardinality`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DatasetCardinality(NodeSpec);

common!(DatasetCardinality);

impl DatasetCardinality {
    /// Default: "".
    pub fn cardinality_options(mut self, value: &str) -> Self {
        self.0.set_attr("cardinality_options", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the only element of a dataset. Errors: INVALID\_ARGUMENT if it has none, or more.
///
/// - `dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn dataset_to_single_element(dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> DatasetToSingleElement {
    DatasetToSingleElement(NodeSpec::new("DatasetToSingleElement").input(dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@dataset_to_single_element`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DatasetToSingleElement(NodeSpec);

common!(DatasetToSingleElement);

impl DatasetToSingleElement {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("output_types")
    }
}

/// Gives Dawson's integral, exp(-x^2) \* integral of exp(t^2) from 0 to x. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn dawsn(x: Output) -> Dawsn {
    Dawsn(NodeSpec::new("Dawsn").input(x))
}

/// A node that [`fn@dawsn`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Dawsn(NodeSpec);

common!(Dawsn);

impl Dawsn {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the pixels of a part of a JPEG file, without computing the others. channels is 0 for those of the file, or 1,
/// 3 or 4. ratio (1, 2, 4, 8) divides rows and columns. With try\_recover\_truncated lines that lack repeat the last
/// one; if acceptable\_fraction of the lines are there, the others are black. dct\_method is empty, 'INTEGER\_FAST' or
/// 'INTEGER\_ACCURATE'. Shapes: contents is a scalar, crop\_window top, left, height and width, image
/// \[height,width,channels\]. Errors: INVALID\_ARGUMENT for contents that are no image, are damaged or cut off, or
/// claim more pixels than they can hold.
///
/// - `contents`: string
/// - `crop_window`: int32
///
/// No gradient flows through it.
pub fn decode_and_crop_jpeg(contents: Output, crop_window: Output) -> DecodeAndCropJpeg {
    DecodeAndCropJpeg(NodeSpec::new("DecodeAndCropJpeg").input(contents).input(crop_window))
}

/// A node that [`fn@decode_and_crop_jpeg`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeAndCropJpeg(NodeSpec);

common!(DecodeAndCropJpeg);

impl DecodeAndCropJpeg {
    /// Default: 0.
    pub fn channels(mut self, value: i64) -> Self {
        self.0.set_attr("channels", Attr::Int(value));
        self
    }

    /// Default: 1.
    pub fn ratio(mut self, value: i64) -> Self {
        self.0.set_attr("ratio", Attr::Int(value));
        self
    }

    /// Default: true.
    pub fn fancy_upscaling(mut self, value: bool) -> Self {
        self.0.set_attr("fancy_upscaling", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn try_recover_truncated(mut self, value: bool) -> Self {
        self.0.set_attr("try_recover_truncated", Attr::Bool(value));
        self
    }

    /// Default: 1.0.
    pub fn acceptable_fraction(mut self, value: f32) -> Self {
        self.0.set_attr("acceptable_fraction", Attr::Float(value));
        self
    }

    /// Default: "".
    pub fn dct_method(mut self, value: &str) -> Self {
        self.0.set_attr("dct_method", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Decodes each string of web-safe base64, with = at its end or without. Shapes: output is like input. Errors:
/// INVALID\_ARGUMENT for other characters, or a length of one more than a multiple of 4.
///
/// - `input`: string
///
/// No gradient flows through it.
pub fn decode_base64(input: Output) -> DecodeBase64 {
    DecodeBase64(NodeSpec::new("DecodeBase64").input(input))
}

/// A node that [`fn@decode_base64`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeBase64(NodeSpec);

common!(DecodeBase64);

impl DecodeBase64 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the pixels of a BMP file of 8, 24 or 32 bits for each pixel. channels is 0 or what the file has. Shapes:
/// contents is a scalar, image \[rows,columns,channels\]. Errors: INVALID\_ARGUMENT for contents that are no image, are
/// damaged or cut off, or claim more pixels than they can hold.
///
/// - `contents`: string
///
/// No gradient flows through it.
pub fn decode_bmp(contents: Output) -> DecodeBmp {
    DecodeBmp(NodeSpec::new("DecodeBmp").input(contents))
}

/// A node that [`fn@decode_bmp`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeBmp(NodeSpec);

common!(DecodeBmp);

impl DecodeBmp {
    /// Default: 0.
    pub fn channels(mut self, value: i64) -> Self {
        self.0.set_attr("channels", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Splits each record into fields, one for each output. A field that is empty or na\_value gets its default; an empty
/// vector says that there is none. Shapes: outputs are like records. Errors: INVALID\_ARGUMENT naming record and field
/// for a wrong count, a quote where none may be, a field that is missing or no number. Source: RFC 4180.
///
/// - `records`: string
/// - `record_defaults`: list of any type
///
/// No gradient flows through it.
pub fn decode_csv(records: Output, record_defaults: &[Output]) -> DecodeCSV {
    DecodeCSV(NodeSpec::new("DecodeCSV").input(records).input_list(record_defaults))
}

/// A node that [`fn@decode_csv`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeCSV(NodeSpec);

common!(DecodeCSV);

impl DecodeCSV {
    /// Default: ",".
    pub fn field_delim(mut self, value: &str) -> Self {
        self.0.set_attr("field_delim", Attr::String(value.into()));
        self
    }

    /// Default: true.
    pub fn use_quote_delim(mut self, value: bool) -> Self {
        self.0.set_attr("use_quote_delim", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn na_value(mut self, value: &str) -> Self {
        self.0.set_attr("na_value", Attr::String(value.into()));
        self
    }

    /// Default: \[\].
    pub fn select_cols(mut self, value: &[i64]) -> Self {
        self.0.set_attr("select_cols", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("OUT_TYPE")
    }
}

/// Decompresses each string: compression\_type is ZLIB, GZIP or empty. Shapes: output is like bytes. Errors: DATA\_LOSS
/// for a string that is damaged or cut off; UNIMPLEMENTED for ZSTD.
///
/// - `bytes`: string
///
/// No gradient flows through it.
pub fn decode_compressed(bytes: Output) -> DecodeCompressed {
    DecodeCompressed(NodeSpec::new("DecodeCompressed").input(bytes))
}

/// A node that [`fn@decode_compressed`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeCompressed(NodeSpec);

common!(DecodeCompressed);

impl DecodeCompressed {
    /// Default: "".
    pub fn compression_type(mut self, value: &str) -> Self {
        self.0.set_attr("compression_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the frames of a GIF file, also one of a JPEG or PNG file. Shapes: contents is a scalar, image
/// \[frames,rows,columns,3\]. Errors: INVALID\_ARGUMENT for contents that are no image, are damaged or cut off, or
/// claim more pixels than they can hold.
///
/// - `contents`: string
///
/// No gradient flows through it.
pub fn decode_gif(contents: Output) -> DecodeGif {
    DecodeGif(NodeSpec::new("DecodeGif").input(contents))
}

/// A node that [`fn@decode_gif`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeGif(NodeSpec);

common!(DecodeGif);

impl DecodeGif {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the pixels of a JPEG, PNG, GIF or BMP file. channels is 0 for those of the file, or 1, 3 or 4. float lies in
/// \[0,1\]; uint16 uses all of its range. Shapes: contents is a scalar, image \[rows,columns,channels\], for GIF files
/// \[frames,rows,columns,channels\] unless expand\_animations is false, which gives the first frame. Errors:
/// INVALID\_ARGUMENT for contents that are no image, are damaged or cut off, or claim more pixels than they can hold.
///
/// - `contents`: string
///
/// No gradient flows through it.
pub fn decode_image(contents: Output) -> DecodeImage {
    DecodeImage(NodeSpec::new("DecodeImage").input(contents))
}

/// A node that [`fn@decode_image`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeImage(NodeSpec);

common!(DecodeImage);

impl DecodeImage {
    /// Default: 0.
    pub fn channels(mut self, value: i64) -> Self {
        self.0.set_attr("channels", Attr::Int(value));
        self
    }

    /// One of uint8, uint16, float. Default: uint8.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Default: true.
    pub fn expand_animations(mut self, value: bool) -> Self {
        self.0.set_attr("expand_animations", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the pixels of a JPEG file, also of a PNG file or a GIF file of one frame. channels is 0 for those of the file,
/// or 1, 3 or 4. ratio (1, 2, 4, 8) divides rows and columns. With try\_recover\_truncated lines that lack repeat the
/// last one; if acceptable\_fraction of the lines are there, the others are black. dct\_method is empty,
/// 'INTEGER\_FAST' or 'INTEGER\_ACCURATE'. Shapes: contents is a scalar, image \[rows,columns,channels\]. Errors:
/// INVALID\_ARGUMENT for contents that are no image, are damaged or cut off, or claim more pixels than they can hold.
///
/// - `contents`: string
///
/// No gradient flows through it.
pub fn decode_jpeg(contents: Output) -> DecodeJpeg {
    DecodeJpeg(NodeSpec::new("DecodeJpeg").input(contents))
}

/// A node that [`fn@decode_jpeg`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeJpeg(NodeSpec);

common!(DecodeJpeg);

impl DecodeJpeg {
    /// Default: 0.
    pub fn channels(mut self, value: i64) -> Self {
        self.0.set_attr("channels", Attr::Int(value));
        self
    }

    /// Default: 1.
    pub fn ratio(mut self, value: i64) -> Self {
        self.0.set_attr("ratio", Attr::Int(value));
        self
    }

    /// Default: true.
    pub fn fancy_upscaling(mut self, value: bool) -> Self {
        self.0.set_attr("fancy_upscaling", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn try_recover_truncated(mut self, value: bool) -> Self {
        self.0.set_attr("try_recover_truncated", Attr::Bool(value));
        self
    }

    /// Default: 1.0.
    pub fn acceptable_fraction(mut self, value: f32) -> Self {
        self.0.set_attr("acceptable_fraction", Attr::Float(value));
        self
    }

    /// Default: "".
    pub fn dct_method(mut self, value: &str) -> Self {
        self.0.set_attr("dct_method", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The first fixed\_length bytes of each string as elements; zeros fill up what is shorter. Shapes: fixed\_length is a
/// scalar; output has one more dimension than input\_bytes. Errors: INVALID\_ARGUMENT for a fixed\_length of no whole
/// elements.
///
/// - `input_bytes`: string
/// - `fixed_length`: int32
/// - `out_type`: attr `out_type`; one of half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16
///
/// No gradient flows through it.
pub fn decode_padded_raw(input_bytes: Output, fixed_length: Output, out_type: DType) -> DecodePaddedRaw {
    DecodePaddedRaw(NodeSpec::new("DecodePaddedRaw").input(input_bytes).input(fixed_length).attr("out_type", Attr::Type(out_type)))
}

/// A node that [`fn@decode_padded_raw`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodePaddedRaw(NodeSpec);

common!(DecodePaddedRaw);

impl DecodePaddedRaw {
    /// Default: true.
    pub fn little_endian(mut self, value: bool) -> Self {
        self.0.set_attr("little_endian", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the pixels of a PNG file, also of a JPEG file or a GIF file of one frame. channels is 0 for those of the file,
/// or 1, 3 or 4. Shapes: contents is a scalar, image \[rows,columns,channels\]. Errors: INVALID\_ARGUMENT for contents
/// that are no image, are damaged or cut off, or claim more pixels than they can hold.
///
/// - `contents`: string
///
/// No gradient flows through it.
pub fn decode_png(contents: Output) -> DecodePng {
    DecodePng(NodeSpec::new("DecodePng").input(contents))
}

/// A node that [`fn@decode_png`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodePng(NodeSpec);

common!(DecodePng);

impl DecodePng {
    /// Default: 0.
    pub fn channels(mut self, value: i64) -> Self {
        self.0.set_attr("channels", Attr::Int(value));
        self
    }

    /// One of uint8, uint16. Default: uint8.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The bytes of each string as elements. Shapes: output has one more dimension than bytes, as long as the strings are.
/// Errors: INVALID\_ARGUMENT for strings of several sizes, or of no whole elements.
///
/// - `bytes`: string
/// - `out_type`: attr `out_type`; one of half, float, double, int32, uint16, uint8, int16, int8, int64, complex64,
///   complex128, bool, bfloat16
///
/// No gradient flows through it.
pub fn decode_raw(bytes: Output, out_type: DType) -> DecodeRaw {
    DecodeRaw(NodeSpec::new("DecodeRaw").input(bytes).attr("out_type", Attr::Type(out_type)))
}

/// A node that [`fn@decode_raw`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeRaw(NodeSpec);

common!(DecodeRaw);

impl DecodeRaw {
    /// Default: true.
    pub fn little_endian(mut self, value: bool) -> Self {
        self.0.set_attr("little_endian", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the samples of a WAV file of 16 bits in \[-1,1). Fewer samples than desired are followed by zeros, fewer
/// channels by copies of the last. Shapes: contents is a scalar, audio \[samples,channels\], sample\_rate a scalar.
/// Errors: INVALID\_ARGUMENT for contents that are no WAV file of 16-bit PCM, or are cut off.
///
/// - `contents`: string
///
/// No gradient flows through it.
pub fn decode_wav(contents: Output) -> DecodeWav {
    DecodeWav(NodeSpec::new("DecodeWav").input(contents))
}

/// A node that [`fn@decode_wav`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DecodeWav(NodeSpec);

common!(DecodeWav);

impl DecodeWav {
    /// Default: -1.
    pub fn desired_channels(mut self, value: i64) -> Self {
        self.0.set_attr("desired_channels", Attr::Int(value));
        self
    }

    /// Default: -1.
    pub fn desired_samples(mut self, value: i64) -> Self {
        self.0.set_attr("desired_samples", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<DecodeWavOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(DecodeWavOutputs {
            node,
            audio: outputs.one(),
            sample_rate: outputs.one(),
        })
    }
}

/// What [`fn@decode_wav`] gives.
#[derive(Clone, Debug)]
pub struct DecodeWavOutputs {
    pub node: Node,
    pub audio: Output,
    pub sample_rate: Output,
}

/// Gives x, in memory that nothing changes. Shapes: y is like x.
///
/// - `x`: any type
///
/// No gradient flows through it.
pub fn deep_copy(x: Output) -> DeepCopy {
    DeepCopy(NodeSpec::new("DeepCopy").input(x))
}

/// A node that [`fn@deep_copy`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DeepCopy(NodeSpec);

common!(DeepCopy);

impl DeepCopy {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Ends what waits for the iterator, with CANCELLED; later uses fail.
///
/// - `handle`: resource
/// - `deleter`: variant
pub fn delete_iterator(handle: Output, deleter: Output) -> DeleteIterator {
    DeleteIterator(NodeSpec::new("DeleteIterator").input(handle).input(deleter))
}

/// A node that [`fn@delete_iterator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DeleteIterator(NodeSpec);

common!(DeleteIterator);

impl DeleteIterator {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Drops the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: INVALID\_ARGUMENT for a handle of
/// nothing.
///
/// - `handle`: string
pub fn delete_session_tensor(handle: Output) -> DeleteSessionTensor {
    DeleteSessionTensor(NodeSpec::new("DeleteSessionTensor").input(handle))
}

/// A node that [`fn@delete_session_tensor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DeleteSessionTensor(NodeSpec);

common!(DeleteSessionTensor);

impl DeleteSessionTensor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Counts how often each of 0 to size - 1 is in input, or in each of its rows, or adds up the weights of these
/// elements; binary\_output tells whether it is there at all. Shapes: size is a scalar, weights is like input or empty,
/// output is \[size\] or \[rows,size\]. Errors: INVALID\_ARGUMENT for an element below 0.
///
/// - `input`: int32, int64
/// - `size`: int32, int64
/// - `weights`: int32, int64, float, double
///
/// No gradient flows through it.
pub fn dense_bincount(input: Output, size: Output, weights: Output) -> DenseBincount {
    DenseBincount(NodeSpec::new("DenseBincount").input(input).input(size).input(weights))
}

/// A node that [`fn@dense_bincount`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DenseBincount(NodeSpec);

common!(DenseBincount);

impl DenseBincount {
    /// Default: false.
    pub fn binary_output(mut self, value: bool) -> Self {
        self.0.set_attr("binary_output", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Combines the sets that are the rows of the last dim of two dense tensors, without repetition. set\_operation is a-b,
/// b-a, intersection or union. The result is sparse, each of its sets in rising order. Errors: INVALID\_ARGUMENT for
/// another operation, or groups that differ; with validate\_indices for indices out of order.
///
/// - `set1`: int8, int16, int32, int64, uint8, uint16, string
/// - `set2`: int8, int16, int32, int64, uint8, uint16, string
/// - `set_operation`: attr `set_operation`
///
/// No gradient flows through it.
pub fn dense_to_dense_set_operation(set1: Output, set2: Output, set_operation: &str) -> DenseToDenseSetOperation {
    DenseToDenseSetOperation(NodeSpec::new("DenseToDenseSetOperation").input(set1).input(set2).attr("set_operation", Attr::String(set_operation.into())))
}

/// A node that [`fn@dense_to_dense_set_operation`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DenseToDenseSetOperation(NodeSpec);

common!(DenseToDenseSetOperation);

impl DenseToDenseSetOperation {
    /// Default: true.
    pub fn validate_indices(mut self, value: bool) -> Self {
        self.0.set_attr("validate_indices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<DenseToDenseSetOperationOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(DenseToDenseSetOperationOutputs {
            node,
            result_indices: outputs.one(),
            result_values: outputs.one(),
            result_shape: outputs.one(),
        })
    }
}

/// What [`fn@dense_to_dense_set_operation`] gives.
#[derive(Clone, Debug)]
pub struct DenseToDenseSetOperationOutputs {
    pub node: Node,
    pub result_indices: Output,
    pub result_values: Output,
    pub result_shape: Output,
}

/// Combines the sets that are the rows of the last dim of a dense and a sparse tensor, without repetition.
/// set\_operation is a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order. Errors:
/// INVALID\_ARGUMENT for another operation, or groups that differ; with validate\_indices for indices out of order.
///
/// - `set1`: int8, int16, int32, int64, uint8, uint16, string
/// - `set2_indices`: int64
/// - `set2_values`: int8, int16, int32, int64, uint8, uint16, string
/// - `set2_shape`: int64
/// - `set_operation`: attr `set_operation`
///
/// No gradient flows through it.
pub fn dense_to_sparse_set_operation(set1: Output, set2_indices: Output, set2_values: Output, set2_shape: Output, set_operation: &str) -> DenseToSparseSetOperation {
    DenseToSparseSetOperation(NodeSpec::new("DenseToSparseSetOperation").input(set1).input(set2_indices).input(set2_values).input(set2_shape).attr("set_operation", Attr::String(set_operation.into())))
}

/// A node that [`fn@dense_to_sparse_set_operation`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DenseToSparseSetOperation(NodeSpec);

common!(DenseToSparseSetOperation);

impl DenseToSparseSetOperation {
    /// Default: true.
    pub fn validate_indices(mut self, value: bool) -> Self {
        self.0.set_attr("validate_indices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<DenseToSparseSetOperationOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(DenseToSparseSetOperationOutputs {
            node,
            result_indices: outputs.one(),
            result_values: outputs.one(),
            result_shape: outputs.one(),
        })
    }
}

/// What [`fn@dense_to_sparse_set_operation`] gives.
#[derive(Clone, Debug)]
pub struct DenseToSparseSetOperationOutputs {
    pub node: Node,
    pub result_indices: Output,
    pub result_values: Output,
    pub result_shape: Output,
}

/// Spreads the channels of every pixel over a square of block\_size pixels: undoes SpaceToDepth. Shapes:
/// \[batch,rows,columns,b\*b\*channels\] becomes \[batch,rows\*b,columns\*b,channels\].
///
/// - `input`: any type
/// - `block_size`: attr `block_size`; at least 2
pub fn depth_to_space(input: Output, block_size: i64) -> DepthToSpace {
    DepthToSpace(NodeSpec::new("DepthToSpace").input(input).attr("block_size", Attr::Int(block_size)))
}

/// A node that [`fn@depth_to_space`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DepthToSpace(NodeSpec);

common!(DepthToSpace);

impl DepthToSpace {
    /// One of NHWC, NCHW, NCHW\_VECT\_C. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Slides filters over images, each over one channel: channel c of the input gives channels \[c \* m, (c + 1) \* m) of
/// the output. Shapes: as for Conv2D; filter is \[rows,columns,channels,m\]. Errors: INVALID\_ARGUMENT if channels
/// differ or a filter does not fit into the padded image.
///
/// - `input`: half, bfloat16, float, double
/// - `filter`: half, bfloat16, float, double
/// - `strides`: attr `strides`
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn depthwise_conv2d_native(input: Output, filter: Output, strides: &[i64], padding: &str) -> DepthwiseConv2dNative {
    DepthwiseConv2dNative(NodeSpec::new("DepthwiseConv2dNative").input(input).input(filter).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@depthwise_conv2d_native`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DepthwiseConv2dNative(NodeSpec);

common!(DepthwiseConv2dNative);

impl DepthwiseConv2dNative {
    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of DepthwiseConv2dNative for its filter, whose shape filter\_sizes spells. Errors:
/// INVALID\_ARGUMENT if out\_backprop is not shaped like its output.
///
/// - `input`: half, bfloat16, float, double
/// - `filter_sizes`: int32
/// - `out_backprop`: half, bfloat16, float, double
/// - `strides`: attr `strides`
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn depthwise_conv2d_native_backprop_filter(input: Output, filter_sizes: Output, out_backprop: Output, strides: &[i64], padding: &str) -> DepthwiseConv2dNativeBackpropFilter {
    DepthwiseConv2dNativeBackpropFilter(NodeSpec::new("DepthwiseConv2dNativeBackpropFilter").input(input).input(filter_sizes).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@depthwise_conv2d_native_backprop_filter`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DepthwiseConv2dNativeBackpropFilter(NodeSpec);

common!(DepthwiseConv2dNativeBackpropFilter);

impl DepthwiseConv2dNativeBackpropFilter {
    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of DepthwiseConv2dNative for its input, whose shape input\_sizes spells. Errors:
/// INVALID\_ARGUMENT if out\_backprop is not shaped like its output.
///
/// - `input_sizes`: int32
/// - `filter`: half, bfloat16, float, double
/// - `out_backprop`: half, bfloat16, float, double
/// - `strides`: attr `strides`
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn depthwise_conv2d_native_backprop_input(input_sizes: Output, filter: Output, out_backprop: Output, strides: &[i64], padding: &str) -> DepthwiseConv2dNativeBackpropInput {
    DepthwiseConv2dNativeBackpropInput(NodeSpec::new("DepthwiseConv2dNativeBackpropInput").input(input_sizes).input(filter).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@depthwise_conv2d_native_backprop_input`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DepthwiseConv2dNativeBackpropInput(NodeSpec);

common!(DepthwiseConv2dNativeBackpropInput);

impl DepthwiseConv2dNativeBackpropInput {
    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: \[1, 1, 1, 1\].
    pub fn dilations(mut self, value: &[i64]) -> Self {
        self.0.set_attr("dilations", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives what the numbers of T stand for that QuantizeV2 made with the same mode, from min\_range to max\_range.
/// Shapes: output is like input, the ranges are scalars. Errors: UNIMPLEMENTED for an axis.
///
/// - `input`: qint8, quint8, qint32, qint16, quint16
/// - `min_range`: float
/// - `max_range`: float
///
/// No gradient flows through it.
pub fn dequantize(input: Output, min_range: Output, max_range: Output) -> Dequantize {
    Dequantize(NodeSpec::new("Dequantize").input(input).input(min_range).input(max_range))
}

/// A node that [`fn@dequantize`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Dequantize(NodeSpec);

common!(Dequantize);

impl Dequantize {
    /// One of MIN\_COMBINED, MIN\_FIRST, SCALED. Default: "MIN\_COMBINED".
    pub fn mode(mut self, value: &str) -> Self {
        self.0.set_attr("mode", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// One of bfloat16, float. Default: float.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Lets the iterator, which has a dataset that equals the saved one, go on where the state says. Errors: DATA\_LOSS if
/// it was another pipeline; FAILED\_PRECONDITION without a dataset.
///
/// - `resource_handle`: resource
/// - `serialized`: variant
pub fn deserialize_iterator(resource_handle: Output, serialized: Output) -> DeserializeIterator {
    DeserializeIterator(NodeSpec::new("DeserializeIterator").input(resource_handle).input(serialized))
}

/// A node that [`fn@deserialize_iterator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DeserializeIterator(NodeSpec);

common!(DeserializeIterator);

impl DeserializeIterator {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Sparse tensors of SerializeSparse, stacked along a new first dimension. Shapes: serialized\_sparse is a matrix with
/// 3 columns. Errors: as DeserializeSparse.
///
/// - `serialized_sparse`: string
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn deserialize_many_sparse(serialized_sparse: Output, dtype: DType) -> DeserializeManySparse {
    DeserializeManySparse(NodeSpec::new("DeserializeManySparse").input(serialized_sparse).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@deserialize_many_sparse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DeserializeManySparse(NodeSpec);

common!(DeserializeManySparse);

impl DeserializeManySparse {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<DeserializeManySparseOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(DeserializeManySparseOutputs {
            node,
            sparse_indices: outputs.one(),
            sparse_values: outputs.one(),
            sparse_shape: outputs.one(),
        })
    }
}

/// What [`fn@deserialize_many_sparse`] gives.
#[derive(Clone, Debug)]
pub struct DeserializeManySparseOutputs {
    pub node: Node,
    pub sparse_indices: Output,
    pub sparse_values: Output,
    pub sparse_shape: Output,
}

/// Sparse tensors of SerializeSparse, stacked along as many new dimensions as there are before the last one, whose size
/// is 3; each size is the largest of all. Errors: INVALID\_ARGUMENT for bytes that are none, other types or ranks.
///
/// - `serialized_sparse`: string, variant
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn deserialize_sparse(serialized_sparse: Output, dtype: DType) -> DeserializeSparse {
    DeserializeSparse(NodeSpec::new("DeserializeSparse").input(serialized_sparse).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@deserialize_sparse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DeserializeSparse(NodeSpec);

common!(DeserializeSparse);

impl DeserializeSparse {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<DeserializeSparseOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(DeserializeSparseOutputs {
            node,
            sparse_indices: outputs.one(),
            sparse_values: outputs.one(),
            sparse_shape: outputs.one(),
        })
    }
}

/// What [`fn@deserialize_sparse`] gives.
#[derive(Clone, Debug)]
pub struct DeserializeSparseOutputs {
    pub node: Node,
    pub sparse_indices: Output,
    pub sparse_values: Output,
    pub sparse_shape: Output,
}

/// Drops the resource: a variable loses its value. Errors: NOT\_FOUND if it is gone already and ignore\_lookup\_error
/// is false.
///
/// - `resource`: resource
pub fn destroy_resource_op(resource: Output) -> DestroyResourceOp {
    DestroyResourceOp(NodeSpec::new("DestroyResourceOp").input(resource))
}

/// A node that [`fn@destroy_resource_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DestroyResourceOp(NodeSpec);

common!(DestroyResourceOp);

impl DestroyResourceOp {
    /// Default: true.
    pub fn ignore_lookup_error(mut self, value: bool) -> Self {
        self.0.set_attr("ignore_lookup_error", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Makes a tensor that has the elements of diagonal where the first half of the indices is the second half, and 0
/// elsewhere. Shapes: output is diagonal.shape twice.
///
/// - `diagonal`: bfloat16, half, float, double, int32, int64, complex64, complex128
pub fn diag(diagonal: Output) -> Diag {
    Diag(NodeSpec::new("Diag").input(diagonal))
}

/// A node that [`fn@diag`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Diag(NodeSpec);

common!(Diag);

impl Diag {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the elements of input where the first half of the indices is the second half. Shapes: input is diagonal.shape
/// twice.
///
/// - `input`: bfloat16, half, float, double, int32, int64, complex64, complex128
pub fn diag_part(input: Output) -> DiagPart {
    DiagPart(NodeSpec::new("DiagPart").input(input))
}

/// A node that [`fn@diag_part`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DiagPart(NodeSpec);

common!(DiagPart);

impl DiagPart {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the derivative of Lgamma; NaN at 0 and at negative integers. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn digamma(x: Output) -> Digamma {
    Digamma(NodeSpec::new("Digamma").input(x))
}

/// A node that [`fn@digamma`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Digamma(NodeSpec);

common!(Digamma);

impl Digamma {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest sum of a pixel and its place in the filter, of every window of an image, channel by channel; what
/// lies outside of the image does not count. Shapes: input is \[batch,rows,columns,channels\], filter
/// \[rows,columns,channels\]. Errors: INVALID\_ARGUMENT if the filter does not fit into the padded image.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `filter`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `strides`: attr `strides`; at least 4
/// - `rates`: attr `rates`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn dilation2d(input: Output, filter: Output, strides: &[i64], rates: &[i64], padding: &str) -> Dilation2D {
    Dilation2D(NodeSpec::new("Dilation2D").input(input).input(filter).attr("strides", Attr::Ints(strides.to_vec())).attr("rates", Attr::Ints(rates.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@dilation2d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Dilation2D(NodeSpec);

common!(Dilation2D);

impl Dilation2D {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of Dilation2D for its filter: each element of out\_backprop goes to the place in the filter of
/// the first of the largest sums of its window. Shapes: as there.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `filter`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `out_backprop`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `strides`: attr `strides`; at least 4
/// - `rates`: attr `rates`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn dilation2d_backprop_filter(input: Output, filter: Output, out_backprop: Output, strides: &[i64], rates: &[i64], padding: &str) -> Dilation2DBackpropFilter {
    Dilation2DBackpropFilter(NodeSpec::new("Dilation2DBackpropFilter").input(input).input(filter).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("rates", Attr::Ints(rates.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@dilation2d_backprop_filter`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Dilation2DBackpropFilter(NodeSpec);

common!(Dilation2DBackpropFilter);

impl Dilation2DBackpropFilter {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of Dilation2D for its input: each element of out\_backprop goes to the pixel of the first of the
/// largest sums of its window. Shapes: as there.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `filter`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `out_backprop`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `strides`: attr `strides`; at least 4
/// - `rates`: attr `rates`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn dilation2d_backprop_input(input: Output, filter: Output, out_backprop: Output, strides: &[i64], rates: &[i64], padding: &str) -> Dilation2DBackpropInput {
    Dilation2DBackpropInput(NodeSpec::new("Dilation2DBackpropInput").input(input).input(filter).input(out_backprop).attr("strides", Attr::Ints(strides.to_vec())).attr("rates", Attr::Ints(rates.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@dilation2d_backprop_input`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Dilation2DBackpropInput(NodeSpec);

common!(Dilation2DBackpropInput);

impl Dilation2DBackpropInput {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Does nothing: a read never copies a variable here, and an update never changes what was read. In TensorFlow it turns
/// off a mode of variables in which each read is a copy.
///
/// - `resource`: resource
pub fn disable_copy_on_read(resource: Output) -> DisableCopyOnRead {
    DisableCopyOnRead(NodeSpec::new("DisableCopyOnRead").input(resource))
}

/// A node that [`fn@disable_copy_on_read`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DisableCopyOnRead(NodeSpec);

common!(DisableCopyOnRead);

impl DisableCopyOnRead {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives x / y, element by element; integers are divided towards zero. Shapes: x and y broadcast against each other.
/// Errors: INVALID\_ARGUMENT for an integer division by zero.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
/// - `y`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
pub fn div(x: Output, y: Output) -> Div {
    Div(NodeSpec::new("Div").input(x).input(y))
}

/// A node that [`fn@div`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Div(NodeSpec);

common!(Div);

impl Div {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x / y, and 0 where y is 0. Shapes: x and y broadcast against each other.
///
/// - `x`: half, bfloat16, float, double, complex64, complex128
/// - `y`: half, bfloat16, float, double, complex64, complex128
pub fn div_no_nan(x: Output, y: Output) -> DivNoNan {
    DivNoNan(NodeSpec::new("DivNoNan").input(x).input(y))
}

/// A node that [`fn@div_no_nan`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DivNoNan(NodeSpec);

common!(DivNoNan);

impl DivNoNan {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws the edges of boxes into images, in ten colours one after another. Boxes that lie outside or are turned around
/// are left out. Shapes: images \[batch,rows,columns,1, 3 or 4\], boxes \[batch,n,4\] as y1, x1, y2 and x2, where 0 and
/// 1 are the first and the last pixels; output is like images.
///
/// - `images`: float, half
/// - `boxes`: float
///
/// No gradient flows through it.
pub fn draw_bounding_boxes(images: Output, boxes: Output) -> DrawBoundingBoxes {
    DrawBoundingBoxes(NodeSpec::new("DrawBoundingBoxes").input(images).input(boxes))
}

/// A node that [`fn@draw_bounding_boxes`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DrawBoundingBoxes(NodeSpec);

common!(DrawBoundingBoxes);

impl DrawBoundingBoxes {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws the edges of boxes into images, in the given colours one after another. Boxes that lie outside or are turned
/// around are left out. Shapes: images \[batch,rows,columns,1, 3 or 4\], boxes \[batch,n,4\] as y1, x1, y2 and x2,
/// where 0 and 1 are the first and the last pixels, colors \[any,channels\]; none are the ten of DrawBoundingBoxes;
/// output is like images.
///
/// - `images`: float, half
/// - `boxes`: float
/// - `colors`: float
///
/// No gradient flows through it.
pub fn draw_bounding_boxes_v2(images: Output, boxes: Output, colors: Output) -> DrawBoundingBoxesV2 {
    DrawBoundingBoxesV2(NodeSpec::new("DrawBoundingBoxesV2").input(images).input(boxes).input(colors))
}

/// A node that [`fn@draw_bounding_boxes_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DrawBoundingBoxesV2(NodeSpec);

common!(DrawBoundingBoxesV2);

impl DrawBoundingBoxesV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts every slice of data into the output that partitions names, in order. Shapes: partitions is a prefix of data's
/// shape; outputs are \[?\] + the rest. Errors: INVALID\_ARGUMENT for a partition outside \[0,num\_partitions).
///
/// - `data`: any type
/// - `partitions`: int32
/// - `num_partitions`: attr `num_partitions`; at least 1
pub fn dynamic_partition(data: Output, partitions: Output, num_partitions: i64) -> DynamicPartition {
    DynamicPartition(NodeSpec::new("DynamicPartition").input(data).input(partitions).attr("num_partitions", Attr::Int(num_partitions)))
}

/// A node that [`fn@dynamic_partition`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DynamicPartition(NodeSpec);

common!(DynamicPartition);

impl DynamicPartition {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.counted_by("num_partitions")
    }
}

/// Interleaves slices: merged\[indices\[m\]\[i..\]\] = data\[m\]\[i..\]; of equal indices the last wins; rows that no
/// index names are unspecified. Shapes: data\[m\] is shaped like indices\[m\] followed by one common shape; merged has
/// 1 + the largest index as its first dimension, known only at run time. Errors: INVALID\_ARGUMENT for a negative
/// index.
///
/// - `indices`: list of int32
/// - `data`: list of any type
pub fn dynamic_stitch(indices: &[Output], data: &[Output]) -> DynamicStitch {
    DynamicStitch(NodeSpec::new("DynamicStitch").input_list(indices).input_list(data))
}

/// A node that [`fn@dynamic_stitch`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct DynamicStitch(NodeSpec);

common!(DynamicStitch);

impl DynamicStitch {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As PyFunc, of a function that TensorFlow would run eagerly; is\_async has no effect.
///
/// - `input`: list of any type
/// - `token`: attr `token`
/// - `tout`: attr `Tout`; at least 0
///
/// No gradient flows through it.
pub fn eager_py_func(input: &[Output], token: &str, tout: &[DType]) -> EagerPyFunc {
    EagerPyFunc(NodeSpec::new("EagerPyFunc").input_list(input).attr("token", Attr::String(token.into())).attr("Tout", Attr::Types(tout.to_vec())))
}

/// A node that [`fn@eager_py_func`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EagerPyFunc(NodeSpec);

common!(EagerPyFunc);

impl EagerPyFunc {
    /// Default: false.
    pub fn is_async(mut self, value: bool) -> Self {
        self.0.set_attr("is_async", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// Counts how many insertions, deletions and replacements make each row of the last dim of hypothesis that of truth,
/// divided by truth's length if normalize is set. Shapes: output is, dim by dim, the larger of the dense shapes without
/// their last dims. Errors: INVALID\_ARGUMENT for an index out of range.
///
/// - `hypothesis_indices`: int64
/// - `hypothesis_values`: any type
/// - `hypothesis_shape`: int64
/// - `truth_indices`: int64
/// - `truth_values`: any type
/// - `truth_shape`: int64
///
/// No gradient flows through it.
pub fn edit_distance(hypothesis_indices: Output, hypothesis_values: Output, hypothesis_shape: Output, truth_indices: Output, truth_values: Output, truth_shape: Output) -> EditDistance {
    EditDistance(NodeSpec::new("EditDistance").input(hypothesis_indices).input(hypothesis_values).input(hypothesis_shape).input(truth_indices).input(truth_values).input(truth_shape))
}

/// A node that [`fn@edit_distance`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EditDistance(NodeSpec);

common!(EditDistance);

impl EditDistance {
    /// Default: true.
    pub fn normalize(mut self, value: bool) -> Self {
        self.0.set_attr("normalize", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Labels the dimensions of every input with letters, multiplies what has equal labels and sums over the labels that
/// the output has not: "bij,bjk-\>bik" multiplies matrices. An ellipsis stands for dimensions that broadcast. A label
/// that an input has twice means its diagonal, one that the output has twice zeros beside it: "ii-\>i", "i-\>ii".
/// Shapes: dimensions of one label are equal. Errors: INVALID\_ARGUMENT for an equation that does not fit the inputs,
/// or whose output lacks the ellipsis that an input needs; UNIMPLEMENTED for an ellipsis over an unknown rank.
///
/// - `inputs`: list of any type
/// - `equation`: attr `equation`
pub fn einsum(inputs: &[Output], equation: &str) -> Einsum {
    Einsum(NodeSpec::new("Einsum").input_list(inputs).attr("equation", Attr::String(equation.into())))
}

/// A node that [`fn@einsum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Einsum(NodeSpec);

common!(Einsum);

impl Einsum {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives exp(features) - 1 below 0 and features elsewhere. Shapes: activations is like features. Source: Clevert,
/// Unterthiner & Hochreiter 2015.
///
/// - `features`: half, bfloat16, float, double
pub fn elu(features: Output) -> Elu {
    Elu(NodeSpec::new("Elu").input(features))
}

/// A node that [`fn@elu`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Elu(NodeSpec);

common!(Elu);

impl Elu {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients \* (outputs + 1) where outputs, which Elu gave, are below 0 and gradients elsewhere. Shapes: all
/// alike.
///
/// - `gradients`: half, bfloat16, float, double
/// - `outputs`: half, bfloat16, float, double
pub fn elu_grad(gradients: Output, outputs: Output) -> EluGrad {
    EluGrad(NodeSpec::new("EluGrad").input(gradients).input(outputs))
}

/// A node that [`fn@elu_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EluGrad(NodeSpec);

common!(EluGrad);

impl EluGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a tensor of zeros, as TensorFlow does with init; without it there may be anything. Strings are empty. Shapes:
/// shape is a vector.
///
/// - `shape`: int32
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn empty(shape: Output, dtype: DType) -> Empty {
    Empty(NodeSpec::new("Empty").input(shape).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@empty`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Empty(NodeSpec);

common!(Empty);

impl Empty {
    /// Default: false.
    pub fn init(mut self, value: bool) -> Self {
        self.0.set_attr("init", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives an empty list of tensors of element\_dtype, of at most max\_num\_elements if that is not negative. Shapes:
/// element\_shape is -1 or a vector, whose -1 entries are any size.
///
/// - `element_shape`: int32, int64
/// - `max_num_elements`: int32
/// - `element_dtype`: attr `element_dtype`
///
/// No gradient flows through it.
pub fn empty_tensor_list(element_shape: Output, max_num_elements: Output, element_dtype: DType) -> EmptyTensorList {
    EmptyTensorList(NodeSpec::new("EmptyTensorList").input(element_shape).input(max_num_elements).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@empty_tensor_list`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EmptyTensorList(NodeSpec);

common!(EmptyTensorList);

impl EmptyTensorList {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Encodes each string in web-safe base64 (with - and \_), with = at its end only if pad is set. Shapes: output is like
/// input. Source: RFC 4648, section 5.
///
/// - `input`: string
///
/// No gradient flows through it.
pub fn encode_base64(input: Output) -> EncodeBase64 {
    EncodeBase64(NodeSpec::new("EncodeBase64").input(input))
}

/// A node that [`fn@encode_base64`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EncodeBase64(NodeSpec);

common!(EncodeBase64);

impl EncodeBase64 {
    /// Default: false.
    pub fn pad(mut self, value: bool) -> Self {
        self.0.set_attr("pad", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives an image as a JPEG file. quality is 0 to 100. Shapes: image \[rows,columns,1 or 3\], contents a scalar.
/// Errors: INVALID\_ARGUMENT for an image without pixels, other channels than format says and a quality outside of its
/// range.
///
/// - `image`: uint8
///
/// No gradient flows through it.
pub fn encode_jpeg(image: Output) -> EncodeJpeg {
    EncodeJpeg(NodeSpec::new("EncodeJpeg").input(image))
}

/// A node that [`fn@encode_jpeg`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EncodeJpeg(NodeSpec);

common!(EncodeJpeg);

impl EncodeJpeg {
    /// One of , grayscale, rgb. Default: "".
    pub fn format(mut self, value: &str) -> Self {
        self.0.set_attr("format", Attr::String(value.into()));
        self
    }

    /// Default: 95.
    pub fn quality(mut self, value: i64) -> Self {
        self.0.set_attr("quality", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn progressive(mut self, value: bool) -> Self {
        self.0.set_attr("progressive", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn optimize_size(mut self, value: bool) -> Self {
        self.0.set_attr("optimize_size", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn chroma_downsampling(mut self, value: bool) -> Self {
        self.0.set_attr("chroma_downsampling", Attr::Bool(value));
        self
    }

    /// One of in, cm. Default: in.
    pub fn density_unit(mut self, value: &str) -> Self {
        self.0.set_attr("density_unit", Attr::String(value.into()));
        self
    }

    /// Default: 300.
    pub fn x_density(mut self, value: i64) -> Self {
        self.0.set_attr("x_density", Attr::Int(value));
        self
    }

    /// Default: 300.
    pub fn y_density(mut self, value: i64) -> Self {
        self.0.set_attr("y_density", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn xmp_metadata(mut self, value: &str) -> Self {
        self.0.set_attr("xmp_metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives an image as a JPEG file of the given quality, 0 to 100. Shapes: images \[rows,columns,1 or 3\], quality and
/// contents scalars. Errors: as of EncodeJpeg.
///
/// - `images`: uint8
/// - `quality`: int32
///
/// No gradient flows through it.
pub fn encode_jpeg_variable_quality(images: Output, quality: Output) -> EncodeJpegVariableQuality {
    EncodeJpegVariableQuality(NodeSpec::new("EncodeJpegVariableQuality").input(images).input(quality))
}

/// A node that [`fn@encode_jpeg_variable_quality`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EncodeJpegVariableQuality(NodeSpec);

common!(EncodeJpegVariableQuality);

impl EncodeJpegVariableQuality {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives images as PNG files. compression is 0 to 9, or -1 for zlib's own choice. Shapes: image \[...,rows,columns,1 to
/// 4\], contents \[...\]. Errors: INVALID\_ARGUMENT for images without pixels and other channels.
///
/// - `image`: uint8, uint16
///
/// No gradient flows through it.
pub fn encode_png(image: Output) -> EncodePng {
    EncodePng(NodeSpec::new("EncodePng").input(image))
}

/// A node that [`fn@encode_png`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EncodePng(NodeSpec);

common!(EncodePng);

impl EncodePng {
    /// Default: -1.
    pub fn compression(mut self, value: i64) -> Self {
        self.0.set_attr("compression", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives sound as a WAV file of 16 bits. Shapes: audio \[samples,channels\] in \[-1,1), sample\_rate and contents
/// scalars. Errors: INVALID\_ARGUMENT without channels and for a sample\_rate below 1.
///
/// - `audio`: float
/// - `sample_rate`: int32
///
/// No gradient flows through it.
pub fn encode_wav(audio: Output, sample_rate: Output) -> EncodeWav {
    EncodeWav(NodeSpec::new("EncodeWav").input(audio).input(sample_rate))
}

/// A node that [`fn@encode_wav`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EncodeWav(NodeSpec);

common!(EncodeWav);

impl EncodeWav {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes input on if it has a shape that fits `shape`. Shapes: output is like input. Errors: INVALID\_ARGUMENT for
/// another shape.
///
/// - `input`: any type
/// - `shape`: attr `shape`
pub fn ensure_shape(input: Output, shape: Option<&[i64]>) -> EnsureShape {
    EnsureShape(NodeSpec::new("EnsureShape").input(input).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@ensure_shape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EnsureShape(NodeSpec);

common!(EnsureShape);

impl EnsureShape {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes data into iteration 0 of the child frame called frame\_name, or with is\_constant into each of its
/// iterations; at most parallel\_iterations of them run at once. Shapes: output is like data.
///
/// - `data`: any type
/// - `frame_name`: attr `frame_name`
pub fn enter(data: Output, frame_name: &str) -> Enter {
    Enter(NodeSpec::new("Enter").input(data).attr("frame_name", Attr::String(frame_name.into())))
}

/// A node that [`fn@enter`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Enter(NodeSpec);

common!(Enter);

impl Enter {
    /// Default: false.
    pub fn is_constant(mut self, value: bool) -> Self {
        self.0.set_attr("is_constant", Attr::Bool(value));
        self
    }

    /// Default: 10.
    pub fn parallel_iterations(mut self, value: i64) -> Self {
        self.0.set_attr("parallel_iterations", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells where x equals y. Shapes: x and y broadcast against each other; with incompatible\_shape\_error false, shapes
/// that do not broadcast give a scalar false.
///
/// - `x`: any type
/// - `y`: any type
///
/// No gradient flows through it.
pub fn equal(x: Output, y: Output) -> Equal {
    Equal(NodeSpec::new("Equal").input(x).input(y))
}

/// A node that [`fn@equal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Equal(NodeSpec);

common!(Equal);

impl Equal {
    /// Default: true.
    pub fn incompatible_shape_error(mut self, value: bool) -> Self {
        self.0.set_attr("incompatible_shape_error", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the error function 2 / sqrt(pi) \* integral of exp(-t^2) from 0 to x. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn erf(x: Output) -> Erf {
    Erf(NodeSpec::new("Erf").input(x))
}

/// A node that [`fn@erf`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Erf(NodeSpec);

common!(Erf);

impl Erf {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives 1 - Erf(x), exact where that is small. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn erfc(x: Output) -> Erfc {
    Erfc(NodeSpec::new("Erfc").input(x))
}

/// A node that [`fn@erfc`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Erfc(NodeSpec);

common!(Erfc);

impl Erfc {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number whose Erf is x; NaN outside \[-1,1\], infinite at its ends. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn erfinv(x: Output) -> Erfinv {
    Erfinv(NodeSpec::new("Erfinv").input(x))
}

/// A node that [`fn@erfinv`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Erfinv(NodeSpec);

common!(Erfinv);

impl Erfinv {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the root of the sum of squares (of absolute values) over the given axes. Shapes and errors: as Sum.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `reduction_indices`: int32, int64
pub fn euclidean_norm(input: Output, reduction_indices: Output) -> EuclideanNorm {
    EuclideanNorm(NodeSpec::new("EuclideanNorm").input(input).input(reduction_indices))
}

/// A node that [`fn@euclidean_norm`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct EuclideanNorm(NodeSpec);

common!(EuclideanNorm);

impl EuclideanNorm {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes data from a frame to its parent. Shapes: output is like data.
///
/// - `data`: any type
pub fn exit(data: Output) -> Exit {
    Exit(NodeSpec::new("Exit").input(data))
}

/// A node that [`fn@exit`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Exit(NodeSpec);

common!(Exit);

impl Exit {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives e to the power of x, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn exp(x: Output) -> Exp {
    Exp(NodeSpec::new("Exp").input(x))
}

/// A node that [`fn@exp`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Exp(NodeSpec);

common!(Exp);

impl Exp {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Inserts a dimension of size 1 before axis dim. Shapes: dim is one number in \[-rank-1,rank\]. Errors:
/// INVALID\_ARGUMENT outside that range.
///
/// - `input`: any type
/// - `dim`: int32, int64
pub fn expand_dims(input: Output, dim: Output) -> ExpandDims {
    ExpandDims(NodeSpec::new("ExpandDims").input(input).input(dim))
}

/// A node that [`fn@expand_dims`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExpandDims(NodeSpec);

common!(ExpandDims);

impl ExpandDims {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As DatasetCardinality.
///
/// - `input_dataset`: variant
///
/// No gradient flows through it.
pub fn experimental_dataset_cardinality(input_dataset: Output) -> ExperimentalDatasetCardinality {
    ExperimentalDatasetCardinality(NodeSpec::new("ExperimentalDatasetCardinality").input(input_dataset))
}

/// A node that [`fn@experimental_dataset_cardinality`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExperimentalDatasetCardinality(NodeSpec);

common!(ExperimentalDatasetCardinality);

impl ExperimentalDatasetCardinality {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As IgnoreErrorsDataset, which newer programs say.
///
/// - `input_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn experimental_ignore_errors_dataset(input_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ExperimentalIgnoreErrorsDataset {
    ExperimentalIgnoreErrorsDataset(NodeSpec::new("ExperimentalIgnoreErrorsDataset").input(input_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@experimental_ignore_errors_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExperimentalIgnoreErrorsDataset(NodeSpec);

common!(ExperimentalIgnoreErrorsDataset);

impl ExperimentalIgnoreErrorsDataset {
    /// Default: false.
    pub fn log_warning(mut self, value: bool) -> Self {
        self.0.set_attr("log_warning", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MapAndBatchDataset, which newer programs say.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `batch_size`: int64
/// - `num_parallel_calls`: int64
/// - `drop_remainder`: bool
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn experimental_map_and_batch_dataset(input_dataset: Output, other_arguments: &[Output], batch_size: Output, num_parallel_calls: Output, drop_remainder: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ExperimentalMapAndBatchDataset {
    ExperimentalMapAndBatchDataset(NodeSpec::new("ExperimentalMapAndBatchDataset").input(input_dataset).input_list(other_arguments).input(batch_size).input(num_parallel_calls).input(drop_remainder).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@experimental_map_and_batch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExperimentalMapAndBatchDataset(NodeSpec);

common!(ExperimentalMapAndBatchDataset);

impl ExperimentalMapAndBatchDataset {
    /// Default: false.
    pub fn preserve_cardinality(mut self, value: bool) -> Self {
        self.0.set_attr("preserve_cardinality", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ParallelInterleaveDataset, which newer programs say.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `cycle_length`: int64
/// - `block_length`: int64
/// - `sloppy`: bool
/// - `buffer_output_elements`: int64
/// - `prefetch_input_elements`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn experimental_parallel_interleave_dataset(input_dataset: Output, other_arguments: &[Output], cycle_length: Output, block_length: Output, sloppy: Output, buffer_output_elements: Output, prefetch_input_elements: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ExperimentalParallelInterleaveDataset {
    ExperimentalParallelInterleaveDataset(NodeSpec::new("ExperimentalParallelInterleaveDataset").input(input_dataset).input_list(other_arguments).input(cycle_length).input(block_length).input(sloppy).input(buffer_output_elements).input(prefetch_input_elements).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@experimental_parallel_interleave_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExperimentalParallelInterleaveDataset(NodeSpec);

common!(ExperimentalParallelInterleaveDataset);

impl ExperimentalParallelInterleaveDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ScanDataset, which newer programs say.
///
/// - `input_dataset`: variant
/// - `initial_state`: list of any type
/// - `other_arguments`: list of any type
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn experimental_scan_dataset(input_dataset: Output, initial_state: &[Output], other_arguments: &[Output], f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ExperimentalScanDataset {
    ExperimentalScanDataset(NodeSpec::new("ExperimentalScanDataset").input(input_dataset).input_list(initial_state).input_list(other_arguments).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@experimental_scan_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExperimentalScanDataset(NodeSpec);

common!(ExperimentalScanDataset);

impl ExperimentalScanDataset {
    /// Default: false.
    pub fn preserve_cardinality(mut self, value: bool) -> Self {
        self.0.set_attr("preserve_cardinality", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TakeWhileDataset, which newer programs say.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `predicate`: attr `predicate`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn experimental_take_while_dataset(input_dataset: Output, other_arguments: &[Output], predicate: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ExperimentalTakeWhileDataset {
    ExperimentalTakeWhileDataset(NodeSpec::new("ExperimentalTakeWhileDataset").input(input_dataset).input_list(other_arguments).attr("predicate", Attr::Func(predicate.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@experimental_take_while_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExperimentalTakeWhileDataset(NodeSpec);

common!(ExperimentalTakeWhileDataset);

impl ExperimentalTakeWhileDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As UnbatchDataset, which newer programs say.
///
/// - `input_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn experimental_unbatch_dataset(input_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ExperimentalUnbatchDataset {
    ExperimentalUnbatchDataset(NodeSpec::new("ExperimentalUnbatchDataset").input(input_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@experimental_unbatch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExperimentalUnbatchDataset(NodeSpec);

common!(ExperimentalUnbatchDataset);

impl ExperimentalUnbatchDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the integral of exp(t) / t from minus infinity to x; NaN below 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn expint(x: Output) -> Expint {
    Expint(NodeSpec::new("Expint").input(x))
}

/// A node that [`fn@expint`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Expint(NodeSpec);

common!(Expint);

impl Expint {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives exp(x) - 1, exact near 0. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn expm1(x: Output) -> Expm1 {
    Expm1(NodeSpec::new("Expm1").input(x))
}

/// A node that [`fn@expm1`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Expm1(NodeSpec);

common!(Expm1);

impl Expm1 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes patches of ksizes\[1\] rows and ksizes\[2\] columns, with steps of rates between their pixels, from images at
/// every step of strides, and lays each along the channels; what is outside of an image is 0. Shapes: images is
/// \[batch,rows,columns,channels\], patches \[batch,out\_rows,out\_columns,ksizes\[1\] \* ksizes\[2\] \* channels\].
/// Errors: INVALID\_ARGUMENT if a patch does not fit into the padded image.
///
/// - `images`: bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64,
///   complex128, bool
/// - `ksizes`: attr `ksizes`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `rates`: attr `rates`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn extract_image_patches(images: Output, ksizes: &[i64], strides: &[i64], rates: &[i64], padding: &str) -> ExtractImagePatches {
    ExtractImagePatches(NodeSpec::new("ExtractImagePatches").input(images).attr("ksizes", Attr::Ints(ksizes.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("rates", Attr::Ints(rates.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@extract_image_patches`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExtractImagePatches(NodeSpec);

common!(ExtractImagePatches);

impl ExtractImagePatches {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives rows, columns and channels of a JPEG file from its header. Errors: INVALID\_ARGUMENT for contents that are no
/// image, are damaged or cut off, or claim more pixels than they can hold.
///
/// - `contents`: string
///
/// No gradient flows through it.
pub fn extract_jpeg_shape(contents: Output) -> ExtractJpegShape {
    ExtractJpegShape(NodeSpec::new("ExtractJpegShape").input(contents))
}

/// A node that [`fn@extract_jpeg_shape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExtractJpegShape(NodeSpec);

common!(ExtractJpegShape);

impl ExtractJpegShape {
    /// One of int32, int64. Default: int32.
    pub fn output_type(mut self, value: DType) -> Self {
        self.0.set_attr("output_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes patches from volumes at every step of strides, and lays each along the channels, as ExtractImagePatches from
/// images. Shapes: input is \[batch,depth,rows,columns,channels\].
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksizes`: attr `ksizes`; at least 5
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn extract_volume_patches(input: Output, ksizes: &[i64], strides: &[i64], padding: &str) -> ExtractVolumePatches {
    ExtractVolumePatches(NodeSpec::new("ExtractVolumePatches").input(input).attr("ksizes", Attr::Ints(ksizes.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@extract_volume_patches`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ExtractVolumePatches(NodeSpec);

common!(ExtractVolumePatches);

impl ExtractVolumePatches {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the discrete Fourier transform over the last dimension, or the last two or three where the name says so.
/// Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.
///
/// - `input`: complex64, complex128
pub fn fft(input: Output) -> FFT {
    FFT(NodeSpec::new("FFT").input(input))
}

/// A node that [`fn@fft`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FFT(NodeSpec);

common!(FFT);

impl FFT {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the discrete Fourier transform over the last dimension, or the last two or three where the name says so.
/// Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.
///
/// - `input`: complex64, complex128
pub fn fft2d(input: Output) -> FFT2D {
    FFT2D(NodeSpec::new("FFT2D").input(input))
}

/// A node that [`fn@fft2d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FFT2D(NodeSpec);

common!(FFT2D);

impl FFT2D {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the discrete Fourier transform over the last dimension, or the last two or three where the name says so.
/// Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.
///
/// - `input`: complex64, complex128
pub fn fft3d(input: Output) -> FFT3D {
    FFT3D(NodeSpec::new("FFT3D").input(input))
}

/// A node that [`fn@fft3d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FFT3D(NodeSpec);

common!(FFT3D);

impl FFT3D {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a first-in first-out queue whose elements are tuples of tensors of the given types, and shapes
/// if these are given; capacity -1 sets no limit.
///
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn fifo_queue(component_types: &[DType]) -> FIFOQueue {
    FIFOQueue(NodeSpec::new("FIFOQueue").attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@fifo_queue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FIFOQueue(NodeSpec);

common!(FIFOQueue);

impl FIFOQueue {
    /// At least 0. Default: \[\].
    pub fn shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a first-in first-out queue whose elements are tuples of tensors of the given types, and shapes
/// if these are given; capacity -1 sets no limit.
///
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn fifo_queue_v2(component_types: &[DType]) -> FIFOQueueV2 {
    FIFOQueueV2(NodeSpec::new("FIFOQueueV2").attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@fifo_queue_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FIFOQueueV2(NodeSpec);

common!(FIFOQueueV2);

impl FIFOQueueV2 {
    /// At least 0. Default: \[\].
    pub fn shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Rounds inputs to the nearest of 2^num\_bits numbers from min to max, of which one is 0: the range is moved a little
/// for that. narrow\_range leaves out the lowest. Shapes: outputs is like inputs. Errors: INVALID\_ARGUMENT unless min
/// \< max and num\_bits is 2 to 16. Source: Jacob et al. 2018.
///
/// - `inputs`: float
pub fn fake_quant_with_min_max_args(inputs: Output) -> FakeQuantWithMinMaxArgs {
    FakeQuantWithMinMaxArgs(NodeSpec::new("FakeQuantWithMinMaxArgs").input(inputs))
}

/// A node that [`fn@fake_quant_with_min_max_args`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FakeQuantWithMinMaxArgs(NodeSpec);

common!(FakeQuantWithMinMaxArgs);

impl FakeQuantWithMinMaxArgs {
    /// Default: -6.0.
    pub fn min(mut self, value: f32) -> Self {
        self.0.set_attr("min", Attr::Float(value));
        self
    }

    /// Default: 6.0.
    pub fn max(mut self, value: f32) -> Self {
        self.0.set_attr("max", Attr::Float(value));
        self
    }

    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients where inputs are in the range of FakeQuantWithMinMaxArgs, and 0 elsewhere. Shapes: all alike.
///
/// - `gradients`: float
/// - `inputs`: float
///
/// No gradient flows through it.
pub fn fake_quant_with_min_max_args_gradient(gradients: Output, inputs: Output) -> FakeQuantWithMinMaxArgsGradient {
    FakeQuantWithMinMaxArgsGradient(NodeSpec::new("FakeQuantWithMinMaxArgsGradient").input(gradients).input(inputs))
}

/// A node that [`fn@fake_quant_with_min_max_args_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FakeQuantWithMinMaxArgsGradient(NodeSpec);

common!(FakeQuantWithMinMaxArgsGradient);

impl FakeQuantWithMinMaxArgsGradient {
    /// Default: -6.0.
    pub fn min(mut self, value: f32) -> Self {
        self.0.set_attr("min", Attr::Float(value));
        self
    }

    /// Default: 6.0.
    pub fn max(mut self, value: f32) -> Self {
        self.0.set_attr("max", Attr::Float(value));
        self
    }

    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As FakeQuantWithMinMaxArgs, with the range as inputs; zeros where both of its ends are 0. Shapes: min and max are
/// scalars, outputs is like inputs.
///
/// - `inputs`: float
/// - `min`: float
/// - `max`: float
pub fn fake_quant_with_min_max_vars(inputs: Output, min: Output, max: Output) -> FakeQuantWithMinMaxVars {
    FakeQuantWithMinMaxVars(NodeSpec::new("FakeQuantWithMinMaxVars").input(inputs).input(min).input(max))
}

/// A node that [`fn@fake_quant_with_min_max_vars`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FakeQuantWithMinMaxVars(NodeSpec);

common!(FakeQuantWithMinMaxVars);

impl FakeQuantWithMinMaxVars {
    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Divides gradients among inputs that are in the range of FakeQuantWithMinMaxVars, min for those below and max for
/// those above. Shapes: min and max are scalars, the rest are alike.
///
/// - `gradients`: float
/// - `inputs`: float
/// - `min`: float
/// - `max`: float
///
/// No gradient flows through it.
pub fn fake_quant_with_min_max_vars_gradient(gradients: Output, inputs: Output, min: Output, max: Output) -> FakeQuantWithMinMaxVarsGradient {
    FakeQuantWithMinMaxVarsGradient(NodeSpec::new("FakeQuantWithMinMaxVarsGradient").input(gradients).input(inputs).input(min).input(max))
}

/// A node that [`fn@fake_quant_with_min_max_vars_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FakeQuantWithMinMaxVarsGradient(NodeSpec);

common!(FakeQuantWithMinMaxVarsGradient);

impl FakeQuantWithMinMaxVarsGradient {
    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FakeQuantWithMinMaxVarsGradientOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FakeQuantWithMinMaxVarsGradientOutputs {
            node,
            backprops_wrt_input: outputs.one(),
            backprop_wrt_min: outputs.one(),
            backprop_wrt_max: outputs.one(),
        })
    }
}

/// What [`fn@fake_quant_with_min_max_vars_gradient`] gives.
#[derive(Clone, Debug)]
pub struct FakeQuantWithMinMaxVarsGradientOutputs {
    pub node: Node,
    pub backprops_wrt_input: Output,
    pub backprop_wrt_min: Output,
    pub backprop_wrt_max: Output,
}

/// As FakeQuantWithMinMaxVars, with a range for each element of the last dimension. Shapes: min and max are vectors as
/// long as it.
///
/// - `inputs`: float
/// - `min`: float
/// - `max`: float
pub fn fake_quant_with_min_max_vars_per_channel(inputs: Output, min: Output, max: Output) -> FakeQuantWithMinMaxVarsPerChannel {
    FakeQuantWithMinMaxVarsPerChannel(NodeSpec::new("FakeQuantWithMinMaxVarsPerChannel").input(inputs).input(min).input(max))
}

/// A node that [`fn@fake_quant_with_min_max_vars_per_channel`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FakeQuantWithMinMaxVarsPerChannel(NodeSpec);

common!(FakeQuantWithMinMaxVarsPerChannel);

impl FakeQuantWithMinMaxVarsPerChannel {
    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As FakeQuantWithMinMaxVarsGradient, with a range for each element of the last dimension.
///
/// - `gradients`: float
/// - `inputs`: float
/// - `min`: float
/// - `max`: float
///
/// No gradient flows through it.
pub fn fake_quant_with_min_max_vars_per_channel_gradient(gradients: Output, inputs: Output, min: Output, max: Output) -> FakeQuantWithMinMaxVarsPerChannelGradient {
    FakeQuantWithMinMaxVarsPerChannelGradient(NodeSpec::new("FakeQuantWithMinMaxVarsPerChannelGradient").input(gradients).input(inputs).input(min).input(max))
}

/// A node that [`fn@fake_quant_with_min_max_vars_per_channel_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FakeQuantWithMinMaxVarsPerChannelGradient(NodeSpec);

common!(FakeQuantWithMinMaxVarsPerChannelGradient);

impl FakeQuantWithMinMaxVarsPerChannelGradient {
    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FakeQuantWithMinMaxVarsPerChannelGradientOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FakeQuantWithMinMaxVarsPerChannelGradientOutputs {
            node,
            backprops_wrt_input: outputs.one(),
            backprop_wrt_min: outputs.one(),
            backprop_wrt_max: outputs.one(),
        })
    }
}

/// What [`fn@fake_quant_with_min_max_vars_per_channel_gradient`] gives.
#[derive(Clone, Debug)]
pub struct FakeQuantWithMinMaxVarsPerChannelGradientOutputs {
    pub node: Node,
    pub backprops_wrt_input: Output,
    pub backprop_wrt_min: Output,
    pub backprop_wrt_max: Output,
}

/// Hands a queue on to the ops without V2. Shapes: scalars.
///
/// - `resource`: resource
///
/// No gradient flows through it.
pub fn fake_queue(resource: Output) -> FakeQueue {
    FakeQueue(NodeSpec::new("FakeQueue").input(resource))
}

/// A node that [`fn@fake_queue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FakeQueue(NodeSpec);

common!(FakeQueue);

impl FakeQueue {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a tensor of shape dims with value everywhere. Shapes: dims is a vector, value a scalar. Errors:
/// INVALID\_ARGUMENT for a negative dimension.
///
/// - `dims`: int32, int64
/// - `value`: any type
pub fn fill(dims: Output, value: Output) -> Fill {
    Fill(NodeSpec::new("Fill").input(dims).input(value))
}

/// A node that [`fn@fill`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Fill(NodeSpec);

common!(Fill);

impl Fill {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the elements for which predicate, which also takes other\_arguments, gives true. Errors: of a
/// pass: those of predicate; INVALID\_ARGUMENT unless it gives a bool.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `predicate`: attr `predicate`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn filter_dataset(input_dataset: Output, other_arguments: &[Output], predicate: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> FilterDataset {
    FilterDataset(NodeSpec::new("FilterDataset").input(input_dataset).input_list(other_arguments).attr("predicate", Attr::Func(predicate.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@filter_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FilterDataset(NodeSpec);

common!(FilterDataset);

impl FilterDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset.
///
/// - `input_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn finalize_dataset(input_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> FinalizeDataset {
    FinalizeDataset(NodeSpec::new("FinalizeDataset").input(input_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@finalize_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FinalizeDataset(NodeSpec);

common!(FinalizeDataset);

impl FinalizeDataset {
    /// Default: false.
    pub fn has_captured_ref(mut self, value: bool) -> Self {
        self.0.set_attr("has_captured_ref", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the 8 bytes, lowest first, of the fingerprint of each row of data: for method farmhash64 FarmHash's
/// Fingerprint64 of the row's bytes, of a row of several strings of their own fingerprints' bytes. Shapes: data has a
/// rank of at least 1, output is \[rows,8\]. Errors: INVALID\_ARGUMENT for another method.
///
/// - `data`: any type
/// - `method`: string
///
/// No gradient flows through it.
pub fn fingerprint(data: Output, method: Output) -> Fingerprint {
    Fingerprint(NodeSpec::new("Fingerprint").input(data).input(method))
}

/// A node that [`fn@fingerprint`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Fingerprint(NodeSpec);

common!(Fingerprint);

impl Fingerprint {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of pieces of record\_bytes bytes of files, behind a header and before a footer. Errors: of a pass:
/// INVALID\_ARGUMENT for a file whose length does not fit; NOT\_FOUND.
///
/// - `filenames`: string
/// - `header_bytes`: int64
/// - `record_bytes`: int64
/// - `footer_bytes`: int64
/// - `buffer_size`: int64
///
/// No gradient flows through it.
pub fn fixed_length_record_dataset(filenames: Output, header_bytes: Output, record_bytes: Output, footer_bytes: Output, buffer_size: Output) -> FixedLengthRecordDataset {
    FixedLengthRecordDataset(NodeSpec::new("FixedLengthRecordDataset").input(filenames).input(header_bytes).input(record_bytes).input(footer_bytes).input(buffer_size))
}

/// A node that [`fn@fixed_length_record_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FixedLengthRecordDataset(NodeSpec);

common!(FixedLengthRecordDataset);

impl FixedLengthRecordDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As FixedLengthRecordDataset, of compressed files too; one that ends within a record is DATA\_LOSS.
///
/// - `filenames`: string
/// - `header_bytes`: int64
/// - `record_bytes`: int64
/// - `footer_bytes`: int64
/// - `buffer_size`: int64
/// - `compression_type`: string
///
/// No gradient flows through it.
pub fn fixed_length_record_dataset_v2(filenames: Output, header_bytes: Output, record_bytes: Output, footer_bytes: Output, buffer_size: Output, compression_type: Output) -> FixedLengthRecordDatasetV2 {
    FixedLengthRecordDatasetV2(NodeSpec::new("FixedLengthRecordDatasetV2").input(filenames).input(header_bytes).input(record_bytes).input(footer_bytes).input(buffer_size).input(compression_type))
}

/// A node that [`fn@fixed_length_record_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FixedLengthRecordDatasetV2(NodeSpec);

common!(FixedLengthRecordDatasetV2);

impl FixedLengthRecordDatasetV2 {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader whose records are record\_bytes of the file between header and footer, hop\_bytes apart
/// (0: record\_bytes); a key is FILE:NUMBER, counted from 0. A last one that is not whole is not given.
///
/// - `record_bytes`: attr `record_bytes`
///
/// No gradient flows through it.
pub fn fixed_length_record_reader(record_bytes: i64) -> FixedLengthRecordReader {
    FixedLengthRecordReader(NodeSpec::new("FixedLengthRecordReader").attr("record_bytes", Attr::Int(record_bytes)))
}

/// A node that [`fn@fixed_length_record_reader`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FixedLengthRecordReader(NodeSpec);

common!(FixedLengthRecordReader);

impl FixedLengthRecordReader {
    /// Default: 0.
    pub fn header_bytes(mut self, value: i64) -> Self {
        self.0.set_attr("header_bytes", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn footer_bytes(mut self, value: i64) -> Self {
        self.0.set_attr("footer_bytes", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn hop_bytes(mut self, value: i64) -> Self {
        self.0.set_attr("hop_bytes", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader whose records are record\_bytes of the file between header and footer, hop\_bytes apart
/// (0: record\_bytes); a key is FILE:NUMBER, counted from 0. A last one that is not whole is not given.
///
/// - `record_bytes`: attr `record_bytes`
///
/// No gradient flows through it.
pub fn fixed_length_record_reader_v2(record_bytes: i64) -> FixedLengthRecordReaderV2 {
    FixedLengthRecordReaderV2(NodeSpec::new("FixedLengthRecordReaderV2").attr("record_bytes", Attr::Int(record_bytes)))
}

/// A node that [`fn@fixed_length_record_reader_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FixedLengthRecordReaderV2(NodeSpec);

common!(FixedLengthRecordReaderV2);

impl FixedLengthRecordReaderV2 {
    /// Default: 0.
    pub fn header_bytes(mut self, value: i64) -> Self {
        self.0.set_attr("header_bytes", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn footer_bytes(mut self, value: i64) -> Self {
        self.0.set_attr("footer_bytes", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn hop_bytes(mut self, value: i64) -> Self {
        self.0.set_attr("hop_bytes", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn encoding(mut self, value: &str) -> Self {
        self.0.set_attr("encoding", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws num\_sampled classes of \[0,range\_max), with a probability by weights to the power of distortion: those of
/// unigrams, or of the last columns of the lines of vocab\_file. num\_reserved\_ids classes before them have none; of
/// num\_shards equal shares only the one called shard is drawn from, without repetition if unique is set; with how
/// often each of them, and each true class, was expected. seed and seed2 of 0 are replaced by random ones. Shapes:
/// true\_classes is \[batch,num\_true\], sampled\_candidates \[num\_sampled\]; the counts are like these. Errors:
/// INVALID\_ARGUMENT for a class that is not in \[0,range\_max), or num\_sampled above range\_max with unique.
///
/// - `true_classes`: int64
/// - `num_true`: attr `num_true`; at least 1
/// - `num_sampled`: attr `num_sampled`; at least 1
/// - `unique`: attr `unique`
/// - `range_max`: attr `range_max`; at least 1
///
/// No gradient flows through it.
pub fn fixed_unigram_candidate_sampler(true_classes: Output, num_true: i64, num_sampled: i64, unique: bool, range_max: i64) -> FixedUnigramCandidateSampler {
    FixedUnigramCandidateSampler(NodeSpec::new("FixedUnigramCandidateSampler").input(true_classes).attr("num_true", Attr::Int(num_true)).attr("num_sampled", Attr::Int(num_sampled)).attr("unique", Attr::Bool(unique)).attr("range_max", Attr::Int(range_max)))
}

/// A node that [`fn@fixed_unigram_candidate_sampler`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FixedUnigramCandidateSampler(NodeSpec);

common!(FixedUnigramCandidateSampler);

impl FixedUnigramCandidateSampler {
    /// Default: "".
    pub fn vocab_file(mut self, value: &str) -> Self {
        self.0.set_attr("vocab_file", Attr::String(value.into()));
        self
    }

    /// Default: 1.0.
    pub fn distortion(mut self, value: f32) -> Self {
        self.0.set_attr("distortion", Attr::Float(value));
        self
    }

    /// Default: 0.
    pub fn num_reserved_ids(mut self, value: i64) -> Self {
        self.0.set_attr("num_reserved_ids", Attr::Int(value));
        self
    }

    /// At least 1. Default: 1.
    pub fn num_shards(mut self, value: i64) -> Self {
        self.0.set_attr("num_shards", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn shard(mut self, value: i64) -> Self {
        self.0.set_attr("shard", Attr::Int(value));
        self
    }

    /// Default: \[\].
    pub fn unigrams(mut self, value: &[f32]) -> Self {
        self.0.set_attr("unigrams", Attr::Floats(value.to_vec()));
        self
    }

    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FixedUnigramCandidateSamplerOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FixedUnigramCandidateSamplerOutputs {
            node,
            sampled_candidates: outputs.one(),
            true_expected_count: outputs.one(),
            sampled_expected_count: outputs.one(),
        })
    }
}

/// What [`fn@fixed_unigram_candidate_sampler`] gives.
#[derive(Clone, Debug)]
pub struct FixedUnigramCandidateSamplerOutputs {
    pub node: Node,
    pub sampled_candidates: Output,
    pub true_expected_count: Output,
    pub sampled_expected_count: Output,
}

/// Gives a dataset of the elements of the datasets that f gives for each element and other\_arguments, one after the
/// other. Errors: as MapDataset; of a pass: INVALID\_ARGUMENT if f gives another thing than a dataset of output\_types.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn flat_map_dataset(input_dataset: Output, other_arguments: &[Output], f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> FlatMapDataset {
    FlatMapDataset(NodeSpec::new("FlatMapDataset").input(input_dataset).input_list(other_arguments).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@flat_map_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FlatMapDataset(NodeSpec);

common!(FlatMapDataset);

impl FlatMapDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest whole number not above x, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double
///
/// No gradient flows through it.
pub fn floor(x: Output) -> Floor {
    Floor(NodeSpec::new("Floor").input(x))
}

/// A node that [`fn@floor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Floor(NodeSpec);

common!(Floor);

impl Floor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives floor(x / y), element by element. Shapes: x and y broadcast against each other. Errors: INVALID\_ARGUMENT for
/// an integer division by zero.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
/// - `y`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
///
/// No gradient flows through it.
pub fn floor_div(x: Output, y: Output) -> FloorDiv {
    FloorDiv(NodeSpec::new("FloorDiv").input(x).input(y))
}

/// A node that [`fn@floor_div`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FloorDiv(NodeSpec);

common!(FloorDiv);

impl FloorDiv {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the remainder x - floor(x / y) \* y, which has the sign of y. Shapes: x and y broadcast against each other.
/// Errors: INVALID\_ARGUMENT for an integer division by zero.
///
/// - `x`: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64
/// - `y`: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64
pub fn floor_mod(x: Output, y: Output) -> FloorMod {
    FloorMod(NodeSpec::new("FloorMod").input(x).input(y))
}

/// A node that [`fn@floor_mod`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FloorMod(NodeSpec);

common!(FloorMod);

impl FloorMod {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the integral of cos(pi t^2 / 2) from 0 to x. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn fresnel_cos(x: Output) -> FresnelCos {
    FresnelCos(NodeSpec::new("FresnelCos").input(x))
}

/// A node that [`fn@fresnel_cos`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FresnelCos(NodeSpec);

common!(FresnelCos);

impl FresnelCos {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the integral of sin(pi t^2 / 2) from 0 to x. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn fresnel_sin(x: Output) -> FresnelSin {
    FresnelSin(NodeSpec::new("FresnelSin").input(x))
}

/// A node that [`fn@fresnel_sin`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FresnelSin(NodeSpec);

common!(FresnelSin);

impl FresnelSin {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives scale \* (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the mean and
/// variance of x over all other dimensions; batch\_mean and batch\_variance (the unbiased one) are mixed with mean and
/// variance as exponential\_avg\_factor says, and reserve\_space\_1 and 2 are m and v for the gradient. Otherwise m and
/// v are the inputs mean and variance. Shapes: y is like x; all others are vectors as long as the channel dimension,
/// mean and variance may be empty if they are not used. Only y has a gradient.
///
/// - `x`: float
/// - `scale`: float
/// - `offset`: float
/// - `mean`: float
/// - `variance`: float
pub fn fused_batch_norm(x: Output, scale: Output, offset: Output, mean: Output, variance: Output) -> FusedBatchNorm {
    FusedBatchNorm(NodeSpec::new("FusedBatchNorm").input(x).input(scale).input(offset).input(mean).input(variance))
}

/// A node that [`fn@fused_batch_norm`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FusedBatchNorm(NodeSpec);

common!(FusedBatchNorm);

impl FusedBatchNorm {
    /// Default: 0.0001.
    pub fn epsilon(mut self, value: f32) -> Self {
        self.0.set_attr("epsilon", Attr::Float(value));
        self
    }

    /// Default: 1.0.
    pub fn exponential_avg_factor(mut self, value: f32) -> Self {
        self.0.set_attr("exponential_avg_factor", Attr::Float(value));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: true.
    pub fn is_training(mut self, value: bool) -> Self {
        self.0.set_attr("is_training", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FusedBatchNormOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FusedBatchNormOutputs {
            node,
            y: outputs.one(),
            batch_mean: outputs.one(),
            batch_variance: outputs.one(),
            reserve_space_1: outputs.one(),
            reserve_space_2: outputs.one(),
        })
    }
}

/// What [`fn@fused_batch_norm`] gives.
#[derive(Clone, Debug)]
pub struct FusedBatchNormOutputs {
    pub node: Node,
    pub y: Output,
    pub batch_mean: Output,
    pub batch_variance: Output,
    pub reserve_space_1: Output,
    pub reserve_space_2: Output,
}

/// Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what the forward op
/// gave, or outside of training its mean and variance. Shapes: x\_backprop is like x, scale\_backprop and
/// offset\_backprop are vectors as long as the channel dimension, and the reserved outputs are empty.
///
/// - `y_backprop`: float
/// - `x`: float
/// - `scale`: float
/// - `reserve_space_1`: float
/// - `reserve_space_2`: float
pub fn fused_batch_norm_grad(y_backprop: Output, x: Output, scale: Output, reserve_space_1: Output, reserve_space_2: Output) -> FusedBatchNormGrad {
    FusedBatchNormGrad(NodeSpec::new("FusedBatchNormGrad").input(y_backprop).input(x).input(scale).input(reserve_space_1).input(reserve_space_2))
}

/// A node that [`fn@fused_batch_norm_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FusedBatchNormGrad(NodeSpec);

common!(FusedBatchNormGrad);

impl FusedBatchNormGrad {
    /// Default: 0.0001.
    pub fn epsilon(mut self, value: f32) -> Self {
        self.0.set_attr("epsilon", Attr::Float(value));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: true.
    pub fn is_training(mut self, value: bool) -> Self {
        self.0.set_attr("is_training", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FusedBatchNormGradOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FusedBatchNormGradOutputs {
            node,
            x_backprop: outputs.one(),
            scale_backprop: outputs.one(),
            offset_backprop: outputs.one(),
            reserve_space_3: outputs.one(),
            reserve_space_4: outputs.one(),
        })
    }
}

/// What [`fn@fused_batch_norm_grad`] gives.
#[derive(Clone, Debug)]
pub struct FusedBatchNormGradOutputs {
    pub node: Node,
    pub x_backprop: Output,
    pub scale_backprop: Output,
    pub offset_backprop: Output,
    pub reserve_space_3: Output,
    pub reserve_space_4: Output,
}

/// Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what the forward op
/// gave, or outside of training its mean and variance. Shapes: x\_backprop is like x, scale\_backprop and
/// offset\_backprop are vectors as long as the channel dimension, and the reserved outputs are empty.
///
/// - `y_backprop`: half, bfloat16, float
/// - `x`: half, bfloat16, float
/// - `scale`: float
/// - `reserve_space_1`: float
/// - `reserve_space_2`: float
pub fn fused_batch_norm_grad_v2(y_backprop: Output, x: Output, scale: Output, reserve_space_1: Output, reserve_space_2: Output) -> FusedBatchNormGradV2 {
    FusedBatchNormGradV2(NodeSpec::new("FusedBatchNormGradV2").input(y_backprop).input(x).input(scale).input(reserve_space_1).input(reserve_space_2))
}

/// A node that [`fn@fused_batch_norm_grad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FusedBatchNormGradV2(NodeSpec);

common!(FusedBatchNormGradV2);

impl FusedBatchNormGradV2 {
    /// Default: 0.0001.
    pub fn epsilon(mut self, value: f32) -> Self {
        self.0.set_attr("epsilon", Attr::Float(value));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: true.
    pub fn is_training(mut self, value: bool) -> Self {
        self.0.set_attr("is_training", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FusedBatchNormGradV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FusedBatchNormGradV2Outputs {
            node,
            x_backprop: outputs.one(),
            scale_backprop: outputs.one(),
            offset_backprop: outputs.one(),
            reserve_space_3: outputs.one(),
            reserve_space_4: outputs.one(),
        })
    }
}

/// What [`fn@fused_batch_norm_grad_v2`] gives.
#[derive(Clone, Debug)]
pub struct FusedBatchNormGradV2Outputs {
    pub node: Node,
    pub x_backprop: Output,
    pub scale_backprop: Output,
    pub offset_backprop: Output,
    pub reserve_space_3: Output,
    pub reserve_space_4: Output,
}

/// Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what the forward op
/// gave, or outside of training its mean and variance. Shapes: x\_backprop is like x, scale\_backprop and
/// offset\_backprop are vectors as long as the channel dimension, and the reserved outputs are empty.
///
/// - `y_backprop`: half, bfloat16, float
/// - `x`: half, bfloat16, float
/// - `scale`: float
/// - `reserve_space_1`: float
/// - `reserve_space_2`: float
/// - `reserve_space_3`: float
pub fn fused_batch_norm_grad_v3(y_backprop: Output, x: Output, scale: Output, reserve_space_1: Output, reserve_space_2: Output, reserve_space_3: Output) -> FusedBatchNormGradV3 {
    FusedBatchNormGradV3(NodeSpec::new("FusedBatchNormGradV3").input(y_backprop).input(x).input(scale).input(reserve_space_1).input(reserve_space_2).input(reserve_space_3))
}

/// A node that [`fn@fused_batch_norm_grad_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FusedBatchNormGradV3(NodeSpec);

common!(FusedBatchNormGradV3);

impl FusedBatchNormGradV3 {
    /// Default: 0.0001.
    pub fn epsilon(mut self, value: f32) -> Self {
        self.0.set_attr("epsilon", Attr::Float(value));
        self
    }

    /// One of NHWC, NCHW, NDHWC, NCDHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: true.
    pub fn is_training(mut self, value: bool) -> Self {
        self.0.set_attr("is_training", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FusedBatchNormGradV3Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FusedBatchNormGradV3Outputs {
            node,
            x_backprop: outputs.one(),
            scale_backprop: outputs.one(),
            offset_backprop: outputs.one(),
            reserve_space_4: outputs.one(),
            reserve_space_5: outputs.one(),
        })
    }
}

/// What [`fn@fused_batch_norm_grad_v3`] gives.
#[derive(Clone, Debug)]
pub struct FusedBatchNormGradV3Outputs {
    pub node: Node,
    pub x_backprop: Output,
    pub scale_backprop: Output,
    pub offset_backprop: Output,
    pub reserve_space_4: Output,
    pub reserve_space_5: Output,
}

/// Gives scale \* (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the mean and
/// variance of x over all other dimensions; batch\_mean and batch\_variance (the unbiased one) are mixed with mean and
/// variance as exponential\_avg\_factor says, and reserve\_space\_1 and 2 are m and v for the gradient. Otherwise m and
/// v are the inputs mean and variance. Shapes: y is like x; all others are vectors as long as the channel dimension,
/// mean and variance may be empty if they are not used. Only y has a gradient.
///
/// - `x`: half, bfloat16, float
/// - `scale`: float
/// - `offset`: float
/// - `mean`: float
/// - `variance`: float
pub fn fused_batch_norm_v2(x: Output, scale: Output, offset: Output, mean: Output, variance: Output) -> FusedBatchNormV2 {
    FusedBatchNormV2(NodeSpec::new("FusedBatchNormV2").input(x).input(scale).input(offset).input(mean).input(variance))
}

/// A node that [`fn@fused_batch_norm_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FusedBatchNormV2(NodeSpec);

common!(FusedBatchNormV2);

impl FusedBatchNormV2 {
    /// Default: 0.0001.
    pub fn epsilon(mut self, value: f32) -> Self {
        self.0.set_attr("epsilon", Attr::Float(value));
        self
    }

    /// Default: 1.0.
    pub fn exponential_avg_factor(mut self, value: f32) -> Self {
        self.0.set_attr("exponential_avg_factor", Attr::Float(value));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: true.
    pub fn is_training(mut self, value: bool) -> Self {
        self.0.set_attr("is_training", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FusedBatchNormV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FusedBatchNormV2Outputs {
            node,
            y: outputs.one(),
            batch_mean: outputs.one(),
            batch_variance: outputs.one(),
            reserve_space_1: outputs.one(),
            reserve_space_2: outputs.one(),
        })
    }
}

/// What [`fn@fused_batch_norm_v2`] gives.
#[derive(Clone, Debug)]
pub struct FusedBatchNormV2Outputs {
    pub node: Node,
    pub y: Output,
    pub batch_mean: Output,
    pub batch_variance: Output,
    pub reserve_space_1: Output,
    pub reserve_space_2: Output,
}

/// Gives scale \* (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the mean and
/// variance of x over all other dimensions; batch\_mean and batch\_variance (the unbiased one) are mixed with mean and
/// variance as exponential\_avg\_factor says, and reserve\_space\_1 and 2 are m and v for the gradient. Otherwise m and
/// v are the inputs mean and variance. Shapes: y is like x; all others are vectors as long as the channel dimension,
/// mean and variance may be empty if they are not used. Only y has a gradient. reserve\_space\_3 is empty.
///
/// - `x`: half, bfloat16, float
/// - `scale`: bfloat16, float
/// - `offset`: bfloat16, float
/// - `mean`: bfloat16, float
/// - `variance`: bfloat16, float
pub fn fused_batch_norm_v3(x: Output, scale: Output, offset: Output, mean: Output, variance: Output) -> FusedBatchNormV3 {
    FusedBatchNormV3(NodeSpec::new("FusedBatchNormV3").input(x).input(scale).input(offset).input(mean).input(variance))
}

/// A node that [`fn@fused_batch_norm_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct FusedBatchNormV3(NodeSpec);

common!(FusedBatchNormV3);

impl FusedBatchNormV3 {
    /// Default: 0.0001.
    pub fn epsilon(mut self, value: f32) -> Self {
        self.0.set_attr("epsilon", Attr::Float(value));
        self
    }

    /// Default: 1.0.
    pub fn exponential_avg_factor(mut self, value: f32) -> Self {
        self.0.set_attr("exponential_avg_factor", Attr::Float(value));
        self
    }

    /// One of NHWC, NCHW, NDHWC, NCDHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Default: true.
    pub fn is_training(mut self, value: bool) -> Self {
        self.0.set_attr("is_training", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<FusedBatchNormV3Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(FusedBatchNormV3Outputs {
            node,
            y: outputs.one(),
            batch_mean: outputs.one(),
            batch_variance: outputs.one(),
            reserve_space_1: outputs.one(),
            reserve_space_2: outputs.one(),
            reserve_space_3: outputs.one(),
        })
    }
}

/// What [`fn@fused_batch_norm_v3`] gives.
#[derive(Clone, Debug)]
pub struct FusedBatchNormV3Outputs {
    pub node: Node,
    pub y: Output,
    pub batch_mean: Output,
    pub batch_variance: Output,
    pub reserve_space_1: Output,
    pub reserve_space_2: Output,
    pub reserve_space_3: Output,
}

/// GatherV2 along the first axis, as older graphs call it.
///
/// - `params`: any type
/// - `indices`: int32, int64
pub fn gather(params: Output, indices: Output) -> Gather {
    Gather(NodeSpec::new("Gather").input(params).input(indices))
}

/// A node that [`fn@gather`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Gather(NodeSpec);

common!(Gather);

impl Gather {
    /// Default: true.
    pub fn validate_indices(mut self, value: bool) -> Self {
        self.0.set_attr("validate_indices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes the slices of params that the vectors in the last dimension of indices name. Shapes: output is
/// indices.shape\[:-1\] + params.shape\[indices.shape\[-1\]:\]. Errors: INVALID\_ARGUMENT for an index out of range.
///
/// - `params`: any type
/// - `indices`: int16, int32, int64
pub fn gather_nd(params: Output, indices: Output) -> GatherNd {
    GatherNd(NodeSpec::new("GatherNd").input(params).input(indices))
}

/// A node that [`fn@gather_nd`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GatherNd(NodeSpec);

common!(GatherNd);

impl GatherNd {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes the slices of params along axis that indices name; the first batch\_dims dimensions are matched one to one.
/// Shapes: output is params.shape\[:axis\] + indices.shape\[batch\_dims:\] + params.shape\[axis+1:\]. Errors:
/// INVALID\_ARGUMENT for an index outside \[0,params.shape\[axis\]).
///
/// - `params`: any type
/// - `indices`: int16, int32, int64
/// - `axis`: int32, int64
pub fn gather_v2(params: Output, indices: Output, axis: Output) -> GatherV2 {
    GatherV2(NodeSpec::new("GatherV2").input(params).input(indices).input(axis))
}

/// A node that [`fn@gather_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GatherV2(NodeSpec);

common!(GatherV2);

impl GatherV2 {
    /// Default: 0.
    pub fn batch_dims(mut self, value: i64) -> Self {
        self.0.set_attr("batch_dims", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives for num\_new\_vocab lines of the new file, from line new\_vocab\_offset on, the number of the same line in the
/// old file, of which the first old\_vocab\_size lines count (-1: all), or -1; num\_present says how many are there.
/// Shapes: the inputs are scalars; remapping is \[num\_new\_vocab\], num\_present a scalar. Errors: NOT\_FOUND for a
/// file; INVALID\_ARGUMENT for one with fewer lines; FAILED\_PRECONDITION for an old line that is there twice.
///
/// - `new_vocab_file`: string
/// - `old_vocab_file`: string
/// - `new_vocab_offset`: attr `new_vocab_offset`; at least 0
/// - `num_new_vocab`: attr `num_new_vocab`; at least 0
///
/// No gradient flows through it.
pub fn generate_vocab_remapping(new_vocab_file: Output, old_vocab_file: Output, new_vocab_offset: i64, num_new_vocab: i64) -> GenerateVocabRemapping {
    GenerateVocabRemapping(NodeSpec::new("GenerateVocabRemapping").input(new_vocab_file).input(old_vocab_file).attr("new_vocab_offset", Attr::Int(new_vocab_offset)).attr("num_new_vocab", Attr::Int(num_new_vocab)))
}

/// A node that [`fn@generate_vocab_remapping`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GenerateVocabRemapping(NodeSpec);

common!(GenerateVocabRemapping);

impl GenerateVocabRemapping {
    /// At least -1. Default: -1.
    pub fn old_vocab_size(mut self, value: i64) -> Self {
        self.0.set_attr("old_vocab_size", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<GenerateVocabRemappingOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(GenerateVocabRemappingOutputs {
            node,
            remapping: outputs.one(),
            num_present: outputs.one(),
        })
    }
}

/// What [`fn@generate_vocab_remapping`] gives.
#[derive(Clone, Debug)]
pub struct GenerateVocabRemappingOutputs {
    pub node: Node,
    pub remapping: Output,
    pub num_present: Output,
}

/// Gives a dataset of what next\_func gives until it fails with OUT\_OF\_RANGE. init\_func gives the state that is the
/// first arguments of next\_func and, at the end, of finalize\_func. Errors: of a pass: those of the functions.
///
/// - `init_func_other_args`: list of any type
/// - `next_func_other_args`: list of any type
/// - `finalize_func_other_args`: list of any type
/// - `init_func`: attr `init_func`
/// - `next_func`: attr `next_func`
/// - `finalize_func`: attr `finalize_func`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn generator_dataset(init_func_other_args: &[Output], next_func_other_args: &[Output], finalize_func_other_args: &[Output], init_func: &str, next_func: &str, finalize_func: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> GeneratorDataset {
    GeneratorDataset(NodeSpec::new("GeneratorDataset").input_list(init_func_other_args).input_list(next_func_other_args).input_list(finalize_func_other_args).attr("init_func", Attr::Func(init_func.into())).attr("next_func", Attr::Func(next_func.into())).attr("finalize_func", Attr::Func(finalize_func.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@generator_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GeneratorDataset(NodeSpec);

common!(GeneratorDataset);

impl GeneratorDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Keeps value in the session and gives the handle by which later steps find it, until DeleteSessionTensor or the
/// session's end. Shapes: handle is a scalar.
///
/// - `value`: any type
///
/// No gradient flows through it.
pub fn get_session_handle(value: Output) -> GetSessionHandle {
    GetSessionHandle(NodeSpec::new("GetSessionHandle").input(value))
}

/// A node that [`fn@get_session_handle`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GetSessionHandle(NodeSpec);

common!(GetSessionHandle);

impl GetSessionHandle {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: INVALID\_ARGUMENT for a handle of
/// nothing, or of a tensor of another type.
///
/// - `handle`: string
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn get_session_tensor(handle: Output, dtype: DType) -> GetSessionTensor {
    GetSessionTensor(NodeSpec::new("GetSessionTensor").input(handle).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@get_session_tensor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GetSessionTensor(NodeSpec);

common!(GetSessionTensor);

impl GetSessionTensor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells where x \> y. Shapes: x and y broadcast against each other.
///
/// - `x`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `y`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
///
/// No gradient flows through it.
pub fn greater(x: Output, y: Output) -> Greater {
    Greater(NodeSpec::new("Greater").input(x).input(y))
}

/// A node that [`fn@greater`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Greater(NodeSpec);

common!(Greater);

impl Greater {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells where x \>= y. Shapes: x and y broadcast against each other.
///
/// - `x`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `y`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
///
/// No gradient flows through it.
pub fn greater_equal(x: Output, y: Output) -> GreaterEqual {
    GreaterEqual(NodeSpec::new("GreaterEqual").input(x).input(y))
}

/// A node that [`fn@greater_equal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GreaterEqual(NodeSpec);

common!(GreaterEqual);

impl GreaterEqual {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives input, of which the program promises that it never changes. Shapes: output is like input. Errors:
/// INVALID\_ARGUMENT for a handle of a variable.
///
/// - `input`: any type
pub fn guarantee_const(input: Output) -> GuaranteeConst {
    GuaranteeConst(NodeSpec::new("GuaranteeConst").input(input))
}

/// A node that [`fn@guarantee_const`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct GuaranteeConst(NodeSpec);

common!(GuaranteeConst);

impl GuaranteeConst {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives red, green and blue of colours in hue, saturation and value, all in \[0,1\]. Shapes: images is \[...,3\],
/// output like it. Errors: INVALID\_ARGUMENT for another number of channels.
///
/// - `images`: half, bfloat16, float, double
pub fn hsv_to_rgb(images: Output) -> HSVToRGB {
    HSVToRGB(NodeSpec::new("HSVToRGB").input(images))
}

/// A node that [`fn@hsv_to_rgb`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct HSVToRGB(NodeSpec);

common!(HSVToRGB);

impl HSVToRGB {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a table from keys to values that is filled once, by an initializer. Tables with one shared\_name
/// (the node's name, if it is empty) in one container are one table. Errors: INVALID\_ARGUMENT if another definition of
/// the table differs.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn hash_table(key_dtype: DType, value_dtype: DType) -> HashTable {
    HashTable(NodeSpec::new("HashTable").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@hash_table`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct HashTable(NodeSpec);

common!(HashTable);

impl HashTable {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a table from keys to values that is filled once, by an initializer. Tables with one shared\_name
/// (the node's name, if it is empty) in one container are one table. Errors: INVALID\_ARGUMENT if another definition of
/// the table differs.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn hash_table_v2(key_dtype: DType, value_dtype: DType) -> HashTableV2 {
    HashTableV2(NodeSpec::new("HashTableV2").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@hash_table_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct HashTableV2(NodeSpec);

common!(HashTableV2);

impl HashTableV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Counts the values in each of nbins bins of one width between the two numbers of value\_range; what is outside counts
/// for the first or last. Shapes: nbins is a scalar, out is \[nbins\]. Errors: INVALID\_ARGUMENT for a range that does
/// not rise, or NaN.
///
/// - `values`: int32, int64, float, double
/// - `value_range`: int32, int64, float, double
/// - `nbins`: int32
///
/// No gradient flows through it.
pub fn histogram_fixed_width(values: Output, value_range: Output, nbins: Output) -> HistogramFixedWidth {
    HistogramFixedWidth(NodeSpec::new("HistogramFixedWidth").input(values).input(value_range).input(nbins))
}

/// A node that [`fn@histogram_fixed_width`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct HistogramFixedWidth(NodeSpec);

common!(HistogramFixedWidth);

impl HistogramFixedWidth {
    /// One of int32, int64. Default: int32.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// A summary of how many values lie where, in buckets that grow by a tenth. Shapes: tag and summary are scalars.
/// Errors: INVALID\_ARGUMENT naming the tag for NaN and infinities.
///
/// - `tag`: string
/// - `values`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
///
/// No gradient flows through it.
pub fn histogram_summary(tag: Output, values: Output) -> HistogramSummary {
    HistogramSummary(NodeSpec::new("HistogramSummary").input(tag).input(values))
}

/// A node that [`fn@histogram_summary`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct HistogramSummary(NodeSpec);

common!(HistogramSummary);

impl HistogramSummary {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three where the name
/// says so. Shapes: output is like input.
///
/// - `input`: complex64, complex128
pub fn ifft(input: Output) -> IFFT {
    IFFT(NodeSpec::new("IFFT").input(input))
}

/// A node that [`fn@ifft`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IFFT(NodeSpec);

common!(IFFT);

impl IFFT {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three where the name
/// says so. Shapes: output is like input.
///
/// - `input`: complex64, complex128
pub fn ifft2d(input: Output) -> IFFT2D {
    IFFT2D(NodeSpec::new("IFFT2D").input(input))
}

/// A node that [`fn@ifft2d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IFFT2D(NodeSpec);

common!(IFFT2D);

impl IFFT2D {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three where the name
/// says so. Shapes: output is like input.
///
/// - `input`: complex64, complex128
pub fn ifft3d(input: Output) -> IFFT3D {
    IFFT3D(NodeSpec::new("IFFT3D").input(input))
}

/// A node that [`fn@ifft3d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IFFT3D(NodeSpec);

common!(IFFT3D);

impl IFFT3D {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT gives, cut to
/// what counts. Shapes: fft\_length is a vector, the last sizes of output. Errors: INVALID\_ARGUMENT for an input that
/// is too short, and unless Treal is the type of Tcomplex's parts.
///
/// - `input`: complex64, complex128
/// - `fft_length`: int32
pub fn irfft(input: Output, fft_length: Output) -> IRFFT {
    IRFFT(NodeSpec::new("IRFFT").input(input).input(fft_length))
}

/// A node that [`fn@irfft`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IRFFT(NodeSpec);

common!(IRFFT);

impl IRFFT {
    /// One of float, double. Default: float.
    pub fn treal(mut self, value: DType) -> Self {
        self.0.set_attr("Treal", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT gives, cut to
/// what counts. Shapes: fft\_length is a vector, the last sizes of output. Errors: INVALID\_ARGUMENT for an input that
/// is too short, and unless Treal is the type of Tcomplex's parts.
///
/// - `input`: complex64, complex128
/// - `fft_length`: int32
pub fn irfft2d(input: Output, fft_length: Output) -> IRFFT2D {
    IRFFT2D(NodeSpec::new("IRFFT2D").input(input).input(fft_length))
}

/// A node that [`fn@irfft2d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IRFFT2D(NodeSpec);

common!(IRFFT2D);

impl IRFFT2D {
    /// One of float, double. Default: float.
    pub fn treal(mut self, value: DType) -> Self {
        self.0.set_attr("Treal", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT gives, cut to
/// what counts. Shapes: fft\_length is a vector, the last sizes of output. Errors: INVALID\_ARGUMENT for an input that
/// is too short, and unless Treal is the type of Tcomplex's parts.
///
/// - `input`: complex64, complex128
/// - `fft_length`: int32
pub fn irfft3d(input: Output, fft_length: Output) -> IRFFT3D {
    IRFFT3D(NodeSpec::new("IRFFT3D").input(input).input(fft_length))
}

/// A node that [`fn@irfft3d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IRFFT3D(NodeSpec);

common!(IRFFT3D);

impl IRFFT3D {
    /// One of float, double. Default: float.
    pub fn treal(mut self, value: DType) -> Self {
        self.0.set_attr("Treal", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes input on. Shapes: output is like input.
///
/// - `input`: any type
pub fn identity(input: Output) -> Identity {
    Identity(NodeSpec::new("Identity").input(input))
}

/// A node that [`fn@identity`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Identity(NodeSpec);

common!(Identity);

impl Identity {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes all inputs on, once all of them are there. Shapes: each output is like its input.
///
/// - `input`: list of any type
pub fn identity_n(input: &[Output]) -> IdentityN {
    IdentityN(NodeSpec::new("IdentityN").input_list(input))
}

/// A node that [`fn@identity_n`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IdentityN(NodeSpec);

common!(IdentityN);

impl IdentityN {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("T")
    }
}

/// Gives the handle of a reader that gives the queue's strings, as key and as value.
///
/// No gradient flows through it.
pub fn identity_reader() -> IdentityReader {
    IdentityReader(NodeSpec::new("IdentityReader"))
}

/// A node that [`fn@identity_reader`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IdentityReader(NodeSpec);

common!(IdentityReader);

impl IdentityReader {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader that gives the queue's strings, as key and as value.
///
/// No gradient flows through it.
pub fn identity_reader_v2() -> IdentityReaderV2 {
    IdentityReaderV2(NodeSpec::new("IdentityReaderV2"))
}

/// A node that [`fn@identity_reader_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IdentityReaderV2(NodeSpec);

common!(IdentityReaderV2);

impl IdentityReaderV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the results of then\_branch if cond holds, else of else\_branch; both take input. A cond that is no bool holds
/// if it is not 0, or a string not empty, or no scalar and not empty. Errors: INVALID\_ARGUMENT if a signature is not
/// Tin -\> Tout.
///
/// - `cond`: any type
/// - `input`: list of any type
/// - `tout`: attr `Tout`; at least 0
/// - `then_branch`: attr `then_branch`
/// - `else_branch`: attr `else_branch`
pub fn if_(cond: Output, input: &[Output], tout: &[DType], then_branch: &str, else_branch: &str) -> If {
    If(NodeSpec::new("If").input(cond).input_list(input).attr("Tout", Attr::Types(tout.to_vec())).attr("then_branch", Attr::Func(then_branch.into())).attr("else_branch", Attr::Func(else_branch.into())))
}

/// A node that [`fn@if_`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct If(NodeSpec);

common!(If);

impl If {
    /// Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// Gives the lower regularised incomplete gamma function, the integral of t^(a-1) exp(-t) from 0 to x divided by the
/// whole; NaN for x below 0 and a not above 0. Shapes: a and x broadcast against each other. Source: Abramowitz &
/// Stegun 1964, 6.5.
///
/// - `a`: half, bfloat16, float, double
/// - `x`: half, bfloat16, float, double
pub fn igamma(a: Output, x: Output) -> Igamma {
    Igamma(NodeSpec::new("Igamma").input(a).input(x))
}

/// A node that [`fn@igamma`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Igamma(NodeSpec);

common!(Igamma);

impl Igamma {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the derivative of Igamma by a. Shapes: a and x broadcast against each other.
///
/// - `a`: float, double
/// - `x`: float, double
///
/// No gradient flows through it.
pub fn igamma_grad_a(a: Output, x: Output) -> IgammaGradA {
    IgammaGradA(NodeSpec::new("IgammaGradA").input(a).input(x))
}

/// A node that [`fn@igamma_grad_a`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IgammaGradA(NodeSpec);

common!(IgammaGradA);

impl IgammaGradA {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives 1 - Igamma(a, x), exact where that is small. Shapes: a and x broadcast against each other.
///
/// - `a`: half, bfloat16, float, double
/// - `x`: half, bfloat16, float, double
pub fn igammac(a: Output, x: Output) -> Igammac {
    Igammac(NodeSpec::new("Igammac").input(a).input(x))
}

/// A node that [`fn@igammac`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Igammac(NodeSpec);

common!(Igammac);

impl Igammac {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset without the elements that fail.
///
/// - `input_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn ignore_errors_dataset(input_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> IgnoreErrorsDataset {
    IgnoreErrorsDataset(NodeSpec::new("IgnoreErrorsDataset").input(input_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@ignore_errors_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IgnoreErrorsDataset(NodeSpec);

common!(IgnoreErrorsDataset);

impl IgnoreErrorsDataset {
    /// Default: false.
    pub fn log_warning(mut self, value: bool) -> Self {
        self.0.set_attr("log_warning", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the imaginary part, element by element. Shapes and errors: as Real.
///
/// - `input`: complex64, complex128
pub fn imag(input: Output) -> Imag {
    Imag(NodeSpec::new("Imag").input(input))
}

/// A node that [`fn@imag`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Imag(NodeSpec);

common!(Imag);

impl Imag {
    /// One of float, double. Default: float.
    pub fn tout(mut self, value: DType) -> Self {
        self.0.set_attr("Tout", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// A summary of the first max\_images images as PNG, under tag/image/0 and so on, or tag/image if max\_images is 1. An
/// image that is no uint8 is stretched to 0..255 if none of its finite values is below 0, and else so that 0 becomes
/// 128; pixels with NaN or infinities get bad\_color. Shapes: tensor is \[batch, height, width, channels\] with 1, 3 or
/// 4 channels; tag and summary are scalars.
///
/// - `tag`: string
/// - `tensor`: uint8, float, half, double
///
/// No gradient flows through it.
pub fn image_summary(tag: Output, tensor: Output) -> ImageSummary {
    ImageSummary(NodeSpec::new("ImageSummary").input(tag).input(tensor))
}

/// A node that [`fn@image_summary`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ImageSummary(NodeSpec);

common!(ImageSummary);

impl ImageSummary {
    /// At least 1. Default: 3.
    pub fn max_images(mut self, value: i64) -> Self {
        self.0.set_attr("max_images", Attr::Int(value));
        self
    }

    /// Default: uint8\[4\] = \[255 0 0 255\].
    pub fn bad_color(mut self, value: &Tensor) -> Self {
        self.0.set_attr("bad_color", Attr::Tensor(value.clone()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells for every row whether fewer than k predictions are above that of its target; false for a target that is no
/// class and for a row with a number that is not finite. Shapes: predictions is \[batch,classes\], targets and
/// precision are \[batch\].
///
/// - `predictions`: float
/// - `targets`: int32, int64
/// - `k`: attr `k`
///
/// No gradient flows through it.
pub fn in_top_k(predictions: Output, targets: Output, k: i64) -> InTopK {
    InTopK(NodeSpec::new("InTopK").input(predictions).input(targets).attr("k", Attr::Int(k)))
}

/// A node that [`fn@in_top_k`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InTopK(NodeSpec);

common!(InTopK);

impl InTopK {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As InTopK, with k as a scalar input.
///
/// - `predictions`: float
/// - `targets`: int32, int64
/// - `k`: int32, int64
///
/// No gradient flows through it.
pub fn in_top_kv2(predictions: Output, targets: Output, k: Output) -> InTopKV2 {
    InTopKV2(NodeSpec::new("InTopKV2").input(predictions).input(targets).input(k))
}

/// A node that [`fn@in_top_kv2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InTopKV2(NodeSpec);

common!(InTopKV2);

impl InTopKV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Fills a HashTable with keys and their values; the same entries once more are no error. Shapes: keys and values are
/// vectors of one length. Errors: FAILED\_PRECONDITION for a key with two values, or if the table has other entries
/// already.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `values`: any type
pub fn initialize_table(table_handle: Output, keys: Output, values: Output) -> InitializeTable {
    InitializeTable(NodeSpec::new("InitializeTable").input(table_handle).input(keys).input(values))
}

/// A node that [`fn@initialize_table`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InitializeTable(NodeSpec);

common!(InitializeTable);

impl InitializeTable {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Fills a HashTable with the lines of a text file. key\_index and value\_index say what of a line is the key and the
/// value: the line itself (-2), its number plus offset (-1), or a column, counted from 0, between delimiters.
/// vocab\_size is how many lines are taken, -1 for all. Shapes: filename is a scalar. Errors: OUT\_OF\_RANGE for no
/// lines; INVALID\_ARGUMENT for an empty line, too few lines or columns, or a column that is no number where the table
/// wants one; those of reading the file and of InitializeTableV2.
///
/// - `table_handle`: resource
/// - `filename`: string
/// - `key_index`: attr `key_index`; at least -2
/// - `value_index`: attr `value_index`; at least -2
pub fn initialize_table_from_text_file(table_handle: Output, filename: Output, key_index: i64, value_index: i64) -> InitializeTableFromTextFile {
    InitializeTableFromTextFile(NodeSpec::new("InitializeTableFromTextFile").input(table_handle).input(filename).attr("key_index", Attr::Int(key_index)).attr("value_index", Attr::Int(value_index)))
}

/// A node that [`fn@initialize_table_from_text_file`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InitializeTableFromTextFile(NodeSpec);

common!(InitializeTableFromTextFile);

impl InitializeTableFromTextFile {
    /// At least -1. Default: -1.
    pub fn vocab_size(mut self, value: i64) -> Self {
        self.0.set_attr("vocab_size", Attr::Int(value));
        self
    }

    /// Default: "\t".
    pub fn delimiter(mut self, value: &str) -> Self {
        self.0.set_attr("delimiter", Attr::String(value.into()));
        self
    }

    /// Default: 0.
    pub fn offset(mut self, value: i64) -> Self {
        self.0.set_attr("offset", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Fills a HashTable with the lines of a text file. key\_index and value\_index say what of a line is the key and the
/// value: the line itself (-2), its number plus offset (-1), or a column, counted from 0, between delimiters.
/// vocab\_size is how many lines are taken, -1 for all. Shapes: filename is a scalar. Errors: OUT\_OF\_RANGE for no
/// lines; INVALID\_ARGUMENT for an empty line, too few lines or columns, or a column that is no number where the table
/// wants one; those of reading the file and of InitializeTableV2.
///
/// - `table_handle`: resource
/// - `filename`: string
/// - `key_index`: attr `key_index`; at least -2
/// - `value_index`: attr `value_index`; at least -2
pub fn initialize_table_from_text_file_v2(table_handle: Output, filename: Output, key_index: i64, value_index: i64) -> InitializeTableFromTextFileV2 {
    InitializeTableFromTextFileV2(NodeSpec::new("InitializeTableFromTextFileV2").input(table_handle).input(filename).attr("key_index", Attr::Int(key_index)).attr("value_index", Attr::Int(value_index)))
}

/// A node that [`fn@initialize_table_from_text_file_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InitializeTableFromTextFileV2(NodeSpec);

common!(InitializeTableFromTextFileV2);

impl InitializeTableFromTextFileV2 {
    /// At least -1. Default: -1.
    pub fn vocab_size(mut self, value: i64) -> Self {
        self.0.set_attr("vocab_size", Attr::Int(value));
        self
    }

    /// Default: "\t".
    pub fn delimiter(mut self, value: &str) -> Self {
        self.0.set_attr("delimiter", Attr::String(value.into()));
        self
    }

    /// Default: 0.
    pub fn offset(mut self, value: i64) -> Self {
        self.0.set_attr("offset", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Fills a HashTable with keys and their values; the same entries once more are no error. Shapes: keys and values are
/// vectors of one length. Errors: FAILED\_PRECONDITION for a key with two values, or if the table has other entries
/// already.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `values`: any type
pub fn initialize_table_v2(table_handle: Output, keys: Output, values: Output) -> InitializeTableV2 {
    InitializeTableV2(NodeSpec::new("InitializeTableV2").input(table_handle).input(keys).input(values))
}

/// A node that [`fn@initialize_table_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InitializeTableV2(NodeSpec);

common!(InitializeTableV2);

impl InitializeTableV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As InplaceUpdate; rows are added.
///
/// - `x`: any type
/// - `i`: int32
/// - `v`: any type
///
/// No gradient flows through it.
pub fn inplace_add(x: Output, i: Output, v: Output) -> InplaceAdd {
    InplaceAdd(NodeSpec::new("InplaceAdd").input(x).input(i).input(v))
}

/// A node that [`fn@inplace_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InplaceAdd(NodeSpec);

common!(InplaceAdd);

impl InplaceAdd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As InplaceUpdate; rows are subtracted.
///
/// - `x`: any type
/// - `i`: int32
/// - `v`: any type
///
/// No gradient flows through it.
pub fn inplace_sub(x: Output, i: Output, v: Output) -> InplaceSub {
    InplaceSub(NodeSpec::new("InplaceSub").input(x).input(i).input(v))
}

/// A node that [`fn@inplace_sub`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InplaceSub(NodeSpec);

common!(InplaceSub);

impl InplaceSub {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x with rows i replaced by those of v, in their order; indices are counted around. x itself stays as it is,
/// unlike in TensorFlow, where other readers may see the rows. Shapes: i is a vector, v has a row for each index; y is
/// like x.
///
/// - `x`: any type
/// - `i`: int32
/// - `v`: any type
///
/// No gradient flows through it.
pub fn inplace_update(x: Output, i: Output, v: Output) -> InplaceUpdate {
    InplaceUpdate(NodeSpec::new("InplaceUpdate").input(x).input(i).input(v))
}

/// A node that [`fn@inplace_update`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InplaceUpdate(NodeSpec);

common!(InplaceUpdate);

impl InplaceUpdate {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As FlatMapDataset, from cycle\_length of these datasets in turn, block\_length elements from each. Errors:
/// INVALID\_ARGUMENT unless both are above 0.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `cycle_length`: int64
/// - `block_length`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn interleave_dataset(input_dataset: Output, other_arguments: &[Output], cycle_length: Output, block_length: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> InterleaveDataset {
    InterleaveDataset(NodeSpec::new("InterleaveDataset").input(input_dataset).input_list(other_arguments).input(cycle_length).input(block_length).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@interleave_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InterleaveDataset(NodeSpec);

common!(InterleaveDataset);

impl InterleaveDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The older name of Reciprocal. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn inv(x: Output) -> Inv {
    Inv(NodeSpec::new("Inv").input(x))
}

/// A node that [`fn@inv`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Inv(NodeSpec);

common!(Inv);

impl Inv {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The older name of ReciprocalGrad. Shapes: all alike.
///
/// - `y`: bfloat16, half, float, double, complex64, complex128
/// - `dy`: bfloat16, half, float, double, complex64, complex128
pub fn inv_grad(y: Output, dy: Output) -> InvGrad {
    InvGrad(NodeSpec::new("InvGrad").input(y).input(dy))
}

/// A node that [`fn@inv_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InvGrad(NodeSpec);

common!(InvGrad);

impl InvGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x with every bit turned. Shapes: y is like x.
///
/// - `x`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
///
/// No gradient flows through it.
pub fn invert(x: Output) -> Invert {
    Invert(NodeSpec::new("Invert").input(x))
}

/// A node that [`fn@invert`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Invert(NodeSpec);

common!(Invert);

impl Invert {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives y with y\[x\[i\]\] = i. Shapes: vectors of one length. Errors: INVALID\_ARGUMENT if x is no permutation of
/// 0..n-1.
///
/// - `x`: int32, int64
///
/// No gradient flows through it.
pub fn invert_permutation(x: Output) -> InvertPermutation {
    InvertPermutation(NodeSpec::new("InvertPermutation").input(x))
}

/// A node that [`fn@invert_permutation`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct InvertPermutation(NodeSpec);

common!(InvertPermutation);

impl InvertPermutation {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Says which elements are neither infinite nor NaN. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
///
/// No gradient flows through it.
pub fn is_finite(x: Output) -> IsFinite {
    IsFinite(NodeSpec::new("IsFinite").input(x))
}

/// A node that [`fn@is_finite`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IsFinite(NodeSpec);

common!(IsFinite);

impl IsFinite {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Says which elements are infinite. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
///
/// No gradient flows through it.
pub fn is_inf(x: Output) -> IsInf {
    IsInf(NodeSpec::new("IsInf").input(x))
}

/// A node that [`fn@is_inf`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IsInf(NodeSpec);

common!(IsInf);

impl IsInf {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Says which elements are NaN. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
///
/// No gradient flows through it.
pub fn is_nan(x: Output) -> IsNan {
    IsNan(NodeSpec::new("IsNan").input(x))
}

/// A node that [`fn@is_nan`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IsNan(NodeSpec);

common!(IsNan);

impl IsNan {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As IteratorV2, in graphs of older programs.
///
/// - `shared_name`: attr `shared_name`
/// - `container`: attr `container`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn iterator(shared_name: &str, container: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> Iterator {
    Iterator(NodeSpec::new("Iterator").attr("shared_name", Attr::String(shared_name.into())).attr("container", Attr::String(container.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@iterator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Iterator(NodeSpec);

common!(Iterator);

impl Iterator {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of the iterator of a string. Errors: NOT\_FOUND if there is none; INVALID\_ARGUMENT for elements of
/// other types or shapes than are given.
///
/// - `string_handle`: string
///
/// No gradient flows through it.
pub fn iterator_from_string_handle(string_handle: Output) -> IteratorFromStringHandle {
    IteratorFromStringHandle(NodeSpec::new("IteratorFromStringHandle").input(string_handle))
}

/// A node that [`fn@iterator_from_string_handle`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorFromStringHandle(NodeSpec);

common!(IteratorFromStringHandle);

impl IteratorFromStringHandle {
    /// At least 0. Default: \[\].
    pub fn output_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("output_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As IteratorFromStringHandle.
///
/// - `string_handle`: string
///
/// No gradient flows through it.
pub fn iterator_from_string_handle_v2(string_handle: Output) -> IteratorFromStringHandleV2 {
    IteratorFromStringHandleV2(NodeSpec::new("IteratorFromStringHandleV2").input(string_handle))
}

/// A node that [`fn@iterator_from_string_handle_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorFromStringHandleV2(NodeSpec);

common!(IteratorFromStringHandleV2);

impl IteratorFromStringHandleV2 {
    /// At least 0. Default: \[\].
    pub fn output_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("output_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the name of the device that the iterator lives on.
///
/// - `resource`: resource
///
/// No gradient flows through it.
pub fn iterator_get_device(resource: Output) -> IteratorGetDevice {
    IteratorGetDevice(NodeSpec::new("IteratorGetDevice").input(resource))
}

/// A node that [`fn@iterator_get_device`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorGetDevice(NodeSpec);

common!(IteratorGetDevice);

impl IteratorGetDevice {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the next element, waiting for it without a thread. Errors: OUT\_OF\_RANGE at the end; FAILED\_PRECONDITION
/// before the first pass; those of the pipeline.
///
/// - `iterator`: resource
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn iterator_get_next(iterator: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> IteratorGetNext {
    IteratorGetNext(NodeSpec::new("IteratorGetNext").input(iterator).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@iterator_get_next`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorGetNext(NodeSpec);

common!(IteratorGetNext);

impl IteratorGetNext {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("output_types")
    }
}

/// Gives the next element as an optional value, without one at the end. Errors: as IteratorGetNext.
///
/// - `iterator`: resource
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn iterator_get_next_as_optional(iterator: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> IteratorGetNextAsOptional {
    IteratorGetNextAsOptional(NodeSpec::new("IteratorGetNextAsOptional").input(iterator).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@iterator_get_next_as_optional`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorGetNextAsOptional(NodeSpec);

common!(IteratorGetNextAsOptional);

impl IteratorGetNextAsOptional {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As IteratorGetNext.
///
/// - `iterator`: resource
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn iterator_get_next_sync(iterator: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> IteratorGetNextSync {
    IteratorGetNextSync(NodeSpec::new("IteratorGetNextSync").input(iterator).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@iterator_get_next_sync`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorGetNextSync(NodeSpec);

common!(IteratorGetNextSync);

impl IteratorGetNextSync {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("output_types")
    }
}

/// Gives a string by which other graphs of the session find the iterator.
///
/// - `resource_handle`: resource
///
/// No gradient flows through it.
pub fn iterator_to_string_handle(resource_handle: Output) -> IteratorToStringHandle {
    IteratorToStringHandle(NodeSpec::new("IteratorToStringHandle").input(resource_handle))
}

/// A node that [`fn@iterator_to_string_handle`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorToStringHandle(NodeSpec);

common!(IteratorToStringHandle);

impl IteratorToStringHandle {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of an iterator over elements of the given types and shapes, which MakeIterator sets.
///
/// - `shared_name`: attr `shared_name`
/// - `container`: attr `container`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn iterator_v2(shared_name: &str, container: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> IteratorV2 {
    IteratorV2(NodeSpec::new("IteratorV2").attr("shared_name", Attr::String(shared_name.into())).attr("container", Attr::String(container.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@iterator_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct IteratorV2(NodeSpec);

common!(IteratorV2);

impl IteratorV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives half the sum of the squares of all elements. Shapes: output is a scalar.
///
/// - `t`: half, bfloat16, float, double
pub fn l2_loss(t: Output) -> L2Loss {
    L2Loss(NodeSpec::new("L2Loss").input(t))
}

/// A node that [`fn@l2_loss`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct L2Loss(NodeSpec);

common!(L2Loss);

impl L2Loss {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives input / (bias + alpha \* s)^beta, where s is the sum of the squares of a channel and of depth\_radius channels
/// on either side. Shapes: input is \[batch,rows,columns,channels\], output is like it. Source: Krizhevsky, Sutskever &
/// Hinton 2012, section 3.3.
///
/// - `input`: half, bfloat16, float
pub fn lrn(input: Output) -> LRN {
    LRN(NodeSpec::new("LRN").input(input))
}

/// A node that [`fn@lrn`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LRN(NodeSpec);

common!(LRN);

impl LRN {
    /// Default: 5.
    pub fn depth_radius(mut self, value: i64) -> Self {
        self.0.set_attr("depth_radius", Attr::Int(value));
        self
    }

    /// Default: 1.0.
    pub fn bias(mut self, value: f32) -> Self {
        self.0.set_attr("bias", Attr::Float(value));
        self
    }

    /// Default: 1.0.
    pub fn alpha(mut self, value: f32) -> Self {
        self.0.set_attr("alpha", Attr::Float(value));
        self
    }

    /// Default: 0.5.
    pub fn beta(mut self, value: f32) -> Self {
        self.0.set_attr("beta", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of LRN, which gave output\_image for input\_image. Shapes: all alike.
///
/// - `input_grads`: half, bfloat16, float
/// - `input_image`: half, bfloat16, float
/// - `output_image`: half, bfloat16, float
pub fn lrn_grad(input_grads: Output, input_image: Output, output_image: Output) -> LRNGrad {
    LRNGrad(NodeSpec::new("LRNGrad").input(input_grads).input(input_image).input(output_image))
}

/// A node that [`fn@lrn_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LRNGrad(NodeSpec);

common!(LRNGrad);

impl LRNGrad {
    /// Default: 5.
    pub fn depth_radius(mut self, value: i64) -> Self {
        self.0.set_attr("depth_radius", Attr::Int(value));
        self
    }

    /// Default: 1.0.
    pub fn bias(mut self, value: f32) -> Self {
        self.0.set_attr("bias", Attr::Float(value));
        self
    }

    /// Default: 1.0.
    pub fn alpha(mut self, value: f32) -> Self {
        self.0.set_attr("alpha", Attr::Float(value));
        self
    }

    /// Default: 0.5.
    pub fn beta(mut self, value: f32) -> Self {
        self.0.set_attr("beta", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives features where they are above 0 and alpha \* features elsewhere. Shapes: activations is like features.
///
/// - `features`: half, bfloat16, float, double
pub fn leaky_relu(features: Output) -> LeakyRelu {
    LeakyRelu(NodeSpec::new("LeakyRelu").input(features))
}

/// A node that [`fn@leaky_relu`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LeakyRelu(NodeSpec);

common!(LeakyRelu);

impl LeakyRelu {
    /// Default: 0.2.
    pub fn alpha(mut self, value: f32) -> Self {
        self.0.set_attr("alpha", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients where features \> 0 and alpha \* gradients elsewhere. features is the input of LeakyRelu, or its
/// output if alpha \> 0. Shapes: all alike.
///
/// - `gradients`: half, bfloat16, float, double
/// - `features`: half, bfloat16, float, double
pub fn leaky_relu_grad(gradients: Output, features: Output) -> LeakyReluGrad {
    LeakyReluGrad(NodeSpec::new("LeakyReluGrad").input(gradients).input(features))
}

/// A node that [`fn@leaky_relu_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LeakyReluGrad(NodeSpec);

common!(LeakyReluGrad);

impl LeakyReluGrad {
    /// Default: 0.2.
    pub fn alpha(mut self, value: f32) -> Self {
        self.0.set_attr("alpha", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws num\_sampled classes of \[0,range\_max), as often as each was a true class in the runs before, without
/// repetition if unique is set; with how often each of them, and each true class, was expected. seed and seed2 of 0 are
/// replaced by random ones. Shapes: true\_classes is \[batch,num\_true\], sampled\_candidates \[num\_sampled\]; the
/// counts are like these. Errors: INVALID\_ARGUMENT for a class that is not in \[0,range\_max), or num\_sampled above
/// range\_max with unique.
///
/// - `true_classes`: int64
/// - `num_true`: attr `num_true`; at least 1
/// - `num_sampled`: attr `num_sampled`; at least 1
/// - `unique`: attr `unique`
/// - `range_max`: attr `range_max`; at least 1
///
/// No gradient flows through it.
pub fn learned_unigram_candidate_sampler(true_classes: Output, num_true: i64, num_sampled: i64, unique: bool, range_max: i64) -> LearnedUnigramCandidateSampler {
    LearnedUnigramCandidateSampler(NodeSpec::new("LearnedUnigramCandidateSampler").input(true_classes).attr("num_true", Attr::Int(num_true)).attr("num_sampled", Attr::Int(num_sampled)).attr("unique", Attr::Bool(unique)).attr("range_max", Attr::Int(range_max)))
}

/// A node that [`fn@learned_unigram_candidate_sampler`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LearnedUnigramCandidateSampler(NodeSpec);

common!(LearnedUnigramCandidateSampler);

impl LearnedUnigramCandidateSampler {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<LearnedUnigramCandidateSamplerOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(LearnedUnigramCandidateSamplerOutputs {
            node,
            sampled_candidates: outputs.one(),
            true_expected_count: outputs.one(),
            sampled_expected_count: outputs.one(),
        })
    }
}

/// What [`fn@learned_unigram_candidate_sampler`] gives.
#[derive(Clone, Debug)]
pub struct LearnedUnigramCandidateSamplerOutputs {
    pub node: Node,
    pub sampled_candidates: Output,
    pub true_expected_count: Output,
    pub sampled_expected_count: Output,
}

/// Gives x with its bits moved up by y places; y counts as 0 below it, and as one less than the bits of T from there
/// on. Shapes: x and y broadcast against each other.
///
/// - `x`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
/// - `y`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
///
/// No gradient flows through it.
pub fn left_shift(x: Output, y: Output) -> LeftShift {
    LeftShift(NodeSpec::new("LeftShift").input(x).input(y))
}

/// A node that [`fn@left_shift`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LeftShift(NodeSpec);

common!(LeftShift);

impl LeftShift {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ParallelInterleaveDataset; if deterministic is 'false' elements come as soon as they are there.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `cycle_length`: int64
/// - `block_length`: int64
/// - `buffer_output_elements`: int64
/// - `prefetch_input_elements`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn legacy_parallel_interleave_dataset_v2(input_dataset: Output, other_arguments: &[Output], cycle_length: Output, block_length: Output, buffer_output_elements: Output, prefetch_input_elements: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> LegacyParallelInterleaveDatasetV2 {
    LegacyParallelInterleaveDatasetV2(NodeSpec::new("LegacyParallelInterleaveDatasetV2").input(input_dataset).input_list(other_arguments).input(cycle_length).input(block_length).input(buffer_output_elements).input(prefetch_input_elements).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@legacy_parallel_interleave_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LegacyParallelInterleaveDatasetV2(NodeSpec);

common!(LegacyParallelInterleaveDatasetV2);

impl LegacyParallelInterleaveDatasetV2 {
    /// Default: default.
    pub fn deterministic(mut self, value: &str) -> Self {
        self.0.set_attr("deterministic", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells where x \< y. Shapes: x and y broadcast against each other.
///
/// - `x`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `y`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
///
/// No gradient flows through it.
pub fn less(x: Output, y: Output) -> Less {
    Less(NodeSpec::new("Less").input(x).input(y))
}

/// A node that [`fn@less`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Less(NodeSpec);

common!(Less);

impl Less {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells where x \<= y. Shapes: x and y broadcast against each other.
///
/// - `x`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `y`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
///
/// No gradient flows through it.
pub fn less_equal(x: Output, y: Output) -> LessEqual {
    LessEqual(NodeSpec::new("LessEqual").input(x).input(y))
}

/// A node that [`fn@less_equal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LessEqual(NodeSpec);

common!(LessEqual);

impl LessEqual {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the logarithm of the gamma function's absolute value; infinity at 0 and at negative integers. Shapes: y is
/// like x.
///
/// - `x`: half, bfloat16, float, double
pub fn lgamma(x: Output) -> Lgamma {
    Lgamma(NodeSpec::new("Lgamma").input(x))
}

/// A node that [`fn@lgamma`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Lgamma(NodeSpec);

common!(Lgamma);

impl Lgamma {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the elements of x that y does not have, in their order, and their places in x. NaN is equal to nothing.
/// Shapes: vectors.
///
/// - `x`: any type
/// - `y`: any type
///
/// No gradient flows through it.
pub fn list_diff(x: Output, y: Output) -> ListDiff {
    ListDiff(NodeSpec::new("ListDiff").input(x).input(y))
}

/// A node that [`fn@list_diff`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ListDiff(NodeSpec);

common!(ListDiff);

impl ListDiff {
    /// One of int32, int64. Default: int32.
    pub fn out_idx(mut self, value: DType) -> Self {
        self.0.set_attr("out_idx", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ListDiffOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ListDiffOutputs {
            node,
            out: outputs.one(),
            idx: outputs.one(),
        })
    }
}

/// What [`fn@list_diff`] gives.
#[derive(Clone, Debug)]
pub struct ListDiffOutputs {
    pub node: Node,
    pub out: Output,
    pub idx: Output,
}

/// Gives a matrix of which row i is row row\_remapping\[i\] of a tensor in a checkpoint, and column j column
/// col\_remapping\[j\], or j if there is no col\_remapping; where either is below 0, elements come from
/// initializing\_values, in order. max\_rows\_in\_memory: how many old rows are read at a time, all below 1. Shapes:
/// ckpt\_path and old\_tensor\_name have one element, row\_remapping is \[num\_rows\], col\_remapping \[num\_cols\] or
/// empty; output\_matrix is \[num\_rows,num\_cols\]. Errors: NOT\_FOUND for the checkpoint or the tensor;
/// INVALID\_ARGUMENT for a tensor that is no float matrix, a number that it does not have, and too few or many
/// initializing\_values; UNIMPLEMENTED for a number that is there twice.
///
/// - `ckpt_path`: string
/// - `old_tensor_name`: string
/// - `row_remapping`: int64
/// - `col_remapping`: int64
/// - `initializing_values`: float
/// - `num_rows`: attr `num_rows`; at least 0
/// - `num_cols`: attr `num_cols`; at least 1
///
/// No gradient flows through it.
pub fn load_and_remap_matrix(ckpt_path: Output, old_tensor_name: Output, row_remapping: Output, col_remapping: Output, initializing_values: Output, num_rows: i64, num_cols: i64) -> LoadAndRemapMatrix {
    LoadAndRemapMatrix(NodeSpec::new("LoadAndRemapMatrix").input(ckpt_path).input(old_tensor_name).input(row_remapping).input(col_remapping).input(initializing_values).attr("num_rows", Attr::Int(num_rows)).attr("num_cols", Attr::Int(num_cols)))
}

/// A node that [`fn@load_and_remap_matrix`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LoadAndRemapMatrix(NodeSpec);

common!(LoadAndRemapMatrix);

impl LoadAndRemapMatrix {
    /// Default: -1.
    pub fn max_rows_in_memory(mut self, value: i64) -> Self {
        self.0.set_attr("max_rows_in_memory", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the natural logarithm of x, element by element: NaN below 0, -inf at 0. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn log(x: Output) -> Log {
    Log(NodeSpec::new("Log").input(x))
}

/// A node that [`fn@log`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Log(NodeSpec);

common!(Log);

impl Log {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives log(1 + x), exact near 0, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn log1p(x: Output) -> Log1p {
    Log1p(NodeSpec::new("Log1p").input(x))
}

/// A node that [`fn@log1p`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Log1p(NodeSpec);

common!(Log1p);

impl Log1p {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the sign (of absolute value 1, or 0) of determinants, and the logarithm of their absolute value, -inf for 0.
/// Shapes: input is \[..., n, n\], outputs are \[...\].
///
/// - `input`: double, float, half, complex64, complex128
pub fn log_matrix_determinant(input: Output) -> LogMatrixDeterminant {
    LogMatrixDeterminant(NodeSpec::new("LogMatrixDeterminant").input(input))
}

/// A node that [`fn@log_matrix_determinant`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LogMatrixDeterminant(NodeSpec);

common!(LogMatrixDeterminant);

impl LogMatrixDeterminant {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<LogMatrixDeterminantOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(LogMatrixDeterminantOutputs {
            node,
            sign: outputs.one(),
            log_abs_determinant: outputs.one(),
        })
    }
}

/// What [`fn@log_matrix_determinant`] gives.
#[derive(Clone, Debug)]
pub struct LogMatrixDeterminantOutputs {
    pub node: Node,
    pub sign: Output,
    pub log_abs_determinant: Output,
}

/// Gives logits - log(sum(exp(logits))) along the last dimension, without overflow. Shapes: logits has rank 1 or more;
/// logsoftmax is like it.
///
/// - `logits`: half, bfloat16, float, double
pub fn log_softmax(logits: Output) -> LogSoftmax {
    LogSoftmax(NodeSpec::new("LogSoftmax").input(logits))
}

/// A node that [`fn@log_softmax`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LogSoftmax(NodeSpec);

common!(LogSoftmax);

impl LogSoftmax {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws num\_sampled classes of \[0,range\_max), class k with a probability of log((k + 2) / (k + 1)) / log(range\_max
/// \+ 1), without repetition if unique is set; with how often each of them, and each true class, was expected. seed and
/// seed2 of 0 are replaced by random ones. Shapes: true\_classes is \[batch,num\_true\], sampled\_candidates
/// \[num\_sampled\]; the counts are like these. Errors: INVALID\_ARGUMENT for a class that is not in \[0,range\_max),
/// or num\_sampled above range\_max with unique.
///
/// - `true_classes`: int64
/// - `num_true`: attr `num_true`; at least 1
/// - `num_sampled`: attr `num_sampled`; at least 1
/// - `unique`: attr `unique`
/// - `range_max`: attr `range_max`; at least 1
///
/// No gradient flows through it.
pub fn log_uniform_candidate_sampler(true_classes: Output, num_true: i64, num_sampled: i64, unique: bool, range_max: i64) -> LogUniformCandidateSampler {
    LogUniformCandidateSampler(NodeSpec::new("LogUniformCandidateSampler").input(true_classes).attr("num_true", Attr::Int(num_true)).attr("num_sampled", Attr::Int(num_sampled)).attr("unique", Attr::Bool(unique)).attr("range_max", Attr::Int(range_max)))
}

/// A node that [`fn@log_uniform_candidate_sampler`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LogUniformCandidateSampler(NodeSpec);

common!(LogUniformCandidateSampler);

impl LogUniformCandidateSampler {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<LogUniformCandidateSamplerOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(LogUniformCandidateSamplerOutputs {
            node,
            sampled_candidates: outputs.one(),
            true_expected_count: outputs.one(),
            sampled_expected_count: outputs.one(),
        })
    }
}

/// What [`fn@log_uniform_candidate_sampler`] gives.
#[derive(Clone, Debug)]
pub struct LogUniformCandidateSamplerOutputs {
    pub node: Node,
    pub sampled_candidates: Output,
    pub true_expected_count: Output,
    pub sampled_expected_count: Output,
}

/// Gives x and y, element by element. Shapes: x and y broadcast against each other.
///
/// - `x`: bool
/// - `y`: bool
///
/// No gradient flows through it.
pub fn logical_and(x: Output, y: Output) -> LogicalAnd {
    LogicalAnd(NodeSpec::new("LogicalAnd").input(x).input(y))
}

/// A node that [`fn@logical_and`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LogicalAnd(NodeSpec);

common!(LogicalAnd);

impl LogicalAnd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives not x, element by element. Shapes: y is like x.
///
/// - `x`: bool
///
/// No gradient flows through it.
pub fn logical_not(x: Output) -> LogicalNot {
    LogicalNot(NodeSpec::new("LogicalNot").input(x))
}

/// A node that [`fn@logical_not`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LogicalNot(NodeSpec);

common!(LogicalNot);

impl LogicalNot {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x or y, element by element. Shapes: x and y broadcast against each other.
///
/// - `x`: bool
/// - `y`: bool
///
/// No gradient flows through it.
pub fn logical_or(x: Output, y: Output) -> LogicalOr {
    LogicalOr(NodeSpec::new("LogicalOr").input(x).input(y))
}

/// A node that [`fn@logical_or`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LogicalOr(NodeSpec);

common!(LogicalOr);

impl LogicalOr {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives all keys of the table, and their values in the same order; of a MutableDenseHashTable all buckets as they are.
/// Errors: INVALID\_ARGUMENT for types other than the table's; FAILED\_PRECONDITION for a HashTable that is not filled
/// yet.
///
/// - `table_handle`: resource
/// - `tkeys`: attr `Tkeys`
/// - `tvalues`: attr `Tvalues`
///
/// No gradient flows through it.
pub fn lookup_table_export(table_handle: Output, tkeys: DType, tvalues: DType) -> LookupTableExport {
    LookupTableExport(NodeSpec::new("LookupTableExport").input(table_handle).attr("Tkeys", Attr::Type(tkeys)).attr("Tvalues", Attr::Type(tvalues)))
}

/// A node that [`fn@lookup_table_export`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableExport(NodeSpec);

common!(LookupTableExport);

impl LookupTableExport {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<LookupTableExportOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(LookupTableExportOutputs {
            node,
            keys: outputs.one(),
            values: outputs.one(),
        })
    }
}

/// What [`fn@lookup_table_export`] gives.
#[derive(Clone, Debug)]
pub struct LookupTableExportOutputs {
    pub node: Node,
    pub keys: Output,
    pub values: Output,
}

/// Gives all keys of the table, and their values in the same order; of a MutableDenseHashTable all buckets as they are.
/// Errors: INVALID\_ARGUMENT for types other than the table's; FAILED\_PRECONDITION for a HashTable that is not filled
/// yet.
///
/// - `table_handle`: resource
/// - `tkeys`: attr `Tkeys`
/// - `tvalues`: attr `Tvalues`
///
/// No gradient flows through it.
pub fn lookup_table_export_v2(table_handle: Output, tkeys: DType, tvalues: DType) -> LookupTableExportV2 {
    LookupTableExportV2(NodeSpec::new("LookupTableExportV2").input(table_handle).attr("Tkeys", Attr::Type(tkeys)).attr("Tvalues", Attr::Type(tvalues)))
}

/// A node that [`fn@lookup_table_export_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableExportV2(NodeSpec);

common!(LookupTableExportV2);

impl LookupTableExportV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<LookupTableExportV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(LookupTableExportV2Outputs {
            node,
            keys: outputs.one(),
            values: outputs.one(),
        })
    }
}

/// What [`fn@lookup_table_export_v2`] gives.
#[derive(Clone, Debug)]
pub struct LookupTableExportV2Outputs {
    pub node: Node,
    pub keys: Output,
    pub values: Output,
}

/// Gives the value of every key, default\_value for those that the table does not have. Shapes: values is keys' shape,
/// without a key's where keys are vectors, followed by a value's; default\_value is a value, or one for every key.
/// Errors: INVALID\_ARGUMENT for types and shapes other than the table's; FAILED\_PRECONDITION for a HashTable that is
/// not filled yet.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `default_value`: any type
///
/// No gradient flows through it.
pub fn lookup_table_find(table_handle: Output, keys: Output, default_value: Output) -> LookupTableFind {
    LookupTableFind(NodeSpec::new("LookupTableFind").input(table_handle).input(keys).input(default_value))
}

/// A node that [`fn@lookup_table_find`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableFind(NodeSpec);

common!(LookupTableFind);

impl LookupTableFind {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the value of every key, default\_value for those that the table does not have. Shapes: values is keys' shape,
/// without a key's where keys are vectors, followed by a value's; default\_value is a value, or one for every key.
/// Errors: INVALID\_ARGUMENT for types and shapes other than the table's; FAILED\_PRECONDITION for a HashTable that is
/// not filled yet.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `default_value`: any type
///
/// No gradient flows through it.
pub fn lookup_table_find_v2(table_handle: Output, keys: Output, default_value: Output) -> LookupTableFindV2 {
    LookupTableFindV2(NodeSpec::new("LookupTableFindV2").input(table_handle).input(keys).input(default_value))
}

/// A node that [`fn@lookup_table_find_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableFindV2(NodeSpec);

common!(LookupTableFindV2);

impl LookupTableFindV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Replaces all entries of the table by what LookupTableExportV2 gave of one like it. Errors: INVALID\_ARGUMENT for
/// types and shapes other than the table's.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `values`: any type
pub fn lookup_table_import(table_handle: Output, keys: Output, values: Output) -> LookupTableImport {
    LookupTableImport(NodeSpec::new("LookupTableImport").input(table_handle).input(keys).input(values))
}

/// A node that [`fn@lookup_table_import`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableImport(NodeSpec);

common!(LookupTableImport);

impl LookupTableImport {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Replaces all entries of the table by what LookupTableExportV2 gave of one like it. Errors: INVALID\_ARGUMENT for
/// types and shapes other than the table's.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `values`: any type
pub fn lookup_table_import_v2(table_handle: Output, keys: Output, values: Output) -> LookupTableImportV2 {
    LookupTableImportV2(NodeSpec::new("LookupTableImportV2").input(table_handle).input(keys).input(values))
}

/// A node that [`fn@lookup_table_import_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableImportV2(NodeSpec);

common!(LookupTableImportV2);

impl LookupTableImportV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Adds keys with their values to the table, or gives them new ones. Errors: INVALID\_ARGUMENT for types and shapes
/// other than the table's; UNIMPLEMENTED for a HashTable.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `values`: any type
pub fn lookup_table_insert(table_handle: Output, keys: Output, values: Output) -> LookupTableInsert {
    LookupTableInsert(NodeSpec::new("LookupTableInsert").input(table_handle).input(keys).input(values))
}

/// A node that [`fn@lookup_table_insert`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableInsert(NodeSpec);

common!(LookupTableInsert);

impl LookupTableInsert {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Adds keys with their values to the table, or gives them new ones. Errors: INVALID\_ARGUMENT for types and shapes
/// other than the table's; UNIMPLEMENTED for a HashTable.
///
/// - `table_handle`: resource
/// - `keys`: any type
/// - `values`: any type
pub fn lookup_table_insert_v2(table_handle: Output, keys: Output, values: Output) -> LookupTableInsertV2 {
    LookupTableInsertV2(NodeSpec::new("LookupTableInsertV2").input(table_handle).input(keys).input(values))
}

/// A node that [`fn@lookup_table_insert_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableInsertV2(NodeSpec);

common!(LookupTableInsertV2);

impl LookupTableInsertV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Removes keys; those that the table does not have are no error. Errors: INVALID\_ARGUMENT for types and shapes other
/// than the table's; UNIMPLEMENTED for a HashTable.
///
/// - `table_handle`: resource
/// - `keys`: any type
pub fn lookup_table_remove_v2(table_handle: Output, keys: Output) -> LookupTableRemoveV2 {
    LookupTableRemoveV2(NodeSpec::new("LookupTableRemoveV2").input(table_handle).input(keys))
}

/// A node that [`fn@lookup_table_remove_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableRemoveV2(NodeSpec);

common!(LookupTableRemoveV2);

impl LookupTableRemoveV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Counts the entries of the table.
///
/// - `table_handle`: resource
///
/// No gradient flows through it.
pub fn lookup_table_size(table_handle: Output) -> LookupTableSize {
    LookupTableSize(NodeSpec::new("LookupTableSize").input(table_handle))
}

/// A node that [`fn@lookup_table_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableSize(NodeSpec);

common!(LookupTableSize);

impl LookupTableSize {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Counts the entries of the table.
///
/// - `table_handle`: resource
///
/// No gradient flows through it.
pub fn lookup_table_size_v2(table_handle: Output) -> LookupTableSizeV2 {
    LookupTableSizeV2(NodeSpec::new("LookupTableSizeV2").input(table_handle))
}

/// A node that [`fn@lookup_table_size_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LookupTableSizeV2(NodeSpec);

common!(LookupTableSizeV2);

impl LookupTableSizeV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes input on and marks it as what decides whether the loop goes on. Shapes: a scalar.
///
/// - `input`: bool
///
/// No gradient flows through it.
pub fn loop_cond(input: Output) -> LoopCond {
    LoopCond(NodeSpec::new("LoopCond").input(input))
}

/// A node that [`fn@loop_cond`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LoopCond(NodeSpec);

common!(LoopCond);

impl LoopCond {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives for each value how many elements of its row of sorted\_inputs are less than it. Shapes: matrices with as many
/// rows, whose numbers do not fall; output is like values. Errors: INVALID\_ARGUMENT for rows of more elements than
/// out\_type counts.
///
/// - `sorted_inputs`: any type
/// - `values`: any type
///
/// No gradient flows through it.
pub fn lower_bound(sorted_inputs: Output, values: Output) -> LowerBound {
    LowerBound(NodeSpec::new("LowerBound").input(sorted_inputs).input(values))
}

/// A node that [`fn@lower_bound`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LowerBound(NodeSpec);

common!(LowerBound);

impl LowerBound {
    /// One of int32, int64. Default: int32.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Begins a pass of the iterator over the dataset; a pass that was under way is left. Errors: INVALID\_ARGUMENT for
/// elements of other types or shapes.
///
/// - `dataset`: variant
/// - `iterator`: resource
pub fn make_iterator(dataset: Output, iterator: Output) -> MakeIterator {
    MakeIterator(NodeSpec::new("MakeIterator").input(dataset).input(iterator))
}

/// A node that [`fn@make_iterator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MakeIterator(NodeSpec);

common!(MakeIterator);

impl MakeIterator {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// ParallelMapDataset, then BatchDatasetV2.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `batch_size`: int64
/// - `num_parallel_calls`: int64
/// - `drop_remainder`: bool
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn map_and_batch_dataset(input_dataset: Output, other_arguments: &[Output], batch_size: Output, num_parallel_calls: Output, drop_remainder: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> MapAndBatchDataset {
    MapAndBatchDataset(NodeSpec::new("MapAndBatchDataset").input(input_dataset).input_list(other_arguments).input(batch_size).input(num_parallel_calls).input(drop_remainder).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@map_and_batch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapAndBatchDataset(NodeSpec);

common!(MapAndBatchDataset);

impl MapAndBatchDataset {
    /// Default: false.
    pub fn preserve_cardinality(mut self, value: bool) -> Self {
        self.0.set_attr("preserve_cardinality", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Drops all tuples. Shapes: none.
///
/// - `dtypes`: attr `dtypes`
pub fn map_clear(dtypes: &[DType]) -> MapClear {
    MapClear(NodeSpec::new("MapClear").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@map_clear`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapClear(NodeSpec);

common!(MapClear);

impl MapClear {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives a dataset of what f gives for each element and other\_arguments. Errors: INVALID\_ARGUMENT if f takes or gives
/// other types; of a pass: those of f, with the number of the element; OUT\_OF\_RANGE of f ends the dataset, unless
/// preserve\_cardinality is set.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn map_dataset(input_dataset: Output, other_arguments: &[Output], f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> MapDataset {
    MapDataset(NodeSpec::new("MapDataset").input(input_dataset).input_list(other_arguments).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@map_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapDataset(NodeSpec);

common!(MapDataset);

impl MapDataset {
    /// Default: true.
    pub fn use_inter_op_parallelism(mut self, value: bool) -> Self {
        self.0.set_attr("use_inter_op_parallelism", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn preserve_cardinality(mut self, value: bool) -> Self {
        self.0.set_attr("preserve_cardinality", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn force_synchronous(mut self, value: bool) -> Self {
        self.0.set_attr("force_synchronous", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of tuples that lack tensors. Shapes: size is a scalar.
///
/// - `dtypes`: attr `dtypes`
///
/// No gradient flows through it.
pub fn map_incomplete_size(dtypes: &[DType]) -> MapIncompleteSize {
    MapIncompleteSize(NodeSpec::new("MapIncompleteSize").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@map_incomplete_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapIncompleteSize(NodeSpec);

common!(MapIncompleteSize);

impl MapIncompleteSize {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the tensors that indices name of the tuple under the key, waiting for it, and leaves them. Shapes: key is a
/// scalar, indices a vector. Errors: INVALID\_ARGUMENT for a tensor that was taken already.
///
/// - `key`: int64
/// - `indices`: int32
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn map_peek(key: Output, indices: Output, dtypes: &[DType]) -> MapPeek {
    MapPeek(NodeSpec::new("MapPeek").input(key).input(indices).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@map_peek`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapPeek(NodeSpec);

common!(MapPeek);

impl MapPeek {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("dtypes")
    }
}

/// Gives the number of complete tuples. Shapes: size is a scalar.
///
/// - `dtypes`: attr `dtypes`
///
/// No gradient flows through it.
pub fn map_size(dtypes: &[DType]) -> MapSize {
    MapSize(NodeSpec::new("MapSize").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@map_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapSize(NodeSpec);

common!(MapSize);

impl MapSize {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts tensors into the staging map of shared\_name under the key, waiting for room: those that indices name, of a
/// tuple of types dtypes. A tuple can be taken when it has all. Shapes: key is a scalar, indices a vector that rises.
/// Errors: INVALID\_ARGUMENT for a tensor that is there already; RESOURCE\_EXHAUSTED for one above memory\_limit.
///
/// - `key`: int64
/// - `indices`: int32
/// - `values`: list of any type
/// - `dtypes`: attr `dtypes`
pub fn map_stage(key: Output, indices: Output, values: &[Output], dtypes: &[DType]) -> MapStage {
    MapStage(NodeSpec::new("MapStage").input(key).input(indices).input_list(values).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@map_stage`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapStage(NodeSpec);

common!(MapStage);

impl MapStage {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Takes the tensors that indices name of the tuple under the key, waiting for it. Shapes: key is a scalar, indices a
/// vector. Errors: as MapPeek.
///
/// - `key`: int64
/// - `indices`: int32
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn map_unstage(key: Output, indices: Output, dtypes: &[DType]) -> MapUnstage {
    MapUnstage(NodeSpec::new("MapUnstage").input(key).input(indices).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@map_unstage`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapUnstage(NodeSpec);

common!(MapUnstage);

impl MapUnstage {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("dtypes")
    }
}

/// Takes the tensors that indices name of some complete tuple, waiting for it. Shapes: key is a scalar, indices a
/// vector. Errors: as MapPeek.
///
/// - `indices`: int32
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn map_unstage_no_key(indices: Output, dtypes: &[DType]) -> MapUnstageNoKey {
    MapUnstageNoKey(NodeSpec::new("MapUnstageNoKey").input(indices).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@map_unstage_no_key`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MapUnstageNoKey(NodeSpec);

common!(MapUnstageNoKey);

impl MapUnstageNoKey {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<MapUnstageNoKeyOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(MapUnstageNoKeyOutputs {
            node,
            key: outputs.one(),
            values: outputs.typed_by("dtypes")?,
        })
    }
}

/// What [`fn@map_unstage_no_key`] gives.
#[derive(Clone, Debug)]
pub struct MapUnstageNoKeyOutputs {
    pub node: Node,
    pub key: Output,
    pub values: Vec<Output>,
}

/// Multiplies two matrices, either transposed first where its attr says so. Shapes: \[m,k\] times \[k,n\] gives
/// \[m,n\]; k = 0 gives zeros. Errors: INVALID\_ARGUMENT if the inner dimensions differ.
///
/// - `a`: bfloat16, half, float, double, uint8, uint16, uint32, uint64, int32, int64, complex64, complex128
/// - `b`: bfloat16, half, float, double, uint8, uint16, uint32, uint64, int32, int64, complex64, complex128
pub fn mat_mul(a: Output, b: Output) -> MatMul {
    MatMul(NodeSpec::new("MatMul").input(a).input(b))
}

/// A node that [`fn@mat_mul`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatMul(NodeSpec);

common!(MatMul);

impl MatMul {
    /// Default: false.
    pub fn transpose_a(mut self, value: bool) -> Self {
        self.0.set_attr("transpose_a", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn transpose_b(mut self, value: bool) -> Self {
        self.0.set_attr("transpose_b", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn grad_a(mut self, value: bool) -> Self {
        self.0.set_attr("grad_a", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn grad_b(mut self, value: bool) -> Self {
        self.0.set_attr("grad_b", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The files whose paths match one of the patterns, sorted, each once. `*`, `?` and `[a-z]` stand for characters of one
/// name, never for `/`. Shapes: a scalar or a vector gives a vector.
///
/// - `pattern`: string
///
/// No gradient flows through it.
pub fn matching_files(pattern: Output) -> MatchingFiles {
    MatchingFiles(NodeSpec::new("MatchingFiles").input(pattern))
}

/// A node that [`fn@matching_files`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatchingFiles(NodeSpec);

common!(MatchingFiles);

impl MatchingFiles {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Keeps the main diagonal, num\_lower diagonals below it and num\_upper above it, all for a negative number, and makes
/// the rest 0. Shapes: input has rank 2 or more, num\_lower and num\_upper are scalars, band is like input. Errors:
/// INVALID\_ARGUMENT for more diagonals than there are.
///
/// - `input`: any type
/// - `num_lower`: int32, int64
/// - `num_upper`: int32, int64
pub fn matrix_band_part(input: Output, num_lower: Output, num_upper: Output) -> MatrixBandPart {
    MatrixBandPart(NodeSpec::new("MatrixBandPart").input(input).input(num_lower).input(num_upper))
}

/// A node that [`fn@matrix_band_part`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixBandPart(NodeSpec);

common!(MatrixBandPart);

impl MatrixBandPart {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the determinants of matrices. Shapes: input is \[..., n, n\], output \[...\].
///
/// - `input`: double, float, half, complex64, complex128
pub fn matrix_determinant(input: Output) -> MatrixDeterminant {
    MatrixDeterminant(NodeSpec::new("MatrixDeterminant").input(input))
}

/// A node that [`fn@matrix_determinant`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixDeterminant(NodeSpec);

common!(MatrixDeterminant);

impl MatrixDeterminant {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Makes matrices with the given main diagonals and 0 elsewhere. Shapes: output is diagonal.shape +
/// \[diagonal.shape\[-1\]\].
///
/// - `diagonal`: any type
pub fn matrix_diag(diagonal: Output) -> MatrixDiag {
    MatrixDiag(NodeSpec::new("MatrixDiag").input(diagonal))
}

/// A node that [`fn@matrix_diag`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixDiag(NodeSpec);

common!(MatrixDiag);

impl MatrixDiag {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the main diagonals of matrices. Shapes: input is \[..., m, n\], diagonal is \[..., min(m, n)\].
///
/// - `input`: any type
pub fn matrix_diag_part(input: Output) -> MatrixDiagPart {
    MatrixDiagPart(NodeSpec::new("MatrixDiagPart").input(input))
}

/// A node that [`fn@matrix_diag_part`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixDiagPart(NodeSpec);

common!(MatrixDiagPart);

impl MatrixDiagPart {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MatrixDiagPartV3 with align LEFT\_LEFT.
///
/// - `input`: any type
/// - `k`: int32
/// - `padding_value`: any type
pub fn matrix_diag_part_v2(input: Output, k: Output, padding_value: Output) -> MatrixDiagPartV2 {
    MatrixDiagPartV2(NodeSpec::new("MatrixDiagPartV2").input(input).input(k).input(padding_value))
}

/// A node that [`fn@matrix_diag_part_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixDiagPartV2(NodeSpec);

common!(MatrixDiagPartV2);

impl MatrixDiagPartV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the diagonals k of matrices, filled up with padding\_value to the length of the longest; k and align as in
/// MatrixDiagV3. Shapes: input is \[..., m, n\], diagonal is \[..., length\], or \[..., count, length\] for a range.
/// Errors: INVALID\_ARGUMENT for diagonals that are not there.
///
/// - `input`: any type
/// - `k`: int32
/// - `padding_value`: any type
pub fn matrix_diag_part_v3(input: Output, k: Output, padding_value: Output) -> MatrixDiagPartV3 {
    MatrixDiagPartV3(NodeSpec::new("MatrixDiagPartV3").input(input).input(k).input(padding_value))
}

/// A node that [`fn@matrix_diag_part_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixDiagPartV3(NodeSpec);

common!(MatrixDiagPartV3);

impl MatrixDiagPartV3 {
    /// One of LEFT\_RIGHT, RIGHT\_LEFT, LEFT\_LEFT, RIGHT\_RIGHT. Default: "RIGHT\_LEFT".
    pub fn align(mut self, value: &str) -> Self {
        self.0.set_attr("align", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MatrixDiagV3 with align LEFT\_LEFT.
///
/// - `diagonal`: any type
/// - `k`: int32
/// - `num_rows`: int32
/// - `num_cols`: int32
/// - `padding_value`: any type
pub fn matrix_diag_v2(diagonal: Output, k: Output, num_rows: Output, num_cols: Output, padding_value: Output) -> MatrixDiagV2 {
    MatrixDiagV2(NodeSpec::new("MatrixDiagV2").input(diagonal).input(k).input(num_rows).input(num_cols).input(padding_value))
}

/// A node that [`fn@matrix_diag_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixDiagV2(NodeSpec);

common!(MatrixDiagV2);

impl MatrixDiagV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Makes matrices with the given diagonals and padding\_value elsewhere. k is one diagonal (0: the main one, above 0:
/// over it) or the lowest and the highest of a range, whose rows in diagonal start with the highest. Diagonals shorter
/// than the longest lie at the end of their row that align names: its first word is for those over the main one, the
/// second for those under it. num\_rows or num\_cols -1: as small as fits. Shapes: diagonal is \[..., length\], or
/// \[..., count, length\] for a range; output is \[..., num\_rows, num\_cols\]. Errors: INVALID\_ARGUMENT for sizes
/// that do not fit the diagonals.
///
/// - `diagonal`: any type
/// - `k`: int32
/// - `num_rows`: int32
/// - `num_cols`: int32
/// - `padding_value`: any type
pub fn matrix_diag_v3(diagonal: Output, k: Output, num_rows: Output, num_cols: Output, padding_value: Output) -> MatrixDiagV3 {
    MatrixDiagV3(NodeSpec::new("MatrixDiagV3").input(diagonal).input(k).input(num_rows).input(num_cols).input(padding_value))
}

/// A node that [`fn@matrix_diag_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixDiagV3(NodeSpec);

common!(MatrixDiagV3);

impl MatrixDiagV3 {
    /// One of LEFT\_RIGHT, RIGHT\_LEFT, LEFT\_LEFT, RIGHT\_RIGHT. Default: "RIGHT\_LEFT".
    pub fn align(mut self, value: &str) -> Self {
        self.0.set_attr("align", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the inverses of matrices, with adjoint of their adjoints. Shapes: input and output are \[..., n, n\]. Errors:
/// INVALID\_ARGUMENT for a matrix that has none.
///
/// - `input`: double, float, half, complex64, complex128
pub fn matrix_inverse(input: Output) -> MatrixInverse {
    MatrixInverse(NodeSpec::new("MatrixInverse").input(input))
}

/// A node that [`fn@matrix_inverse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixInverse(NodeSpec);

common!(MatrixInverse);

impl MatrixInverse {
    /// Default: false.
    pub fn adjoint(mut self, value: bool) -> Self {
        self.0.set_attr("adjoint", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Replaces the main diagonals of matrices. Shapes: input and output are \[..., m, n\], diagonal is \[..., min(m, n)\].
///
/// - `input`: any type
/// - `diagonal`: any type
pub fn matrix_set_diag(input: Output, diagonal: Output) -> MatrixSetDiag {
    MatrixSetDiag(NodeSpec::new("MatrixSetDiag").input(input).input(diagonal))
}

/// A node that [`fn@matrix_set_diag`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixSetDiag(NodeSpec);

common!(MatrixSetDiag);

impl MatrixSetDiag {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MatrixSetDiagV3 with align LEFT\_LEFT.
///
/// - `input`: any type
/// - `diagonal`: any type
/// - `k`: int32
pub fn matrix_set_diag_v2(input: Output, diagonal: Output, k: Output) -> MatrixSetDiagV2 {
    MatrixSetDiagV2(NodeSpec::new("MatrixSetDiagV2").input(input).input(diagonal).input(k))
}

/// A node that [`fn@matrix_set_diag_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixSetDiagV2(NodeSpec);

common!(MatrixSetDiagV2);

impl MatrixSetDiagV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Replaces the diagonals k of matrices; k and align as in MatrixDiagV3. Shapes: input and output are \[..., m, n\],
/// diagonal is as MatrixDiagPartV3 gives it. Errors: INVALID\_ARGUMENT for diagonals that are not there.
///
/// - `input`: any type
/// - `diagonal`: any type
/// - `k`: int32
pub fn matrix_set_diag_v3(input: Output, diagonal: Output, k: Output) -> MatrixSetDiagV3 {
    MatrixSetDiagV3(NodeSpec::new("MatrixSetDiagV3").input(input).input(diagonal).input(k))
}

/// A node that [`fn@matrix_set_diag_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixSetDiagV3(NodeSpec);

common!(MatrixSetDiagV3);

impl MatrixSetDiagV3 {
    /// One of LEFT\_RIGHT, RIGHT\_LEFT, LEFT\_LEFT, RIGHT\_RIGHT. Default: "RIGHT\_LEFT".
    pub fn align(mut self, value: &str) -> Self {
        self.0.set_attr("align", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Solves matrix \* output = rhs, with adjoint for the adjoint of matrix. Shapes: matrix is \[..., n, n\], rhs and
/// output are \[..., n, k\]. Errors: INVALID\_ARGUMENT for a matrix without an inverse.
///
/// - `matrix`: double, float, half, complex64, complex128
/// - `rhs`: double, float, half, complex64, complex128
pub fn matrix_solve(matrix: Output, rhs: Output) -> MatrixSolve {
    MatrixSolve(NodeSpec::new("MatrixSolve").input(matrix).input(rhs))
}

/// A node that [`fn@matrix_solve`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixSolve(NodeSpec);

common!(MatrixSolve);

impl MatrixSolve {
    /// Default: false.
    pub fn adjoint(mut self, value: bool) -> Self {
        self.0.set_attr("adjoint", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the output with the least |matrix \* output - rhs|^2 + l2\_regularizer \* |output|^2, and of least norm where
/// there are many. fast goes by the normal equations, which lose half of the digits; without it l2\_regularizer counts
/// for nothing, as in TensorFlow. Shapes: matrix is \[..., m, n\], rhs \[..., m, k\], output \[..., n, k\]. Errors:
/// INVALID\_ARGUMENT where fast finds no solution.
///
/// - `matrix`: double, float, half, complex64, complex128
/// - `rhs`: double, float, half, complex64, complex128
/// - `l2_regularizer`: double
pub fn matrix_solve_ls(matrix: Output, rhs: Output, l2_regularizer: Output) -> MatrixSolveLs {
    MatrixSolveLs(NodeSpec::new("MatrixSolveLs").input(matrix).input(rhs).input(l2_regularizer))
}

/// A node that [`fn@matrix_solve_ls`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixSolveLs(NodeSpec);

common!(MatrixSolveLs);

impl MatrixSolveLs {
    /// Default: true.
    pub fn fast(mut self, value: bool) -> Self {
        self.0.set_attr("fast", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Solves matrix \* output = rhs for the lower or the upper triangle of matrix, with adjoint for its adjoint. The rest
/// of matrix is not looked at. Shapes: matrix is \[..., n, n\], rhs and output are \[..., n, k\]; the leading
/// dimensions broadcast. Errors: INVALID\_ARGUMENT for a 0 on the diagonal.
///
/// - `matrix`: bfloat16, double, float, half, complex64, complex128
/// - `rhs`: bfloat16, double, float, half, complex64, complex128
pub fn matrix_triangular_solve(matrix: Output, rhs: Output) -> MatrixTriangularSolve {
    MatrixTriangularSolve(NodeSpec::new("MatrixTriangularSolve").input(matrix).input(rhs))
}

/// A node that [`fn@matrix_triangular_solve`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MatrixTriangularSolve(NodeSpec);

common!(MatrixTriangularSolve);

impl MatrixTriangularSolve {
    /// Default: true.
    pub fn lower(mut self, value: bool) -> Self {
        self.0.set_attr("lower", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn adjoint(mut self, value: bool) -> Self {
        self.0.set_attr("adjoint", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest element over the given axes; an empty axis gives the lowest number of T. Shapes and errors: as
/// Sum.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `reduction_indices`: int32, int64
pub fn max(input: Output, reduction_indices: Output) -> Max {
    Max(NodeSpec::new("Max").input(input).input(reduction_indices))
}

/// A node that [`fn@max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Max(NodeSpec);

common!(Max);

impl Max {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset, which uses the threads of the runtime.
///
/// - `input_dataset`: variant
/// - `max_intra_op_parallelism`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn max_intra_op_parallelism_dataset(input_dataset: Output, max_intra_op_parallelism: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> MaxIntraOpParallelismDataset {
    MaxIntraOpParallelismDataset(NodeSpec::new("MaxIntraOpParallelismDataset").input(input_dataset).input(max_intra_op_parallelism).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@max_intra_op_parallelism_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxIntraOpParallelismDataset(NodeSpec);

common!(MaxIntraOpParallelismDataset);

impl MaxIntraOpParallelismDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest element of every window, channel by channel, or of as many channels as ksize and strides say for
/// them. Shapes: input is \[batch,rows,columns,channels\] or, for NCHW, \[batch,channels,rows,columns\]. Errors:
/// INVALID\_ARGUMENT if a window does not fit into the padded image, does not divide the channels, or goes over both.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn max_pool(input: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPool {
    MaxPool(NodeSpec::new("MaxPool").input(input).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPool(NodeSpec);

common!(MaxPool);

impl MaxPool {
    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest element of every window of a volume, channel by channel. Shapes: input is
/// \[batch,depth,rows,columns,channels\] or, for NCDHW, \[batch,channels,depth,rows,columns\]. Errors:
/// INVALID\_ARGUMENT if a window does not fit into the padded volume or goes over batch or channels.
///
/// - `input`: half, bfloat16, float, double
/// - `ksize`: attr `ksize`; at least 5
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool3d(input: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPool3D {
    MaxPool3D(NodeSpec::new("MaxPool3D").input(input).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool3d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPool3D(NodeSpec);

common!(MaxPool3D);

impl MaxPool3D {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPool3D: each element of grad goes to the first of the largest elements of its window
/// (TensorFlow's CPU gives it to all of them). Shapes: output is like orig\_input, grad like orig\_output. Errors:
/// UNIMPLEMENTED if T is not TInput.
///
/// - `orig_input`: half, bfloat16, float, double
/// - `orig_output`: half, bfloat16, float, double
/// - `grad`: half, bfloat16, float, double
/// - `ksize`: attr `ksize`; at least 5
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool3d_grad(orig_input: Output, orig_output: Output, grad: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPool3DGrad {
    MaxPool3DGrad(NodeSpec::new("MaxPool3DGrad").input(orig_input).input(orig_output).input(grad).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool3d_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPool3DGrad(NodeSpec);

common!(MaxPool3DGrad);

impl MaxPool3DGrad {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPool3DGrad: from every window the element of grad where the first of the largest elements
/// of orig\_input is. Shapes: grad is like orig\_input, output like orig\_output.
///
/// - `orig_input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `orig_output`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksize`: attr `ksize`; at least 5
/// - `strides`: attr `strides`; at least 5
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool3d_grad_grad(orig_input: Output, orig_output: Output, grad: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPool3DGradGrad {
    MaxPool3DGradGrad(NodeSpec::new("MaxPool3DGradGrad").input(orig_input).input(orig_output).input(grad).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool3d_grad_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPool3DGradGrad(NodeSpec);

common!(MaxPool3DGradGrad);

impl MaxPool3DGradGrad {
    /// One of NDHWC, NCDHW. Default: "NDHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPool: each element of grad goes to the first of the largest elements of its window. Shapes:
/// output is like orig\_input, grad like orig\_output.
///
/// - `orig_input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `orig_output`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn max_pool_grad(orig_input: Output, orig_output: Output, grad: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPoolGrad {
    MaxPoolGrad(NodeSpec::new("MaxPoolGrad").input(orig_input).input(orig_output).input(grad).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolGrad(NodeSpec);

common!(MaxPoolGrad);

impl MaxPoolGrad {
    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPoolGrad: from every window the element of grad where the first of the largest elements of
/// orig\_input is. Shapes: grad is like orig\_input, output like orig\_output.
///
/// - `orig_input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `orig_output`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID, EXPLICIT
pub fn max_pool_grad_grad(orig_input: Output, orig_output: Output, grad: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPoolGradGrad {
    MaxPoolGradGrad(NodeSpec::new("MaxPoolGradGrad").input(orig_input).input(orig_output).input(grad).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_grad_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolGradGrad(NodeSpec);

common!(MaxPoolGradGrad);

impl MaxPoolGradGrad {
    /// Default: \[\].
    pub fn explicit_paddings(mut self, value: &[i64]) -> Self {
        self.0.set_attr("explicit_paddings", Attr::Ints(value.to_vec()));
        self
    }

    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPoolGradV2. Shapes and errors: as MaxPoolGradGrad.
///
/// - `orig_input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `orig_output`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksize`: int32
/// - `strides`: int32
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool_grad_grad_v2(orig_input: Output, orig_output: Output, grad: Output, ksize: Output, strides: Output, padding: &str) -> MaxPoolGradGradV2 {
    MaxPoolGradGradV2(NodeSpec::new("MaxPoolGradGradV2").input(orig_input).input(orig_output).input(grad).input(ksize).input(strides).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_grad_grad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolGradGradV2(NodeSpec);

common!(MaxPoolGradGradV2);

impl MaxPoolGradGradV2 {
    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPoolGradWithArgmax: from grad, which is like input, the elements where argmax says. Errors:
/// INVALID\_ARGUMENT for a place outside.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `argmax`: int32, int64
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool_grad_grad_with_argmax(input: Output, grad: Output, argmax: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPoolGradGradWithArgmax {
    MaxPoolGradGradWithArgmax(NodeSpec::new("MaxPoolGradGradWithArgmax").input(input).input(grad).input(argmax).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_grad_grad_with_argmax`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolGradGradWithArgmax(NodeSpec);

common!(MaxPoolGradGradWithArgmax);

impl MaxPoolGradGradWithArgmax {
    /// Default: false.
    pub fn include_batch_in_index(mut self, value: bool) -> Self {
        self.0.set_attr("include_batch_in_index", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPoolV2. Shapes and errors: as MaxPoolGrad.
///
/// - `orig_input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `orig_output`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksize`: int32
/// - `strides`: int32
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool_grad_v2(orig_input: Output, orig_output: Output, grad: Output, ksize: Output, strides: Output, padding: &str) -> MaxPoolGradV2 {
    MaxPoolGradV2(NodeSpec::new("MaxPoolGradV2").input(orig_input).input(orig_output).input(grad).input(ksize).input(strides).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_grad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolGradV2(NodeSpec);

common!(MaxPoolGradV2);

impl MaxPoolGradV2 {
    /// One of NHWC, NCHW. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of MaxPoolWithArgmax: adds each element of grad where argmax says. Shapes: output is like input,
/// grad and argmax like the pool's outputs. Errors: INVALID\_ARGUMENT for a place behind the last.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `argmax`: int32, int64
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool_grad_with_argmax(input: Output, grad: Output, argmax: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPoolGradWithArgmax {
    MaxPoolGradWithArgmax(NodeSpec::new("MaxPoolGradWithArgmax").input(input).input(grad).input(argmax).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_grad_with_argmax`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolGradWithArgmax(NodeSpec);

common!(MaxPoolGradWithArgmax);

impl MaxPoolGradWithArgmax {
    /// Default: false.
    pub fn include_batch_in_index(mut self, value: bool) -> Self {
        self.0.set_attr("include_batch_in_index", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// MaxPool with windows and steps of inputs, vectors of four, whose values must be known when the graph is planned.
/// Errors: as MaxPool; UNIMPLEMENTED for NCHW\_VECT\_C.
///
/// - `input`: half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16
/// - `ksize`: int32
/// - `strides`: int32
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool_v2(input: Output, ksize: Output, strides: Output, padding: &str) -> MaxPoolV2 {
    MaxPoolV2(NodeSpec::new("MaxPoolV2").input(input).input(ksize).input(strides).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolV2(NodeSpec);

common!(MaxPoolV2);

impl MaxPoolV2 {
    /// One of NHWC, NCHW, NCHW\_VECT\_C. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest element of every window, channel by channel, and where the first of them is: (row \* columns +
/// column) \* channels + channel, with the image's number \* rows before if include\_batch\_in\_index. Shapes: input is
/// \[batch,rows,columns,channels\]. Errors: INVALID\_ARGUMENT if a window does not fit into the padded image or goes
/// over channels.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `ksize`: attr `ksize`; at least 4
/// - `strides`: attr `strides`; at least 4
/// - `padding`: attr `padding`; one of SAME, VALID
pub fn max_pool_with_argmax(input: Output, ksize: &[i64], strides: &[i64], padding: &str) -> MaxPoolWithArgmax {
    MaxPoolWithArgmax(NodeSpec::new("MaxPoolWithArgmax").input(input).attr("ksize", Attr::Ints(ksize.to_vec())).attr("strides", Attr::Ints(strides.to_vec())).attr("padding", Attr::String(padding.into())))
}

/// A node that [`fn@max_pool_with_argmax`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MaxPoolWithArgmax(NodeSpec);

common!(MaxPoolWithArgmax);

impl MaxPoolWithArgmax {
    /// Default: false.
    pub fn include_batch_in_index(mut self, value: bool) -> Self {
        self.0.set_attr("include_batch_in_index", Attr::Bool(value));
        self
    }

    /// One of int32, int64. Default: int64.
    pub fn targmax(mut self, value: DType) -> Self {
        self.0.set_attr("Targmax", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<MaxPoolWithArgmaxOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(MaxPoolWithArgmaxOutputs {
            node,
            output: outputs.one(),
            argmax: outputs.one(),
        })
    }
}

/// What [`fn@max_pool_with_argmax`] gives.
#[derive(Clone, Debug)]
pub struct MaxPoolWithArgmaxOutputs {
    pub node: Node,
    pub output: Output,
    pub argmax: Output,
}

/// Gives the larger of x and y, element by element. Shapes: x and y broadcast against each other.
///
/// - `x`: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64
/// - `y`: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64
pub fn maximum(x: Output, y: Output) -> Maximum {
    Maximum(NodeSpec::new("Maximum").input(x).input(y))
}

/// A node that [`fn@maximum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Maximum(NodeSpec);

common!(Maximum);

impl Maximum {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Averages over the given axes; an empty axis gives NaN, or 0 for integers, whose quotient is cut towards zero. Shapes
/// and errors: as Sum.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `reduction_indices`: int32, int64
pub fn mean(input: Output, reduction_indices: Output) -> Mean {
    Mean(NodeSpec::new("Mean").input(input).input(reduction_indices))
}

/// A node that [`fn@mean`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Mean(NodeSpec);

common!(Mean);

impl Mean {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes on the first live input and says which it was; dead if all are. A Merge whose second input is a NextIteration
/// is the head of a loop. Shapes: output has what all inputs have in common.
///
/// - `inputs`: list of any type
pub fn merge(inputs: &[Output]) -> Merge {
    Merge(NodeSpec::new("Merge").input_list(inputs))
}

/// A node that [`fn@merge`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Merge(NodeSpec);

common!(Merge);

impl Merge {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<MergeOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(MergeOutputs {
            node,
            output: outputs.one(),
            value_index: outputs.one(),
        })
    }
}

/// What [`fn@merge`] gives.
#[derive(Clone, Debug)]
pub struct MergeOutputs {
    pub node: Node,
    pub output: Output,
    pub value_index: Output,
}

/// One summary with the values of all. Shapes: inputs have any shape; summary is a scalar. Errors: INVALID\_ARGUMENT
/// naming a tag that comes twice, or for what is no summary.
///
/// - `inputs`: list of string
///
/// No gradient flows through it.
pub fn merge_summary(inputs: &[Output]) -> MergeSummary {
    MergeSummary(NodeSpec::new("MergeSummary").input_list(inputs))
}

/// A node that [`fn@merge_summary`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MergeSummary(NodeSpec);

common!(MergeSummary);

impl MergeSummary {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Joins checkpoints written apart into one, moving their data files. Shapes: checkpoint\_prefixes is a vector,
/// destination\_prefix a scalar. Errors: NOT\_FOUND for one that is not there; with allow\_missing\_files only
/// INVALID\_ARGUMENT if none is.
///
/// - `checkpoint_prefixes`: string
/// - `destination_prefix`: string
pub fn merge_v2_checkpoints(checkpoint_prefixes: Output, destination_prefix: Output) -> MergeV2Checkpoints {
    MergeV2Checkpoints(NodeSpec::new("MergeV2Checkpoints").input(checkpoint_prefixes).input(destination_prefix))
}

/// A node that [`fn@merge_v2_checkpoints`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MergeV2Checkpoints(NodeSpec);

common!(MergeV2Checkpoints);

impl MergeV2Checkpoints {
    /// Default: true.
    pub fn delete_old_dirs(mut self, value: bool) -> Self {
        self.0.set_attr("delete_old_dirs", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn allow_missing_files(mut self, value: bool) -> Self {
        self.0.set_attr("allow_missing_files", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the smallest element over the given axes; an empty axis gives the highest number of T. Shapes and errors: as
/// Sum.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `reduction_indices`: int32, int64
pub fn min(input: Output, reduction_indices: Output) -> Min {
    Min(NodeSpec::new("Min").input(input).input(reduction_indices))
}

/// A node that [`fn@min`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Min(NodeSpec);

common!(Min);

impl Min {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the smaller of x and y, element by element. Shapes: x and y broadcast against each other.
///
/// - `x`: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64
/// - `y`: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64
pub fn minimum(x: Output, y: Output) -> Minimum {
    Minimum(NodeSpec::new("Minimum").input(x).input(y))
}

/// A node that [`fn@minimum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Minimum(NodeSpec);

common!(Minimum);

impl Minimum {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts the mirror image of input before and after every dimension, with the border itself (SYMMETRIC) or without
/// (REFLECT). Shapes: paddings is \[rank,2\]. Errors: INVALID\_ARGUMENT for a negative padding or one longer than what
/// there is to mirror, which for REFLECT is an element at least.
///
/// - `input`: any type
/// - `paddings`: int32, int64
/// - `mode`: attr `mode`; one of REFLECT, SYMMETRIC
pub fn mirror_pad(input: Output, paddings: Output, mode: &str) -> MirrorPad {
    MirrorPad(NodeSpec::new("MirrorPad").input(input).input(paddings).attr("mode", Attr::String(mode.into())))
}

/// A node that [`fn@mirror_pad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MirrorPad(NodeSpec);

common!(MirrorPad);

impl MirrorPad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The gradient of MirrorPad: adds every mirrored element to the one it was copied from. Shapes: output is input
/// without the paddings. Errors: INVALID\_ARGUMENT as MirrorPad.
///
/// - `input`: any type
/// - `paddings`: int32, int64
/// - `mode`: attr `mode`; one of REFLECT, SYMMETRIC
pub fn mirror_pad_grad(input: Output, paddings: Output, mode: &str) -> MirrorPadGrad {
    MirrorPadGrad(NodeSpec::new("MirrorPadGrad").input(input).input(paddings).attr("mode", Attr::String(mode.into())))
}

/// A node that [`fn@mirror_pad_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MirrorPadGrad(NodeSpec);

common!(MirrorPadGrad);

impl MirrorPadGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The older name of TruncateMod. Shapes: x and y broadcast against each other. Errors: INVALID\_ARGUMENT for an
/// integer division by zero.
///
/// - `x`: int32, int64, half, bfloat16, float, double
/// - `y`: int32, int64, half, bfloat16, float, double
pub fn mod_(x: Output, y: Output) -> Mod {
    Mod(NodeSpec::new("Mod").input(x).input(y))
}

/// A node that [`fn@mod_`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Mod(NodeSpec);

common!(Mod);

impl Mod {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset.
///
/// - `input_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn model_dataset(input_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ModelDataset {
    ModelDataset(NodeSpec::new("ModelDataset").input(input_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@model_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ModelDataset(NodeSpec);

common!(ModelDataset);

impl ModelDataset {
    /// Default: 0.
    pub fn algorithm(mut self, value: i64) -> Self {
        self.0.set_attr("algorithm", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn cpu_budget(mut self, value: i64) -> Self {
        self.0.set_attr("cpu_budget", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn ram_budget(mut self, value: i64) -> Self {
        self.0.set_attr("ram_budget", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x \* y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
/// - `y`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
pub fn mul(x: Output, y: Output) -> Mul {
    Mul(NodeSpec::new("Mul").input(x).input(y))
}

/// A node that [`fn@mul`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Mul(NodeSpec);

common!(Mul);

impl Mul {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x \* y, and 0 where y is 0, even if x is infinite or NaN. Shapes: x and y broadcast against each other.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
/// - `y`: bfloat16, half, float, double, complex64, complex128
pub fn mul_no_nan(x: Output, y: Output) -> MulNoNan {
    MulNoNan(NodeSpec::new("MulNoNan").input(x).input(y))
}

/// A node that [`fn@mul_no_nan`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MulNoNan(NodeSpec);

common!(MulNoNan);

impl MulNoNan {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws num\_samples classes for each row of logits, in proportion to the exponentials of its numbers; classes whose
/// logit is not finite are never drawn. Shapes: logits is a matrix, num\_samples a scalar, output is
/// \[logits.shape\[0\], num\_samples\]. Errors: INVALID\_ARGUMENT for a row without a finite number. Seeds: as
/// RandomUniform.
///
/// - `logits`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `num_samples`: int32
///
/// No gradient flows through it.
pub fn multinomial(logits: Output, num_samples: Output) -> Multinomial {
    Multinomial(NodeSpec::new("Multinomial").input(logits).input(num_samples))
}

/// A node that [`fn@multinomial`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Multinomial(NodeSpec);

common!(Multinomial);

impl Multinomial {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// One of int32, int64. Default: int64.
    pub fn output_dtype(mut self, value: DType) -> Self {
        self.0.set_attr("output_dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MutableDenseHashTableV2, without a key for entries that were removed: nothing can be. Tables with one
/// shared\_name (the node's name, if it is empty) in one container are one table. Errors: INVALID\_ARGUMENT if another
/// definition of the table differs.
///
/// - `empty_key`: any type
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn mutable_dense_hash_table(empty_key: Output, value_dtype: DType) -> MutableDenseHashTable {
    MutableDenseHashTable(NodeSpec::new("MutableDenseHashTable").input(empty_key).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@mutable_dense_hash_table`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutableDenseHashTable(NodeSpec);

common!(MutableDenseHashTable);

impl MutableDenseHashTable {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Default: \[\].
    pub fn value_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("value_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Default: 131072.
    pub fn initial_num_buckets(mut self, value: i64) -> Self {
        self.0.set_attr("initial_num_buckets", Attr::Int(value));
        self
    }

    /// Default: 0.8.
    pub fn max_load_factor(mut self, value: f32) -> Self {
        self.0.set_attr("max_load_factor", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a table in an array of buckets, of which initial\_num\_buckets, a power of two, double whenever
/// more than max\_load\_factor of them would be taken. empty\_key and deleted\_key, scalars or vectors as all keys are,
/// stand for buckets without an entry and are no keys. Tables with one shared\_name (the node's name, if it is empty)
/// in one container are one table. Errors: INVALID\_ARGUMENT if another definition of the table differs.
///
/// - `empty_key`: any type
/// - `deleted_key`: any type
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn mutable_dense_hash_table_v2(empty_key: Output, deleted_key: Output, value_dtype: DType) -> MutableDenseHashTableV2 {
    MutableDenseHashTableV2(NodeSpec::new("MutableDenseHashTableV2").input(empty_key).input(deleted_key).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@mutable_dense_hash_table_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutableDenseHashTableV2(NodeSpec);

common!(MutableDenseHashTableV2);

impl MutableDenseHashTableV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Default: \[\].
    pub fn value_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("value_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Default: 131072.
    pub fn initial_num_buckets(mut self, value: i64) -> Self {
        self.0.set_attr("initial_num_buckets", Attr::Int(value));
        self
    }

    /// Default: 0.8.
    pub fn max_load_factor(mut self, value: f32) -> Self {
        self.0.set_attr("max_load_factor", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a table from keys to values that changes as the program runs. Tables with one shared\_name (the
/// node's name, if it is empty) in one container are one table. Errors: INVALID\_ARGUMENT if another definition of the
/// table differs.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn mutable_hash_table(key_dtype: DType, value_dtype: DType) -> MutableHashTable {
    MutableHashTable(NodeSpec::new("MutableHashTable").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@mutable_hash_table`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutableHashTable(NodeSpec);

common!(MutableHashTable);

impl MutableHashTable {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a table from keys to vectors of value\_shape, which changes as the program runs. Tables with one
/// shared\_name (the node's name, if it is empty) in one container are one table. Errors: INVALID\_ARGUMENT if another
/// definition of the table differs.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn mutable_hash_table_of_tensors(key_dtype: DType, value_dtype: DType) -> MutableHashTableOfTensors {
    MutableHashTableOfTensors(NodeSpec::new("MutableHashTableOfTensors").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@mutable_hash_table_of_tensors`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutableHashTableOfTensors(NodeSpec);

common!(MutableHashTableOfTensors);

impl MutableHashTableOfTensors {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Default: \[\].
    pub fn value_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("value_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a table from keys to vectors of value\_shape, which changes as the program runs. Tables with one
/// shared\_name (the node's name, if it is empty) in one container are one table. Errors: INVALID\_ARGUMENT if another
/// definition of the table differs.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn mutable_hash_table_of_tensors_v2(key_dtype: DType, value_dtype: DType) -> MutableHashTableOfTensorsV2 {
    MutableHashTableOfTensorsV2(NodeSpec::new("MutableHashTableOfTensorsV2").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@mutable_hash_table_of_tensors_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutableHashTableOfTensorsV2(NodeSpec);

common!(MutableHashTableOfTensorsV2);

impl MutableHashTableOfTensorsV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Default: \[\].
    pub fn value_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("value_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a table from keys to values that changes as the program runs. Tables with one shared\_name (the
/// node's name, if it is empty) in one container are one table. Errors: INVALID\_ARGUMENT if another definition of the
/// table differs.
///
/// - `key_dtype`: attr `key_dtype`
/// - `value_dtype`: attr `value_dtype`
///
/// No gradient flows through it.
pub fn mutable_hash_table_v2(key_dtype: DType, value_dtype: DType) -> MutableHashTableV2 {
    MutableHashTableV2(NodeSpec::new("MutableHashTableV2").attr("key_dtype", Attr::Type(key_dtype)).attr("value_dtype", Attr::Type(value_dtype)))
}

/// A node that [`fn@mutable_hash_table_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutableHashTableV2(NodeSpec);

common!(MutableHashTableV2);

impl MutableHashTableV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn use_node_name_sharing(mut self, value: bool) -> Self {
        self.0.set_attr("use_node_name_sharing", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Waits for the mutex, in order of arrival, and gives the lock, which holds it until ConsumeMutexLock has run or the
/// value is dropped, as at the end of a step that fails. Shapes: both are scalars. Errors: CANCELLED if the step ends
/// first.
///
/// - `mutex`: resource
///
/// No gradient flows through it.
pub fn mutex_lock(mutex: Output) -> MutexLock {
    MutexLock(NodeSpec::new("MutexLock").input(mutex))
}

/// A node that [`fn@mutex_lock`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutexLock(NodeSpec);

common!(MutexLock);

impl MutexLock {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of the mutex called shared\_name (the node's name if that is empty) in container. Shapes: resource
/// is a scalar.
///
/// No gradient flows through it.
pub fn mutex_v2() -> MutexV2 {
    MutexV2(NodeSpec::new("MutexV2"))
}

/// A node that [`fn@mutex_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct MutexV2(NodeSpec);

common!(MutexV2);

impl MutexV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number below which a normal number of mean 0 and deviation 1 lies with probability x; NaN outside \[0,1\],
/// infinite at its ends. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn ndtri(x: Output) -> Ndtri {
    Ndtri(NodeSpec::new("Ndtri").input(x))
}

/// A node that [`fn@ndtri`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Ndtri(NodeSpec);

common!(Ndtri);

impl Ndtri {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives -x, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn neg(x: Output) -> Neg {
    Neg(NodeSpec::new("Neg").input(x))
}

/// A node that [`fn@neg`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Neg(NodeSpec);

common!(Neg);

impl Neg {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number next to x1 that T can hold, towards x2. Shapes: x1 and x2 broadcast against each other.
///
/// - `x1`: double, float
/// - `x2`: double, float
///
/// No gradient flows through it.
pub fn next_after(x1: Output, x2: Output) -> NextAfter {
    NextAfter(NodeSpec::new("NextAfter").input(x1).input(x2))
}

/// A node that [`fn@next_after`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NextAfter(NodeSpec);

common!(NextAfter);

impl NextAfter {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes data into the frame's next iteration. Shapes: output is like data.
///
/// - `data`: any type
pub fn next_iteration(data: Output) -> NextIteration {
    NextIteration(NodeSpec::new("NextIteration").input(data))
}

/// A node that [`fn@next_iteration`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NextIteration(NodeSpec);

common!(NextIteration);

impl NextIteration {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Does nothing: a place for control edges to meet.
pub fn no_op() -> NoOp {
    NoOp(NodeSpec::new("NoOp"))
}

/// A node that [`fn@no_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NoOp(NodeSpec);

common!(NoOp);

impl NoOp {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Chooses boxes by falling score, at most max\_output\_size of them, and leaves out those that overlap a chosen one by
/// more than the threshold (intersection over union). Gives the chosen boxes' indices. Shapes: boxes \[n,4\] as y1, x1,
/// y2 and x2 with corners in any order, scores \[n\], thresholds are scalars. Of equal scores the lower index comes
/// first. Errors: INVALID\_ARGUMENT for thresholds outside of \[0,1\] and sizes below 0.
///
/// - `boxes`: float
/// - `scores`: float
/// - `max_output_size`: int32
///
/// No gradient flows through it.
pub fn non_max_suppression(boxes: Output, scores: Output, max_output_size: Output) -> NonMaxSuppression {
    NonMaxSuppression(NodeSpec::new("NonMaxSuppression").input(boxes).input(scores).input(max_output_size))
}

/// A node that [`fn@non_max_suppression`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NonMaxSuppression(NodeSpec);

common!(NonMaxSuppression);

impl NonMaxSuppression {
    /// Default: 0.5.
    pub fn iou_threshold(mut self, value: f32) -> Self {
        self.0.set_attr("iou_threshold", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Chooses boxes by falling score, at most max\_output\_size of them, and leaves out those that overlap a chosen one by
/// more than the threshold (intersection over union). Gives the chosen boxes' indices. Shapes: boxes \[n,4\] as y1, x1,
/// y2 and x2 with corners in any order, scores \[n\], thresholds are scalars. Of equal scores the lower index comes
/// first. Errors: INVALID\_ARGUMENT for thresholds outside of \[0,1\] and sizes below 0.
///
/// - `boxes`: half, float
/// - `scores`: half, float
/// - `max_output_size`: int32
/// - `iou_threshold`: half, float
///
/// No gradient flows through it.
pub fn non_max_suppression_v2(boxes: Output, scores: Output, max_output_size: Output, iou_threshold: Output) -> NonMaxSuppressionV2 {
    NonMaxSuppressionV2(NodeSpec::new("NonMaxSuppressionV2").input(boxes).input(scores).input(max_output_size).input(iou_threshold))
}

/// A node that [`fn@non_max_suppression_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NonMaxSuppressionV2(NodeSpec);

common!(NonMaxSuppressionV2);

impl NonMaxSuppressionV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Chooses boxes by falling score, at most max\_output\_size of them, and leaves out those that overlap a chosen one by
/// more than the threshold (intersection over union). Boxes with a score of score\_threshold or less are left out.
/// Gives the chosen boxes' indices. Shapes: boxes \[n,4\] as y1, x1, y2 and x2 with corners in any order, scores \[n\],
/// thresholds are scalars. Of equal scores the lower index comes first. Errors: INVALID\_ARGUMENT for thresholds
/// outside of \[0,1\] and sizes below 0.
///
/// - `boxes`: half, float
/// - `scores`: half, float
/// - `max_output_size`: int32
/// - `iou_threshold`: half, float
/// - `score_threshold`: half, float
///
/// No gradient flows through it.
pub fn non_max_suppression_v3(boxes: Output, scores: Output, max_output_size: Output, iou_threshold: Output, score_threshold: Output) -> NonMaxSuppressionV3 {
    NonMaxSuppressionV3(NodeSpec::new("NonMaxSuppressionV3").input(boxes).input(scores).input(max_output_size).input(iou_threshold).input(score_threshold))
}

/// A node that [`fn@non_max_suppression_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NonMaxSuppressionV3(NodeSpec);

common!(NonMaxSuppressionV3);

impl NonMaxSuppressionV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Chooses boxes by falling score, at most max\_output\_size of them, and leaves out those that overlap a chosen one by
/// more than the threshold (intersection over union). Boxes with a score of score\_threshold or less are left out.
/// Gives the chosen boxes' indices, followed by zeros up to max\_output\_size if that is asked for, and how many were
/// chosen. Shapes: boxes \[n,4\] as y1, x1, y2 and x2 with corners in any order, scores \[n\], thresholds are scalars.
/// Of equal scores the lower index comes first. Errors: INVALID\_ARGUMENT for thresholds outside of \[0,1\] and sizes
/// below 0.
///
/// - `boxes`: half, float
/// - `scores`: half, float
/// - `max_output_size`: int32
/// - `iou_threshold`: half, float
/// - `score_threshold`: half, float
///
/// No gradient flows through it.
pub fn non_max_suppression_v4(boxes: Output, scores: Output, max_output_size: Output, iou_threshold: Output, score_threshold: Output) -> NonMaxSuppressionV4 {
    NonMaxSuppressionV4(NodeSpec::new("NonMaxSuppressionV4").input(boxes).input(scores).input(max_output_size).input(iou_threshold).input(score_threshold))
}

/// A node that [`fn@non_max_suppression_v4`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NonMaxSuppressionV4(NodeSpec);

common!(NonMaxSuppressionV4);

impl NonMaxSuppressionV4 {
    /// Default: false.
    pub fn pad_to_max_output_size(mut self, value: bool) -> Self {
        self.0.set_attr("pad_to_max_output_size", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<NonMaxSuppressionV4Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(NonMaxSuppressionV4Outputs {
            node,
            selected_indices: outputs.one(),
            valid_outputs: outputs.one(),
        })
    }
}

/// What [`fn@non_max_suppression_v4`] gives.
#[derive(Clone, Debug)]
pub struct NonMaxSuppressionV4Outputs {
    pub node: Node,
    pub selected_indices: Output,
    pub valid_outputs: Output,
}

/// Chooses boxes by falling score, at most max\_output\_size of them, and leaves out those that overlap a chosen one by
/// more than the threshold (intersection over union). With soft\_nms\_sigma above 0 a box that overlaps a chosen one is
/// not left out: its score is multiplied by exp(-overlap^2 / (2 sigma)). Boxes with a score of score\_threshold or less
/// are left out. Gives indices and scores of the chosen boxes, followed by zeros up to max\_output\_size if that is
/// asked for, and how many were chosen. Shapes: boxes \[n,4\] as y1, x1, y2 and x2 with corners in any order, scores
/// \[n\], thresholds are scalars. Of equal scores the lower index comes first. Errors: INVALID\_ARGUMENT for thresholds
/// outside of \[0,1\] and sizes below 0. Source: Bodla et al. 2017, Soft-NMS.
///
/// - `boxes`: half, float
/// - `scores`: half, float
/// - `max_output_size`: int32
/// - `iou_threshold`: half, float
/// - `score_threshold`: half, float
/// - `soft_nms_sigma`: half, float
///
/// No gradient flows through it.
pub fn non_max_suppression_v5(boxes: Output, scores: Output, max_output_size: Output, iou_threshold: Output, score_threshold: Output, soft_nms_sigma: Output) -> NonMaxSuppressionV5 {
    NonMaxSuppressionV5(NodeSpec::new("NonMaxSuppressionV5").input(boxes).input(scores).input(max_output_size).input(iou_threshold).input(score_threshold).input(soft_nms_sigma))
}

/// A node that [`fn@non_max_suppression_v5`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NonMaxSuppressionV5(NodeSpec);

common!(NonMaxSuppressionV5);

impl NonMaxSuppressionV5 {
    /// Default: false.
    pub fn pad_to_max_output_size(mut self, value: bool) -> Self {
        self.0.set_attr("pad_to_max_output_size", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<NonMaxSuppressionV5Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(NonMaxSuppressionV5Outputs {
            node,
            selected_indices: outputs.one(),
            selected_scores: outputs.one(),
            valid_outputs: outputs.one(),
        })
    }
}

/// What [`fn@non_max_suppression_v5`] gives.
#[derive(Clone, Debug)]
pub struct NonMaxSuppressionV5Outputs {
    pub node: Node,
    pub selected_indices: Output,
    pub selected_scores: Output,
    pub valid_outputs: Output,
}

/// Chooses boxes by falling score, at most max\_output\_size of them, and leaves out those whose overlap with a chosen
/// one is more than overlap\_threshold or whose score is score\_threshold or less. Shapes: overlaps \[n,n\], scores
/// \[n\], selected\_indices a vector. Errors: INVALID\_ARGUMENT for sizes below 0.
///
/// - `overlaps`: float
/// - `scores`: float
/// - `max_output_size`: int32
/// - `overlap_threshold`: float
/// - `score_threshold`: float
///
/// No gradient flows through it.
pub fn non_max_suppression_with_overlaps(overlaps: Output, scores: Output, max_output_size: Output, overlap_threshold: Output, score_threshold: Output) -> NonMaxSuppressionWithOverlaps {
    NonMaxSuppressionWithOverlaps(NodeSpec::new("NonMaxSuppressionWithOverlaps").input(overlaps).input(scores).input(max_output_size).input(overlap_threshold).input(score_threshold))
}

/// A node that [`fn@non_max_suppression_with_overlaps`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NonMaxSuppressionWithOverlaps(NodeSpec);

common!(NonMaxSuppressionWithOverlaps);

impl NonMaxSuppressionWithOverlaps {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset.
///
/// - `input_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn non_serializable_dataset(input_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> NonSerializableDataset {
    NonSerializableDataset(NodeSpec::new("NonSerializableDataset").input(input_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@non_serializable_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NonSerializableDataset(NodeSpec);

common!(NonSerializableDataset);

impl NonSerializableDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells where x differs from y. Shapes: x and y broadcast against each other; with incompatible\_shape\_error false,
/// shapes that do not broadcast give a scalar true.
///
/// - `x`: any type
/// - `y`: any type
///
/// No gradient flows through it.
pub fn not_equal(x: Output, y: Output) -> NotEqual {
    NotEqual(NodeSpec::new("NotEqual").input(x).input(y))
}

/// A node that [`fn@not_equal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NotEqual(NodeSpec);

common!(NotEqual);

impl NotEqual {
    /// Default: true.
    pub fn incompatible_shape_error(mut self, value: bool) -> Self {
        self.0.set_attr("incompatible_shape_error", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the n-th smallest element along the last dimension, counted from 0, or the n-th largest if reverse. Shapes:
/// values is input without its last dimension. Errors: INVALID\_ARGUMENT if there are no more than n elements.
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `n`: int32
pub fn nth_element(input: Output, n: Output) -> NthElement {
    NthElement(NodeSpec::new("NthElement").input(input).input(n))
}

/// A node that [`fn@nth_element`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct NthElement(NodeSpec);

common!(NthElement);

impl NthElement {
    /// Default: false.
    pub fn reverse(mut self, value: bool) -> Self {
        self.0.set_attr("reverse", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives on\_value at the positions that indices name along a new axis of size depth, and off\_value elsewhere; an
/// index outside \[0,depth) gives off\_value only. Shapes: depth, on\_value and off\_value are scalars; axis lies in
/// \[-1,rank\]. Errors: INVALID\_ARGUMENT for a negative depth.
///
/// - `indices`: uint8, int8, int32, int64
/// - `depth`: int32
/// - `on_value`: any type
/// - `off_value`: any type
///
/// No gradient flows through it.
pub fn one_hot(indices: Output, depth: Output, on_value: Output, off_value: Output) -> OneHot {
    OneHot(NodeSpec::new("OneHot").input(indices).input(depth).input(on_value).input(off_value))
}

/// A node that [`fn@one_hot`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OneHot(NodeSpec);

common!(OneHot);

impl OneHot {
    /// Default: -1.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of an iterator over the dataset that dataset\_factory gives, which is called once. Errors: those of
/// the function.
///
/// - `dataset_factory`: attr `dataset_factory`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn one_shot_iterator(dataset_factory: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> OneShotIterator {
    OneShotIterator(NodeSpec::new("OneShotIterator").attr("dataset_factory", Attr::Func(dataset_factory.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@one_shot_iterator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OneShotIterator(NodeSpec);

common!(OneShotIterator);

impl OneShotIterator {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives ones (true) shaped like x.
///
/// - `x`: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64,
///   complex128, bool
///
/// No gradient flows through it.
pub fn ones_like(x: Output) -> OnesLike {
    OnesLike(NodeSpec::new("OnesLike").input(x))
}

/// A node that [`fn@ones_like`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OnesLike(NodeSpec);

common!(OnesLike);

impl OnesLike {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset.
///
/// - `input_dataset`: variant
/// - `optimizations`: string
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn optimize_dataset(input_dataset: Output, optimizations: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> OptimizeDataset {
    OptimizeDataset(NodeSpec::new("OptimizeDataset").input(input_dataset).input(optimizations).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@optimize_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OptimizeDataset(NodeSpec);

common!(OptimizeDataset);

impl OptimizeDataset {
    /// Default: \[\].
    pub fn optimization_configs(mut self, value: &[&str]) -> Self {
        self.0.set_attr("optimization_configs", Attr::Strings(value.iter().map(|&x| x.into()).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset.
///
/// - `input_dataset`: variant
/// - `optimizations_enabled`: string
/// - `optimizations_disabled`: string
/// - `optimizations_default`: string
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn optimize_dataset_v2(input_dataset: Output, optimizations_enabled: Output, optimizations_disabled: Output, optimizations_default: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> OptimizeDatasetV2 {
    OptimizeDatasetV2(NodeSpec::new("OptimizeDatasetV2").input(input_dataset).input(optimizations_enabled).input(optimizations_disabled).input(optimizations_default).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@optimize_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OptimizeDatasetV2(NodeSpec);

common!(OptimizeDatasetV2);

impl OptimizeDatasetV2 {
    /// Default: \[\].
    pub fn optimization_configs(mut self, value: &[&str]) -> Self {
        self.0.set_attr("optimization_configs", Attr::Strings(value.iter().map(|&x| x.into()).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives an optional value that holds the components.
///
/// - `components`: list of any type
///
/// No gradient flows through it.
pub fn optional_from_value(components: &[Output]) -> OptionalFromValue {
    OptionalFromValue(NodeSpec::new("OptionalFromValue").input_list(components))
}

/// A node that [`fn@optional_from_value`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OptionalFromValue(NodeSpec);

common!(OptionalFromValue);

impl OptionalFromValue {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives what the optional value holds. Errors: INVALID\_ARGUMENT if that is nothing, or of other types or shapes.
///
/// - `optional`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn optional_get_value(optional: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> OptionalGetValue {
    OptionalGetValue(NodeSpec::new("OptionalGetValue").input(optional).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@optional_get_value`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OptionalGetValue(NodeSpec);

common!(OptionalGetValue);

impl OptionalGetValue {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("output_types")
    }
}

/// Tells whether the optional value holds something.
///
/// - `optional`: variant
///
/// No gradient flows through it.
pub fn optional_has_value(optional: Output) -> OptionalHasValue {
    OptionalHasValue(NodeSpec::new("OptionalHasValue").input(optional))
}

/// A node that [`fn@optional_has_value`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OptionalHasValue(NodeSpec);

common!(OptionalHasValue);

impl OptionalHasValue {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives an optional value that holds nothing.
///
/// No gradient flows through it.
pub fn optional_none() -> OptionalNone {
    OptionalNone(NodeSpec::new("OptionalNone"))
}

/// A node that [`fn@optional_none`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OptionalNone(NodeSpec);

common!(OptionalNone);

impl OptionalNone {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset. The options say how fast a pipeline is to be, not what it gives.
///
/// - `input_dataset`: variant
/// - `serialized_options`: attr `serialized_options`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn options_dataset(input_dataset: Output, serialized_options: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> OptionsDataset {
    OptionsDataset(NodeSpec::new("OptionsDataset").input(input_dataset).attr("serialized_options", Attr::String(serialized_options.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@options_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OptionsDataset(NodeSpec);

common!(OptionsDataset);

impl OptionsDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Drops all tuples. Shapes: none.
///
/// - `dtypes`: attr `dtypes`
pub fn ordered_map_clear(dtypes: &[DType]) -> OrderedMapClear {
    OrderedMapClear(NodeSpec::new("OrderedMapClear").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@ordered_map_clear`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OrderedMapClear(NodeSpec);

common!(OrderedMapClear);

impl OrderedMapClear {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the number of tuples that lack tensors. Shapes: size is a scalar.
///
/// - `dtypes`: attr `dtypes`
///
/// No gradient flows through it.
pub fn ordered_map_incomplete_size(dtypes: &[DType]) -> OrderedMapIncompleteSize {
    OrderedMapIncompleteSize(NodeSpec::new("OrderedMapIncompleteSize").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@ordered_map_incomplete_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OrderedMapIncompleteSize(NodeSpec);

common!(OrderedMapIncompleteSize);

impl OrderedMapIncompleteSize {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the tensors that indices name of the tuple under the key, waiting for it, and leaves them. Shapes: key is a
/// scalar, indices a vector. Errors: INVALID\_ARGUMENT for a tensor that was taken already.
///
/// - `key`: int64
/// - `indices`: int32
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn ordered_map_peek(key: Output, indices: Output, dtypes: &[DType]) -> OrderedMapPeek {
    OrderedMapPeek(NodeSpec::new("OrderedMapPeek").input(key).input(indices).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@ordered_map_peek`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OrderedMapPeek(NodeSpec);

common!(OrderedMapPeek);

impl OrderedMapPeek {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("dtypes")
    }
}

/// Gives the number of complete tuples. Shapes: size is a scalar.
///
/// - `dtypes`: attr `dtypes`
///
/// No gradient flows through it.
pub fn ordered_map_size(dtypes: &[DType]) -> OrderedMapSize {
    OrderedMapSize(NodeSpec::new("OrderedMapSize").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@ordered_map_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OrderedMapSize(NodeSpec);

common!(OrderedMapSize);

impl OrderedMapSize {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts tensors into the staging map of shared\_name under the key, waiting for room: those that indices name, of a
/// tuple of types dtypes. A tuple can be taken when it has all. Shapes: key is a scalar, indices a vector that rises.
/// Errors: INVALID\_ARGUMENT for a tensor that is there already; RESOURCE\_EXHAUSTED for one above memory\_limit.
///
/// - `key`: int64
/// - `indices`: int32
/// - `values`: list of any type
/// - `dtypes`: attr `dtypes`
pub fn ordered_map_stage(key: Output, indices: Output, values: &[Output], dtypes: &[DType]) -> OrderedMapStage {
    OrderedMapStage(NodeSpec::new("OrderedMapStage").input(key).input(indices).input_list(values).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@ordered_map_stage`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OrderedMapStage(NodeSpec);

common!(OrderedMapStage);

impl OrderedMapStage {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Takes the tensors that indices name of the tuple under the key, waiting for it. Shapes: key is a scalar, indices a
/// vector. Errors: as OrderedMapPeek.
///
/// - `key`: int64
/// - `indices`: int32
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn ordered_map_unstage(key: Output, indices: Output, dtypes: &[DType]) -> OrderedMapUnstage {
    OrderedMapUnstage(NodeSpec::new("OrderedMapUnstage").input(key).input(indices).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@ordered_map_unstage`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OrderedMapUnstage(NodeSpec);

common!(OrderedMapUnstage);

impl OrderedMapUnstage {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("dtypes")
    }
}

/// Takes the tensors that indices name of the complete tuple of the least key, waiting for it. Shapes: key is a scalar,
/// indices a vector. Errors: as OrderedMapPeek.
///
/// - `indices`: int32
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn ordered_map_unstage_no_key(indices: Output, dtypes: &[DType]) -> OrderedMapUnstageNoKey {
    OrderedMapUnstageNoKey(NodeSpec::new("OrderedMapUnstageNoKey").input(indices).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@ordered_map_unstage_no_key`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct OrderedMapUnstageNoKey(NodeSpec);

common!(OrderedMapUnstageNoKey);

impl OrderedMapUnstageNoKey {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<OrderedMapUnstageNoKeyOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(OrderedMapUnstageNoKeyOutputs {
            node,
            key: outputs.one(),
            values: outputs.typed_by("dtypes")?,
        })
    }
}

/// What [`fn@ordered_map_unstage_no_key`] gives.
#[derive(Clone, Debug)]
pub struct OrderedMapUnstageNoKeyOutputs {
    pub node: Node,
    pub key: Output,
    pub values: Vec<Output>,
}

/// Stacks tensors along a new axis. Shapes: all values are alike; axis lies in \[-rank-1,rank\]. Errors:
/// INVALID\_ARGUMENT otherwise.
///
/// - `values`: list of any type
pub fn pack(values: &[Output]) -> Pack {
    Pack(NodeSpec::new("Pack").input_list(values))
}

/// A node that [`fn@pack`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Pack(NodeSpec);

common!(Pack);

impl Pack {
    /// Default: 0.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts paddings\[i,0\] zeros before and paddings\[i,1\] zeros after dimension i. Shapes: paddings is \[rank,2\].
/// Errors: INVALID\_ARGUMENT for a negative padding.
///
/// - `input`: any type
/// - `paddings`: int32, int64
pub fn pad(input: Output, paddings: Output) -> Pad {
    Pad(NodeSpec::new("Pad").input(input).input(paddings))
}

/// A node that [`fn@pad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Pad(NodeSpec);

common!(Pad);

impl Pad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts paddings\[i,0\] copies of constant\_values before and paddings\[i,1\] after dimension i. Shapes: paddings is
/// \[rank,2\], constant\_values a scalar. Errors: INVALID\_ARGUMENT for a negative padding.
///
/// - `input`: any type
/// - `paddings`: int32, int64
/// - `constant_values`: any type
pub fn pad_v2(input: Output, paddings: Output, constant_values: Output) -> PadV2 {
    PadV2(NodeSpec::new("PadV2").input(input).input(paddings).input(constant_values))
}

/// A node that [`fn@pad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PadV2(NodeSpec);

common!(PadV2);

impl PadV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As BatchDataset, for components of different sizes: each is padded with its padding value to its padded shape, in
/// which -1 stands for the largest size of the batch. Shapes: padded\_shapes are vectors, padding\_values scalars.
/// Errors: of a pass: DATA\_LOSS for a component that is larger than its padded shape; INVALID\_ARGUMENT for one of
/// another rank.
///
/// - `input_dataset`: variant
/// - `batch_size`: int64
/// - `padded_shapes`: list of int64
/// - `padding_values`: list of any type
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn padded_batch_dataset(input_dataset: Output, batch_size: Output, padded_shapes: &[Output], padding_values: &[Output], output_shapes: &[Option<&[i64]>]) -> PaddedBatchDataset {
    PaddedBatchDataset(NodeSpec::new("PaddedBatchDataset").input(input_dataset).input(batch_size).input_list(padded_shapes).input_list(padding_values).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@padded_batch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PaddedBatchDataset(NodeSpec);

common!(PaddedBatchDataset);

impl PaddedBatchDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As PaddedBatchDataset; with drop\_remainder a batch that is not full is left out.
///
/// - `input_dataset`: variant
/// - `batch_size`: int64
/// - `padded_shapes`: list of int64
/// - `padding_values`: list of any type
/// - `drop_remainder`: bool
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn padded_batch_dataset_v2(input_dataset: Output, batch_size: Output, padded_shapes: &[Output], padding_values: &[Output], drop_remainder: Output, output_shapes: &[Option<&[i64]>]) -> PaddedBatchDatasetV2 {
    PaddedBatchDatasetV2(NodeSpec::new("PaddedBatchDatasetV2").input(input_dataset).input(batch_size).input_list(padded_shapes).input_list(padding_values).input(drop_remainder).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@padded_batch_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PaddedBatchDatasetV2(NodeSpec);

common!(PaddedBatchDatasetV2);

impl PaddedBatchDatasetV2 {
    /// Default: false.
    pub fn parallel_copy(mut self, value: bool) -> Self {
        self.0.set_attr("parallel_copy", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a first-in first-out queue whose shapes may leave sizes open: in a batch, elements are filled up
/// with zeros or empty strings to the largest of them.
///
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn padding_fifo_queue(component_types: &[DType]) -> PaddingFIFOQueue {
    PaddingFIFOQueue(NodeSpec::new("PaddingFIFOQueue").attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@padding_fifo_queue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PaddingFIFOQueue(NodeSpec);

common!(PaddingFIFOQueue);

impl PaddingFIFOQueue {
    /// At least 0. Default: \[\].
    pub fn shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a first-in first-out queue whose shapes may leave sizes open: in a batch, elements are filled up
/// with zeros or empty strings to the largest of them.
///
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn padding_fifo_queue_v2(component_types: &[DType]) -> PaddingFIFOQueueV2 {
    PaddingFIFOQueueV2(NodeSpec::new("PaddingFIFOQueueV2").attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@padding_fifo_queue_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PaddingFIFOQueueV2(NodeSpec);

common!(PaddingFIFOQueueV2);

impl PaddingFIFOQueueV2 {
    /// At least 0. Default: \[\].
    pub fn shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As BatchDatasetV2; num\_parallel\_calls batches are made ahead of their consumer.
///
/// - `input_dataset`: variant
/// - `batch_size`: int64
/// - `num_parallel_calls`: int64
/// - `drop_remainder`: bool
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn parallel_batch_dataset(input_dataset: Output, batch_size: Output, num_parallel_calls: Output, drop_remainder: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ParallelBatchDataset {
    ParallelBatchDataset(NodeSpec::new("ParallelBatchDataset").input(input_dataset).input(batch_size).input(num_parallel_calls).input(drop_remainder).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parallel_batch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelBatchDataset(NodeSpec);

common!(ParallelBatchDataset);

impl ParallelBatchDataset {
    /// Default: false.
    pub fn parallel_copy(mut self, value: bool) -> Self {
        self.0.set_attr("parallel_copy", Attr::Bool(value));
        self
    }

    /// Default: default.
    pub fn deterministic(mut self, value: &str) -> Self {
        self.0.set_attr("deterministic", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Joins values, of one row each, along the first dimension. Shapes: but for that they are alike.
///
/// - `values`: list of any type
/// - `shape`: attr `shape`
///
/// No gradient flows through it.
pub fn parallel_concat(values: &[Output], shape: Option<&[i64]>) -> ParallelConcat {
    ParallelConcat(NodeSpec::new("ParallelConcat").input_list(values).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@parallel_concat`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelConcat(NodeSpec);

common!(ParallelConcat);

impl ParallelConcat {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As DynamicStitch, save that of equal indices any may win; here it is the last.
///
/// - `indices`: list of int32
/// - `data`: list of any type
pub fn parallel_dynamic_stitch(indices: &[Output], data: &[Output]) -> ParallelDynamicStitch {
    ParallelDynamicStitch(NodeSpec::new("ParallelDynamicStitch").input_list(indices).input_list(data))
}

/// A node that [`fn@parallel_dynamic_stitch`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelDynamicStitch(NodeSpec);

common!(ParallelDynamicStitch);

impl ParallelDynamicStitch {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As InterleaveDataset; the datasets of the cycle run ahead of their consumer, with a buffer of
/// buffer\_output\_elements each; with sloppy elements come as soon as they are there.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `cycle_length`: int64
/// - `block_length`: int64
/// - `sloppy`: bool
/// - `buffer_output_elements`: int64
/// - `prefetch_input_elements`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parallel_interleave_dataset(input_dataset: Output, other_arguments: &[Output], cycle_length: Output, block_length: Output, sloppy: Output, buffer_output_elements: Output, prefetch_input_elements: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ParallelInterleaveDataset {
    ParallelInterleaveDataset(NodeSpec::new("ParallelInterleaveDataset").input(input_dataset).input_list(other_arguments).input(cycle_length).input(block_length).input(sloppy).input(buffer_output_elements).input(prefetch_input_elements).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parallel_interleave_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelInterleaveDataset(NodeSpec);

common!(ParallelInterleaveDataset);

impl ParallelInterleaveDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As InterleaveDataset; the datasets of the cycle run ahead of their consumer; with sloppy elements come as soon as
/// they are there.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `cycle_length`: int64
/// - `block_length`: int64
/// - `num_parallel_calls`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parallel_interleave_dataset_v2(input_dataset: Output, other_arguments: &[Output], cycle_length: Output, block_length: Output, num_parallel_calls: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ParallelInterleaveDatasetV2 {
    ParallelInterleaveDatasetV2(NodeSpec::new("ParallelInterleaveDatasetV2").input(input_dataset).input_list(other_arguments).input(cycle_length).input(block_length).input(num_parallel_calls).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parallel_interleave_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelInterleaveDatasetV2(NodeSpec);

common!(ParallelInterleaveDatasetV2);

impl ParallelInterleaveDatasetV2 {
    /// Default: false.
    pub fn sloppy(mut self, value: bool) -> Self {
        self.0.set_attr("sloppy", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ParallelInterleaveDatasetV2; if deterministic is 'false' elements come as soon as they are there.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `cycle_length`: int64
/// - `block_length`: int64
/// - `num_parallel_calls`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parallel_interleave_dataset_v3(input_dataset: Output, other_arguments: &[Output], cycle_length: Output, block_length: Output, num_parallel_calls: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ParallelInterleaveDatasetV3 {
    ParallelInterleaveDatasetV3(NodeSpec::new("ParallelInterleaveDatasetV3").input(input_dataset).input_list(other_arguments).input(cycle_length).input(block_length).input(num_parallel_calls).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parallel_interleave_dataset_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelInterleaveDatasetV3(NodeSpec);

common!(ParallelInterleaveDatasetV3);

impl ParallelInterleaveDatasetV3 {
    /// Default: default.
    pub fn deterministic(mut self, value: &str) -> Self {
        self.0.set_attr("deterministic", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ParallelInterleaveDatasetV3, with a buffer of buffer\_output\_elements for each dataset of the cycle.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `cycle_length`: int64
/// - `block_length`: int64
/// - `buffer_output_elements`: int64
/// - `prefetch_input_elements`: int64
/// - `num_parallel_calls`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parallel_interleave_dataset_v4(input_dataset: Output, other_arguments: &[Output], cycle_length: Output, block_length: Output, buffer_output_elements: Output, prefetch_input_elements: Output, num_parallel_calls: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ParallelInterleaveDatasetV4 {
    ParallelInterleaveDatasetV4(NodeSpec::new("ParallelInterleaveDatasetV4").input(input_dataset).input_list(other_arguments).input(cycle_length).input(block_length).input(buffer_output_elements).input(prefetch_input_elements).input(num_parallel_calls).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parallel_interleave_dataset_v4`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelInterleaveDatasetV4(NodeSpec);

common!(ParallelInterleaveDatasetV4);

impl ParallelInterleaveDatasetV4 {
    /// Default: default.
    pub fn deterministic(mut self, value: &str) -> Self {
        self.0.set_attr("deterministic", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MapDataset, with num\_parallel\_calls calls at a time; with sloppy in the order in which they end.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `num_parallel_calls`: int32
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn parallel_map_dataset(input_dataset: Output, other_arguments: &[Output], num_parallel_calls: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ParallelMapDataset {
    ParallelMapDataset(NodeSpec::new("ParallelMapDataset").input(input_dataset).input_list(other_arguments).input(num_parallel_calls).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parallel_map_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelMapDataset(NodeSpec);

common!(ParallelMapDataset);

impl ParallelMapDataset {
    /// Default: true.
    pub fn use_inter_op_parallelism(mut self, value: bool) -> Self {
        self.0.set_attr("use_inter_op_parallelism", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn sloppy(mut self, value: bool) -> Self {
        self.0.set_attr("sloppy", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn preserve_cardinality(mut self, value: bool) -> Self {
        self.0.set_attr("preserve_cardinality", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As MapDataset, with num\_parallel\_calls calls at a time (-1: as many as there are threads); if deterministic is
/// 'false' in the order in which they end.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `num_parallel_calls`: int64
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn parallel_map_dataset_v2(input_dataset: Output, other_arguments: &[Output], num_parallel_calls: Output, f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ParallelMapDatasetV2 {
    ParallelMapDatasetV2(NodeSpec::new("ParallelMapDatasetV2").input(input_dataset).input_list(other_arguments).input(num_parallel_calls).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parallel_map_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParallelMapDatasetV2(NodeSpec);

common!(ParallelMapDatasetV2);

impl ParallelMapDatasetV2 {
    /// Default: true.
    pub fn use_inter_op_parallelism(mut self, value: bool) -> Self {
        self.0.set_attr("use_inter_op_parallelism", Attr::Bool(value));
        self
    }

    /// Default: default.
    pub fn deterministic(mut self, value: &str) -> Self {
        self.0.set_attr("deterministic", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn preserve_cardinality(mut self, value: bool) -> Self {
        self.0.set_attr("preserve_cardinality", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn use_unbounded_threadpool(mut self, value: bool) -> Self {
        self.0.set_attr("use_unbounded_threadpool", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Parses a vector of Examples: sparse features into sparse tensors, dense ones into tensors of a row for each; a
/// default without elements says that the feature is required, a shape whose first size is unknown that rows are filled
/// up with the default. Shapes: serialized and names are vectors, names maybe empty. Errors: INVALID\_ARGUMENT naming
/// row and feature for bytes that are no Example, another type, a wrong number of values, or a feature that is missing.
///
/// - `serialized`: string
/// - `names`: string
/// - `sparse_keys`: list of string
/// - `dense_keys`: list of string
/// - `dense_defaults`: list of any type
/// - `sparse_types`: attr `sparse_types`; one of float, int64, string. At least 0
/// - `dense_shapes`: attr `dense_shapes`; at least 0
///
/// No gradient flows through it.
pub fn parse_example(serialized: Output, names: Output, sparse_keys: &[Output], dense_keys: &[Output], dense_defaults: &[Output], sparse_types: &[DType], dense_shapes: &[Option<&[i64]>]) -> ParseExample {
    ParseExample(NodeSpec::new("ParseExample").input(serialized).input(names).input_list(sparse_keys).input_list(dense_keys).input_list(dense_defaults).attr("sparse_types", Attr::Types(sparse_types.to_vec())).attr("dense_shapes", Attr::Shapes(dense_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parse_example`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParseExample(NodeSpec);

common!(ParseExample);

impl ParseExample {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ParseExampleOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ParseExampleOutputs {
            node,
            sparse_indices: outputs.counted_by("Nsparse")?,
            sparse_values: outputs.typed_by("sparse_types")?,
            sparse_shapes: outputs.counted_by("Nsparse")?,
            dense_values: outputs.typed_by("Tdense")?,
        })
    }
}

/// What [`fn@parse_example`] gives.
#[derive(Clone, Debug)]
pub struct ParseExampleOutputs {
    pub node: Node,
    pub sparse_indices: Vec<Output>,
    pub sparse_values: Vec<Output>,
    pub sparse_shapes: Vec<Output>,
    pub dense_values: Vec<Output>,
}

/// As ParseExample, with ragged features too, given as values and row splits. Shapes: a scalar is one Example, whose
/// tensors have no dimension for rows, and its row splits are empty; keys are vectors. Errors: as ParseExample.
///
/// - `serialized`: string
/// - `names`: string
/// - `sparse_keys`: string
/// - `dense_keys`: string
/// - `ragged_keys`: string
/// - `dense_defaults`: list of any type
/// - `num_sparse`: attr `num_sparse`; at least 0
/// - `sparse_types`: attr `sparse_types`; one of float, int64, string. At least 0
/// - `ragged_value_types`: attr `ragged_value_types`; one of float, int64, string. At least 0
/// - `ragged_split_types`: attr `ragged_split_types`; one of int32, int64. At least 0
/// - `dense_shapes`: attr `dense_shapes`; at least 0
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parse_example_v2(serialized: Output, names: Output, sparse_keys: Output, dense_keys: Output, ragged_keys: Output, dense_defaults: &[Output], num_sparse: i64, sparse_types: &[DType], ragged_value_types: &[DType], ragged_split_types: &[DType], dense_shapes: &[Option<&[i64]>]) -> ParseExampleV2 {
    ParseExampleV2(NodeSpec::new("ParseExampleV2").input(serialized).input(names).input(sparse_keys).input(dense_keys).input(ragged_keys).input_list(dense_defaults).attr("num_sparse", Attr::Int(num_sparse)).attr("sparse_types", Attr::Types(sparse_types.to_vec())).attr("ragged_value_types", Attr::Types(ragged_value_types.to_vec())).attr("ragged_split_types", Attr::Types(ragged_split_types.to_vec())).attr("dense_shapes", Attr::Shapes(dense_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parse_example_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParseExampleV2(NodeSpec);

common!(ParseExampleV2);

impl ParseExampleV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ParseExampleV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ParseExampleV2Outputs {
            node,
            sparse_indices: outputs.counted_by("num_sparse")?,
            sparse_values: outputs.typed_by("sparse_types")?,
            sparse_shapes: outputs.counted_by("num_sparse")?,
            dense_values: outputs.typed_by("Tdense")?,
            ragged_values: outputs.typed_by("ragged_value_types")?,
            ragged_row_splits: outputs.typed_by("ragged_split_types")?,
        })
    }
}

/// What [`fn@parse_example_v2`] gives.
#[derive(Clone, Debug)]
pub struct ParseExampleV2Outputs {
    pub node: Node,
    pub sparse_indices: Vec<Output>,
    pub sparse_values: Vec<Output>,
    pub sparse_shapes: Vec<Output>,
    pub dense_values: Vec<Output>,
    pub ragged_values: Vec<Output>,
    pub ragged_row_splits: Vec<Output>,
}

/// Parses a vector of SequenceExamples: context features as ParseExample, feature lists with a dimension for steps
/// behind that for rows; dense ones are filled up with zeros, and their lengths are given. Shapes: serialized and
/// debug\_name are vectors, debug\_name maybe empty. Errors: as ParseExample, also for a dense list that is missing and
/// not among feature\_list\_dense\_missing\_assumed\_empty.
///
/// - `serialized`: string
/// - `debug_name`: string
/// - `context_dense_defaults`: list of any type
/// - `feature_list_dense_missing_assumed_empty`: attr `feature_list_dense_missing_assumed_empty`; at least 0
/// - `context_sparse_keys`: attr `context_sparse_keys`; at least 0
/// - `context_dense_keys`: attr `context_dense_keys`; at least 0
/// - `feature_list_sparse_keys`: attr `feature_list_sparse_keys`; at least 0
/// - `feature_list_dense_keys`: attr `feature_list_dense_keys`; at least 0
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parse_sequence_example(serialized: Output, debug_name: Output, context_dense_defaults: &[Output], feature_list_dense_missing_assumed_empty: &[&str], context_sparse_keys: &[&str], context_dense_keys: &[&str], feature_list_sparse_keys: &[&str], feature_list_dense_keys: &[&str]) -> ParseSequenceExample {
    ParseSequenceExample(NodeSpec::new("ParseSequenceExample").input(serialized).input(debug_name).input_list(context_dense_defaults).attr("feature_list_dense_missing_assumed_empty", Attr::Strings(feature_list_dense_missing_assumed_empty.iter().map(|&x| x.into()).collect())).attr("context_sparse_keys", Attr::Strings(context_sparse_keys.iter().map(|&x| x.into()).collect())).attr("context_dense_keys", Attr::Strings(context_dense_keys.iter().map(|&x| x.into()).collect())).attr("feature_list_sparse_keys", Attr::Strings(feature_list_sparse_keys.iter().map(|&x| x.into()).collect())).attr("feature_list_dense_keys", Attr::Strings(feature_list_dense_keys.iter().map(|&x| x.into()).collect())))
}

/// A node that [`fn@parse_sequence_example`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParseSequenceExample(NodeSpec);

common!(ParseSequenceExample);

impl ParseSequenceExample {
    /// At least 0. Default: 0.
    pub fn ncontext_sparse(mut self, value: i64) -> Self {
        self.0.set_attr("Ncontext_sparse", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn ncontext_dense(mut self, value: i64) -> Self {
        self.0.set_attr("Ncontext_dense", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn nfeature_list_sparse(mut self, value: i64) -> Self {
        self.0.set_attr("Nfeature_list_sparse", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn nfeature_list_dense(mut self, value: i64) -> Self {
        self.0.set_attr("Nfeature_list_dense", Attr::Int(value));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn context_sparse_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("context_sparse_types", Attr::Types(value.to_vec()));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn feature_list_dense_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_dense_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn context_dense_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("context_dense_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn feature_list_sparse_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_sparse_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn feature_list_dense_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("feature_list_dense_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ParseSequenceExampleOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ParseSequenceExampleOutputs {
            node,
            context_sparse_indices: outputs.counted_by("Ncontext_sparse")?,
            context_sparse_values: outputs.typed_by("context_sparse_types")?,
            context_sparse_shapes: outputs.counted_by("Ncontext_sparse")?,
            context_dense_values: outputs.typed_by("Tcontext_dense")?,
            feature_list_sparse_indices: outputs.counted_by("Nfeature_list_sparse")?,
            feature_list_sparse_values: outputs.typed_by("feature_list_sparse_types")?,
            feature_list_sparse_shapes: outputs.counted_by("Nfeature_list_sparse")?,
            feature_list_dense_values: outputs.typed_by("feature_list_dense_types")?,
            feature_list_dense_lengths: outputs.counted_by("Nfeature_list_dense")?,
        })
    }
}

/// What [`fn@parse_sequence_example`] gives.
#[derive(Clone, Debug)]
pub struct ParseSequenceExampleOutputs {
    pub node: Node,
    pub context_sparse_indices: Vec<Output>,
    pub context_sparse_values: Vec<Output>,
    pub context_sparse_shapes: Vec<Output>,
    pub context_dense_values: Vec<Output>,
    pub feature_list_sparse_indices: Vec<Output>,
    pub feature_list_sparse_values: Vec<Output>,
    pub feature_list_sparse_shapes: Vec<Output>,
    pub feature_list_dense_values: Vec<Output>,
    pub feature_list_dense_lengths: Vec<Output>,
}

/// As ParseSequenceExample, with ragged features too. Shapes: a scalar is one SequenceExample, whose tensors have no
/// dimension for rows and whose row splits are 0; keys are vectors, feature\_list\_dense\_missing\_assumed\_empty has
/// an entry for each dense list. Errors: as ParseSequenceExample.
///
/// - `serialized`: string
/// - `debug_name`: string
/// - `context_sparse_keys`: string
/// - `context_dense_keys`: string
/// - `context_ragged_keys`: string
/// - `feature_list_sparse_keys`: string
/// - `feature_list_dense_keys`: string
/// - `feature_list_ragged_keys`: string
/// - `feature_list_dense_missing_assumed_empty`: bool
/// - `context_dense_defaults`: list of any type
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parse_sequence_example_v2(serialized: Output, debug_name: Output, context_sparse_keys: Output, context_dense_keys: Output, context_ragged_keys: Output, feature_list_sparse_keys: Output, feature_list_dense_keys: Output, feature_list_ragged_keys: Output, feature_list_dense_missing_assumed_empty: Output, context_dense_defaults: &[Output]) -> ParseSequenceExampleV2 {
    ParseSequenceExampleV2(NodeSpec::new("ParseSequenceExampleV2").input(serialized).input(debug_name).input(context_sparse_keys).input(context_dense_keys).input(context_ragged_keys).input(feature_list_sparse_keys).input(feature_list_dense_keys).input(feature_list_ragged_keys).input(feature_list_dense_missing_assumed_empty).input_list(context_dense_defaults))
}

/// A node that [`fn@parse_sequence_example_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParseSequenceExampleV2(NodeSpec);

common!(ParseSequenceExampleV2);

impl ParseSequenceExampleV2 {
    /// At least 0. Default: 0.
    pub fn ncontext_sparse(mut self, value: i64) -> Self {
        self.0.set_attr("Ncontext_sparse", Attr::Int(value));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn context_sparse_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("context_sparse_types", Attr::Types(value.to_vec()));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn context_ragged_value_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("context_ragged_value_types", Attr::Types(value.to_vec()));
        self
    }

    /// One of int32, int64. At least 0. Default: \[\].
    pub fn context_ragged_split_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("context_ragged_split_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn context_dense_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("context_dense_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// At least 0. Default: 0.
    pub fn nfeature_list_sparse(mut self, value: i64) -> Self {
        self.0.set_attr("Nfeature_list_sparse", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn nfeature_list_dense(mut self, value: i64) -> Self {
        self.0.set_attr("Nfeature_list_dense", Attr::Int(value));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn feature_list_dense_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_dense_types", Attr::Types(value.to_vec()));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn feature_list_sparse_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_sparse_types", Attr::Types(value.to_vec()));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn feature_list_ragged_value_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_ragged_value_types", Attr::Types(value.to_vec()));
        self
    }

    /// One of int32, int64. At least 0. Default: \[\].
    pub fn feature_list_ragged_split_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_ragged_split_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn feature_list_dense_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("feature_list_dense_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ParseSequenceExampleV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ParseSequenceExampleV2Outputs {
            node,
            context_sparse_indices: outputs.counted_by("Ncontext_sparse")?,
            context_sparse_values: outputs.typed_by("context_sparse_types")?,
            context_sparse_shapes: outputs.counted_by("Ncontext_sparse")?,
            context_dense_values: outputs.typed_by("Tcontext_dense")?,
            context_ragged_values: outputs.typed_by("context_ragged_value_types")?,
            context_ragged_row_splits: outputs.typed_by("context_ragged_split_types")?,
            feature_list_sparse_indices: outputs.counted_by("Nfeature_list_sparse")?,
            feature_list_sparse_values: outputs.typed_by("feature_list_sparse_types")?,
            feature_list_sparse_shapes: outputs.counted_by("Nfeature_list_sparse")?,
            feature_list_dense_values: outputs.typed_by("feature_list_dense_types")?,
            feature_list_dense_lengths: outputs.counted_by("Nfeature_list_dense")?,
            feature_list_ragged_values: outputs.typed_by("feature_list_ragged_value_types")?,
            feature_list_ragged_outer_splits: outputs.typed_by("feature_list_ragged_split_types")?,
            feature_list_ragged_inner_splits: outputs.typed_by("feature_list_ragged_split_types")?,
        })
    }
}

/// What [`fn@parse_sequence_example_v2`] gives.
#[derive(Clone, Debug)]
pub struct ParseSequenceExampleV2Outputs {
    pub node: Node,
    pub context_sparse_indices: Vec<Output>,
    pub context_sparse_values: Vec<Output>,
    pub context_sparse_shapes: Vec<Output>,
    pub context_dense_values: Vec<Output>,
    pub context_ragged_values: Vec<Output>,
    pub context_ragged_row_splits: Vec<Output>,
    pub feature_list_sparse_indices: Vec<Output>,
    pub feature_list_sparse_values: Vec<Output>,
    pub feature_list_sparse_shapes: Vec<Output>,
    pub feature_list_dense_values: Vec<Output>,
    pub feature_list_dense_lengths: Vec<Output>,
    pub feature_list_ragged_values: Vec<Output>,
    pub feature_list_ragged_outer_splits: Vec<Output>,
    pub feature_list_ragged_inner_splits: Vec<Output>,
}

/// As ParseExampleV2 of a scalar, with keys as attrs. Shapes: serialized is a scalar. Errors: as ParseExample.
///
/// - `serialized`: string
/// - `dense_defaults`: list of any type
/// - `num_sparse`: attr `num_sparse`; at least 0
/// - `sparse_keys`: attr `sparse_keys`; at least 0
/// - `dense_keys`: attr `dense_keys`; at least 0
/// - `sparse_types`: attr `sparse_types`; one of float, int64, string. At least 0
/// - `dense_shapes`: attr `dense_shapes`; at least 0
///
/// No gradient flows through it.
pub fn parse_single_example(serialized: Output, dense_defaults: &[Output], num_sparse: i64, sparse_keys: &[&str], dense_keys: &[&str], sparse_types: &[DType], dense_shapes: &[Option<&[i64]>]) -> ParseSingleExample {
    ParseSingleExample(NodeSpec::new("ParseSingleExample").input(serialized).input_list(dense_defaults).attr("num_sparse", Attr::Int(num_sparse)).attr("sparse_keys", Attr::Strings(sparse_keys.iter().map(|&x| x.into()).collect())).attr("dense_keys", Attr::Strings(dense_keys.iter().map(|&x| x.into()).collect())).attr("sparse_types", Attr::Types(sparse_types.to_vec())).attr("dense_shapes", Attr::Shapes(dense_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@parse_single_example`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParseSingleExample(NodeSpec);

common!(ParseSingleExample);

impl ParseSingleExample {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ParseSingleExampleOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ParseSingleExampleOutputs {
            node,
            sparse_indices: outputs.counted_by("num_sparse")?,
            sparse_values: outputs.typed_by("sparse_types")?,
            sparse_shapes: outputs.counted_by("num_sparse")?,
            dense_values: outputs.typed_by("Tdense")?,
        })
    }
}

/// What [`fn@parse_single_example`] gives.
#[derive(Clone, Debug)]
pub struct ParseSingleExampleOutputs {
    pub node: Node,
    pub sparse_indices: Vec<Output>,
    pub sparse_values: Vec<Output>,
    pub sparse_shapes: Vec<Output>,
    pub dense_values: Vec<Output>,
}

/// Parses one SequenceExample, as ParseSequenceExample, without a dimension for rows and without lengths. Shapes:
/// serialized, the keys and debug\_name are scalars. Errors: as ParseSequenceExample.
///
/// - `serialized`: string
/// - `feature_list_dense_missing_assumed_empty`: string
/// - `context_sparse_keys`: list of string
/// - `context_dense_keys`: list of string
/// - `feature_list_sparse_keys`: list of string
/// - `feature_list_dense_keys`: list of string
/// - `context_dense_defaults`: list of any type
/// - `debug_name`: string
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn parse_single_sequence_example(serialized: Output, feature_list_dense_missing_assumed_empty: Output, context_sparse_keys: &[Output], context_dense_keys: &[Output], feature_list_sparse_keys: &[Output], feature_list_dense_keys: &[Output], context_dense_defaults: &[Output], debug_name: Output) -> ParseSingleSequenceExample {
    ParseSingleSequenceExample(NodeSpec::new("ParseSingleSequenceExample").input(serialized).input(feature_list_dense_missing_assumed_empty).input_list(context_sparse_keys).input_list(context_dense_keys).input_list(feature_list_sparse_keys).input_list(feature_list_dense_keys).input_list(context_dense_defaults).input(debug_name))
}

/// A node that [`fn@parse_single_sequence_example`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParseSingleSequenceExample(NodeSpec);

common!(ParseSingleSequenceExample);

impl ParseSingleSequenceExample {
    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn context_sparse_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("context_sparse_types", Attr::Types(value.to_vec()));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn feature_list_dense_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_dense_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn context_dense_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("context_dense_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// One of float, int64, string. At least 0. Default: \[\].
    pub fn feature_list_sparse_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("feature_list_sparse_types", Attr::Types(value.to_vec()));
        self
    }

    /// At least 0. Default: \[\].
    pub fn feature_list_dense_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("feature_list_dense_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ParseSingleSequenceExampleOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ParseSingleSequenceExampleOutputs {
            node,
            context_sparse_indices: outputs.counted_by("Ncontext_sparse")?,
            context_sparse_values: outputs.typed_by("context_sparse_types")?,
            context_sparse_shapes: outputs.counted_by("Ncontext_sparse")?,
            context_dense_values: outputs.typed_by("Tcontext_dense")?,
            feature_list_sparse_indices: outputs.counted_by("Nfeature_list_sparse")?,
            feature_list_sparse_values: outputs.typed_by("feature_list_sparse_types")?,
            feature_list_sparse_shapes: outputs.counted_by("Nfeature_list_sparse")?,
            feature_list_dense_values: outputs.typed_by("feature_list_dense_types")?,
        })
    }
}

/// What [`fn@parse_single_sequence_example`] gives.
#[derive(Clone, Debug)]
pub struct ParseSingleSequenceExampleOutputs {
    pub node: Node,
    pub context_sparse_indices: Vec<Output>,
    pub context_sparse_values: Vec<Output>,
    pub context_sparse_shapes: Vec<Output>,
    pub context_dense_values: Vec<Output>,
    pub feature_list_sparse_indices: Vec<Output>,
    pub feature_list_sparse_values: Vec<Output>,
    pub feature_list_sparse_shapes: Vec<Output>,
    pub feature_list_dense_values: Vec<Output>,
}

/// The tensor whose TensorProto the bytes are. Shapes: serialized is a scalar. Errors: INVALID\_ARGUMENT for bytes that
/// are none, or one of another type.
///
/// - `serialized`: string
/// - `out_type`: attr `out_type`
///
/// No gradient flows through it.
pub fn parse_tensor(serialized: Output, out_type: DType) -> ParseTensor {
    ParseTensor(NodeSpec::new("ParseTensor").input(serialized).attr("out_type", Attr::Type(out_type)))
}

/// A node that [`fn@parse_tensor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ParseTensor(NodeSpec);

common!(ParseTensor);

impl ParseTensor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the results of the function f, which has no effects. Errors: INVALID\_ARGUMENT if f's signature is not Tin -\>
/// Tout; NOT\_FOUND if the graph has no f.
///
/// - `args`: list of any type
/// - `tout`: attr `Tout`; at least 0
/// - `f`: attr `f`
pub fn partitioned_call(args: &[Output], tout: &[DType], f: &str) -> PartitionedCall {
    PartitionedCall(NodeSpec::new("PartitionedCall").input_list(args).attr("Tout", Attr::Types(tout.to_vec())).attr("f", Attr::Func(f.into())))
}

/// A node that [`fn@partitioned_call`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PartitionedCall(NodeSpec);

common!(PartitionedCall);

impl PartitionedCall {
    /// Default: "".
    pub fn config(mut self, value: &str) -> Self {
        self.0.set_attr("config", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn config_proto(mut self, value: &str) -> Self {
        self.0.set_attr("config_proto", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn executor_type(mut self, value: &str) -> Self {
        self.0.set_attr("executor_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// Stands for a tensor that every run feeds. Shapes: what is fed must fit `shape`. Errors: INVALID\_ARGUMENT if it is
/// needed and not fed.
///
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn placeholder(dtype: DType) -> Placeholder {
    Placeholder(NodeSpec::new("Placeholder").attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@placeholder`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Placeholder(NodeSpec);

common!(Placeholder);

impl Placeholder {
    /// Default: unknown.
    pub fn shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes input on unless a run feeds something else. Shapes: input and what is fed must fit `shape`.
///
/// - `input`: any type
/// - `shape`: attr `shape`
pub fn placeholder_with_default(input: Output, shape: Option<&[i64]>) -> PlaceholderWithDefault {
    PlaceholderWithDefault(NodeSpec::new("PlaceholderWithDefault").input(input).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@placeholder_with_default`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PlaceholderWithDefault(NodeSpec);

common!(PlaceholderWithDefault);

impl PlaceholderWithDefault {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives derivative a of Digamma at x; NaN unless a is a whole number from 0. Shapes: a and x broadcast against each
/// other. Source: Abramowitz & Stegun 1964, 6.4.
///
/// - `a`: float, double
/// - `x`: float, double
pub fn polygamma(a: Output, x: Output) -> Polygamma {
    Polygamma(NodeSpec::new("Polygamma").input(a).input(x))
}

/// A node that [`fn@polygamma`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Polygamma(NodeSpec);

common!(Polygamma);

impl Polygamma {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x to the power of y, element by element. Shapes: x and y broadcast against each other. Errors:
/// INVALID\_ARGUMENT for an integer to a negative power.
///
/// - `x`: bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128
/// - `y`: bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128
pub fn pow(x: Output, y: Output) -> Pow {
    Pow(NodeSpec::new("Pow").input(x).input(y))
}

/// A node that [`fn@pow`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Pow(NodeSpec);

common!(Pow);

impl Pow {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the same elements, buffer\_size of which are made ahead of their consumer (-1: the runtime
/// chooses).
///
/// - `input_dataset`: variant
/// - `buffer_size`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn prefetch_dataset(input_dataset: Output, buffer_size: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> PrefetchDataset {
    PrefetchDataset(NodeSpec::new("PrefetchDataset").input(input_dataset).input(buffer_size).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@prefetch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PrefetchDataset(NodeSpec);

common!(PrefetchDataset);

impl PrefetchDataset {
    /// Default: 0.
    pub fn slack_period(mut self, value: i64) -> Self {
        self.0.set_attr("slack_period", Attr::Int(value));
        self
    }

    /// Default: true.
    pub fn legacy_autotune(mut self, value: bool) -> Self {
        self.0.set_attr("legacy_autotune", Attr::Bool(value));
        self
    }

    /// Default: 0.
    pub fn buffer_size_min(mut self, value: i64) -> Self {
        self.0.set_attr("buffer_size_min", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes input on; asking for a gradient through it is an error that shows `message`. Shapes: output is like input.
///
/// - `input`: any type
pub fn prevent_gradient(input: Output) -> PreventGradient {
    PreventGradient(NodeSpec::new("PreventGradient").input(input))
}

/// A node that [`fn@prevent_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PreventGradient(NodeSpec);

common!(PreventGradient);

impl PreventGradient {
    /// Default: "".
    pub fn message(mut self, value: &str) -> Self {
        self.0.set_attr("message", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Hands input on and writes message and the data to the standard error output, of each value the first summarize
/// elements (all, below 0). first\_n: how many times at most; any number of times below 0. Shapes: output is like
/// input.
///
/// - `input`: any type
/// - `data`: list of any type
pub fn print(input: Output, data: &[Output]) -> Print {
    Print(NodeSpec::new("Print").input(input).input_list(data))
}

/// A node that [`fn@print`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Print(NodeSpec);

common!(Print);

impl Print {
    /// Default: "".
    pub fn message(mut self, value: &str) -> Self {
        self.0.set_attr("message", Attr::String(value.into()));
        self
    }

    /// Default: -1.
    pub fn first_n(mut self, value: i64) -> Self {
        self.0.set_attr("first_n", Attr::Int(value));
        self
    }

    /// Default: 3.
    pub fn summarize(mut self, value: i64) -> Self {
        self.0.set_attr("summarize", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Writes input and end to output\_stream: stdout, stderr, or log(info), log(warning) and log(error), which are the
/// standard error output. Shapes: input is a scalar. Errors: UNIMPLEMENTED for another stream.
///
/// - `input`: string
pub fn print_v2(input: Output) -> PrintV2 {
    PrintV2(NodeSpec::new("PrintV2").input(input))
}

/// A node that [`fn@print_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PrintV2(NodeSpec);

common!(PrintV2);

impl PrintV2 {
    /// Default: stderr.
    pub fn output_stream(mut self, value: &str) -> Self {
        self.0.set_attr("output_stream", Attr::String(value.into()));
        self
    }

    /// Default: "\n".
    pub fn end(mut self, value: &str) -> Self {
        self.0.set_attr("end", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the handle of a queue whose elements have an int64 scalar, their priority, before the given components; the
/// least comes out first.
///
/// - `shapes`: attr `shapes`; at least 0
///
/// No gradient flows through it.
pub fn priority_queue(shapes: &[Option<&[i64]>]) -> PriorityQueue {
    PriorityQueue(NodeSpec::new("PriorityQueue").attr("shapes", Attr::Shapes(shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@priority_queue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PriorityQueue(NodeSpec);

common!(PriorityQueue);

impl PriorityQueue {
    /// At least 0. Default: \[\].
    pub fn component_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("component_types", Attr::Types(value.to_vec()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a queue whose elements have an int64 scalar, their priority, before the given components; the
/// least comes out first.
///
/// - `shapes`: attr `shapes`; at least 0
///
/// No gradient flows through it.
pub fn priority_queue_v2(shapes: &[Option<&[i64]>]) -> PriorityQueueV2 {
    PriorityQueueV2(NodeSpec::new("PriorityQueueV2").attr("shapes", Attr::Shapes(shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@priority_queue_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PriorityQueueV2(NodeSpec);

common!(PriorityQueueV2);

impl PriorityQueueV2 {
    /// At least 0. Default: \[\].
    pub fn component_types(mut self, value: &[DType]) -> Self {
        self.0.set_attr("component_types", Attr::Types(value.to_vec()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset, which uses the threads of the runtime.
///
/// - `input_dataset`: variant
/// - `num_threads`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn private_thread_pool_dataset(input_dataset: Output, num_threads: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> PrivateThreadPoolDataset {
    PrivateThreadPoolDataset(NodeSpec::new("PrivateThreadPoolDataset").input(input_dataset).input(num_threads).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@private_thread_pool_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PrivateThreadPoolDataset(NodeSpec);

common!(PrivateThreadPoolDataset);

impl PrivateThreadPoolDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Multiplies over the given axes; an empty axis gives 1. Shapes and errors: as Sum.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `reduction_indices`: int32, int64
pub fn prod(input: Output, reduction_indices: Output) -> Prod {
    Prod(NodeSpec::new("Prod").input(input).input(reduction_indices))
}

/// A node that [`fn@prod`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Prod(NodeSpec);

common!(Prod);

impl Prod {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives what the host program's function for the token makes of the inputs, whatever its shapes. Errors: UNIMPLEMENTED
/// where none is registered; INVALID\_ARGUMENT for other types than Tout; those of the function.
///
/// - `input`: list of any type
/// - `token`: attr `token`
/// - `tout`: attr `Tout`; at least 0
///
/// No gradient flows through it.
pub fn py_func(input: &[Output], token: &str, tout: &[DType]) -> PyFunc {
    PyFunc(NodeSpec::new("PyFunc").input_list(input).attr("token", Attr::String(token.into())).attr("Tout", Attr::Types(tout.to_vec())))
}

/// A node that [`fn@py_func`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PyFunc(NodeSpec);

common!(PyFunc);

impl PyFunc {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// As PyFunc, of a function without side effects. It runs in every step that needs it.
///
/// - `input`: list of any type
/// - `token`: attr `token`
/// - `tout`: attr `Tout`; at least 0
///
/// No gradient flows through it.
pub fn py_func_stateless(input: &[Output], token: &str, tout: &[DType]) -> PyFuncStateless {
    PyFuncStateless(NodeSpec::new("PyFuncStateless").input_list(input).attr("token", Attr::String(token.into())).attr("Tout", Attr::Types(tout.to_vec())))
}

/// A node that [`fn@py_func_stateless`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct PyFuncStateless(NodeSpec);

common!(PyFuncStateless);

impl PyFuncStateless {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// Gives unitary q and upper triangles r whose products are the matrices, by Householder's reflections. Shapes: input
/// is \[..., m, n\]; q is \[..., m, k\], r \[..., k, n\], where k is m with full\_matrices, else the least of m and n.
///
/// - `input`: double, float, half, complex64, complex128
pub fn qr(input: Output) -> Qr {
    Qr(NodeSpec::new("Qr").input(input))
}

/// A node that [`fn@qr`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Qr(NodeSpec);

common!(Qr);

impl Qr {
    /// Default: false.
    pub fn full_matrices(mut self, value: bool) -> Self {
        self.0.set_attr("full_matrices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<QrOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(QrOutputs {
            node,
            q: outputs.one(),
            r: outputs.one(),
        })
    }
}

/// What [`fn@qr`] gives.
#[derive(Clone, Debug)]
pub struct QrOutputs {
    pub node: Node,
    pub q: Output,
    pub r: Output,
}

/// QuantizeAndDequantizeV2 with a range of attrs.
///
/// - `input`: half, bfloat16, float, double
pub fn quantize_and_dequantize(input: Output) -> QuantizeAndDequantize {
    QuantizeAndDequantize(NodeSpec::new("QuantizeAndDequantize").input(input))
}

/// A node that [`fn@quantize_and_dequantize`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QuantizeAndDequantize(NodeSpec);

common!(QuantizeAndDequantize);

impl QuantizeAndDequantize {
    /// Default: true.
    pub fn signed_input(mut self, value: bool) -> Self {
        self.0.set_attr("signed_input", Attr::Bool(value));
        self
    }

    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn range_given(mut self, value: bool) -> Self {
        self.0.set_attr("range_given", Attr::Bool(value));
        self
    }

    /// Default: 0.0.
    pub fn input_min(mut self, value: f32) -> Self {
        self.0.set_attr("input_min", Attr::Float(value));
        self
    }

    /// Default: 0.0.
    pub fn input_max(mut self, value: f32) -> Self {
        self.0.set_attr("input_max", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Rounds input to the grid of integers of num\_bits that covers the range \[input\_min, input\_max\], or the input's
/// own unless range\_given, and holds 0; what is outside of the range goes to its ends. Shapes: output is like input;
/// ranges are scalars or, with an axis, vectors along it. Its gradient is that of the identity. Errors:
/// INVALID\_ARGUMENT for num\_bits out of range.
///
/// - `input`: half, bfloat16, float, double
/// - `input_min`: half, bfloat16, float, double
/// - `input_max`: half, bfloat16, float, double
pub fn quantize_and_dequantize_v2(input: Output, input_min: Output, input_max: Output) -> QuantizeAndDequantizeV2 {
    QuantizeAndDequantizeV2(NodeSpec::new("QuantizeAndDequantizeV2").input(input).input(input_min).input(input_max))
}

/// A node that [`fn@quantize_and_dequantize_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QuantizeAndDequantizeV2(NodeSpec);

common!(QuantizeAndDequantizeV2);

impl QuantizeAndDequantizeV2 {
    /// Default: true.
    pub fn signed_input(mut self, value: bool) -> Self {
        self.0.set_attr("signed_input", Attr::Bool(value));
        self
    }

    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn range_given(mut self, value: bool) -> Self {
        self.0.set_attr("range_given", Attr::Bool(value));
        self
    }

    /// One of HALF\_TO\_EVEN, HALF\_UP. Default: "HALF\_TO\_EVEN".
    pub fn round_mode(mut self, value: &str) -> Self {
        self.0.set_attr("round_mode", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// QuantizeAndDequantizeV2 with num\_bits, a scalar, as an input; it rounds halves to even.
///
/// - `input`: half, bfloat16, float, double
/// - `input_min`: half, bfloat16, float, double
/// - `input_max`: half, bfloat16, float, double
/// - `num_bits`: int32
pub fn quantize_and_dequantize_v3(input: Output, input_min: Output, input_max: Output, num_bits: Output) -> QuantizeAndDequantizeV3 {
    QuantizeAndDequantizeV3(NodeSpec::new("QuantizeAndDequantizeV3").input(input).input(input_min).input(input_max).input(num_bits))
}

/// A node that [`fn@quantize_and_dequantize_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QuantizeAndDequantizeV3(NodeSpec);

common!(QuantizeAndDequantizeV3);

impl QuantizeAndDequantizeV3 {
    /// Default: true.
    pub fn signed_input(mut self, value: bool) -> Self {
        self.0.set_attr("signed_input", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn range_given(mut self, value: bool) -> Self {
        self.0.set_attr("range_given", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// QuantizeAndDequantizeV2 with a gradient that is 0 outside of the range.
///
/// - `input`: half, bfloat16, float, double
/// - `input_min`: half, bfloat16, float, double
/// - `input_max`: half, bfloat16, float, double
pub fn quantize_and_dequantize_v4(input: Output, input_min: Output, input_max: Output) -> QuantizeAndDequantizeV4 {
    QuantizeAndDequantizeV4(NodeSpec::new("QuantizeAndDequantizeV4").input(input).input(input_min).input(input_max))
}

/// A node that [`fn@quantize_and_dequantize_v4`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QuantizeAndDequantizeV4(NodeSpec);

common!(QuantizeAndDequantizeV4);

impl QuantizeAndDequantizeV4 {
    /// Default: true.
    pub fn signed_input(mut self, value: bool) -> Self {
        self.0.set_attr("signed_input", Attr::Bool(value));
        self
    }

    /// Default: 8.
    pub fn num_bits(mut self, value: i64) -> Self {
        self.0.set_attr("num_bits", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn range_given(mut self, value: bool) -> Self {
        self.0.set_attr("range_given", Attr::Bool(value));
        self
    }

    /// One of HALF\_TO\_EVEN, HALF\_UP. Default: "HALF\_TO\_EVEN".
    pub fn round_mode(mut self, value: &str) -> Self {
        self.0.set_attr("round_mode", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of QuantizeAndDequantizeV4: gradients where input is in \[input\_min, input\_max\], 0 elsewhere
/// and for the ranges. Shapes: gradients is like input.
///
/// - `gradients`: half, bfloat16, float, double
/// - `input`: half, bfloat16, float, double
/// - `input_min`: half, bfloat16, float, double
/// - `input_max`: half, bfloat16, float, double
pub fn quantize_and_dequantize_v4_grad(gradients: Output, input: Output, input_min: Output, input_max: Output) -> QuantizeAndDequantizeV4Grad {
    QuantizeAndDequantizeV4Grad(NodeSpec::new("QuantizeAndDequantizeV4Grad").input(gradients).input(input).input(input_min).input(input_max))
}

/// A node that [`fn@quantize_and_dequantize_v4_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QuantizeAndDequantizeV4Grad(NodeSpec);

common!(QuantizeAndDequantizeV4Grad);

impl QuantizeAndDequantizeV4Grad {
    /// Default: -1.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<QuantizeAndDequantizeV4GradOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(QuantizeAndDequantizeV4GradOutputs {
            node,
            input_backprop: outputs.one(),
            input_min_backprop: outputs.one(),
            input_max_backprop: outputs.one(),
        })
    }
}

/// What [`fn@quantize_and_dequantize_v4_grad`] gives.
#[derive(Clone, Debug)]
pub struct QuantizeAndDequantizeV4GradOutputs {
    pub node: Node,
    pub input_backprop: Output,
    pub input_min_backprop: Output,
    pub input_max_backprop: Output,
}

/// Converts input to T, whose numbers stand for those of a range that holds min\_range, max\_range and 0; output\_min
/// and output\_max say which. Shapes: output is like input, the rest are scalars. Errors: UNIMPLEMENTED for an axis.
///
/// - `input`: float
/// - `min_range`: float
/// - `max_range`: float
/// - `t`: attr `T`; one of qint8, quint8, qint32, qint16, quint16
///
/// No gradient flows through it.
pub fn quantize_v2(input: Output, min_range: Output, max_range: Output, t: DType) -> QuantizeV2 {
    QuantizeV2(NodeSpec::new("QuantizeV2").input(input).input(min_range).input(max_range).attr("T", Attr::Type(t)))
}

/// A node that [`fn@quantize_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QuantizeV2(NodeSpec);

common!(QuantizeV2);

impl QuantizeV2 {
    /// One of MIN\_COMBINED, MIN\_FIRST, SCALED. Default: "MIN\_COMBINED".
    pub fn mode(mut self, value: &str) -> Self {
        self.0.set_attr("mode", Attr::String(value.into()));
        self
    }

    /// One of HALF\_AWAY\_FROM\_ZERO, HALF\_TO\_EVEN. Default: "HALF\_AWAY\_FROM\_ZERO".
    pub fn round_mode(mut self, value: &str) -> Self {
        self.0.set_attr("round_mode", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn narrow_range(mut self, value: bool) -> Self {
        self.0.set_attr("narrow_range", Attr::Bool(value));
        self
    }

    /// Default: -1.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Default: 0.01.
    pub fn ensure_minimum_range(mut self, value: f32) -> Self {
        self.0.set_attr("ensure_minimum_range", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<QuantizeV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(QuantizeV2Outputs {
            node,
            output: outputs.one(),
            output_min: outputs.one(),
            output_max: outputs.one(),
        })
    }
}

/// What [`fn@quantize_v2`] gives.
#[derive(Clone, Debug)]
pub struct QuantizeV2Outputs {
    pub node: Node,
    pub output: Output,
    pub output_min: Output,
    pub output_max: Output,
}

/// Lets no more elements in; what is in the queue can still be taken out. Waiting enqueues go on, or end with CANCELLED
/// if cancel\_pending\_enqueues is set.
///
/// - `handle`: resource
pub fn queue_close(handle: Output) -> QueueClose {
    QueueClose(NodeSpec::new("QueueClose").input(handle))
}

/// A node that [`fn@queue_close`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueClose(NodeSpec);

common!(QueueClose);

impl QueueClose {
    /// Default: false.
    pub fn cancel_pending_enqueues(mut self, value: bool) -> Self {
        self.0.set_attr("cancel_pending_enqueues", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Lets no more elements in; what is in the queue can still be taken out. Waiting enqueues go on, or end with CANCELLED
/// if cancel\_pending\_enqueues is set.
///
/// - `handle`: resource
pub fn queue_close_v2(handle: Output) -> QueueCloseV2 {
    QueueCloseV2(NodeSpec::new("QueueCloseV2").input(handle))
}

/// A node that [`fn@queue_close_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueCloseV2(NodeSpec);

common!(QueueCloseV2);

impl QueueCloseV2 {
    /// Default: false.
    pub fn cancel_pending_enqueues(mut self, value: bool) -> Self {
        self.0.set_attr("cancel_pending_enqueues", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Takes one element out of the queue, waiting for one. Errors: OUT\_OF\_RANGE if the queue is closed and empty.
///
/// - `handle`: resource
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn queue_dequeue(handle: Output, component_types: &[DType]) -> QueueDequeue {
    QueueDequeue(NodeSpec::new("QueueDequeue").input(handle).attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@queue_dequeue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueDequeue(NodeSpec);

common!(QueueDequeue);

impl QueueDequeue {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("component_types")
    }
}

/// Takes n elements out of the queue, waiting for all, and stacks each component along a new dimension 0. Shapes: n is
/// a scalar; the queue knows its components' shapes. Errors: OUT\_OF\_RANGE if the queue is closed and holds fewer.
///
/// - `handle`: resource
/// - `n`: int32
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn queue_dequeue_many(handle: Output, n: Output, component_types: &[DType]) -> QueueDequeueMany {
    QueueDequeueMany(NodeSpec::new("QueueDequeueMany").input(handle).input(n).attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@queue_dequeue_many`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueDequeueMany(NodeSpec);

common!(QueueDequeueMany);

impl QueueDequeueMany {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("component_types")
    }
}

/// Takes n elements out of the queue, waiting for all, and stacks each component along a new dimension 0. Shapes: n is
/// a scalar; the queue knows its components' shapes. Errors: OUT\_OF\_RANGE if the queue is closed and holds fewer.
///
/// - `handle`: resource
/// - `n`: int32
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn queue_dequeue_many_v2(handle: Output, n: Output, component_types: &[DType]) -> QueueDequeueManyV2 {
    QueueDequeueManyV2(NodeSpec::new("QueueDequeueManyV2").input(handle).input(n).attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@queue_dequeue_many_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueDequeueManyV2(NodeSpec);

common!(QueueDequeueManyV2);

impl QueueDequeueManyV2 {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("component_types")
    }
}

/// As QueueDequeueMany, but takes what is left if the queue is closed and holds fewer than n. Errors: OUT\_OF\_RANGE if
/// it is closed and empty.
///
/// - `handle`: resource
/// - `n`: int32
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn queue_dequeue_up_to(handle: Output, n: Output, component_types: &[DType]) -> QueueDequeueUpTo {
    QueueDequeueUpTo(NodeSpec::new("QueueDequeueUpTo").input(handle).input(n).attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@queue_dequeue_up_to`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueDequeueUpTo(NodeSpec);

common!(QueueDequeueUpTo);

impl QueueDequeueUpTo {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("component_types")
    }
}

/// As QueueDequeueMany, but takes what is left if the queue is closed and holds fewer than n. Errors: OUT\_OF\_RANGE if
/// it is closed and empty.
///
/// - `handle`: resource
/// - `n`: int32
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn queue_dequeue_up_to_v2(handle: Output, n: Output, component_types: &[DType]) -> QueueDequeueUpToV2 {
    QueueDequeueUpToV2(NodeSpec::new("QueueDequeueUpToV2").input(handle).input(n).attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@queue_dequeue_up_to_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueDequeueUpToV2(NodeSpec);

common!(QueueDequeueUpToV2);

impl QueueDequeueUpToV2 {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("component_types")
    }
}

/// Takes one element out of the queue, waiting for one. Errors: OUT\_OF\_RANGE if the queue is closed and empty.
///
/// - `handle`: resource
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn queue_dequeue_v2(handle: Output, component_types: &[DType]) -> QueueDequeueV2 {
    QueueDequeueV2(NodeSpec::new("QueueDequeueV2").input(handle).attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@queue_dequeue_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueDequeueV2(NodeSpec);

common!(QueueDequeueV2);

impl QueueDequeueV2 {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("component_types")
    }
}

/// Puts one element into the queue, waiting for room. Errors: CANCELLED if the queue is closed; INVALID\_ARGUMENT for
/// other types or shapes.
///
/// - `handle`: resource
/// - `components`: list of any type
pub fn queue_enqueue(handle: Output, components: &[Output]) -> QueueEnqueue {
    QueueEnqueue(NodeSpec::new("QueueEnqueue").input(handle).input_list(components))
}

/// A node that [`fn@queue_enqueue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueEnqueue(NodeSpec);

common!(QueueEnqueue);

impl QueueEnqueue {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts the slices of the components along dimension 0 into the queue, one by one. Shapes: all components have the same
/// first dimension. Errors: as QueueEnqueue.
///
/// - `handle`: resource
/// - `components`: list of any type
pub fn queue_enqueue_many(handle: Output, components: &[Output]) -> QueueEnqueueMany {
    QueueEnqueueMany(NodeSpec::new("QueueEnqueueMany").input(handle).input_list(components))
}

/// A node that [`fn@queue_enqueue_many`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueEnqueueMany(NodeSpec);

common!(QueueEnqueueMany);

impl QueueEnqueueMany {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts the slices of the components along dimension 0 into the queue, one by one. Shapes: all components have the same
/// first dimension. Errors: as QueueEnqueue.
///
/// - `handle`: resource
/// - `components`: list of any type
pub fn queue_enqueue_many_v2(handle: Output, components: &[Output]) -> QueueEnqueueManyV2 {
    QueueEnqueueManyV2(NodeSpec::new("QueueEnqueueManyV2").input(handle).input_list(components))
}

/// A node that [`fn@queue_enqueue_many_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueEnqueueManyV2(NodeSpec);

common!(QueueEnqueueManyV2);

impl QueueEnqueueManyV2 {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts one element into the queue, waiting for room. Errors: CANCELLED if the queue is closed; INVALID\_ARGUMENT for
/// other types or shapes.
///
/// - `handle`: resource
/// - `components`: list of any type
pub fn queue_enqueue_v2(handle: Output, components: &[Output]) -> QueueEnqueueV2 {
    QueueEnqueueV2(NodeSpec::new("QueueEnqueueV2").input(handle).input_list(components))
}

/// A node that [`fn@queue_enqueue_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueEnqueueV2(NodeSpec);

common!(QueueEnqueueV2);

impl QueueEnqueueV2 {
    /// Default: -1.
    pub fn timeout_ms(mut self, value: i64) -> Self {
        self.0.set_attr("timeout_ms", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Tells whether the queue was closed. Shapes: is\_closed is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn queue_is_closed(handle: Output) -> QueueIsClosed {
    QueueIsClosed(NodeSpec::new("QueueIsClosed").input(handle))
}

/// A node that [`fn@queue_is_closed`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueIsClosed(NodeSpec);

common!(QueueIsClosed);

impl QueueIsClosed {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells whether the queue was closed. Shapes: is\_closed is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn queue_is_closed_v2(handle: Output) -> QueueIsClosedV2 {
    QueueIsClosedV2(NodeSpec::new("QueueIsClosedV2").input(handle))
}

/// A node that [`fn@queue_is_closed_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueIsClosedV2(NodeSpec);

common!(QueueIsClosedV2);

impl QueueIsClosedV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of elements in the queue. Shapes: size is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn queue_size(handle: Output) -> QueueSize {
    QueueSize(NodeSpec::new("QueueSize").input(handle))
}

/// A node that [`fn@queue_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueSize(NodeSpec);

common!(QueueSize);

impl QueueSize {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of elements in the queue. Shapes: size is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn queue_size_v2(handle: Output) -> QueueSizeV2 {
    QueueSizeV2(NodeSpec::new("QueueSizeV2").input(handle))
}

/// A node that [`fn@queue_size_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct QueueSizeV2(NodeSpec);

common!(QueueSizeV2);

impl QueueSizeV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft\_length, over as many of the
/// last dimensions as it has entries; of the last dimension the half that says all. Shapes: fft\_length is a vector,
/// the last dimension of output is fft\_length\[-1\] / 2 + 1. Errors: INVALID\_ARGUMENT for an input that is shorter
/// than fft\_length, and unless Tcomplex is the complex type of Treal.
///
/// - `input`: float, double
/// - `fft_length`: int32
pub fn rfft(input: Output, fft_length: Output) -> RFFT {
    RFFT(NodeSpec::new("RFFT").input(input).input(fft_length))
}

/// A node that [`fn@rfft`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RFFT(NodeSpec);

common!(RFFT);

impl RFFT {
    /// One of complex64, complex128. Default: complex64.
    pub fn tcomplex(mut self, value: DType) -> Self {
        self.0.set_attr("Tcomplex", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft\_length, over as many of the
/// last dimensions as it has entries; of the last dimension the half that says all. Shapes: fft\_length is a vector,
/// the last dimension of output is fft\_length\[-1\] / 2 + 1. Errors: INVALID\_ARGUMENT for an input that is shorter
/// than fft\_length, and unless Tcomplex is the complex type of Treal.
///
/// - `input`: float, double
/// - `fft_length`: int32
pub fn rfft2d(input: Output, fft_length: Output) -> RFFT2D {
    RFFT2D(NodeSpec::new("RFFT2D").input(input).input(fft_length))
}

/// A node that [`fn@rfft2d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RFFT2D(NodeSpec);

common!(RFFT2D);

impl RFFT2D {
    /// One of complex64, complex128. Default: complex64.
    pub fn tcomplex(mut self, value: DType) -> Self {
        self.0.set_attr("Tcomplex", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft\_length, over as many of the
/// last dimensions as it has entries; of the last dimension the half that says all. Shapes: fft\_length is a vector,
/// the last dimension of output is fft\_length\[-1\] / 2 + 1. Errors: INVALID\_ARGUMENT for an input that is shorter
/// than fft\_length, and unless Tcomplex is the complex type of Treal.
///
/// - `input`: float, double
/// - `fft_length`: int32
pub fn rfft3d(input: Output, fft_length: Output) -> RFFT3D {
    RFFT3D(NodeSpec::new("RFFT3D").input(input).input(fft_length))
}

/// A node that [`fn@rfft3d`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RFFT3D(NodeSpec);

common!(RFFT3D);

impl RFFT3D {
    /// One of complex64, complex128. Default: complex64.
    pub fn tcomplex(mut self, value: DType) -> Self {
        self.0.set_attr("Tcomplex", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives hue, saturation and value of colours in red, green and blue, all in \[0,1\]. Shapes: images is \[...,3\],
/// output like it. Errors: INVALID\_ARGUMENT for another number of channels.
///
/// - `images`: half, bfloat16, float, double
pub fn rgb_to_hsv(images: Output) -> RGBToHSV {
    RGBToHSV(NodeSpec::new("RGBToHSV").input(images))
}

/// A node that [`fn@rgb_to_hsv`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RGBToHSV(NodeSpec);

common!(RGBToHSV);

impl RGBToHSV {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes rows of a ragged tensor. Shapes: OUTPUT\_RAGGED\_RANK is PARAMS\_RAGGED\_RANK and the rank of indices
/// together, less 1. Errors: INVALID\_ARGUMENT for an index out of range, or splits that do not fit.
///
/// - `params_nested_splits`: list of int32, int64
/// - `params_dense_values`: any type
/// - `indices`: int32, int64
/// - `output_ragged_rank`: attr `OUTPUT_RAGGED_RANK`; at least 0
///
/// No gradient flows through it.
pub fn ragged_gather(params_nested_splits: &[Output], params_dense_values: Output, indices: Output, output_ragged_rank: i64) -> RaggedGather {
    RaggedGather(NodeSpec::new("RaggedGather").input_list(params_nested_splits).input(params_dense_values).input(indices).attr("OUTPUT_RAGGED_RANK", Attr::Int(output_ragged_rank)))
}

/// A node that [`fn@ragged_gather`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RaggedGather(NodeSpec);

common!(RaggedGather);

impl RaggedGather {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<RaggedGatherOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(RaggedGatherOutputs {
            node,
            output_nested_splits: outputs.counted_by("OUTPUT_RAGGED_RANK")?,
            output_dense_values: outputs.one(),
        })
    }
}

/// What [`fn@ragged_gather`] gives.
#[derive(Clone, Debug)]
pub struct RaggedGatherOutputs {
    pub node: Node,
    pub output_nested_splits: Vec<Output>,
    pub output_dense_values: Output,
}

/// Gives a range for each row, as Range does. Shapes: vectors of one length, or scalars, which are repeated. Errors:
/// INVALID\_ARGUMENT for a delta of 0.
///
/// - `starts`: bfloat16, float, double, int32, int64
/// - `limits`: bfloat16, float, double, int32, int64
/// - `deltas`: bfloat16, float, double, int32, int64
///
/// No gradient flows through it.
pub fn ragged_range(starts: Output, limits: Output, deltas: Output) -> RaggedRange {
    RaggedRange(NodeSpec::new("RaggedRange").input(starts).input(limits).input(deltas))
}

/// A node that [`fn@ragged_range`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RaggedRange(NodeSpec);

common!(RaggedRange);

impl RaggedRange {
    /// One of int32, int64. Default: int64.
    pub fn tsplits(mut self, value: DType) -> Self {
        self.0.set_attr("Tsplits", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<RaggedRangeOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(RaggedRangeOutputs {
            node,
            rt_nested_splits: outputs.one(),
            rt_dense_values: outputs.one(),
        })
    }
}

/// What [`fn@ragged_range`] gives.
#[derive(Clone, Debug)]
pub struct RaggedRangeOutputs {
    pub node: Node,
    pub rt_nested_splits: Output,
    pub rt_dense_values: Output,
}

/// Gives the ragged tensor that a variant is, or one whose outer dimensions are those of encoded\_ragged and whose rows
/// are its elements. Shapes: output\_ragged\_rank is input\_ragged\_rank and the rank of encoded\_ragged together; an
/// input\_ragged\_rank of -1 is what is left. Errors: INVALID\_ARGUMENT for elements of other types or ranks.
///
/// - `encoded_ragged`: variant
/// - `input_ragged_rank`: attr `input_ragged_rank`; at least -1
/// - `output_ragged_rank`: attr `output_ragged_rank`; at least 0
/// - `tvalues`: attr `Tvalues`
///
/// No gradient flows through it.
pub fn ragged_tensor_from_variant(encoded_ragged: Output, input_ragged_rank: i64, output_ragged_rank: i64, tvalues: DType) -> RaggedTensorFromVariant {
    RaggedTensorFromVariant(NodeSpec::new("RaggedTensorFromVariant").input(encoded_ragged).attr("input_ragged_rank", Attr::Int(input_ragged_rank)).attr("output_ragged_rank", Attr::Int(output_ragged_rank)).attr("Tvalues", Attr::Type(tvalues)))
}

/// A node that [`fn@ragged_tensor_from_variant`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RaggedTensorFromVariant(NodeSpec);

common!(RaggedTensorFromVariant);

impl RaggedTensorFromVariant {
    /// One of int32, int64. Default: int64.
    pub fn tsplits(mut self, value: DType) -> Self {
        self.0.set_attr("Tsplits", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<RaggedTensorFromVariantOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(RaggedTensorFromVariantOutputs {
            node,
            output_nested_splits: outputs.counted_by("output_ragged_rank")?,
            output_dense_values: outputs.one(),
        })
    }
}

/// What [`fn@ragged_tensor_from_variant`] gives.
#[derive(Clone, Debug)]
pub struct RaggedTensorFromVariantOutputs {
    pub node: Node,
    pub output_nested_splits: Vec<Output>,
    pub output_dense_values: Output,
}

/// Gives a ragged tensor as a sparse one, with a place for every element of rt\_dense\_values. Shapes: splits are
/// vectors; the rank is that of the ragged tensor. Errors: INVALID\_ARGUMENT for splits that do not fit.
///
/// - `rt_nested_splits`: list of int32, int64
/// - `rt_dense_values`: any type
pub fn ragged_tensor_to_sparse(rt_nested_splits: &[Output], rt_dense_values: Output) -> RaggedTensorToSparse {
    RaggedTensorToSparse(NodeSpec::new("RaggedTensorToSparse").input_list(rt_nested_splits).input(rt_dense_values))
}

/// A node that [`fn@ragged_tensor_to_sparse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RaggedTensorToSparse(NodeSpec);

common!(RaggedTensorToSparse);

impl RaggedTensorToSparse {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<RaggedTensorToSparseOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(RaggedTensorToSparseOutputs {
            node,
            sparse_indices: outputs.one(),
            sparse_values: outputs.one(),
            sparse_dense_shape: outputs.one(),
        })
    }
}

/// What [`fn@ragged_tensor_to_sparse`] gives.
#[derive(Clone, Debug)]
pub struct RaggedTensorToSparseOutputs {
    pub node: Node,
    pub sparse_indices: Output,
    pub sparse_values: Output,
    pub sparse_dense_shape: Output,
}

/// Gives a ragged tensor as a dense one, with default\_value where rows end early. row\_partition\_types say what the
/// tensors are: ROW\_SPLITS, or FIRST\_DIM\_SIZE and for each level VALUE\_ROWIDS. Shapes: shape gives sizes to which
/// rows are cut or filled, -1 for as many as there are; a scalar of -1 says nothing. default\_value broadcasts to one
/// element of values. Errors: INVALID\_ARGUMENT for partitions that do not fit each other, and for shapes that do not;
/// UNIMPLEMENTED for other types of partitions.
///
/// - `shape`: int64, int32
/// - `values`: any type
/// - `default_value`: any type
/// - `row_partition_tensors`: list of int64, int32
/// - `row_partition_types`: attr `row_partition_types`
///
/// No gradient flows through it.
pub fn ragged_tensor_to_tensor(shape: Output, values: Output, default_value: Output, row_partition_tensors: &[Output], row_partition_types: &[&str]) -> RaggedTensorToTensor {
    RaggedTensorToTensor(NodeSpec::new("RaggedTensorToTensor").input(shape).input(values).input(default_value).input_list(row_partition_tensors).attr("row_partition_types", Attr::Strings(row_partition_types.iter().map(|&x| x.into()).collect())))
}

/// A node that [`fn@ragged_tensor_to_tensor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RaggedTensorToTensor(NodeSpec);

common!(RaggedTensorToTensor);

impl RaggedTensorToTensor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a ragged tensor as a variant, or with batched\_input each of its rows as one. Shapes: encoded\_ragged is a
/// scalar, or a vector with an element for each row. Errors: INVALID\_ARGUMENT for splits that do not fit.
///
/// - `rt_nested_splits`: list of int32, int64
/// - `rt_dense_values`: any type
/// - `batched_input`: attr `batched_input`
///
/// No gradient flows through it.
pub fn ragged_tensor_to_variant(rt_nested_splits: &[Output], rt_dense_values: Output, batched_input: bool) -> RaggedTensorToVariant {
    RaggedTensorToVariant(NodeSpec::new("RaggedTensorToVariant").input_list(rt_nested_splits).input(rt_dense_values).attr("batched_input", Attr::Bool(batched_input)))
}

/// A node that [`fn@ragged_tensor_to_variant`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RaggedTensorToVariant(NodeSpec);

common!(RaggedTensorToVariant);

impl RaggedTensorToVariant {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws from gamma distributions of scale 1; NaN unless alpha is positive. Seeds: as RandomUniform. Shapes: shape is a
/// vector, output is shape + alpha.shape. Source: Marsaglia & Tsang 2000; the gradient: Figurnov, Mohamed & Mnih 2018.
///
/// - `shape`: int32, int64
/// - `alpha`: half, float, double
pub fn random_gamma(shape: Output, alpha: Output) -> RandomGamma {
    RandomGamma(NodeSpec::new("RandomGamma").input(shape).input(alpha))
}

/// A node that [`fn@random_gamma`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomGamma(NodeSpec);

common!(RandomGamma);

impl RandomGamma {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the derivative by alpha of a number that RandomGamma drew, at the same probability. Shapes: alpha and sample
/// broadcast against each other. Source: Figurnov, Mohamed & Mnih 2018.
///
/// - `alpha`: float, double
/// - `sample`: float, double
///
/// No gradient flows through it.
pub fn random_gamma_grad(alpha: Output, sample: Output) -> RandomGammaGrad {
    RandomGammaGrad(NodeSpec::new("RandomGammaGrad").input(alpha).input(sample))
}

/// A node that [`fn@random_gamma_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomGammaGrad(NodeSpec);

common!(RandomGammaGrad);

impl RandomGammaGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The older form of RandomPoissonV2, which has one type for all.
///
/// - `shape`: int32, int64
/// - `rate`: half, float, double
///
/// No gradient flows through it.
pub fn random_poisson(shape: Output, rate: Output) -> RandomPoisson {
    RandomPoisson(NodeSpec::new("RandomPoisson").input(shape).input(rate))
}

/// A node that [`fn@random_poisson`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomPoisson(NodeSpec);

common!(RandomPoisson);

impl RandomPoisson {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws from Poisson distributions; NaN (the lowest number, of integers) for a rate below 0. Seeds: as RandomUniform.
/// Shapes: shape is a vector, output is shape + rate.shape. Source: Hoermann 1993.
///
/// - `shape`: int32, int64
/// - `rate`: half, float, double, int32, int64
///
/// No gradient flows through it.
pub fn random_poisson_v2(shape: Output, rate: Output) -> RandomPoissonV2 {
    RandomPoissonV2(NodeSpec::new("RandomPoissonV2").input(shape).input(rate))
}

/// A node that [`fn@random_poisson_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomPoissonV2(NodeSpec);

common!(RandomPoissonV2);

impl RandomPoissonV2 {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// One of half, float, double, int32, int64. Default: int64.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Permutes value along its first dimension, every order as likely. Seeds: as RandomUniform. Source: Durstenfeld 1964.
///
/// - `value`: any type
///
/// No gradient flows through it.
pub fn random_shuffle(value: Output) -> RandomShuffle {
    RandomShuffle(NodeSpec::new("RandomShuffle").input(value))
}

/// A node that [`fn@random_shuffle`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomShuffle(NodeSpec);

common!(RandomShuffle);

impl RandomShuffle {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a queue that gives its elements in random order. Until it is closed, min\_after\_dequeue
/// elements stay in it. Equal seeds give equal orders; seeds of 0 are drawn.
///
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn random_shuffle_queue(component_types: &[DType]) -> RandomShuffleQueue {
    RandomShuffleQueue(NodeSpec::new("RandomShuffleQueue").attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@random_shuffle_queue`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomShuffleQueue(NodeSpec);

common!(RandomShuffleQueue);

impl RandomShuffleQueue {
    /// At least 0. Default: \[\].
    pub fn shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn min_after_dequeue(mut self, value: i64) -> Self {
        self.0.set_attr("min_after_dequeue", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a queue that gives its elements in random order. Until it is closed, min\_after\_dequeue
/// elements stay in it. Equal seeds give equal orders; seeds of 0 are drawn.
///
/// - `component_types`: attr `component_types`; at least 1
///
/// No gradient flows through it.
pub fn random_shuffle_queue_v2(component_types: &[DType]) -> RandomShuffleQueueV2 {
    RandomShuffleQueueV2(NodeSpec::new("RandomShuffleQueueV2").attr("component_types", Attr::Types(component_types.to_vec())))
}

/// A node that [`fn@random_shuffle_queue_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomShuffleQueueV2(NodeSpec);

common!(RandomShuffleQueueV2);

impl RandomShuffleQueueV2 {
    /// At least 0. Default: \[\].
    pub fn shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: -1.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn min_after_dequeue(mut self, value: i64) -> Self {
        self.0.set_attr("min_after_dequeue", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws from the normal distribution of mean 0 and deviation 1. Seeds and shapes: as RandomUniform. Source: Box &
/// Muller 1958.
///
/// - `shape`: int32, int64
/// - `dtype`: attr `dtype`; one of half, bfloat16, float, double
///
/// No gradient flows through it.
pub fn random_standard_normal(shape: Output, dtype: DType) -> RandomStandardNormal {
    RandomStandardNormal(NodeSpec::new("RandomStandardNormal").input(shape).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@random_standard_normal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomStandardNormal(NodeSpec);

common!(RandomStandardNormal);

impl RandomStandardNormal {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws from the uniform distribution over \[0,1). With seed and seed2 both 0 the seed is chosen at random. Shapes:
/// shape is a vector. Source: Salmon et al. 2011, Philox 4x32-10.
///
/// - `shape`: int32, int64
/// - `dtype`: attr `dtype`; one of half, bfloat16, float, double
///
/// No gradient flows through it.
pub fn random_uniform(shape: Output, dtype: DType) -> RandomUniform {
    RandomUniform(NodeSpec::new("RandomUniform").input(shape).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@random_uniform`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomUniform(NodeSpec);

common!(RandomUniform);

impl RandomUniform {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws whole numbers from \[minval,maxval), with a slight bias unless the range is a power of two. Shapes: shape is a
/// vector, the bounds are scalars. Errors: INVALID\_ARGUMENT unless minval \< maxval. Seeds: as RandomUniform.
///
/// - `shape`: int32, int64
/// - `minval`: int32, int64
/// - `maxval`: int32, int64
///
/// No gradient flows through it.
pub fn random_uniform_int(shape: Output, minval: Output, maxval: Output) -> RandomUniformInt {
    RandomUniformInt(NodeSpec::new("RandomUniformInt").input(shape).input(minval).input(maxval))
}

/// A node that [`fn@random_uniform_int`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RandomUniformInt(NodeSpec);

common!(RandomUniformInt);

impl RandomUniformInt {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives start, start + delta, ... as far as they lie before limit. Shapes: inputs are scalars; output is a vector of
/// ceil((limit - start) / delta) elements. Errors: INVALID\_ARGUMENT for a delta of 0 or one that leads away from
/// limit.
///
/// - `start`: bfloat16, half, float, double, int32, int64
/// - `limit`: bfloat16, half, float, double, int32, int64
/// - `delta`: bfloat16, half, float, double, int32, int64
///
/// No gradient flows through it.
pub fn range(start: Output, limit: Output, delta: Output) -> Range {
    Range(NodeSpec::new("Range").input(start).input(limit).input(delta))
}

/// A node that [`fn@range`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Range(NodeSpec);

common!(Range);

impl Range {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of start, start + step and so on, as long as they are before stop. Shapes: all inputs are scalars.
/// Errors: INVALID\_ARGUMENT for a step of 0.
///
/// - `start`: int64
/// - `stop`: int64
/// - `step`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn range_dataset(start: Output, stop: Output, step: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> RangeDataset {
    RangeDataset(NodeSpec::new("RangeDataset").input(start).input(stop).input(step).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@range_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RangeDataset(NodeSpec);

common!(RangeDataset);

impl RangeDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn replicate_on_split(mut self, value: bool) -> Self {
        self.0.set_attr("replicate_on_split", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of dimensions of input. Shapes: output is a scalar.
///
/// - `input`: any type
///
/// No gradient flows through it.
pub fn rank(input: Output) -> Rank {
    Rank(NodeSpec::new("Rank").input(input))
}

/// A node that [`fn@rank`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Rank(NodeSpec);

common!(Rank);

impl Rank {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The whole file as a string. Shapes: scalars. Errors: NOT\_FOUND naming the file.
///
/// - `filename`: string
///
/// No gradient flows through it.
pub fn read_file(filename: Output) -> ReadFile {
    ReadFile(NodeSpec::new("ReadFile").input(filename))
}

/// A node that [`fn@read_file`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReadFile(NodeSpec);

common!(ReadFile);

impl ReadFile {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the value that the variable has now. Errors: FAILED\_PRECONDITION naming a variable without a value;
/// INVALID\_ARGUMENT for another dtype.
///
/// - `resource`: resource
/// - `dtype`: attr `dtype`
pub fn read_variable_op(resource: Output, dtype: DType) -> ReadVariableOp {
    ReadVariableOp(NodeSpec::new("ReadVariableOp").input(resource).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@read_variable_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReadVariableOp(NodeSpec);

common!(ReadVariableOp);

impl ReadVariableOp {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of records that were read. Shapes: a scalar.
///
/// - `reader_handle`: resource
///
/// No gradient flows through it.
pub fn reader_num_records_produced(reader_handle: Output) -> ReaderNumRecordsProduced {
    ReaderNumRecordsProduced(NodeSpec::new("ReaderNumRecordsProduced").input(reader_handle))
}

/// A node that [`fn@reader_num_records_produced`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderNumRecordsProduced(NodeSpec);

common!(ReaderNumRecordsProduced);

impl ReaderNumRecordsProduced {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of records that were read. Shapes: a scalar.
///
/// - `reader_handle`: resource
///
/// No gradient flows through it.
pub fn reader_num_records_produced_v2(reader_handle: Output) -> ReaderNumRecordsProducedV2 {
    ReaderNumRecordsProducedV2(NodeSpec::new("ReaderNumRecordsProducedV2").input(reader_handle))
}

/// A node that [`fn@reader_num_records_produced_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderNumRecordsProducedV2(NodeSpec);

common!(ReaderNumRecordsProducedV2);

impl ReaderNumRecordsProducedV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of files that were read to their ends. Shapes: a scalar.
///
/// - `reader_handle`: resource
///
/// No gradient flows through it.
pub fn reader_num_work_units_completed(reader_handle: Output) -> ReaderNumWorkUnitsCompleted {
    ReaderNumWorkUnitsCompleted(NodeSpec::new("ReaderNumWorkUnitsCompleted").input(reader_handle))
}

/// A node that [`fn@reader_num_work_units_completed`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderNumWorkUnitsCompleted(NodeSpec);

common!(ReaderNumWorkUnitsCompleted);

impl ReaderNumWorkUnitsCompleted {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of files that were read to their ends. Shapes: a scalar.
///
/// - `reader_handle`: resource
///
/// No gradient flows through it.
pub fn reader_num_work_units_completed_v2(reader_handle: Output) -> ReaderNumWorkUnitsCompletedV2 {
    ReaderNumWorkUnitsCompletedV2(NodeSpec::new("ReaderNumWorkUnitsCompletedV2").input(reader_handle))
}

/// A node that [`fn@reader_num_work_units_completed_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderNumWorkUnitsCompletedV2(NodeSpec);

common!(ReaderNumWorkUnitsCompletedV2);

impl ReaderNumWorkUnitsCompletedV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Reads a record, taking files from the queue as they are needed, waiting for them. Shapes: scalars. Errors:
/// OUT\_OF\_RANGE if the queue is closed and empty; NOT\_FOUND and its kin naming a file; DATA\_LOSS naming file and
/// offset.
///
/// - `reader_handle`: resource
/// - `queue_handle`: resource
///
/// No gradient flows through it.
pub fn reader_read(reader_handle: Output, queue_handle: Output) -> ReaderRead {
    ReaderRead(NodeSpec::new("ReaderRead").input(reader_handle).input(queue_handle))
}

/// A node that [`fn@reader_read`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderRead(NodeSpec);

common!(ReaderRead);

impl ReaderRead {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ReaderReadOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ReaderReadOutputs {
            node,
            key: outputs.one(),
            value: outputs.one(),
        })
    }
}

/// What [`fn@reader_read`] gives.
#[derive(Clone, Debug)]
pub struct ReaderReadOutputs {
    pub node: Node,
    pub key: Output,
    pub value: Output,
}

/// Reads up to num\_records records, all of one file, and at least one. Shapes: num\_records is a scalar, the outputs
/// are vectors. Errors: as ReaderRead.
///
/// - `reader_handle`: resource
/// - `queue_handle`: resource
/// - `num_records`: int64
///
/// No gradient flows through it.
pub fn reader_read_up_to(reader_handle: Output, queue_handle: Output, num_records: Output) -> ReaderReadUpTo {
    ReaderReadUpTo(NodeSpec::new("ReaderReadUpTo").input(reader_handle).input(queue_handle).input(num_records))
}

/// A node that [`fn@reader_read_up_to`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderReadUpTo(NodeSpec);

common!(ReaderReadUpTo);

impl ReaderReadUpTo {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ReaderReadUpToOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ReaderReadUpToOutputs {
            node,
            keys: outputs.one(),
            values: outputs.one(),
        })
    }
}

/// What [`fn@reader_read_up_to`] gives.
#[derive(Clone, Debug)]
pub struct ReaderReadUpToOutputs {
    pub node: Node,
    pub keys: Output,
    pub values: Output,
}

/// Reads up to num\_records records, all of one file, and at least one. Shapes: num\_records is a scalar, the outputs
/// are vectors. Errors: as ReaderRead.
///
/// - `reader_handle`: resource
/// - `queue_handle`: resource
/// - `num_records`: int64
///
/// No gradient flows through it.
pub fn reader_read_up_to_v2(reader_handle: Output, queue_handle: Output, num_records: Output) -> ReaderReadUpToV2 {
    ReaderReadUpToV2(NodeSpec::new("ReaderReadUpToV2").input(reader_handle).input(queue_handle).input(num_records))
}

/// A node that [`fn@reader_read_up_to_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderReadUpToV2(NodeSpec);

common!(ReaderReadUpToV2);

impl ReaderReadUpToV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ReaderReadUpToV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ReaderReadUpToV2Outputs {
            node,
            keys: outputs.one(),
            values: outputs.one(),
        })
    }
}

/// What [`fn@reader_read_up_to_v2`] gives.
#[derive(Clone, Debug)]
pub struct ReaderReadUpToV2Outputs {
    pub node: Node,
    pub keys: Output,
    pub values: Output,
}

/// Reads a record, taking files from the queue as they are needed, waiting for them. Shapes: scalars. Errors:
/// OUT\_OF\_RANGE if the queue is closed and empty; NOT\_FOUND and its kin naming a file; DATA\_LOSS naming file and
/// offset.
///
/// - `reader_handle`: resource
/// - `queue_handle`: resource
///
/// No gradient flows through it.
pub fn reader_read_v2(reader_handle: Output, queue_handle: Output) -> ReaderReadV2 {
    ReaderReadV2(NodeSpec::new("ReaderReadV2").input(reader_handle).input(queue_handle))
}

/// A node that [`fn@reader_read_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderReadV2(NodeSpec);

common!(ReaderReadV2);

impl ReaderReadV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ReaderReadV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ReaderReadV2Outputs {
            node,
            key: outputs.one(),
            value: outputs.one(),
        })
    }
}

/// What [`fn@reader_read_v2`] gives.
#[derive(Clone, Debug)]
pub struct ReaderReadV2Outputs {
    pub node: Node,
    pub key: Output,
    pub value: Output,
}

/// Makes the reader as it was when it was new. Shapes: a scalar.
///
/// - `reader_handle`: resource
pub fn reader_reset(reader_handle: Output) -> ReaderReset {
    ReaderReset(NodeSpec::new("ReaderReset").input(reader_handle))
}

/// A node that [`fn@reader_reset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderReset(NodeSpec);

common!(ReaderReset);

impl ReaderReset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Makes the reader as it was when it was new. Shapes: a scalar.
///
/// - `reader_handle`: resource
pub fn reader_reset_v2(reader_handle: Output) -> ReaderResetV2 {
    ReaderResetV2(NodeSpec::new("ReaderResetV2").input(reader_handle))
}

/// A node that [`fn@reader_reset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderResetV2(NodeSpec);

common!(ReaderResetV2);

impl ReaderResetV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts the reader back to where it stood. Shapes: scalars. Errors: INVALID\_ARGUMENT for bytes that are no state;
/// UNIMPLEMENTED as ReaderSerializeState.
///
/// - `reader_handle`: resource
/// - `state`: string
pub fn reader_restore_state(reader_handle: Output, state: Output) -> ReaderRestoreState {
    ReaderRestoreState(NodeSpec::new("ReaderRestoreState").input(reader_handle).input(state))
}

/// A node that [`fn@reader_restore_state`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderRestoreState(NodeSpec);

common!(ReaderRestoreState);

impl ReaderRestoreState {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts the reader back to where it stood. Shapes: scalars. Errors: INVALID\_ARGUMENT for bytes that are no state;
/// UNIMPLEMENTED as ReaderSerializeState.
///
/// - `reader_handle`: resource
/// - `state`: string
pub fn reader_restore_state_v2(reader_handle: Output, state: Output) -> ReaderRestoreStateV2 {
    ReaderRestoreStateV2(NodeSpec::new("ReaderRestoreStateV2").input(reader_handle).input(state))
}

/// A node that [`fn@reader_restore_state_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderRestoreStateV2(NodeSpec);

common!(ReaderRestoreStateV2);

impl ReaderRestoreStateV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives where the reader stands as bytes. Shapes: a scalar. Errors: UNIMPLEMENTED but for IdentityReader and
/// WholeFileReader, as in TensorFlow.
///
/// - `reader_handle`: resource
///
/// No gradient flows through it.
pub fn reader_serialize_state(reader_handle: Output) -> ReaderSerializeState {
    ReaderSerializeState(NodeSpec::new("ReaderSerializeState").input(reader_handle))
}

/// A node that [`fn@reader_serialize_state`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderSerializeState(NodeSpec);

common!(ReaderSerializeState);

impl ReaderSerializeState {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives where the reader stands as bytes. Shapes: a scalar. Errors: UNIMPLEMENTED but for IdentityReader and
/// WholeFileReader, as in TensorFlow.
///
/// - `reader_handle`: resource
///
/// No gradient flows through it.
pub fn reader_serialize_state_v2(reader_handle: Output) -> ReaderSerializeStateV2 {
    ReaderSerializeStateV2(NodeSpec::new("ReaderSerializeStateV2").input(reader_handle))
}

/// A node that [`fn@reader_serialize_state_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReaderSerializeStateV2(NodeSpec);

common!(ReaderSerializeStateV2);

impl ReaderSerializeStateV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the real part, element by element. Shapes: output is like input. Errors: INVALID\_ARGUMENT unless Tout is the
/// type of T's parts.
///
/// - `input`: complex64, complex128
pub fn real(input: Output) -> Real {
    Real(NodeSpec::new("Real").input(input))
}

/// A node that [`fn@real`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Real(NodeSpec);

common!(Real);

impl Real {
    /// One of float, double. Default: float.
    pub fn tout(mut self, value: DType) -> Self {
        self.0.set_attr("Tout", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x / y of real or complex numbers, element by element. Shapes: x and y broadcast against each other.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
/// - `y`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
pub fn real_div(x: Output, y: Output) -> RealDiv {
    RealDiv(NodeSpec::new("RealDiv").input(x).input(y))
}

/// A node that [`fn@real_div`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RealDiv(NodeSpec);

common!(RealDiv);

impl RealDiv {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives 1 / x, element by element. Shapes: y is like x. Errors: INVALID\_ARGUMENT for an integer 0.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn reciprocal(x: Output) -> Reciprocal {
    Reciprocal(NodeSpec::new("Reciprocal").input(x))
}

/// A node that [`fn@reciprocal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Reciprocal(NodeSpec);

common!(Reciprocal);

impl Reciprocal {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives -dy \* conj(y)^2, the gradient of Reciprocal for its output y, and 0 where dy is 0. Shapes: all alike.
///
/// - `y`: bfloat16, half, float, double, complex64, complex128
/// - `dy`: bfloat16, half, float, double, complex64, complex128
pub fn reciprocal_grad(y: Output, dy: Output) -> ReciprocalGrad {
    ReciprocalGrad(NodeSpec::new("ReciprocalGrad").input(y).input(dy))
}

/// A node that [`fn@reciprocal_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReciprocalGrad(NodeSpec);

common!(ReciprocalGrad);

impl ReciprocalGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives batch\_size records of the TFRecord files that file\_pattern matches, in random order, out of a buffer of
/// file\_buffer\_size records; all records once before any again. file\_parallelism is not used: files are read in
/// turn. Shapes: records is \[batch\_size\]. Errors: NOT\_FOUND where no file matches; OUT\_OF\_RANGE if the files hold
/// nothing; DATA\_LOSS naming file and offset.
///
/// - `file_pattern`: attr `file_pattern`
///
/// No gradient flows through it.
pub fn record_input(file_pattern: &str) -> RecordInput {
    RecordInput(NodeSpec::new("RecordInput").attr("file_pattern", Attr::String(file_pattern.into())))
}

/// A node that [`fn@record_input`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RecordInput(NodeSpec);

common!(RecordInput);

impl RecordInput {
    /// Default: 301.
    pub fn file_random_seed(mut self, value: i64) -> Self {
        self.0.set_attr("file_random_seed", Attr::Int(value));
        self
    }

    /// Default: 0.0.
    pub fn file_shuffle_shift_ratio(mut self, value: f32) -> Self {
        self.0.set_attr("file_shuffle_shift_ratio", Attr::Float(value));
        self
    }

    /// Default: 10000.
    pub fn file_buffer_size(mut self, value: i64) -> Self {
        self.0.set_attr("file_buffer_size", Attr::Int(value));
        self
    }

    /// Default: 16.
    pub fn file_parallelism(mut self, value: i64) -> Self {
        self.0.set_attr("file_parallelism", Attr::Int(value));
        self
    }

    /// Default: 32.
    pub fn batch_size(mut self, value: i64) -> Self {
        self.0.set_attr("batch_size", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn compression_type(mut self, value: &str) -> Self {
        self.0.set_attr("compression_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the last of the states that f makes of a state, each element and other\_arguments. Errors: those of f and of
/// the pipeline.
///
/// - `input_dataset`: variant
/// - `initial_state`: list of any type
/// - `other_arguments`: list of any type
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn reduce_dataset(input_dataset: Output, initial_state: &[Output], other_arguments: &[Output], f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ReduceDataset {
    ReduceDataset(NodeSpec::new("ReduceDataset").input(input_dataset).input_list(initial_state).input_list(other_arguments).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@reduce_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReduceDataset(NodeSpec);

common!(ReduceDataset);

impl ReduceDataset {
    /// Default: true.
    pub fn use_inter_op_parallelism(mut self, value: bool) -> Self {
        self.0.set_attr("use_inter_op_parallelism", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("output_types")
    }
}

/// Joins the strings along the dimensions reduction\_indices, with separator between them; of several dimensions the
/// first runs fastest. Dimensions below 0 count from the end; keep\_dims keeps those that are joined, as 1. Errors:
/// INVALID\_ARGUMENT for a dimension out of range, or given twice.
///
/// - `inputs`: string
/// - `reduction_indices`: int32
///
/// No gradient flows through it.
pub fn reduce_join(inputs: Output, reduction_indices: Output) -> ReduceJoin {
    ReduceJoin(NodeSpec::new("ReduceJoin").input(inputs).input(reduction_indices))
}

/// A node that [`fn@reduce_join`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReduceJoin(NodeSpec);

common!(ReduceJoin);

impl ReduceJoin {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn separator(mut self, value: &str) -> Self {
        self.0.set_attr("separator", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Whether the whole of each string matches the regular expression, whose syntax is that of StaticRegexFullMatch.
/// Shapes: pattern is a scalar, output is like input. Errors: as StaticRegexFullMatch.
///
/// - `input`: string
/// - `pattern`: string
///
/// No gradient flows through it.
pub fn regex_full_match(input: Output, pattern: Output) -> RegexFullMatch {
    RegexFullMatch(NodeSpec::new("RegexFullMatch").input(input).input(pattern))
}

/// A node that [`fn@regex_full_match`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RegexFullMatch(NodeSpec);

common!(RegexFullMatch);

impl RegexFullMatch {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Replaces what the regular expression finds in each string by rewrite, in which \0 stands for all that was found and
/// \1 to \9 for its groups: every match from the left, or the first one without replace\_global. A string stays as it
/// is where rewrite names a group that is not there. Shapes: pattern and rewrite are scalars, output is like input.
/// Errors: as StaticRegexFullMatch.
///
/// - `input`: string
/// - `pattern`: string
/// - `rewrite`: string
///
/// No gradient flows through it.
pub fn regex_replace(input: Output, pattern: Output, rewrite: Output) -> RegexReplace {
    RegexReplace(NodeSpec::new("RegexReplace").input(input).input(pattern).input(rewrite))
}

/// A node that [`fn@regex_replace`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RegexReplace(NodeSpec);

common!(RegexReplace);

impl RegexReplace {
    /// Default: true.
    pub fn replace_global(mut self, value: bool) -> Self {
        self.0.set_attr("replace_global", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives max(features, 0), element by element; NaN stays NaN. Shapes: activations is like features.
///
/// - `features`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8
pub fn relu(features: Output) -> Relu {
    Relu(NodeSpec::new("Relu").input(features))
}

/// A node that [`fn@relu`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Relu(NodeSpec);

common!(Relu);

impl Relu {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives min(max(features, 0), 6); NaN stays NaN. Shapes: activations is like features.
///
/// - `features`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
pub fn relu6(features: Output) -> Relu6 {
    Relu6(NodeSpec::new("Relu6").input(features))
}

/// A node that [`fn@relu6`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Relu6(NodeSpec);

common!(Relu6);

impl Relu6 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients where 0 \< features \< 6 and 0 elsewhere. features may be the input or the output of Relu6. Shapes:
/// all alike.
///
/// - `gradients`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `features`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
pub fn relu6_grad(gradients: Output, features: Output) -> Relu6Grad {
    Relu6Grad(NodeSpec::new("Relu6Grad").input(gradients).input(features))
}

/// A node that [`fn@relu6_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Relu6Grad(NodeSpec);

common!(Relu6Grad);

impl Relu6Grad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients where features \> 0 and 0 elsewhere. features may be the input or the output of Relu. Shapes: all
/// alike.
///
/// - `gradients`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `features`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
pub fn relu_grad(gradients: Output, features: Output) -> ReluGrad {
    ReluGrad(NodeSpec::new("ReluGrad").input(gradients).input(features))
}

/// A node that [`fn@relu_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReluGrad(NodeSpec);

common!(ReluGrad);

impl ReluGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of count passes over the input, one after the other; without end if count is below 0. Shapes: count
/// is a scalar.
///
/// - `input_dataset`: variant
/// - `count`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn repeat_dataset(input_dataset: Output, count: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> RepeatDataset {
    RepeatDataset(NodeSpec::new("RepeatDataset").input(input_dataset).input(count).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@repeat_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RepeatDataset(NodeSpec);

common!(RepeatDataset);

impl RepeatDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same elements, in row-major order, another shape. Shapes: shape is a vector; at most one entry may be -1
/// and is computed. Errors: INVALID\_ARGUMENT if the number of elements would change.
///
/// - `tensor`: any type
/// - `shape`: int32, int64
pub fn reshape(tensor: Output, shape: Output) -> Reshape {
    Reshape(NodeSpec::new("Reshape").input(tensor).input(shape))
}

/// A node that [`fn@reshape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Reshape(NodeSpec);

common!(Reshape);

impl Reshape {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives images of another size, in float. Every pixel is the mean of the area of the images that it covers. Shapes:
/// images is \[batch,rows,columns,channels\], size holds the new rows and columns. With align\_corners the scale is
/// (size - 1) / (new size - 1). Errors: INVALID\_ARGUMENT for sizes below 1 and images without pixels.
///
/// - `images`: int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16
/// - `size`: int32
pub fn resize_area(images: Output, size: Output) -> ResizeArea {
    ResizeArea(NodeSpec::new("ResizeArea").input(images).input(size))
}

/// A node that [`fn@resize_area`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResizeArea(NodeSpec);

common!(ResizeArea);

impl ResizeArea {
    /// Default: false.
    pub fn align_corners(mut self, value: bool) -> Self {
        self.0.set_attr("align_corners", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives images of another size, interpolated between the nearest four by four pixels by a cubic kernel of coefficient
/// -0.75, or -0.5 with half\_pixel\_centers, in float. Outside of the images lie copies of their edges, or nothing with
/// half\_pixel\_centers. Shapes: images is \[batch,rows,columns,channels\], size holds the new rows and columns. A
/// pixel of the result lies at index \* size / new size of the images; with align\_corners the corners lie on corners,
/// with half\_pixel\_centers both indices count from the centres of pixels. Errors: INVALID\_ARGUMENT for sizes below
/// 1, images without pixels and both attrs at once. Source: Keys 1981, Cubic convolution interpolation for digital
/// image processing.
///
/// - `images`: int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16
/// - `size`: int32
pub fn resize_bicubic(images: Output, size: Output) -> ResizeBicubic {
    ResizeBicubic(NodeSpec::new("ResizeBicubic").input(images).input(size))
}

/// A node that [`fn@resize_bicubic`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResizeBicubic(NodeSpec);

common!(ResizeBicubic);

impl ResizeBicubic {
    /// Default: false.
    pub fn align_corners(mut self, value: bool) -> Self {
        self.0.set_attr("align_corners", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn half_pixel_centers(mut self, value: bool) -> Self {
        self.0.set_attr("half_pixel_centers", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of ResizeBicubic for original\_image: every element of grads is shared among the pixels that it
/// came from. Shapes: output is like original\_image.
///
/// - `grads`: float
/// - `original_image`: float, double
pub fn resize_bicubic_grad(grads: Output, original_image: Output) -> ResizeBicubicGrad {
    ResizeBicubicGrad(NodeSpec::new("ResizeBicubicGrad").input(grads).input(original_image))
}

/// A node that [`fn@resize_bicubic_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResizeBicubicGrad(NodeSpec);

common!(ResizeBicubicGrad);

impl ResizeBicubicGrad {
    /// Default: false.
    pub fn align_corners(mut self, value: bool) -> Self {
        self.0.set_attr("align_corners", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn half_pixel_centers(mut self, value: bool) -> Self {
        self.0.set_attr("half_pixel_centers", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives images of another size, interpolated between the four nearest pixels, in float. Shapes: images is
/// \[batch,rows,columns,channels\], size holds the new rows and columns. A pixel of the result lies at index \* size /
/// new size of the images; with align\_corners the corners lie on corners, with half\_pixel\_centers both indices count
/// from the centres of pixels. Errors: INVALID\_ARGUMENT for sizes below 1, images without pixels and both attrs at
/// once.
///
/// - `images`: int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double
/// - `size`: int32
pub fn resize_bilinear(images: Output, size: Output) -> ResizeBilinear {
    ResizeBilinear(NodeSpec::new("ResizeBilinear").input(images).input(size))
}

/// A node that [`fn@resize_bilinear`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResizeBilinear(NodeSpec);

common!(ResizeBilinear);

impl ResizeBilinear {
    /// Default: false.
    pub fn align_corners(mut self, value: bool) -> Self {
        self.0.set_attr("align_corners", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn half_pixel_centers(mut self, value: bool) -> Self {
        self.0.set_attr("half_pixel_centers", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of ResizeBilinear for original\_image: every element of grads is shared among the four pixels
/// that it came from. Shapes: output is like original\_image.
///
/// - `grads`: float
/// - `original_image`: float, bfloat16, half, double
pub fn resize_bilinear_grad(grads: Output, original_image: Output) -> ResizeBilinearGrad {
    ResizeBilinearGrad(NodeSpec::new("ResizeBilinearGrad").input(grads).input(original_image))
}

/// A node that [`fn@resize_bilinear_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResizeBilinearGrad(NodeSpec);

common!(ResizeBilinearGrad);

impl ResizeBilinearGrad {
    /// Default: false.
    pub fn align_corners(mut self, value: bool) -> Self {
        self.0.set_attr("align_corners", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn half_pixel_centers(mut self, value: bool) -> Self {
        self.0.set_attr("half_pixel_centers", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives images of another size, made of the nearest pixels. Shapes: images is \[batch,rows,columns,channels\], size
/// holds the new rows and columns. A pixel of the result lies at index \* size / new size of the images; with
/// align\_corners the corners lie on corners, with half\_pixel\_centers both indices count from the centres of pixels.
/// Errors: INVALID\_ARGUMENT for sizes below 1, images without pixels and both attrs at once.
///
/// - `images`: int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16
/// - `size`: int32
pub fn resize_nearest_neighbor(images: Output, size: Output) -> ResizeNearestNeighbor {
    ResizeNearestNeighbor(NodeSpec::new("ResizeNearestNeighbor").input(images).input(size))
}

/// A node that [`fn@resize_nearest_neighbor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResizeNearestNeighbor(NodeSpec);

common!(ResizeNearestNeighbor);

impl ResizeNearestNeighbor {
    /// Default: false.
    pub fn align_corners(mut self, value: bool) -> Self {
        self.0.set_attr("align_corners", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn half_pixel_centers(mut self, value: bool) -> Self {
        self.0.set_attr("half_pixel_centers", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of ResizeNearestNeighbor for images of `size` rows and columns: every element of grads is added
/// to the pixel that it came from.
///
/// - `grads`: uint8, int8, int32, half, float, double, bfloat16
/// - `size`: int32
pub fn resize_nearest_neighbor_grad(grads: Output, size: Output) -> ResizeNearestNeighborGrad {
    ResizeNearestNeighborGrad(NodeSpec::new("ResizeNearestNeighborGrad").input(grads).input(size))
}

/// A node that [`fn@resize_nearest_neighbor_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResizeNearestNeighborGrad(NodeSpec);

common!(ResizeNearestNeighborGrad);

impl ResizeNearestNeighborGrad {
    /// Default: false.
    pub fn align_corners(mut self, value: bool) -> Self {
        self.0.set_attr("align_corners", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn half_pixel_centers(mut self, value: bool) -> Self {
        self.0.set_attr("half_pixel_centers", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds a gradient that was computed from the values of step local\_step; drops it if the accumulator has moved on.
/// Shapes: local\_step is a scalar, gradient has the accumulator's shape. Errors: INVALID\_ARGUMENT for another shape
/// or type.
///
/// - `handle`: resource
/// - `local_step`: int64
/// - `gradient`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_accumulator_apply_gradient(handle: Output, local_step: Output, gradient: Output) -> ResourceAccumulatorApplyGradient {
    ResourceAccumulatorApplyGradient(NodeSpec::new("ResourceAccumulatorApplyGradient").input(handle).input(local_step).input(gradient))
}

/// A node that [`fn@resource_accumulator_apply_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceAccumulatorApplyGradient(NodeSpec);

common!(ResourceAccumulatorApplyGradient);

impl ResourceAccumulatorApplyGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the number of gradients that were added and not yet taken. Shapes: num\_accumulated is a scalar.
///
/// - `handle`: resource
///
/// No gradient flows through it.
pub fn resource_accumulator_num_accumulated(handle: Output) -> ResourceAccumulatorNumAccumulated {
    ResourceAccumulatorNumAccumulated(NodeSpec::new("ResourceAccumulatorNumAccumulated").input(handle))
}

/// A node that [`fn@resource_accumulator_num_accumulated`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceAccumulatorNumAccumulated(NodeSpec);

common!(ResourceAccumulatorNumAccumulated);

impl ResourceAccumulatorNumAccumulated {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells the accumulator its step: gradients of older ones are dropped from now on. Shapes: new\_global\_step is a
/// scalar.
///
/// - `handle`: resource
/// - `new_global_step`: int64
pub fn resource_accumulator_set_global_step(handle: Output, new_global_step: Output) -> ResourceAccumulatorSetGlobalStep {
    ResourceAccumulatorSetGlobalStep(NodeSpec::new("ResourceAccumulatorSetGlobalStep").input(handle).input(new_global_step))
}

/// A node that [`fn@resource_accumulator_set_global_step`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceAccumulatorSetGlobalStep(NodeSpec);

common!(ResourceAccumulatorSetGlobalStep);

impl ResourceAccumulatorSetGlobalStep {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Takes the mean, or sum, of what was added, waiting until that is num\_required gradients, and moves the accumulator
/// one step on. Shapes: num\_required is a scalar. Errors: INVALID\_ARGUMENT for num\_required below 1 or another type.
///
/// - `handle`: resource
/// - `num_required`: int32
/// - `dtype`: attr `dtype`; one of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
///   bfloat16, uint16, complex128, half, uint32, uint64
///
/// No gradient flows through it.
pub fn resource_accumulator_take_gradient(handle: Output, num_required: Output, dtype: DType) -> ResourceAccumulatorTakeGradient {
    ResourceAccumulatorTakeGradient(NodeSpec::new("ResourceAccumulatorTakeGradient").input(handle).input(num_required).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@resource_accumulator_take_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceAccumulatorTakeGradient(NodeSpec);

common!(ResourceAccumulatorTakeGradient);

impl ResourceAccumulatorTakeGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// m = beta1 \* m + (1 - beta1) \* grad; v = max(beta2 \* v, |grad|); var -= lr / (1 - beta1\_power) \* m / (v +
/// epsilon). Shapes: as ResourceApplyAdam. Errors: as ResourceApplyGradientDescent. Source: Kingma & Ba 2015, section
/// 7.1.
///
/// - `var`: resource
/// - `m`: resource
/// - `v`: resource
/// - `beta1_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_ada_max(var: Output, m: Output, v: Output, beta1_power: Output, lr: Output, beta1: Output, beta2: Output, epsilon: Output, grad: Output) -> ResourceApplyAdaMax {
    ResourceApplyAdaMax(NodeSpec::new("ResourceApplyAdaMax").input(var).input(m).input(v).input(beta1_power).input(lr).input(beta1).input(beta2).input(epsilon).input(grad))
}

/// A node that [`fn@resource_apply_ada_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAdaMax(NodeSpec);

common!(ResourceApplyAdaMax);

impl ResourceApplyAdaMax {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// accum = rho \* accum + (1 - rho) \* grad \* grad; update = grad \* sqrt(accum\_update + epsilon) / sqrt(accum +
/// epsilon); var -= lr \* update; accum\_update = rho \* accum\_update + (1 - rho) \* update \* update. Shapes: lr, rho
/// and epsilon are scalars, the rest are like var. Errors: as ResourceApplyGradientDescent. Source: Zeiler 2012,
/// algorithm 1.
///
/// - `var`: resource
/// - `accum`: resource
/// - `accum_update`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `rho`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_adadelta(var: Output, accum: Output, accum_update: Output, lr: Output, rho: Output, epsilon: Output, grad: Output) -> ResourceApplyAdadelta {
    ResourceApplyAdadelta(NodeSpec::new("ResourceApplyAdadelta").input(var).input(accum).input(accum_update).input(lr).input(rho).input(epsilon).input(grad))
}

/// A node that [`fn@resource_apply_adadelta`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAdadelta(NodeSpec);

common!(ResourceApplyAdadelta);

impl ResourceApplyAdadelta {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// accum += grad \* grad, unless update\_slots is false; var -= lr \* grad / sqrt(accum). Shapes: lr is a scalar, the
/// rest are like var. Errors: as ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer 2011.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_adagrad(var: Output, accum: Output, lr: Output, grad: Output) -> ResourceApplyAdagrad {
    ResourceApplyAdagrad(NodeSpec::new("ResourceApplyAdagrad").input(var).input(accum).input(lr).input(grad))
}

/// A node that [`fn@resource_apply_adagrad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAdagrad(NodeSpec);

common!(ResourceApplyAdagrad);

impl ResourceApplyAdagrad {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn update_slots(mut self, value: bool) -> Self {
        self.0.set_attr("update_slots", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Adds grad and its square to the accumulators; var = -lr \* sign(sum) \* max(|sum| - l1 \* global\_step, 0) / (l2 \*
/// global\_step \* lr + sqrt(sum of squares)). Shapes: lr, l1, l2 and global\_step are scalars, the rest are like var.
/// Errors: as ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer 2011, dual averaging.
///
/// - `var`: resource
/// - `gradient_accumulator`: resource
/// - `gradient_squared_accumulator`: resource
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `global_step`: int64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_adagrad_da(var: Output, gradient_accumulator: Output, gradient_squared_accumulator: Output, grad: Output, lr: Output, l1: Output, l2: Output, global_step: Output) -> ResourceApplyAdagradDA {
    ResourceApplyAdagradDA(NodeSpec::new("ResourceApplyAdagradDA").input(var).input(gradient_accumulator).input(gradient_squared_accumulator).input(grad).input(lr).input(l1).input(l2).input(global_step))
}

/// A node that [`fn@resource_apply_adagrad_da`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAdagradDA(NodeSpec);

common!(ResourceApplyAdagradDA);

impl ResourceApplyAdagradDA {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyAdagrad, but var -= lr \* grad / (sqrt(accum) + epsilon).
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_adagrad_v2(var: Output, accum: Output, lr: Output, epsilon: Output, grad: Output) -> ResourceApplyAdagradV2 {
    ResourceApplyAdagradV2(NodeSpec::new("ResourceApplyAdagradV2").input(var).input(accum).input(lr).input(epsilon).input(grad))
}

/// A node that [`fn@resource_apply_adagrad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAdagradV2(NodeSpec);

common!(ResourceApplyAdagradV2);

impl ResourceApplyAdagradV2 {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn update_slots(mut self, value: bool) -> Self {
        self.0.set_attr("update_slots", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// m = beta1 \* m + (1 - beta1) \* grad; v = beta2 \* v + (1 - beta2) \* grad \* grad; var -= lr \* sqrt(1 -
/// beta2\_power) / (1 - beta1\_power) \* m / (sqrt(v) + epsilon), where use\_nesterov takes beta1 \* m + (1 - beta1) \*
/// grad for m. Shapes: var, m, v and grad are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent.
/// Source: Kingma & Ba 2015, section 2, last lines.
///
/// - `var`: resource
/// - `m`: resource
/// - `v`: resource
/// - `beta1_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `beta2_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_adam(var: Output, m: Output, v: Output, beta1_power: Output, beta2_power: Output, lr: Output, beta1: Output, beta2: Output, epsilon: Output, grad: Output) -> ResourceApplyAdam {
    ResourceApplyAdam(NodeSpec::new("ResourceApplyAdam").input(var).input(m).input(v).input(beta1_power).input(beta2_power).input(lr).input(beta1).input(beta2).input(epsilon).input(grad))
}

/// A node that [`fn@resource_apply_adam`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAdam(NodeSpec);

common!(ResourceApplyAdam);

impl ResourceApplyAdam {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn use_nesterov(mut self, value: bool) -> Self {
        self.0.set_attr("use_nesterov", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyAdam, with vhat = max(vhat, v) under the root in the place of v. Shapes: var, m, v, vhat and grad
/// are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent. Source: Reddi, Kale & Kumar 2018.
///
/// - `var`: resource
/// - `m`: resource
/// - `v`: resource
/// - `vhat`: resource
/// - `beta1_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `beta2_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_adam_with_amsgrad(var: Output, m: Output, v: Output, vhat: Output, beta1_power: Output, beta2_power: Output, lr: Output, beta1: Output, beta2: Output, epsilon: Output, grad: Output) -> ResourceApplyAdamWithAmsgrad {
    ResourceApplyAdamWithAmsgrad(NodeSpec::new("ResourceApplyAdamWithAmsgrad").input(var).input(m).input(v).input(vhat).input(beta1_power).input(beta2_power).input(lr).input(beta1).input(beta2).input(epsilon).input(grad))
}

/// A node that [`fn@resource_apply_adam_with_amsgrad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAdamWithAmsgrad(NodeSpec);

common!(ResourceApplyAdamWithAmsgrad);

impl ResourceApplyAdamWithAmsgrad {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// m = beta \* m + (1 - beta) \* grad; var -= lr \* (alpha + sign\_decay \* sign(grad) \* sign(m)) \* grad. Shapes:
/// var, m and grad are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent. Source: Bello et al. 2017.
///
/// - `var`: resource
/// - `m`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `alpha`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `sign_decay`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_add_sign(var: Output, m: Output, lr: Output, alpha: Output, sign_decay: Output, beta: Output, grad: Output) -> ResourceApplyAddSign {
    ResourceApplyAddSign(NodeSpec::new("ResourceApplyAddSign").input(var).input(m).input(lr).input(alpha).input(sign_decay).input(beta).input(grad))
}

/// A node that [`fn@resource_apply_add_sign`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyAddSign(NodeSpec);

common!(ResourceApplyAddSign);

impl ResourceApplyAddSign {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// mg = rho \* mg + (1 - rho) \* grad; ms = rho \* ms + (1 - rho) \* grad \* grad; mom = momentum \* mom + lr \* grad /
/// sqrt(ms - mg \* mg + epsilon); var -= mom. Shapes and errors: as ResourceApplyRMSProp. Source: Graves 2013, section
/// 4.2.
///
/// - `var`: resource
/// - `mg`: resource
/// - `ms`: resource
/// - `mom`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `rho`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_centered_rms_prop(var: Output, mg: Output, ms: Output, mom: Output, lr: Output, rho: Output, momentum: Output, epsilon: Output, grad: Output) -> ResourceApplyCenteredRMSProp {
    ResourceApplyCenteredRMSProp(NodeSpec::new("ResourceApplyCenteredRMSProp").input(var).input(mg).input(ms).input(mom).input(lr).input(rho).input(momentum).input(epsilon).input(grad))
}

/// A node that [`fn@resource_apply_centered_rms_prop`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyCenteredRMSProp(NodeSpec);

common!(ResourceApplyCenteredRMSProp);

impl ResourceApplyCenteredRMSProp {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// With new = accum + grad \* grad: linear += grad - (new^-lr\_power - accum^-lr\_power) / lr \* var; var = 0 where
/// |linear| \<= l1, else (sign(linear) \* l1 - linear) / (new^-lr\_power / lr + 2 \* l2); accum = new. With
/// multiply\_linear\_by\_lr linear is kept times lr. Shapes: var, accum, linear and grad are alike, the rest are
/// scalars. Errors: INVALID\_ARGUMENT unless lr is positive, l1 and l2 are not negative and lr\_power is not positive;
/// else as ResourceApplyGradientDescent. Source: McMahan et al. 2013, algorithm 1.
///
/// - `var`: resource
/// - `accum`: resource
/// - `linear`: resource
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `lr_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_ftrl(var: Output, accum: Output, linear: Output, grad: Output, lr: Output, l1: Output, l2: Output, lr_power: Output) -> ResourceApplyFtrl {
    ResourceApplyFtrl(NodeSpec::new("ResourceApplyFtrl").input(var).input(accum).input(linear).input(grad).input(lr).input(l1).input(l2).input(lr_power))
}

/// A node that [`fn@resource_apply_ftrl`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyFtrl(NodeSpec);

common!(ResourceApplyFtrl);

impl ResourceApplyFtrl {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn multiply_linear_by_lr(mut self, value: bool) -> Self {
        self.0.set_attr("multiply_linear_by_lr", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyFtrl, but linear gets grad + 2 \* l2\_shrinkage \* var for grad; l2\_shrinkage may not be negative.
///
/// - `var`: resource
/// - `accum`: resource
/// - `linear`: resource
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2_shrinkage`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `lr_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_ftrl_v2(var: Output, accum: Output, linear: Output, grad: Output, lr: Output, l1: Output, l2: Output, l2_shrinkage: Output, lr_power: Output) -> ResourceApplyFtrlV2 {
    ResourceApplyFtrlV2(NodeSpec::new("ResourceApplyFtrlV2").input(var).input(accum).input(linear).input(grad).input(lr).input(l1).input(l2).input(l2_shrinkage).input(lr_power))
}

/// A node that [`fn@resource_apply_ftrl_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyFtrlV2(NodeSpec);

common!(ResourceApplyFtrlV2);

impl ResourceApplyFtrlV2 {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn multiply_linear_by_lr(mut self, value: bool) -> Self {
        self.0.set_attr("multiply_linear_by_lr", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// var -= alpha \* delta. Shapes: alpha is a scalar, delta is like var. Errors: FAILED\_PRECONDITION for a variable
/// without a value; INVALID\_ARGUMENT for another shape.
///
/// - `var`: resource
/// - `alpha`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `delta`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_gradient_descent(var: Output, alpha: Output, delta: Output) -> ResourceApplyGradientDescent {
    ResourceApplyGradientDescent(NodeSpec::new("ResourceApplyGradientDescent").input(var).input(alpha).input(delta))
}

/// A node that [`fn@resource_apply_gradient_descent`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyGradientDescent(NodeSpec);

common!(ResourceApplyGradientDescent);

impl ResourceApplyGradientDescent {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// accum = momentum \* accum - lr \* grad; var += accum, or with use\_nesterov var += momentum \* accum - lr \* grad.
/// Shapes and errors: as ResourceApplyMomentum. Source: Sutskever et al. 2013.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_keras_momentum(var: Output, accum: Output, lr: Output, grad: Output, momentum: Output) -> ResourceApplyKerasMomentum {
    ResourceApplyKerasMomentum(NodeSpec::new("ResourceApplyKerasMomentum").input(var).input(accum).input(lr).input(grad).input(momentum))
}

/// A node that [`fn@resource_apply_keras_momentum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyKerasMomentum(NodeSpec);

common!(ResourceApplyKerasMomentum);

impl ResourceApplyKerasMomentum {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn use_nesterov(mut self, value: bool) -> Self {
        self.0.set_attr("use_nesterov", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// accum = momentum \* accum + grad; var -= lr \* accum, or with use\_nesterov var -= lr \* (grad + momentum \* accum).
/// Shapes: lr and momentum are scalars, the rest are like var. Errors: as ResourceApplyGradientDescent. Source:
/// Sutskever et al. 2013.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_momentum(var: Output, accum: Output, lr: Output, grad: Output, momentum: Output) -> ResourceApplyMomentum {
    ResourceApplyMomentum(NodeSpec::new("ResourceApplyMomentum").input(var).input(accum).input(lr).input(grad).input(momentum))
}

/// A node that [`fn@resource_apply_momentum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyMomentum(NodeSpec);

common!(ResourceApplyMomentum);

impl ResourceApplyMomentum {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn use_nesterov(mut self, value: bool) -> Self {
        self.0.set_attr("use_nesterov", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// m = beta \* m + (1 - beta) \* grad; var -= lr \* exp(logbase \* sign\_decay \* sign(grad) \* sign(m)) \* grad.
/// Shapes and errors: as ResourceApplyAddSign. Source: Bello et al. 2017.
///
/// - `var`: resource
/// - `m`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `logbase`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `sign_decay`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `beta`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_power_sign(var: Output, m: Output, lr: Output, logbase: Output, sign_decay: Output, beta: Output, grad: Output) -> ResourceApplyPowerSign {
    ResourceApplyPowerSign(NodeSpec::new("ResourceApplyPowerSign").input(var).input(m).input(lr).input(logbase).input(sign_decay).input(beta).input(grad))
}

/// A node that [`fn@resource_apply_power_sign`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyPowerSign(NodeSpec);

common!(ResourceApplyPowerSign);

impl ResourceApplyPowerSign {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// accum += grad \* grad; then a step of ResourceApplyProximalGradientDescent with the rate lr / sqrt(accum) of each
/// element. Shapes: lr, l1 and l2 are scalars, the rest are like var. Errors: as ResourceApplyGradientDescent. Source:
/// Duchi & Singer 2009.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_proximal_adagrad(var: Output, accum: Output, lr: Output, l1: Output, l2: Output, grad: Output) -> ResourceApplyProximalAdagrad {
    ResourceApplyProximalAdagrad(NodeSpec::new("ResourceApplyProximalAdagrad").input(var).input(accum).input(lr).input(l1).input(l2).input(grad))
}

/// A node that [`fn@resource_apply_proximal_adagrad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyProximalAdagrad(NodeSpec);

common!(ResourceApplyProximalAdagrad);

impl ResourceApplyProximalAdagrad {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// With moved = var - alpha \* delta: var = sign(moved) \* max(|moved| - alpha \* l1, 0) / (1 + alpha \* l2). Shapes:
/// alpha, l1 and l2 are scalars, delta is like var. Errors: as ResourceApplyGradientDescent. Source: Duchi & Singer
/// 2009.
///
/// - `var`: resource
/// - `alpha`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `delta`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_apply_proximal_gradient_descent(var: Output, alpha: Output, l1: Output, l2: Output, delta: Output) -> ResourceApplyProximalGradientDescent {
    ResourceApplyProximalGradientDescent(NodeSpec::new("ResourceApplyProximalGradientDescent").input(var).input(alpha).input(l1).input(l2).input(delta))
}

/// A node that [`fn@resource_apply_proximal_gradient_descent`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyProximalGradientDescent(NodeSpec);

common!(ResourceApplyProximalGradientDescent);

impl ResourceApplyProximalGradientDescent {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// ms = rho \* ms + (1 - rho) \* grad \* grad; mom = momentum \* mom + lr \* grad / sqrt(ms + epsilon); var -= mom.
/// Shapes: lr, rho, momentum and epsilon are scalars, the rest are like var. Errors: as ResourceApplyGradientDescent.
/// Source: Tieleman & Hinton 2012, lecture 6.5.
///
/// - `var`: resource
/// - `ms`: resource
/// - `mom`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `rho`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_apply_rms_prop(var: Output, ms: Output, mom: Output, lr: Output, rho: Output, momentum: Output, epsilon: Output, grad: Output) -> ResourceApplyRMSProp {
    ResourceApplyRMSProp(NodeSpec::new("ResourceApplyRMSProp").input(var).input(ms).input(mom).input(lr).input(rho).input(momentum).input(epsilon).input(grad))
}

/// A node that [`fn@resource_apply_rms_prop`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceApplyRMSProp(NodeSpec);

common!(ResourceApplyRMSProp);

impl ResourceApplyRMSProp {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives the handle of an accumulator that adds up gradients until their mean, or sum, is taken; with shape unknown, of
/// any shape. Errors: UNIMPLEMENTED for complex and quantised types and integers of 8 and 16 bits.
///
/// - `dtype`: attr `dtype`; one of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
///   bfloat16, uint16, complex128, half, uint32, uint64
/// - `shape`: attr `shape`
///
/// No gradient flows through it.
pub fn resource_conditional_accumulator(dtype: DType, shape: Option<&[i64]>) -> ResourceConditionalAccumulator {
    ResourceConditionalAccumulator(NodeSpec::new("ResourceConditionalAccumulator").attr("dtype", Attr::Type(dtype)).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@resource_conditional_accumulator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceConditionalAccumulator(NodeSpec);

common!(ResourceConditionalAccumulator);

impl ResourceConditionalAccumulator {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// One of MEAN, SUM. Default: "MEAN".
    pub fn reduction_type(mut self, value: &str) -> Self {
        self.0.set_attr("reduction_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number that the variable holds, and adds 1 to the variable. Shapes: the variable and output are scalars.
/// Errors: OUT\_OF\_RANGE once the number is limit; FAILED\_PRECONDITION for a variable without a value.
///
/// - `resource`: resource
/// - `limit`: attr `limit`
/// - `t`: attr `T`; one of int32, int64
///
/// No gradient flows through it.
pub fn resource_count_up_to(resource: Output, limit: i64, t: DType) -> ResourceCountUpTo {
    ResourceCountUpTo(NodeSpec::new("ResourceCountUpTo").input(resource).attr("limit", Attr::Int(limit)).attr("T", Attr::Type(t)))
}

/// A node that [`fn@resource_count_up_to`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceCountUpTo(NodeSpec);

common!(ResourceCountUpTo);

impl ResourceCountUpTo {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes the rows of the variable that indices name, without reading the rest. Shapes: output is indices.shape +
/// variable.shape\[1:\] (batch\_dims as in GatherV2). Errors: INVALID\_ARGUMENT for an index out of range;
/// FAILED\_PRECONDITION for a variable without a value.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `dtype`: attr `dtype`
pub fn resource_gather(resource: Output, indices: Output, dtype: DType) -> ResourceGather {
    ResourceGather(NodeSpec::new("ResourceGather").input(resource).input(indices).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@resource_gather`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceGather(NodeSpec);

common!(ResourceGather);

impl ResourceGather {
    /// Default: 0.
    pub fn batch_dims(mut self, value: i64) -> Self {
        self.0.set_attr("batch_dims", Attr::Int(value));
        self
    }

    /// Default: true.
    pub fn validate_indices(mut self, value: bool) -> Self {
        self.0.set_attr("validate_indices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes the slices of the variable that the vectors in the last dimension of indices name. Shapes: output is
/// indices.shape\[:-1\] + variable.shape\[indices.shape\[-1\]:\]. Errors: as ResourceGather.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `dtype`: attr `dtype`
pub fn resource_gather_nd(resource: Output, indices: Output, dtype: DType) -> ResourceGatherNd {
    ResourceGatherNd(NodeSpec::new("ResourceGatherNd").input(resource).input(indices).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@resource_gather_nd`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceGatherNd(NodeSpec);

common!(ResourceGatherNd);

impl ResourceGatherNd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds updates to the rows of the variable that indices name, in place; equal indices add up. Shapes: updates is
/// indices.shape + variable.shape\[1:\], or a scalar. Errors: as ResourceGather, before anything is updated.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `updates`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_scatter_add(resource: Output, indices: Output, updates: Output) -> ResourceScatterAdd {
    ResourceScatterAdd(NodeSpec::new("ResourceScatterAdd").input(resource).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterAdd(NodeSpec);

common!(ResourceScatterAdd);

impl ResourceScatterAdd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Divides by updates the rows of the variable that indices name, in place; integers are divided towards zero. Shapes
/// and errors: as ResourceScatterAdd, and INVALID\_ARGUMENT for an integer division by zero.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `updates`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_scatter_div(resource: Output, indices: Output, updates: Output) -> ResourceScatterDiv {
    ResourceScatterDiv(NodeSpec::new("ResourceScatterDiv").input(resource).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_div`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterDiv(NodeSpec);

common!(ResourceScatterDiv);

impl ResourceScatterDiv {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Makes each row of the variable that indices name the maximum of itself and its updates, in place. Shapes and errors:
/// as ResourceScatterAdd.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `updates`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
pub fn resource_scatter_max(resource: Output, indices: Output, updates: Output) -> ResourceScatterMax {
    ResourceScatterMax(NodeSpec::new("ResourceScatterMax").input(resource).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterMax(NodeSpec);

common!(ResourceScatterMax);

impl ResourceScatterMax {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Makes each row of the variable that indices name the minimum of itself and its updates, in place. Shapes and errors:
/// as ResourceScatterAdd.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `updates`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
pub fn resource_scatter_min(resource: Output, indices: Output, updates: Output) -> ResourceScatterMin {
    ResourceScatterMin(NodeSpec::new("ResourceScatterMin").input(resource).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_min`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterMin(NodeSpec);

common!(ResourceScatterMin);

impl ResourceScatterMin {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Multiplies by updates the rows of the variable that indices name, in place, one after the other where indices are
/// equal. Shapes and errors: as ResourceScatterAdd.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `updates`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_scatter_mul(resource: Output, indices: Output, updates: Output) -> ResourceScatterMul {
    ResourceScatterMul(NodeSpec::new("ResourceScatterMul").input(resource).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_mul`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterMul(NodeSpec);

common!(ResourceScatterMul);

impl ResourceScatterMul {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Adds updates to the slices of the variable that the vectors in indices name, in place. Shapes and errors: as
/// ResourceScatterNdUpdate.
///
/// - `ref_`: resource
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn resource_scatter_nd_add(ref_: Output, indices: Output, updates: Output) -> ResourceScatterNdAdd {
    ResourceScatterNdAdd(NodeSpec::new("ResourceScatterNdAdd").input(ref_).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_nd_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterNdAdd(NodeSpec);

common!(ResourceScatterNdAdd);

impl ResourceScatterNdAdd {
    /// Default: true.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Makes each slice of the variable that the vectors in indices name the maximum of itself and its updates, in place.
/// Shapes and errors: as ResourceScatterNdUpdate.
///
/// - `ref_`: resource
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn resource_scatter_nd_max(ref_: Output, indices: Output, updates: Output) -> ResourceScatterNdMax {
    ResourceScatterNdMax(NodeSpec::new("ResourceScatterNdMax").input(ref_).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_nd_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterNdMax(NodeSpec);

common!(ResourceScatterNdMax);

impl ResourceScatterNdMax {
    /// Default: true.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Makes each slice of the variable that the vectors in indices name the minimum of itself and its updates, in place.
/// Shapes and errors: as ResourceScatterNdUpdate.
///
/// - `ref_`: resource
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn resource_scatter_nd_min(ref_: Output, indices: Output, updates: Output) -> ResourceScatterNdMin {
    ResourceScatterNdMin(NodeSpec::new("ResourceScatterNdMin").input(ref_).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_nd_min`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterNdMin(NodeSpec);

common!(ResourceScatterNdMin);

impl ResourceScatterNdMin {
    /// Default: true.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Subtracts updates from the slices of the variable that the vectors in indices name, in place. Shapes and errors: as
/// ResourceScatterNdUpdate.
///
/// - `ref_`: resource
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn resource_scatter_nd_sub(ref_: Output, indices: Output, updates: Output) -> ResourceScatterNdSub {
    ResourceScatterNdSub(NodeSpec::new("ResourceScatterNdSub").input(ref_).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_nd_sub`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterNdSub(NodeSpec);

common!(ResourceScatterNdSub);

impl ResourceScatterNdSub {
    /// Default: true.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts updates in the place of the slices of the variable that the vectors in the last dimension of indices name; the
/// last of equal vectors holds. Shapes: updates is indices.shape\[:-1\] + variable.shape\[indices.shape\[-1\]:\].
/// Errors: INVALID\_ARGUMENT for an index out of range, before anything is updated; FAILED\_PRECONDITION for a variable
/// without a value.
///
/// - `ref_`: resource
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn resource_scatter_nd_update(ref_: Output, indices: Output, updates: Output) -> ResourceScatterNdUpdate {
    ResourceScatterNdUpdate(NodeSpec::new("ResourceScatterNdUpdate").input(ref_).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_nd_update`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterNdUpdate(NodeSpec);

common!(ResourceScatterNdUpdate);

impl ResourceScatterNdUpdate {
    /// Default: true.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Subtracts updates from the rows of the variable that indices name, in place, one after the other where indices are
/// equal. Shapes and errors: as ResourceScatterAdd.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `updates`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_scatter_sub(resource: Output, indices: Output, updates: Output) -> ResourceScatterSub {
    ResourceScatterSub(NodeSpec::new("ResourceScatterSub").input(resource).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_sub`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterSub(NodeSpec);

common!(ResourceScatterSub);

impl ResourceScatterSub {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts updates in the place of the rows of the variable that indices name; the last of equal indices holds. Shapes and
/// errors: as ResourceScatterAdd.
///
/// - `resource`: resource
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn resource_scatter_update(resource: Output, indices: Output, updates: Output) -> ResourceScatterUpdate {
    ResourceScatterUpdate(NodeSpec::new("ResourceScatterUpdate").input(resource).input(indices).input(updates))
}

/// A node that [`fn@resource_scatter_update`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceScatterUpdate(NodeSpec);

common!(ResourceScatterUpdate);

impl ResourceScatterUpdate {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyAdadelta, for the rows of the variables that indices name, in that order; a row that is named twice
/// is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT
/// for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `accum_update`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `rho`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
#[allow(clippy::too_many_arguments)]
pub fn resource_sparse_apply_adadelta(var: Output, accum: Output, accum_update: Output, lr: Output, rho: Output, epsilon: Output, grad: Output, indices: Output) -> ResourceSparseApplyAdadelta {
    ResourceSparseApplyAdadelta(NodeSpec::new("ResourceSparseApplyAdadelta").input(var).input(accum).input(accum_update).input(lr).input(rho).input(epsilon).input(grad).input(indices))
}

/// A node that [`fn@resource_sparse_apply_adadelta`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyAdadelta(NodeSpec);

common!(ResourceSparseApplyAdadelta);

impl ResourceSparseApplyAdadelta {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyAdagrad, for the rows of the variables that indices name, in that order; a row that is named twice
/// is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT
/// for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
pub fn resource_sparse_apply_adagrad(var: Output, accum: Output, lr: Output, grad: Output, indices: Output) -> ResourceSparseApplyAdagrad {
    ResourceSparseApplyAdagrad(NodeSpec::new("ResourceSparseApplyAdagrad").input(var).input(accum).input(lr).input(grad).input(indices))
}

/// A node that [`fn@resource_sparse_apply_adagrad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyAdagrad(NodeSpec);

common!(ResourceSparseApplyAdagrad);

impl ResourceSparseApplyAdagrad {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn update_slots(mut self, value: bool) -> Self {
        self.0.set_attr("update_slots", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyAdagradDA, for the rows of the variables that indices name, in that order; a row that is named twice
/// is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT
/// for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `gradient_accumulator`: resource
/// - `gradient_squared_accumulator`: resource
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `global_step`: int64
#[allow(clippy::too_many_arguments)]
pub fn resource_sparse_apply_adagrad_da(var: Output, gradient_accumulator: Output, gradient_squared_accumulator: Output, grad: Output, indices: Output, lr: Output, l1: Output, l2: Output, global_step: Output) -> ResourceSparseApplyAdagradDA {
    ResourceSparseApplyAdagradDA(NodeSpec::new("ResourceSparseApplyAdagradDA").input(var).input(gradient_accumulator).input(gradient_squared_accumulator).input(grad).input(indices).input(lr).input(l1).input(l2).input(global_step))
}

/// A node that [`fn@resource_sparse_apply_adagrad_da`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyAdagradDA(NodeSpec);

common!(ResourceSparseApplyAdagradDA);

impl ResourceSparseApplyAdagradDA {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyAdagradV2, for the rows of the variables that indices name, in that order; a row that is named twice
/// is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT
/// for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
pub fn resource_sparse_apply_adagrad_v2(var: Output, accum: Output, lr: Output, epsilon: Output, grad: Output, indices: Output) -> ResourceSparseApplyAdagradV2 {
    ResourceSparseApplyAdagradV2(NodeSpec::new("ResourceSparseApplyAdagradV2").input(var).input(accum).input(lr).input(epsilon).input(grad).input(indices))
}

/// A node that [`fn@resource_sparse_apply_adagrad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyAdagradV2(NodeSpec);

common!(ResourceSparseApplyAdagradV2);

impl ResourceSparseApplyAdagradV2 {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn update_slots(mut self, value: bool) -> Self {
        self.0.set_attr("update_slots", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyCenteredRMSProp, for the rows of the variables that indices name, in that order; a row that is named
/// twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors:
/// INVALID\_ARGUMENT for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `mg`: resource
/// - `ms`: resource
/// - `mom`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `rho`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
#[allow(clippy::too_many_arguments)]
pub fn resource_sparse_apply_centered_rms_prop(var: Output, mg: Output, ms: Output, mom: Output, lr: Output, rho: Output, momentum: Output, epsilon: Output, grad: Output, indices: Output) -> ResourceSparseApplyCenteredRMSProp {
    ResourceSparseApplyCenteredRMSProp(NodeSpec::new("ResourceSparseApplyCenteredRMSProp").input(var).input(mg).input(ms).input(mom).input(lr).input(rho).input(momentum).input(epsilon).input(grad).input(indices))
}

/// A node that [`fn@resource_sparse_apply_centered_rms_prop`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyCenteredRMSProp(NodeSpec);

common!(ResourceSparseApplyCenteredRMSProp);

impl ResourceSparseApplyCenteredRMSProp {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyFtrl, for the rows of the variables that indices name, in that order; a row that is named twice is
/// updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT for
/// an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `linear`: resource
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `lr_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_sparse_apply_ftrl(var: Output, accum: Output, linear: Output, grad: Output, indices: Output, lr: Output, l1: Output, l2: Output, lr_power: Output) -> ResourceSparseApplyFtrl {
    ResourceSparseApplyFtrl(NodeSpec::new("ResourceSparseApplyFtrl").input(var).input(accum).input(linear).input(grad).input(indices).input(lr).input(l1).input(l2).input(lr_power))
}

/// A node that [`fn@resource_sparse_apply_ftrl`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyFtrl(NodeSpec);

common!(ResourceSparseApplyFtrl);

impl ResourceSparseApplyFtrl {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn multiply_linear_by_lr(mut self, value: bool) -> Self {
        self.0.set_attr("multiply_linear_by_lr", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyFtrlV2, for the rows of the variables that indices name, in that order; a row that is named twice is
/// updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT for
/// an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `linear`: resource
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2_shrinkage`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `lr_power`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
#[allow(clippy::too_many_arguments)]
pub fn resource_sparse_apply_ftrl_v2(var: Output, accum: Output, linear: Output, grad: Output, indices: Output, lr: Output, l1: Output, l2: Output, l2_shrinkage: Output, lr_power: Output) -> ResourceSparseApplyFtrlV2 {
    ResourceSparseApplyFtrlV2(NodeSpec::new("ResourceSparseApplyFtrlV2").input(var).input(accum).input(linear).input(grad).input(indices).input(lr).input(l1).input(l2).input(l2_shrinkage).input(lr_power))
}

/// A node that [`fn@resource_sparse_apply_ftrl_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyFtrlV2(NodeSpec);

common!(ResourceSparseApplyFtrlV2);

impl ResourceSparseApplyFtrlV2 {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn multiply_linear_by_lr(mut self, value: bool) -> Self {
        self.0.set_attr("multiply_linear_by_lr", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyKerasMomentum, for the rows of the variables that indices name, in that order; a row that is named
/// twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors:
/// INVALID\_ARGUMENT for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_sparse_apply_keras_momentum(var: Output, accum: Output, lr: Output, grad: Output, indices: Output, momentum: Output) -> ResourceSparseApplyKerasMomentum {
    ResourceSparseApplyKerasMomentum(NodeSpec::new("ResourceSparseApplyKerasMomentum").input(var).input(accum).input(lr).input(grad).input(indices).input(momentum))
}

/// A node that [`fn@resource_sparse_apply_keras_momentum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyKerasMomentum(NodeSpec);

common!(ResourceSparseApplyKerasMomentum);

impl ResourceSparseApplyKerasMomentum {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn use_nesterov(mut self, value: bool) -> Self {
        self.0.set_attr("use_nesterov", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyMomentum, for the rows of the variables that indices name, in that order; a row that is named twice
/// is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT
/// for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn resource_sparse_apply_momentum(var: Output, accum: Output, lr: Output, grad: Output, indices: Output, momentum: Output) -> ResourceSparseApplyMomentum {
    ResourceSparseApplyMomentum(NodeSpec::new("ResourceSparseApplyMomentum").input(var).input(accum).input(lr).input(grad).input(indices).input(momentum))
}

/// A node that [`fn@resource_sparse_apply_momentum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyMomentum(NodeSpec);

common!(ResourceSparseApplyMomentum);

impl ResourceSparseApplyMomentum {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn use_nesterov(mut self, value: bool) -> Self {
        self.0.set_attr("use_nesterov", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyProximalAdagrad, for the rows of the variables that indices name, in that order; a row that is named
/// twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors:
/// INVALID\_ARGUMENT for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `accum`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
pub fn resource_sparse_apply_proximal_adagrad(var: Output, accum: Output, lr: Output, l1: Output, l2: Output, grad: Output, indices: Output) -> ResourceSparseApplyProximalAdagrad {
    ResourceSparseApplyProximalAdagrad(NodeSpec::new("ResourceSparseApplyProximalAdagrad").input(var).input(accum).input(lr).input(l1).input(l2).input(grad).input(indices))
}

/// A node that [`fn@resource_sparse_apply_proximal_adagrad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyProximalAdagrad(NodeSpec);

common!(ResourceSparseApplyProximalAdagrad);

impl ResourceSparseApplyProximalAdagrad {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyProximalGradientDescent, for the rows of the variables that indices name, in that order; a row that
/// is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors:
/// INVALID\_ARGUMENT for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `alpha`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l1`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `l2`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
pub fn resource_sparse_apply_proximal_gradient_descent(var: Output, alpha: Output, l1: Output, l2: Output, grad: Output, indices: Output) -> ResourceSparseApplyProximalGradientDescent {
    ResourceSparseApplyProximalGradientDescent(NodeSpec::new("ResourceSparseApplyProximalGradientDescent").input(var).input(alpha).input(l1).input(l2).input(grad).input(indices))
}

/// A node that [`fn@resource_sparse_apply_proximal_gradient_descent`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyProximalGradientDescent(NodeSpec);

common!(ResourceSparseApplyProximalGradientDescent);

impl ResourceSparseApplyProximalGradientDescent {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// As ResourceApplyRMSProp, for the rows of the variables that indices name, in that order; a row that is named twice
/// is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape\[1:\]. Errors: INVALID\_ARGUMENT
/// for an index out of range, before anything is updated.
///
/// - `var`: resource
/// - `ms`: resource
/// - `mom`: resource
/// - `lr`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `rho`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `momentum`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `epsilon`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `indices`: int32, int64
#[allow(clippy::too_many_arguments)]
pub fn resource_sparse_apply_rms_prop(var: Output, ms: Output, mom: Output, lr: Output, rho: Output, momentum: Output, epsilon: Output, grad: Output, indices: Output) -> ResourceSparseApplyRMSProp {
    ResourceSparseApplyRMSProp(NodeSpec::new("ResourceSparseApplyRMSProp").input(var).input(ms).input(mom).input(lr).input(rho).input(momentum).input(epsilon).input(grad).input(indices))
}

/// A node that [`fn@resource_sparse_apply_rms_prop`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceSparseApplyRMSProp(NodeSpec);

common!(ResourceSparseApplyRMSProp);

impl ResourceSparseApplyRMSProp {
    /// Default: false.
    pub fn use_locking(mut self, value: bool) -> Self {
        self.0.set_attr("use_locking", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Puts value where StridedSlice of the variable would have read, in place. Errors: INVALID\_ARGUMENT as StridedSlice,
/// and if value has not the shape of the slice; FAILED\_PRECONDITION for a variable without a value.
///
/// - `ref_`: resource
/// - `begin`: int32, int64
/// - `end`: int32, int64
/// - `strides`: int32, int64
/// - `value`: any type
pub fn resource_strided_slice_assign(ref_: Output, begin: Output, end: Output, strides: Output, value: Output) -> ResourceStridedSliceAssign {
    ResourceStridedSliceAssign(NodeSpec::new("ResourceStridedSliceAssign").input(ref_).input(begin).input(end).input(strides).input(value))
}

/// A node that [`fn@resource_strided_slice_assign`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ResourceStridedSliceAssign(NodeSpec);

common!(ResourceStridedSliceAssign);

impl ResourceStridedSliceAssign {
    /// Default: 0.
    pub fn begin_mask(mut self, value: i64) -> Self {
        self.0.set_attr("begin_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn end_mask(mut self, value: i64) -> Self {
        self.0.set_attr("end_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn ellipsis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("ellipsis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn new_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("new_axis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn shrink_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("shrink_axis_mask", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Reads the named tensors from the checkpoint `prefix`. Shapes: as SaveV2. Errors: NOT\_FOUND naming a file or tensor
/// that is not there; INVALID\_ARGUMENT for another type or a bad slice; DATA\_LOSS for a file that is damaged.
///
/// - `prefix`: string
/// - `tensor_names`: string
/// - `shape_and_slices`: string
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn restore_v2(prefix: Output, tensor_names: Output, shape_and_slices: Output, dtypes: &[DType]) -> RestoreV2 {
    RestoreV2(NodeSpec::new("RestoreV2").input(prefix).input(tensor_names).input(shape_and_slices).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@restore_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RestoreV2(NodeSpec);

common!(RestoreV2);

impl RestoreV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("dtypes")
    }
}

/// Turns the order of the first seq\_lengths\[i\] steps along seq\_dim round, in slice i along batch\_dim; the rest
/// stays. Shapes: seq\_lengths is a vector of the size of batch\_dim. Errors: INVALID\_ARGUMENT for a length below 0 or
/// beyond seq\_dim.
///
/// - `input`: any type
/// - `seq_lengths`: int32, int64
/// - `seq_dim`: attr `seq_dim`
pub fn reverse_sequence(input: Output, seq_lengths: Output, seq_dim: i64) -> ReverseSequence {
    ReverseSequence(NodeSpec::new("ReverseSequence").input(input).input(seq_lengths).attr("seq_dim", Attr::Int(seq_dim)))
}

/// A node that [`fn@reverse_sequence`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReverseSequence(NodeSpec);

common!(ReverseSequence);

impl ReverseSequence {
    /// Default: 0.
    pub fn batch_dim(mut self, value: i64) -> Self {
        self.0.set_attr("batch_dim", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Turns the order round along the given axes. Shapes: axis is a vector of values in \[-rank,rank), none twice. Errors:
/// INVALID\_ARGUMENT otherwise.
///
/// - `tensor`: uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half, float, double,
///   complex64, complex128, string
/// - `axis`: int32, int64
pub fn reverse_v2(tensor: Output, axis: Output) -> ReverseV2 {
    ReverseV2(NodeSpec::new("ReverseV2").input(tensor).input(axis))
}

/// A node that [`fn@reverse_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ReverseV2(NodeSpec);

common!(ReverseV2);

impl ReverseV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the same dataset.
///
/// - `input_dataset`: variant
/// - `rewrite_name`: string
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn rewrite_dataset(input_dataset: Output, rewrite_name: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> RewriteDataset {
    RewriteDataset(NodeSpec::new("RewriteDataset").input(input_dataset).input(rewrite_name).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@rewrite_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RewriteDataset(NodeSpec);

common!(RewriteDataset);

impl RewriteDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x with its bits moved down by y places, the sign kept; y is bounded as in LeftShift. Shapes: x and y broadcast
/// against each other.
///
/// - `x`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
/// - `y`: int8, int16, int32, int64, uint8, uint16, uint32, uint64
///
/// No gradient flows through it.
pub fn right_shift(x: Output, y: Output) -> RightShift {
    RightShift(NodeSpec::new("RightShift").input(x).input(y))
}

/// A node that [`fn@right_shift`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RightShift(NodeSpec);

common!(RightShift);

impl RightShift {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the whole number nearest to x, the even one of two. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
///
/// No gradient flows through it.
pub fn rint(x: Output) -> Rint {
    Rint(NodeSpec::new("Rint").input(x))
}

/// A node that [`fn@rint`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Rint(NodeSpec);

common!(Rint);

impl Rint {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Moves elements along the axes by shift places; what leaves at the end comes in at the beginning. An axis may be
/// given several times. Shapes: shift and axis are scalars or vectors of one length, output is like input. Errors:
/// INVALID\_ARGUMENT for an axis out of range.
///
/// - `input`: any type
/// - `shift`: int32, int64
/// - `axis`: int32, int64
pub fn roll(input: Output, shift: Output, axis: Output) -> Roll {
    Roll(NodeSpec::new("Roll").input(input).input(shift).input(axis))
}

/// A node that [`fn@roll`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Roll(NodeSpec);

common!(Roll);

impl Roll {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the whole number nearest to x, the even one of two; integers as they are. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
///
/// No gradient flows through it.
pub fn round(x: Output) -> Round {
    Round(NodeSpec::new("Round").input(x))
}

/// A node that [`fn@round`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Round(NodeSpec);

common!(Round);

impl Round {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives 1 / sqrt(x), element by element; NaN below 0, inf at 0. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn rsqrt(x: Output) -> Rsqrt {
    Rsqrt(NodeSpec::new("Rsqrt").input(x))
}

/// A node that [`fn@rsqrt`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Rsqrt(NodeSpec);

common!(Rsqrt);

impl Rsqrt {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives dy \* -0.5 \* conj(y)^3, the gradient of Rsqrt for its output y, and 0 where dy is 0. Shapes: all alike.
///
/// - `y`: bfloat16, half, float, double, complex64, complex128
/// - `dy`: bfloat16, half, float, double, complex64, complex128
pub fn rsqrt_grad(y: Output, dy: Output) -> RsqrtGrad {
    RsqrtGrad(NodeSpec::new("RsqrtGrad").input(y).input(dy))
}

/// A node that [`fn@rsqrt_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct RsqrtGrad(NodeSpec);

common!(RsqrtGrad);

impl RsqrtGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives each query a mean of the values, weighed by how well their keys fit: Softmax(scale \* query \* transposed key
/// \+ mask) \* value. The scores are never whole in memory where a device has a kernel. Shapes: query \[..., m, d\], key
/// \[..., n, d\] and value \[..., n, e\] have equal leading dimensions, and mask, which may be a scalar 0, broadcasts
/// to \[..., m, n\]; output is \[..., m, e\]. Source: Vaswani et al. 2017, section 3.2.1.
///
/// - `query`: half, bfloat16, float, double
/// - `key`: half, bfloat16, float, double
/// - `value`: half, bfloat16, float, double
/// - `mask`: half, bfloat16, float, double
pub fn attention(query: Output, key: Output, value: Output, mask: Output) -> Attention {
    Attention(NodeSpec::new("Runnel>Attention").input(query).input(key).input(value).input(mask))
}

/// A node that [`fn@attention`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Attention(NodeSpec);

common!(Attention);

impl Attention {
    /// Default: 1.0.
    pub fn scale(mut self, value: f32) -> Self {
        self.0.set_attr("scale", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), element by element. Shapes: activations is like features.
/// Source: Hendrycks & Gimpel 2016, section 2.
///
/// - `features`: half, bfloat16, float, double
pub fn gelu(features: Output) -> Gelu {
    Gelu(NodeSpec::new("Runnel>Gelu").input(features))
}

/// A node that [`fn@gelu`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Gelu(NodeSpec);

common!(Gelu);

impl Gelu {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives (x - mean) \* inverse\_deviation \* scale + offset, where mean and inverse\_deviation = 1 / sqrt(variance +
/// epsilon) are those of the last dimension. Shapes: scale and offset are vectors as long as that dimension; y is like
/// x, mean and inverse\_deviation too, but for 1 as their last dimension. Source: Ba, Kiros and Hinton 2016.
///
/// - `x`: half, bfloat16, float, double
/// - `scale`: half, bfloat16, float, double
/// - `offset`: half, bfloat16, float, double
pub fn layer_norm(x: Output, scale: Output, offset: Output) -> LayerNorm {
    LayerNorm(NodeSpec::new("Runnel>LayerNorm").input(x).input(scale).input(offset))
}

/// A node that [`fn@layer_norm`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct LayerNorm(NodeSpec);

common!(LayerNorm);

impl LayerNorm {
    /// Default: 1e-05.
    pub fn epsilon(mut self, value: f32) -> Self {
        self.0.set_attr("epsilon", Attr::Float(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<LayerNormOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(LayerNormOutputs {
            node,
            y: outputs.one(),
            mean: outputs.one(),
            inverse_deviation: outputs.one(),
        })
    }
}

/// What [`fn@layer_norm`] gives.
#[derive(Clone, Debug)]
pub struct LayerNormOutputs {
    pub node: Node,
    pub y: Output,
    pub mean: Output,
    pub inverse_deviation: Output,
}

/// Writes the tensors under their names into the checkpoint `prefix`, in TensorFlow's V2 format, whole or not at all.
/// Shapes: prefix is a scalar; tensor\_names and shape\_and\_slices are vectors with one entry per tensor; an empty
/// slice means the whole tensor. Errors: INVALID\_ARGUMENT for a wrong count, a double name or a bad slice;
/// RESOURCE\_EXHAUSTED if no space is left.
///
/// - `prefix`: string
/// - `tensor_names`: string
/// - `shape_and_slices`: string
/// - `tensors`: list of any type
pub fn save_v2(prefix: Output, tensor_names: Output, shape_and_slices: Output, tensors: &[Output]) -> SaveV2 {
    SaveV2(NodeSpec::new("SaveV2").input(prefix).input(tensor_names).input(shape_and_slices).input_list(tensors))
}

/// A node that [`fn@save_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SaveV2(NodeSpec);

common!(SaveV2);

impl SaveV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// A summary of every value, as float, under its tag. Shapes: tags and values are alike; summary is a scalar.
///
/// - `tags`: string
/// - `values`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
///
/// No gradient flows through it.
pub fn scalar_summary(tags: Output, values: Output) -> ScalarSummary {
    ScalarSummary(NodeSpec::new("ScalarSummary").input(tags).input(values))
}

/// A node that [`fn@scalar_summary`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ScalarSummary(NodeSpec);

common!(ScalarSummary);

impl ScalarSummary {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of what f gives for each element. f takes a state, the element and other\_arguments, and gives the
/// next state and the new element. Errors: as MapDataset.
///
/// - `input_dataset`: variant
/// - `initial_state`: list of any type
/// - `other_arguments`: list of any type
/// - `f`: attr `f`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn scan_dataset(input_dataset: Output, initial_state: &[Output], other_arguments: &[Output], f: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ScanDataset {
    ScanDataset(NodeSpec::new("ScanDataset").input(input_dataset).input_list(initial_state).input_list(other_arguments).attr("f", Attr::Func(f.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@scan_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ScanDataset(NodeSpec);

common!(ScanDataset);

impl ScanDataset {
    /// Default: false.
    pub fn preserve_cardinality(mut self, value: bool) -> Self {
        self.0.set_attr("preserve_cardinality", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn use_default_device(mut self, value: bool) -> Self {
        self.0.set_attr("use_default_device", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds slices to zeros of the given shape at the places that the vectors in the last dimension of indices name, in
/// their order. Shapes: updates is indices.shape\[:-1\] + shape\[indices.shape\[-1\]:\]. Errors: INVALID\_ARGUMENT for
/// an index out of range.
///
/// - `indices`: int16, int32, int64
/// - `updates`: any type
/// - `shape`: int16, int32, int64
pub fn scatter_nd(indices: Output, updates: Output, shape: Output) -> ScatterNd {
    ScatterNd(NodeSpec::new("ScatterNd").input(indices).input(updates).input(shape))
}

/// A node that [`fn@scatter_nd`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ScatterNd(NodeSpec);

common!(ScatterNd);

impl ScatterNd {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// TensorScatterAdd, by its older name.
///
/// - `input`: any type
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn scatter_nd_non_aliasing_add(input: Output, indices: Output, updates: Output) -> ScatterNdNonAliasingAdd {
    ScatterNdNonAliasingAdd(NodeSpec::new("ScatterNdNonAliasingAdd").input(input).input(indices).input(updates))
}

/// A node that [`fn@scatter_nd_non_aliasing_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ScatterNdNonAliasingAdd(NodeSpec);

common!(ScatterNdNonAliasingAdd);

impl ScatterNdNonAliasingAdd {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest elements of all rows of data that have the same id in segment\_ids, which must not fall; rows of
/// output without an id are 0. Shapes: segment\_ids is a vector as long as data has rows; output has as many rows as
/// the last id says. Errors: INVALID\_ARGUMENT for ids that fall or are negative.
///
/// - `data`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `segment_ids`: int32, int64
pub fn segment_max(data: Output, segment_ids: Output) -> SegmentMax {
    SegmentMax(NodeSpec::new("SegmentMax").input(data).input(segment_ids))
}

/// A node that [`fn@segment_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SegmentMax(NodeSpec);

common!(SegmentMax);

impl SegmentMax {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the mean of all rows of data that have the same id in segment\_ids, which must not fall; rows of output
/// without an id are 0. Shapes: segment\_ids is a vector as long as data has rows; output has as many rows as the last
/// id says. Errors: INVALID\_ARGUMENT for ids that fall or are negative.
///
/// - `data`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `segment_ids`: int32, int64
pub fn segment_mean(data: Output, segment_ids: Output) -> SegmentMean {
    SegmentMean(NodeSpec::new("SegmentMean").input(data).input(segment_ids))
}

/// A node that [`fn@segment_mean`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SegmentMean(NodeSpec);

common!(SegmentMean);

impl SegmentMean {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the smallest elements of all rows of data that have the same id in segment\_ids, which must not fall; rows of
/// output without an id are 0. Shapes: segment\_ids is a vector as long as data has rows; output has as many rows as
/// the last id says. Errors: INVALID\_ARGUMENT for ids that fall or are negative.
///
/// - `data`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `segment_ids`: int32, int64
pub fn segment_min(data: Output, segment_ids: Output) -> SegmentMin {
    SegmentMin(NodeSpec::new("SegmentMin").input(data).input(segment_ids))
}

/// A node that [`fn@segment_min`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SegmentMin(NodeSpec);

common!(SegmentMin);

impl SegmentMin {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Multiplies all rows of data that have the same id in segment\_ids, which must not fall; rows of output without an id
/// are ones. Shapes: segment\_ids is a vector as long as data has rows; output has as many rows as the last id says.
/// Errors: INVALID\_ARGUMENT for ids that fall or are negative.
///
/// - `data`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `segment_ids`: int32, int64
pub fn segment_prod(data: Output, segment_ids: Output) -> SegmentProd {
    SegmentProd(NodeSpec::new("SegmentProd").input(data).input(segment_ids))
}

/// A node that [`fn@segment_prod`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SegmentProd(NodeSpec);

common!(SegmentProd);

impl SegmentProd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds all rows of data that have the same id in segment\_ids, which must not fall; rows of output without an id are
/// 0. Shapes: segment\_ids is a vector as long as data has rows; output has as many rows as the last id says. Errors:
/// INVALID\_ARGUMENT for ids that fall or are negative.
///
/// - `data`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `segment_ids`: int32, int64
pub fn segment_sum(data: Output, segment_ids: Output) -> SegmentSum {
    SegmentSum(NodeSpec::new("SegmentSum").input(data).input(segment_ids))
}

/// A node that [`fn@segment_sum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SegmentSum(NodeSpec);

common!(SegmentSum);

impl SegmentSum {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes elements of t where condition holds, of e elsewhere. Shapes: t and e are alike; condition is like them, or a
/// scalar, or a vector as long as their first dimension, which then chooses whole rows.
///
/// - `condition`: bool
/// - `t`: any type
/// - `e`: any type
pub fn select(condition: Output, t: Output, e: Output) -> Select {
    Select(NodeSpec::new("Select").input(condition).input(t).input(e))
}

/// A node that [`fn@select`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Select(NodeSpec);

common!(Select);

impl Select {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes elements of t where condition holds, of e elsewhere. Shapes: all three broadcast against each other.
///
/// - `condition`: bool
/// - `t`: any type
/// - `e`: any type
pub fn select_v2(condition: Output, t: Output, e: Output) -> SelectV2 {
    SelectV2(NodeSpec::new("SelectV2").input(condition).input(t).input(e))
}

/// A node that [`fn@select_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SelectV2(NodeSpec);

common!(SelectV2);

impl SelectV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As SelfAdjointEigV2, with the eigenvalues in a row above the vectors. Shapes: input is \[..., n, n\], output \[...,
/// n + 1, n\].
///
/// - `input`: double, float, half
///
/// No gradient flows through it.
pub fn self_adjoint_eig(input: Output) -> SelfAdjointEig {
    SelfAdjointEig(NodeSpec::new("SelfAdjointEig").input(input))
}

/// A node that [`fn@self_adjoint_eig`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SelfAdjointEig(NodeSpec);

common!(SelfAdjointEig);

impl SelfAdjointEig {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the eigenvalues, ascending, of self-adjoint matrices, whose lower triangles alone are looked at, and their
/// vectors, the columns of v. Shapes: input is \[..., n, n\], e \[..., n\], v like input, or \[0\] without compute\_v.
/// Errors: INVALID\_ARGUMENT for numbers that are not finite.
///
/// - `input`: double, float, half, complex64, complex128
pub fn self_adjoint_eig_v2(input: Output) -> SelfAdjointEigV2 {
    SelfAdjointEigV2(NodeSpec::new("SelfAdjointEigV2").input(input))
}

/// A node that [`fn@self_adjoint_eig_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SelfAdjointEigV2(NodeSpec);

common!(SelfAdjointEigV2);

impl SelfAdjointEigV2 {
    /// Default: true.
    pub fn compute_v(mut self, value: bool) -> Self {
        self.0.set_attr("compute_v", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SelfAdjointEigV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SelfAdjointEigV2Outputs {
            node,
            e: outputs.one(),
            v: outputs.one(),
        })
    }
}

/// What [`fn@self_adjoint_eig_v2`] gives.
#[derive(Clone, Debug)]
pub struct SelfAdjointEigV2Outputs {
    pub node: Node,
    pub e: Output,
    pub v: Output,
}

/// Gives scale \* features, below 0 scale \* alpha \* (exp(features) - 1), where scale is 1.0507009873554805 and alpha
/// 1.6732632423543772. Shapes: activations is like features. Source: Klambauer et al. 2017.
///
/// - `features`: half, bfloat16, float, double
pub fn selu(features: Output) -> Selu {
    Selu(NodeSpec::new("Selu").input(features))
}

/// A node that [`fn@selu`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Selu(NodeSpec);

common!(Selu);

impl Selu {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients \* (outputs + scale \* alpha) where outputs, which Selu gave, are below 0 and gradients \* scale
/// elsewhere. Shapes: all alike.
///
/// - `gradients`: half, bfloat16, float, double
/// - `outputs`: half, bfloat16, float, double
pub fn selu_grad(gradients: Output, outputs: Output) -> SeluGrad {
    SeluGrad(NodeSpec::new("SeluGrad").input(gradients).input(outputs))
}

/// A node that [`fn@selu_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SeluGrad(NodeSpec);

common!(SeluGrad);

impl SeluGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives where the pass of the iterator is. Errors: UNIMPLEMENTED for pipelines whose place is outside of the runtime,
/// such as generators.
///
/// - `resource_handle`: resource
///
/// No gradient flows through it.
pub fn serialize_iterator(resource_handle: Output) -> SerializeIterator {
    SerializeIterator(NodeSpec::new("SerializeIterator").input(resource_handle))
}

/// A node that [`fn@serialize_iterator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SerializeIterator(NodeSpec);

common!(SerializeIterator);

impl SerializeIterator {
    /// Default: 0.
    pub fn external_state_policy(mut self, value: i64) -> Self {
        self.0.set_attr("external_state_policy", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Each row along dimension 0 of a sparse tensor of rank 2 or more as three TensorProtos, or variants. Shapes: the
/// output has 3 columns. Errors: INVALID\_ARGUMENT for indices that are out of order.
///
/// - `sparse_indices`: int64
/// - `sparse_values`: any type
/// - `sparse_shape`: int64
///
/// No gradient flows through it.
pub fn serialize_many_sparse(sparse_indices: Output, sparse_values: Output, sparse_shape: Output) -> SerializeManySparse {
    SerializeManySparse(NodeSpec::new("SerializeManySparse").input(sparse_indices).input(sparse_values).input(sparse_shape))
}

/// A node that [`fn@serialize_many_sparse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SerializeManySparse(NodeSpec);

common!(SerializeManySparse);

impl SerializeManySparse {
    /// One of string, variant. Default: string.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// A sparse tensor as three TensorProtos, or variants. Shapes: sparse\_indices is a matrix, sparse\_values and
/// sparse\_shape are vectors; the output has 3 elements. Errors: INVALID\_ARGUMENT for shapes that do not go together.
///
/// - `sparse_indices`: int64
/// - `sparse_values`: any type
/// - `sparse_shape`: int64
///
/// No gradient flows through it.
pub fn serialize_sparse(sparse_indices: Output, sparse_values: Output, sparse_shape: Output) -> SerializeSparse {
    SerializeSparse(NodeSpec::new("SerializeSparse").input(sparse_indices).input(sparse_values).input(sparse_shape))
}

/// A node that [`fn@serialize_sparse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SerializeSparse(NodeSpec);

common!(SerializeSparse);

impl SerializeSparse {
    /// One of string, variant. Default: string.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The tensor as the bytes of a TensorProto. Shapes: serialized is a scalar. Errors: UNIMPLEMENTED for resources and
/// variants.
///
/// - `tensor`: any type
///
/// No gradient flows through it.
pub fn serialize_tensor(tensor: Output) -> SerializeTensor {
    SerializeTensor(NodeSpec::new("SerializeTensor").input(tensor))
}

/// A node that [`fn@serialize_tensor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SerializeTensor(NodeSpec);

common!(SerializeTensor);

impl SerializeTensor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Counts the elements of the sets that are the rows of the last dim of a sparse tensor, without repetition. Shapes:
/// size is the dense shape without its last dim. Errors: INVALID\_ARGUMENT for an index out of range and, with
/// validate\_indices, out of order.
///
/// - `set_indices`: int64
/// - `set_values`: int8, int16, int32, int64, uint8, uint16, string
/// - `set_shape`: int64
///
/// No gradient flows through it.
pub fn set_size(set_indices: Output, set_values: Output, set_shape: Output) -> SetSize {
    SetSize(NodeSpec::new("SetSize").input(set_indices).input(set_values).input(set_shape))
}

/// A node that [`fn@set_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SetSize(NodeSpec);

common!(SetSize);

impl SetSize {
    /// Default: true.
    pub fn validate_indices(mut self, value: bool) -> Self {
        self.0.set_attr("validate_indices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the shape of input as a vector. Errors: INVALID\_ARGUMENT if a dimension does not fit out\_type.
///
/// - `input`: any type
///
/// No gradient flows through it.
pub fn shape(input: Output) -> Shape {
    Shape(NodeSpec::new("Shape").input(input))
}

/// A node that [`fn@shape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Shape(NodeSpec);

common!(Shape);

impl Shape {
    /// One of int32, int64. Default: int32.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the shape of every input as a vector. Errors: INVALID\_ARGUMENT if a dimension does not fit out\_type.
///
/// - `input`: list of any type
///
/// No gradient flows through it.
pub fn shape_n(input: &[Output]) -> ShapeN {
    ShapeN(NodeSpec::new("ShapeN").input_list(input))
}

/// A node that [`fn@shape_n`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShapeN(NodeSpec);

common!(ShapeN);

impl ShapeN {
    /// One of int32, int64. Default: int32.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.counted_by("N")
    }
}

/// Gives a dataset of every num\_shards-th element, from index on. Shapes: num\_shards and index are scalars. Errors:
/// INVALID\_ARGUMENT unless 0 \<= index \< num\_shards; of a pass, with require\_non\_empty: if there are fewer
/// elements than shards.
///
/// - `input_dataset`: variant
/// - `num_shards`: int64
/// - `index`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn shard_dataset(input_dataset: Output, num_shards: Output, index: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ShardDataset {
    ShardDataset(NodeSpec::new("ShardDataset").input(input_dataset).input(num_shards).input(index).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@shard_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShardDataset(NodeSpec);

common!(ShardDataset);

impl ShardDataset {
    /// Default: false.
    pub fn require_non_empty(mut self, value: bool) -> Self {
        self.0.set_attr("require_non_empty", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The name of one file of several, as printf("%s-%05d-of-%05d"). Shapes: scalars.
///
/// - `basename`: string
/// - `shard`: int32
/// - `num_shards`: int32
pub fn sharded_filename(basename: Output, shard: Output, num_shards: Output) -> ShardedFilename {
    ShardedFilename(NodeSpec::new("ShardedFilename").input(basename).input(shard).input(num_shards))
}

/// A node that [`fn@sharded_filename`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShardedFilename(NodeSpec);

common!(ShardedFilename);

impl ShardedFilename {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// The pattern of the names of several files, as printf("%s-?????-of-%05d"). Shapes: scalars.
///
/// - `basename`: string
/// - `num_shards`: int32
///
/// No gradient flows through it.
pub fn sharded_filespec(basename: Output, num_shards: Output) -> ShardedFilespec {
    ShardedFilespec(NodeSpec::new("ShardedFilespec").input(basename).input(num_shards))
}

/// A node that [`fn@sharded_filespec`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShardedFilespec(NodeSpec);

common!(ShardedFilespec);

impl ShardedFilespec {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ShuffleDataset of each of count passes over the input, which fill one buffer; without end if count is below 0.
///
/// - `input_dataset`: variant
/// - `buffer_size`: int64
/// - `seed`: int64
/// - `seed2`: int64
/// - `count`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn shuffle_and_repeat_dataset(input_dataset: Output, buffer_size: Output, seed: Output, seed2: Output, count: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ShuffleAndRepeatDataset {
    ShuffleAndRepeatDataset(NodeSpec::new("ShuffleAndRepeatDataset").input(input_dataset).input(buffer_size).input(seed).input(seed2).input(count).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@shuffle_and_repeat_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShuffleAndRepeatDataset(NodeSpec);

common!(ShuffleAndRepeatDataset);

impl ShuffleAndRepeatDataset {
    /// Default: true.
    pub fn reshuffle_each_iteration(mut self, value: bool) -> Self {
        self.0.set_attr("reshuffle_each_iteration", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ShuffleAndRepeatDataset; seed\_generator is not used.
///
/// - `input_dataset`: variant
/// - `buffer_size`: int64
/// - `seed`: int64
/// - `seed2`: int64
/// - `count`: int64
/// - `seed_generator`: resource
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn shuffle_and_repeat_dataset_v2(input_dataset: Output, buffer_size: Output, seed: Output, seed2: Output, count: Output, seed_generator: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ShuffleAndRepeatDatasetV2 {
    ShuffleAndRepeatDatasetV2(NodeSpec::new("ShuffleAndRepeatDatasetV2").input(input_dataset).input(buffer_size).input(seed).input(seed2).input(count).input(seed_generator).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@shuffle_and_repeat_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShuffleAndRepeatDatasetV2(NodeSpec);

common!(ShuffleAndRepeatDatasetV2);

impl ShuffleAndRepeatDatasetV2 {
    /// Default: true.
    pub fn reshuffle_each_iteration(mut self, value: bool) -> Self {
        self.0.set_attr("reshuffle_each_iteration", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the elements in a random order: each is drawn from a buffer of buffer\_size elements. The seeds
/// determine the order, which is another one in each pass if reshuffle\_each\_iteration is set; seeds of 0 and 0 stand
/// for random ones. Errors: INVALID\_ARGUMENT unless buffer\_size is above 0 (or -1: the whole input).
///
/// - `input_dataset`: variant
/// - `buffer_size`: int64
/// - `seed`: int64
/// - `seed2`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn shuffle_dataset(input_dataset: Output, buffer_size: Output, seed: Output, seed2: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ShuffleDataset {
    ShuffleDataset(NodeSpec::new("ShuffleDataset").input(input_dataset).input(buffer_size).input(seed).input(seed2).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@shuffle_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShuffleDataset(NodeSpec);

common!(ShuffleDataset);

impl ShuffleDataset {
    /// Default: true.
    pub fn reshuffle_each_iteration(mut self, value: bool) -> Self {
        self.0.set_attr("reshuffle_each_iteration", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As ShuffleDataset; seed\_generator is not used.
///
/// - `input_dataset`: variant
/// - `buffer_size`: int64
/// - `seed`: int64
/// - `seed2`: int64
/// - `seed_generator`: resource
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn shuffle_dataset_v3(input_dataset: Output, buffer_size: Output, seed: Output, seed2: Output, seed_generator: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ShuffleDatasetV3 {
    ShuffleDatasetV3(NodeSpec::new("ShuffleDatasetV3").input(input_dataset).input(buffer_size).input(seed).input(seed2).input(seed_generator).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@shuffle_dataset_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ShuffleDatasetV3(NodeSpec);

common!(ShuffleDatasetV3);

impl ShuffleDatasetV3 {
    /// Default: true.
    pub fn reshuffle_each_iteration(mut self, value: bool) -> Self {
        self.0.set_attr("reshuffle_each_iteration", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives 1 / (1 + exp(-x)), element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn sigmoid(x: Output) -> Sigmoid {
    Sigmoid(NodeSpec::new("Sigmoid").input(x))
}

/// A node that [`fn@sigmoid`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Sigmoid(NodeSpec);

common!(Sigmoid);

impl Sigmoid {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives dy \* y \* (1 - y), the gradient of Sigmoid for its output y. Shapes: all alike.
///
/// - `y`: bfloat16, half, float, double, complex64, complex128
/// - `dy`: bfloat16, half, float, double, complex64, complex128
pub fn sigmoid_grad(y: Output, dy: Output) -> SigmoidGrad {
    SigmoidGrad(NodeSpec::new("SigmoidGrad").input(y).input(dy))
}

/// A node that [`fn@sigmoid_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SigmoidGrad(NodeSpec);

common!(SigmoidGrad);

impl SigmoidGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives -1, 0 or 1 as x is negative, zero or positive; NaN for NaN; x / |x| for complex x. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn sign(x: Output) -> Sign {
    Sign(NodeSpec::new("Sign").input(x))
}

/// A node that [`fn@sign`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Sign(NodeSpec);

common!(Sign);

impl Sign {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the sine of x in radians; NaN for infinities. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn sin(x: Output) -> Sin {
    Sin(NodeSpec::new("Sin").input(x))
}

/// A node that [`fn@sin`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Sin(NodeSpec);

common!(Sin);

impl Sin {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the hyperbolic sine of x. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn sinh(x: Output) -> Sinh {
    Sinh(NodeSpec::new("Sinh").input(x))
}

/// A node that [`fn@sinh`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Sinh(NodeSpec);

common!(Sinh);

impl Sinh {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of elements of input. Shapes: output is a scalar. Errors: INVALID\_ARGUMENT if it does not fit
/// out\_type.
///
/// - `input`: any type
///
/// No gradient flows through it.
pub fn size(input: Output) -> Size {
    Size(NodeSpec::new("Size").input(input))
}

/// A node that [`fn@size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Size(NodeSpec);

common!(Size);

impl Size {
    /// One of int32, int64. Default: int32.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset without the first count elements; of none if count is below 0. Shapes: count is a scalar.
///
/// - `input_dataset`: variant
/// - `count`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn skip_dataset(input_dataset: Output, count: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> SkipDataset {
    SkipDataset(NodeSpec::new("SkipDataset").input(input_dataset).input(count).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@skip_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SkipDataset(NodeSpec);

common!(SkipDataset);

impl SkipDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes the block of the given size that starts at begin; a size of -1 means all that is left. Shapes: begin and size
/// are vectors as long as the rank of input. Errors: INVALID\_ARGUMENT if the block does not lie within input.
///
/// - `input`: any type
/// - `begin`: int32, int64
/// - `size`: int32, int64
pub fn slice(input: Output, begin: Output, size: Output) -> Slice {
    Slice(NodeSpec::new("Slice").input(input).input(begin).input(size))
}

/// A node that [`fn@slice`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Slice(NodeSpec);

common!(Slice);

impl Slice {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives input. Shapes: output is like input.
///
/// - `input`: any type
pub fn snapshot(input: Output) -> Snapshot {
    Snapshot(NodeSpec::new("Snapshot").input(input))
}

/// A node that [`fn@snapshot`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Snapshot(NodeSpec);

common!(Snapshot);

impl Snapshot {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives exp(logits) / sum(exp(logits)) along the last dimension, without overflow. Shapes: logits has rank 1 or more;
/// softmax is like it.
///
/// - `logits`: half, bfloat16, float, double
pub fn softmax(logits: Output) -> Softmax {
    Softmax(NodeSpec::new("Softmax").input(logits))
}

/// A node that [`fn@softmax`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Softmax(NodeSpec);

common!(Softmax);

impl Softmax {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives for every row -sum(labels \* log(softmax(features))), and softmax(features) - labels as backprop, its gradient
/// for features where a row of labels sums to 1. Shapes: features and labels are \[batch,classes\] after broadcasting,
/// loss is \[batch\].
///
/// - `features`: half, bfloat16, float, double
/// - `labels`: half, bfloat16, float, double
pub fn softmax_cross_entropy_with_logits(features: Output, labels: Output) -> SoftmaxCrossEntropyWithLogits {
    SoftmaxCrossEntropyWithLogits(NodeSpec::new("SoftmaxCrossEntropyWithLogits").input(features).input(labels))
}

/// A node that [`fn@softmax_cross_entropy_with_logits`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SoftmaxCrossEntropyWithLogits(NodeSpec);

common!(SoftmaxCrossEntropyWithLogits);

impl SoftmaxCrossEntropyWithLogits {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SoftmaxCrossEntropyWithLogitsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SoftmaxCrossEntropyWithLogitsOutputs {
            node,
            loss: outputs.one(),
            backprop: outputs.one(),
        })
    }
}

/// What [`fn@softmax_cross_entropy_with_logits`] gives.
#[derive(Clone, Debug)]
pub struct SoftmaxCrossEntropyWithLogitsOutputs {
    pub node: Node,
    pub loss: Output,
    pub backprop: Output,
}

/// Gives log(exp(features) + 1) without overflow. Shapes: activations is like features.
///
/// - `features`: half, bfloat16, float, double
pub fn softplus(features: Output) -> Softplus {
    Softplus(NodeSpec::new("Softplus").input(features))
}

/// A node that [`fn@softplus`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Softplus(NodeSpec);

common!(Softplus);

impl Softplus {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients / (exp(-features) + 1); features is the input of Softplus. Shapes: all alike.
///
/// - `gradients`: half, bfloat16, float, double
/// - `features`: half, bfloat16, float, double
pub fn softplus_grad(gradients: Output, features: Output) -> SoftplusGrad {
    SoftplusGrad(NodeSpec::new("SoftplusGrad").input(gradients).input(features))
}

/// A node that [`fn@softplus_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SoftplusGrad(NodeSpec);

common!(SoftplusGrad);

impl SoftplusGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives features / (|features| + 1). Shapes: activations is like features.
///
/// - `features`: half, bfloat16, float, double
pub fn softsign(features: Output) -> Softsign {
    Softsign(NodeSpec::new("Softsign").input(features))
}

/// A node that [`fn@softsign`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Softsign(NodeSpec);

common!(Softsign);

impl Softsign {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives gradients / (|features| + 1)^2; features is the input of Softsign. Shapes: all alike.
///
/// - `gradients`: half, bfloat16, float, double
/// - `features`: half, bfloat16, float, double
pub fn softsign_grad(gradients: Output, features: Output) -> SoftsignGrad {
    SoftsignGrad(NodeSpec::new("SoftsignGrad").input(gradients).input(features))
}

/// A node that [`fn@softsign_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SoftsignGrad(NodeSpec);

common!(SoftsignGrad);

impl SoftsignGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Pads dimensions 1 to m with zeros and deals their elements out, block by block, to as many images in the batch.
/// Shapes: block\_shape is \[m\], paddings \[m,2\]; the batch grows by the product of block\_shape. Errors:
/// INVALID\_ARGUMENT if a padded dimension is no multiple of its block.
///
/// - `input`: any type
/// - `block_shape`: int32, int64
/// - `paddings`: int32, int64
pub fn space_to_batch_nd(input: Output, block_shape: Output, paddings: Output) -> SpaceToBatchND {
    SpaceToBatchND(NodeSpec::new("SpaceToBatchND").input(input).input(block_shape).input(paddings))
}

/// A node that [`fn@space_to_batch_nd`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SpaceToBatchND(NodeSpec);

common!(SpaceToBatchND);

impl SpaceToBatchND {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts the pixels of every square of block\_size pixels behind each other, row by row, as channels of one pixel.
/// Shapes: \[batch,rows,columns,channels\] becomes \[batch,rows/b,columns/b,b\*b\*channels\]. Errors: INVALID\_ARGUMENT
/// if a side is no multiple.
///
/// - `input`: any type
/// - `block_size`: attr `block_size`; at least 2
pub fn space_to_depth(input: Output, block_size: i64) -> SpaceToDepth {
    SpaceToDepth(NodeSpec::new("SpaceToDepth").input(input).attr("block_size", Attr::Int(block_size)))
}

/// A node that [`fn@space_to_depth`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SpaceToDepth(NodeSpec);

common!(SpaceToDepth);

impl SpaceToDepth {
    /// One of NHWC, NCHW, NCHW\_VECT\_C. Default: "NHWC".
    pub fn data_format(mut self, value: &str) -> Self {
        self.0.set_attr("data_format", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds gradient\_values\[i\] to row gradient\_indices\[i\]; drops a gradient that was computed from the values of a
/// step before the accumulator's. Shapes: local\_step is a scalar, gradient\_indices a vector, gradient\_values has a
/// row for each; gradient\_shape says the shape of the whole if has\_known\_shape. Errors: INVALID\_ARGUMENT for
/// another shape or type, or a row outside of it.
///
/// - `handle`: resource
/// - `local_step`: int64
/// - `gradient_indices`: int64
/// - `gradient_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `gradient_shape`: int64
/// - `has_known_shape`: attr `has_known_shape`
pub fn sparse_accumulator_apply_gradient(handle: Output, local_step: Output, gradient_indices: Output, gradient_values: Output, gradient_shape: Output, has_known_shape: bool) -> SparseAccumulatorApplyGradient {
    SparseAccumulatorApplyGradient(NodeSpec::new("SparseAccumulatorApplyGradient").input(handle).input(local_step).input(gradient_indices).input(gradient_values).input(gradient_shape).attr("has_known_shape", Attr::Bool(has_known_shape)))
}

/// A node that [`fn@sparse_accumulator_apply_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseAccumulatorApplyGradient(NodeSpec);

common!(SparseAccumulatorApplyGradient);

impl SparseAccumulatorApplyGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Takes the rows that were added, each as the mean over the gradients that have it, or the sum, waiting until
/// num\_required gradients were added, and moves the accumulator one step on. Shapes: num\_required is a scalar;
/// indices are in order, values has a row for each, shape's first size is -1 if it is not known. Errors:
/// INVALID\_ARGUMENT for num\_required below 1 or another type.
///
/// - `handle`: resource
/// - `num_required`: int32
/// - `dtype`: attr `dtype`; one of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
///   bfloat16, uint16, complex128, half, uint32, uint64
///
/// No gradient flows through it.
pub fn sparse_accumulator_take_gradient(handle: Output, num_required: Output, dtype: DType) -> SparseAccumulatorTakeGradient {
    SparseAccumulatorTakeGradient(NodeSpec::new("SparseAccumulatorTakeGradient").input(handle).input(num_required).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@sparse_accumulator_take_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseAccumulatorTakeGradient(NodeSpec);

common!(SparseAccumulatorTakeGradient);

impl SparseAccumulatorTakeGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseAccumulatorTakeGradientOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseAccumulatorTakeGradientOutputs {
            node,
            indices: outputs.one(),
            values: outputs.one(),
            shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_accumulator_take_gradient`] gives.
#[derive(Clone, Debug)]
pub struct SparseAccumulatorTakeGradientOutputs {
    pub node: Node,
    pub indices: Output,
    pub values: Output,
    pub shape: Output,
}

/// Adds two sparse tensors of one shape, whose indices are in order, and leaves out what is smaller than thresh in
/// magnitude of the values that both have. Shapes: indices is \[n,rank\], values \[n\], the dense shape \[rank\].
/// Errors: INVALID\_ARGUMENT where the dense shapes differ.
///
/// - `a_indices`: int64
/// - `a_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `a_shape`: int64
/// - `b_indices`: int64
/// - `b_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `b_shape`: int64
/// - `thresh`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
pub fn sparse_add(a_indices: Output, a_values: Output, a_shape: Output, b_indices: Output, b_values: Output, b_shape: Output, thresh: Output) -> SparseAdd {
    SparseAdd(NodeSpec::new("SparseAdd").input(a_indices).input(a_values).input(a_shape).input(b_indices).input(b_values).input(b_shape).input(thresh))
}

/// A node that [`fn@sparse_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseAdd(NodeSpec);

common!(SparseAdd);

impl SparseAdd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseAddOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseAddOutputs {
            node,
            sum_indices: outputs.one(),
            sum_values: outputs.one(),
            sum_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_add`] gives.
#[derive(Clone, Debug)]
pub struct SparseAddOutputs {
    pub node: Node,
    pub sum_indices: Output,
    pub sum_values: Output,
    pub sum_shape: Output,
}

/// Gives each value of the operands of SparseAdd the gradient of its place in the sum, 0 if it was left out. Shapes:
/// each gradient has as many elements as its operand's indices rows.
///
/// - `backprop_val_grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `a_indices`: int64
/// - `b_indices`: int64
/// - `sum_indices`: int64
///
/// No gradient flows through it.
pub fn sparse_add_grad(backprop_val_grad: Output, a_indices: Output, b_indices: Output, sum_indices: Output) -> SparseAddGrad {
    SparseAddGrad(NodeSpec::new("SparseAddGrad").input(backprop_val_grad).input(a_indices).input(b_indices).input(sum_indices))
}

/// A node that [`fn@sparse_add_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseAddGrad(NodeSpec);

common!(SparseAddGrad);

impl SparseAddGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseAddGradOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseAddGradOutputs {
            node,
            a_val_grad: outputs.one(),
            b_val_grad: outputs.one(),
        })
    }
}

/// What [`fn@sparse_add_grad`] gives.
#[derive(Clone, Debug)]
pub struct SparseAddGradOutputs {
    pub node: Node,
    pub a_val_grad: Output,
    pub b_val_grad: Output,
}

/// Joins sparse tensors along concat\_dim, which counts from the end if it is below 0, and puts the values in the order
/// of their indices. Shapes: indices is \[n,rank\], values \[n\], the dense shape \[rank\]. Errors: INVALID\_ARGUMENT
/// where other dims differ.
///
/// - `indices`: list of int64
/// - `values`: list of any type
/// - `shapes`: list of int64
/// - `concat_dim`: attr `concat_dim`
///
/// No gradient flows through it.
pub fn sparse_concat(indices: &[Output], values: &[Output], shapes: &[Output], concat_dim: i64) -> SparseConcat {
    SparseConcat(NodeSpec::new("SparseConcat").input_list(indices).input_list(values).input_list(shapes).attr("concat_dim", Attr::Int(concat_dim)))
}

/// A node that [`fn@sparse_concat`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseConcat(NodeSpec);

common!(SparseConcat);

impl SparseConcat {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseConcatOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseConcatOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_concat`] gives.
#[derive(Clone, Debug)]
pub struct SparseConcatOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub output_shape: Output,
}

/// Gives the handle of an accumulator of gradients that have some rows only. Errors: UNIMPLEMENTED for complex and
/// quantised types and integers of 8 and 16 bits.
///
/// - `dtype`: attr `dtype`; one of float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
///   bfloat16, uint16, complex128, half, uint32, uint64
/// - `shape`: attr `shape`
///
/// No gradient flows through it.
pub fn sparse_conditional_accumulator(dtype: DType, shape: Option<&[i64]>) -> SparseConditionalAccumulator {
    SparseConditionalAccumulator(NodeSpec::new("SparseConditionalAccumulator").attr("dtype", Attr::Type(dtype)).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@sparse_conditional_accumulator`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseConditionalAccumulator(NodeSpec);

common!(SparseConditionalAccumulator);

impl SparseConditionalAccumulator {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// One of MEAN, SUM. Default: "MEAN".
    pub fn reduction_type(mut self, value: &str) -> Self {
        self.0.set_attr("reduction_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Crosses features: gives for each row all combinations of one value of every sparse and dense input, joined by \_X\_
/// or, with hashed\_output, as one hash of hash\_key and the values' (FarmHash's Fingerprint64 of strings) modulo
/// num\_buckets, if there are any. Rows of sparse inputs are in order. The last column runs fastest. The result is
/// sparse, \[rows, most crosses of one row\]. Errors: INVALID\_ARGUMENT for inputs of different numbers of rows, or
/// indices out of order.
///
/// - `indices`: list of int64
/// - `values`: list of any type
/// - `shapes`: list of int64
/// - `dense_inputs`: list of any type
/// - `hashed_output`: attr `hashed_output`
/// - `num_buckets`: attr `num_buckets`; at least 0
/// - `hash_key`: attr `hash_key`
/// - `out_type`: attr `out_type`; one of int64, string
/// - `internal_type`: attr `internal_type`; one of int64, string
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn sparse_cross(indices: &[Output], values: &[Output], shapes: &[Output], dense_inputs: &[Output], hashed_output: bool, num_buckets: i64, hash_key: i64, out_type: DType, internal_type: DType) -> SparseCross {
    SparseCross(NodeSpec::new("SparseCross").input_list(indices).input_list(values).input_list(shapes).input_list(dense_inputs).attr("hashed_output", Attr::Bool(hashed_output)).attr("num_buckets", Attr::Int(num_buckets)).attr("hash_key", Attr::Int(hash_key)).attr("out_type", Attr::Type(out_type)).attr("internal_type", Attr::Type(internal_type)))
}

/// A node that [`fn@sparse_cross`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseCross(NodeSpec);

common!(SparseCross);

impl SparseCross {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseCrossOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseCrossOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_cross`] gives.
#[derive(Clone, Debug)]
pub struct SparseCrossOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub output_shape: Output,
}

/// Crosses features: gives for each row all combinations of one value of every sparse and dense input as one hash of
/// the values', which for strings is FarmHash's Fingerprint64 or, with strong\_hash, SipHash with salt, modulo
/// num\_buckets if that is above 0. Rows of sparse inputs are in order. The last column runs fastest. The result is
/// sparse, \[rows, most crosses of one row\]. Errors: INVALID\_ARGUMENT for inputs of different numbers of rows, or
/// indices out of order.
///
/// - `indices`: list of int64
/// - `values`: list of any type
/// - `shapes`: list of int64
/// - `dense_inputs`: list of any type
/// - `num_buckets`: int64
/// - `strong_hash`: bool
/// - `salt`: int64
///
/// No gradient flows through it.
pub fn sparse_cross_hashed(indices: &[Output], values: &[Output], shapes: &[Output], dense_inputs: &[Output], num_buckets: Output, strong_hash: Output, salt: Output) -> SparseCrossHashed {
    SparseCrossHashed(NodeSpec::new("SparseCrossHashed").input_list(indices).input_list(values).input_list(shapes).input_list(dense_inputs).input(num_buckets).input(strong_hash).input(salt))
}

/// A node that [`fn@sparse_cross_hashed`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseCrossHashed(NodeSpec);

common!(SparseCrossHashed);

impl SparseCrossHashed {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseCrossHashedOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseCrossHashedOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_cross_hashed`] gives.
#[derive(Clone, Debug)]
pub struct SparseCrossHashedOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub output_shape: Output,
}

/// Crosses features: gives for each row all combinations of one value of every sparse and dense input, joined by sep.
/// Rows of sparse inputs are in order. The last column runs fastest. The result is sparse, \[rows, most crosses of one
/// row\]. Errors: INVALID\_ARGUMENT for inputs of different numbers of rows, or indices out of order.
///
/// - `indices`: list of int64
/// - `values`: list of any type
/// - `shapes`: list of int64
/// - `dense_inputs`: list of any type
/// - `sep`: string
///
/// No gradient flows through it.
pub fn sparse_cross_v2(indices: &[Output], values: &[Output], shapes: &[Output], dense_inputs: &[Output], sep: Output) -> SparseCrossV2 {
    SparseCrossV2(NodeSpec::new("SparseCrossV2").input_list(indices).input_list(values).input_list(shapes).input_list(dense_inputs).input(sep))
}

/// A node that [`fn@sparse_cross_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseCrossV2(NodeSpec);

common!(SparseCrossV2);

impl SparseCrossV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseCrossV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseCrossV2Outputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_cross_v2`] gives.
#[derive(Clone, Debug)]
pub struct SparseCrossV2Outputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub output_shape: Output,
}

/// Gives the sum of each value of a sparse tensor and what dense, broadcast to its shape, has in its place. Shapes:
/// sp\_indices is \[n,rank\], sp\_values \[n\], sp\_shape \[rank\]; output is like sp\_values. Errors:
/// INVALID\_ARGUMENT for a dense tensor that does not broadcast to sp\_shape, or an index out of range.
///
/// - `sp_indices`: int64
/// - `sp_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `sp_shape`: int64
/// - `dense`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn sparse_dense_cwise_add(sp_indices: Output, sp_values: Output, sp_shape: Output, dense: Output) -> SparseDenseCwiseAdd {
    SparseDenseCwiseAdd(NodeSpec::new("SparseDenseCwiseAdd").input(sp_indices).input(sp_values).input(sp_shape).input(dense))
}

/// A node that [`fn@sparse_dense_cwise_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseDenseCwiseAdd(NodeSpec);

common!(SparseDenseCwiseAdd);

impl SparseDenseCwiseAdd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the quotient of each value of a sparse tensor and what dense, broadcast to its shape, has in its place.
/// Shapes: sp\_indices is \[n,rank\], sp\_values \[n\], sp\_shape \[rank\]; output is like sp\_values. Errors:
/// INVALID\_ARGUMENT for a dense tensor that does not broadcast to sp\_shape, or an index out of range.
///
/// - `sp_indices`: int64
/// - `sp_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `sp_shape`: int64
/// - `dense`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn sparse_dense_cwise_div(sp_indices: Output, sp_values: Output, sp_shape: Output, dense: Output) -> SparseDenseCwiseDiv {
    SparseDenseCwiseDiv(NodeSpec::new("SparseDenseCwiseDiv").input(sp_indices).input(sp_values).input(sp_shape).input(dense))
}

/// A node that [`fn@sparse_dense_cwise_div`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseDenseCwiseDiv(NodeSpec);

common!(SparseDenseCwiseDiv);

impl SparseDenseCwiseDiv {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the product of each value of a sparse tensor and what dense, broadcast to its shape, has in its place. Shapes:
/// sp\_indices is \[n,rank\], sp\_values \[n\], sp\_shape \[rank\]; output is like sp\_values. Errors:
/// INVALID\_ARGUMENT for a dense tensor that does not broadcast to sp\_shape, or an index out of range.
///
/// - `sp_indices`: int64
/// - `sp_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `sp_shape`: int64
/// - `dense`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn sparse_dense_cwise_mul(sp_indices: Output, sp_values: Output, sp_shape: Output, dense: Output) -> SparseDenseCwiseMul {
    SparseDenseCwiseMul(NodeSpec::new("SparseDenseCwiseMul").input(sp_indices).input(sp_values).input(sp_shape).input(dense))
}

/// A node that [`fn@sparse_dense_cwise_mul`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseDenseCwiseMul(NodeSpec);

common!(SparseDenseCwiseMul);

impl SparseDenseCwiseMul {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives each row, which is the first dim, that has no values one of default\_value at its begin, and orders values by
/// rows. empty\_row\_indicator says which rows these were, reverse\_index\_map where each value has gone. Shapes:
/// indices is \[n,rank\], values \[n\], dense\_shape \[rank\], default\_value a scalar. Errors: INVALID\_ARGUMENT for a
/// row out of range.
///
/// - `indices`: int64
/// - `values`: any type
/// - `dense_shape`: int64
/// - `default_value`: any type
pub fn sparse_fill_empty_rows(indices: Output, values: Output, dense_shape: Output, default_value: Output) -> SparseFillEmptyRows {
    SparseFillEmptyRows(NodeSpec::new("SparseFillEmptyRows").input(indices).input(values).input(dense_shape).input(default_value))
}

/// A node that [`fn@sparse_fill_empty_rows`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseFillEmptyRows(NodeSpec);

common!(SparseFillEmptyRows);

impl SparseFillEmptyRows {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseFillEmptyRowsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseFillEmptyRowsOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            empty_row_indicator: outputs.one(),
            reverse_index_map: outputs.one(),
        })
    }
}

/// What [`fn@sparse_fill_empty_rows`] gives.
#[derive(Clone, Debug)]
pub struct SparseFillEmptyRowsOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub empty_row_indicator: Output,
    pub reverse_index_map: Output,
}

/// Gives the gradients of the values and of the default value of SparseFillEmptyRows. Shapes: vectors; d\_values is as
/// long as reverse\_index\_map, d\_default\_value a scalar. Errors: INVALID\_ARGUMENT for an index out of range.
///
/// - `reverse_index_map`: int64
/// - `grad_values`: any type
///
/// No gradient flows through it.
pub fn sparse_fill_empty_rows_grad(reverse_index_map: Output, grad_values: Output) -> SparseFillEmptyRowsGrad {
    SparseFillEmptyRowsGrad(NodeSpec::new("SparseFillEmptyRowsGrad").input(reverse_index_map).input(grad_values))
}

/// A node that [`fn@sparse_fill_empty_rows_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseFillEmptyRowsGrad(NodeSpec);

common!(SparseFillEmptyRowsGrad);

impl SparseFillEmptyRowsGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseFillEmptyRowsGradOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseFillEmptyRowsGradOutputs {
            node,
            d_values: outputs.one(),
            d_default_value: outputs.one(),
        })
    }
}

/// What [`fn@sparse_fill_empty_rows_grad`] gives.
#[derive(Clone, Debug)]
pub struct SparseFillEmptyRowsGradOutputs {
    pub node: Node,
    pub d_values: Output,
    pub d_default_value: Output,
}

/// Gives the largest values of a sparse tensor, 0 where there are none, along the dims in reduction\_axes, which count
/// from the end below 0; keep\_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input\_indices is
/// \[n,rank\], input\_values \[n\], input\_shape \[rank\]. Errors: INVALID\_ARGUMENT for an axis or index out of range.
/// The output is dense.
///
/// - `input_indices`: int64
/// - `input_values`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `input_shape`: int64
/// - `reduction_axes`: int32
///
/// No gradient flows through it.
pub fn sparse_reduce_max(input_indices: Output, input_values: Output, input_shape: Output, reduction_axes: Output) -> SparseReduceMax {
    SparseReduceMax(NodeSpec::new("SparseReduceMax").input(input_indices).input(input_values).input(input_shape).input(reduction_axes))
}

/// A node that [`fn@sparse_reduce_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseReduceMax(NodeSpec);

common!(SparseReduceMax);

impl SparseReduceMax {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest values of a sparse tensor along the dims in reduction\_axes, which count from the end below 0;
/// keep\_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input\_indices is \[n,rank\], input\_values
/// \[n\], input\_shape \[rank\]. Errors: INVALID\_ARGUMENT for an axis or index out of range. The output is sparse.
///
/// - `input_indices`: int64
/// - `input_values`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `input_shape`: int64
/// - `reduction_axes`: int32
///
/// No gradient flows through it.
pub fn sparse_reduce_max_sparse(input_indices: Output, input_values: Output, input_shape: Output, reduction_axes: Output) -> SparseReduceMaxSparse {
    SparseReduceMaxSparse(NodeSpec::new("SparseReduceMaxSparse").input(input_indices).input(input_values).input(input_shape).input(reduction_axes))
}

/// A node that [`fn@sparse_reduce_max_sparse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseReduceMaxSparse(NodeSpec);

common!(SparseReduceMaxSparse);

impl SparseReduceMaxSparse {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseReduceMaxSparseOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseReduceMaxSparseOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_reduce_max_sparse`] gives.
#[derive(Clone, Debug)]
pub struct SparseReduceMaxSparseOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub output_shape: Output,
}

/// Adds the values of a sparse tensor along the dims in reduction\_axes, which count from the end below 0; keep\_dims
/// keeps them, as 1. Without axes nothing is reduced. Shapes: input\_indices is \[n,rank\], input\_values \[n\],
/// input\_shape \[rank\]. Errors: INVALID\_ARGUMENT for an axis or index out of range. The output is dense.
///
/// - `input_indices`: int64
/// - `input_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `input_shape`: int64
/// - `reduction_axes`: int32
pub fn sparse_reduce_sum(input_indices: Output, input_values: Output, input_shape: Output, reduction_axes: Output) -> SparseReduceSum {
    SparseReduceSum(NodeSpec::new("SparseReduceSum").input(input_indices).input(input_values).input(input_shape).input(reduction_axes))
}

/// A node that [`fn@sparse_reduce_sum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseReduceSum(NodeSpec);

common!(SparseReduceSum);

impl SparseReduceSum {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds the values of a sparse tensor along the dims in reduction\_axes, which count from the end below 0; keep\_dims
/// keeps them, as 1. Without axes nothing is reduced. Shapes: input\_indices is \[n,rank\], input\_values \[n\],
/// input\_shape \[rank\]. Errors: INVALID\_ARGUMENT for an axis or index out of range. The output is sparse.
///
/// - `input_indices`: int64
/// - `input_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `input_shape`: int64
/// - `reduction_axes`: int32
///
/// No gradient flows through it.
pub fn sparse_reduce_sum_sparse(input_indices: Output, input_values: Output, input_shape: Output, reduction_axes: Output) -> SparseReduceSumSparse {
    SparseReduceSumSparse(NodeSpec::new("SparseReduceSumSparse").input(input_indices).input(input_values).input(input_shape).input(reduction_axes))
}

/// A node that [`fn@sparse_reduce_sum_sparse`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseReduceSumSparse(NodeSpec);

common!(SparseReduceSumSparse);

impl SparseReduceSumSparse {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseReduceSumSparseOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseReduceSumSparseOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_reduce_sum_sparse`] gives.
#[derive(Clone, Debug)]
pub struct SparseReduceSumSparseOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub output_shape: Output,
}

/// Puts the values of a sparse tensor in the order of their indices, row by row. Shapes: indices is \[n,rank\], values
/// \[n\], the dense shape \[rank\].
///
/// - `input_indices`: int64
/// - `input_values`: any type
/// - `input_shape`: int64
pub fn sparse_reorder(input_indices: Output, input_values: Output, input_shape: Output) -> SparseReorder {
    SparseReorder(NodeSpec::new("SparseReorder").input(input_indices).input(input_values).input(input_shape))
}

/// A node that [`fn@sparse_reorder`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseReorder(NodeSpec);

common!(SparseReorder);

impl SparseReorder {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseReorderOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseReorderOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
        })
    }
}

/// What [`fn@sparse_reorder`] gives.
#[derive(Clone, Debug)]
pub struct SparseReorderOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
}

/// Gives a sparse tensor another shape of as many elements, of which one dim may be -1. Shapes: input\_indices is
/// \[n,rank\], the shapes are vectors. Errors: INVALID\_ARGUMENT for a shape of another size, or an index out of range.
///
/// - `input_indices`: int64
/// - `input_shape`: int64
/// - `new_shape`: int64
///
/// No gradient flows through it.
pub fn sparse_reshape(input_indices: Output, input_shape: Output, new_shape: Output) -> SparseReshape {
    SparseReshape(NodeSpec::new("SparseReshape").input(input_indices).input(input_shape).input(new_shape))
}

/// A node that [`fn@sparse_reshape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseReshape(NodeSpec);

common!(SparseReshape);

impl SparseReshape {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseReshapeOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseReshapeOutputs {
            node,
            output_indices: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_reshape`] gives.
#[derive(Clone, Debug)]
pub struct SparseReshapeOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_shape: Output,
}

/// Gives the mean of the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes:
/// indices and segment\_ids are vectors of one length; output has as many rows as the last id says. Errors:
/// INVALID\_ARGUMENT for an index out of range, or ids that fall or are negative.
///
/// - `data`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
pub fn sparse_segment_mean(data: Output, indices: Output, segment_ids: Output) -> SparseSegmentMean {
    SparseSegmentMean(NodeSpec::new("SparseSegmentMean").input(data).input(indices).input(segment_ids))
}

/// A node that [`fn@sparse_segment_mean`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentMean(NodeSpec);

common!(SparseSegmentMean);

impl SparseSegmentMean {
    /// Default: false.
    pub fn sparse_gradient(mut self, value: bool) -> Self {
        self.0.set_attr("sparse_gradient", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of SparseSegmentMean with respect to data, which has output\_dim0 rows, from that of its output.
/// Shapes: indices and segment\_ids are vectors of one length, output\_dim0 a scalar. Errors: INVALID\_ARGUMENT for an
/// index or id out of range.
///
/// - `grad`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `output_dim0`: int32
pub fn sparse_segment_mean_grad(grad: Output, indices: Output, segment_ids: Output, output_dim0: Output) -> SparseSegmentMeanGrad {
    SparseSegmentMeanGrad(NodeSpec::new("SparseSegmentMeanGrad").input(grad).input(indices).input(segment_ids).input(output_dim0))
}

/// A node that [`fn@sparse_segment_mean_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentMeanGrad(NodeSpec);

common!(SparseSegmentMeanGrad);

impl SparseSegmentMeanGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of SparseSegmentMean with respect to data, as its rows that indices names and their indices,
/// rising. Shapes: indices and segment\_ids are vectors of one length, dense\_output\_dim0, the number of data's rows,
/// a scalar. Errors: INVALID\_ARGUMENT for an index or id out of range.
///
/// - `grad`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `dense_output_dim0`: int32
pub fn sparse_segment_mean_grad_v2(grad: Output, indices: Output, segment_ids: Output, dense_output_dim0: Output) -> SparseSegmentMeanGradV2 {
    SparseSegmentMeanGradV2(NodeSpec::new("SparseSegmentMeanGradV2").input(grad).input(indices).input(segment_ids).input(dense_output_dim0))
}

/// A node that [`fn@sparse_segment_mean_grad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentMeanGradV2(NodeSpec);

common!(SparseSegmentMeanGradV2);

impl SparseSegmentMeanGradV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSegmentMeanGradV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSegmentMeanGradV2Outputs {
            node,
            output: outputs.one(),
            sorted_unique_indices: outputs.one(),
        })
    }
}

/// What [`fn@sparse_segment_mean_grad_v2`] gives.
#[derive(Clone, Debug)]
pub struct SparseSegmentMeanGradV2Outputs {
    pub node: Node,
    pub output: Output,
    pub sorted_unique_indices: Output,
}

/// Gives the mean of the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes:
/// indices and segment\_ids are vectors of one length; output has as many rows as num\_segments says, which are 0
/// behind the last id. Errors: INVALID\_ARGUMENT for an index out of range, or ids that fall or are negative, or not
/// below num\_segments.
///
/// - `data`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `num_segments`: int32, int64
pub fn sparse_segment_mean_with_num_segments(data: Output, indices: Output, segment_ids: Output, num_segments: Output) -> SparseSegmentMeanWithNumSegments {
    SparseSegmentMeanWithNumSegments(NodeSpec::new("SparseSegmentMeanWithNumSegments").input(data).input(indices).input(segment_ids).input(num_segments))
}

/// A node that [`fn@sparse_segment_mean_with_num_segments`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentMeanWithNumSegments(NodeSpec);

common!(SparseSegmentMeanWithNumSegments);

impl SparseSegmentMeanWithNumSegments {
    /// Default: false.
    pub fn sparse_gradient(mut self, value: bool) -> Self {
        self.0.set_attr("sparse_gradient", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds, and divides by the square root of how many they are, the rows of data that indices names, by segments: ids
/// rise, and one that is missing has 0. Shapes: indices and segment\_ids are vectors of one length; output has as many
/// rows as the last id says. Errors: INVALID\_ARGUMENT for an index out of range, or ids that fall or are negative.
///
/// - `data`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
pub fn sparse_segment_sqrt_n(data: Output, indices: Output, segment_ids: Output) -> SparseSegmentSqrtN {
    SparseSegmentSqrtN(NodeSpec::new("SparseSegmentSqrtN").input(data).input(indices).input(segment_ids))
}

/// A node that [`fn@sparse_segment_sqrt_n`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSqrtN(NodeSpec);

common!(SparseSegmentSqrtN);

impl SparseSegmentSqrtN {
    /// Default: false.
    pub fn sparse_gradient(mut self, value: bool) -> Self {
        self.0.set_attr("sparse_gradient", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of SparseSegmentSqrtN with respect to data, which has output\_dim0 rows, from that of its output.
/// Shapes: indices and segment\_ids are vectors of one length, output\_dim0 a scalar. Errors: INVALID\_ARGUMENT for an
/// index or id out of range.
///
/// - `grad`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `output_dim0`: int32
pub fn sparse_segment_sqrt_n_grad(grad: Output, indices: Output, segment_ids: Output, output_dim0: Output) -> SparseSegmentSqrtNGrad {
    SparseSegmentSqrtNGrad(NodeSpec::new("SparseSegmentSqrtNGrad").input(grad).input(indices).input(segment_ids).input(output_dim0))
}

/// A node that [`fn@sparse_segment_sqrt_n_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSqrtNGrad(NodeSpec);

common!(SparseSegmentSqrtNGrad);

impl SparseSegmentSqrtNGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of SparseSegmentSqrtN with respect to data, as its rows that indices names and their indices,
/// rising. Shapes: indices and segment\_ids are vectors of one length, dense\_output\_dim0, the number of data's rows,
/// a scalar. Errors: INVALID\_ARGUMENT for an index or id out of range.
///
/// - `grad`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `dense_output_dim0`: int32
pub fn sparse_segment_sqrt_n_grad_v2(grad: Output, indices: Output, segment_ids: Output, dense_output_dim0: Output) -> SparseSegmentSqrtNGradV2 {
    SparseSegmentSqrtNGradV2(NodeSpec::new("SparseSegmentSqrtNGradV2").input(grad).input(indices).input(segment_ids).input(dense_output_dim0))
}

/// A node that [`fn@sparse_segment_sqrt_n_grad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSqrtNGradV2(NodeSpec);

common!(SparseSegmentSqrtNGradV2);

impl SparseSegmentSqrtNGradV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSegmentSqrtNGradV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSegmentSqrtNGradV2Outputs {
            node,
            output: outputs.one(),
            sorted_unique_indices: outputs.one(),
        })
    }
}

/// What [`fn@sparse_segment_sqrt_n_grad_v2`] gives.
#[derive(Clone, Debug)]
pub struct SparseSegmentSqrtNGradV2Outputs {
    pub node: Node,
    pub output: Output,
    pub sorted_unique_indices: Output,
}

/// Adds, and divides by the square root of how many they are, the rows of data that indices names, by segments: ids
/// rise, and one that is missing has 0. Shapes: indices and segment\_ids are vectors of one length; output has as many
/// rows as num\_segments says, which are 0 behind the last id. Errors: INVALID\_ARGUMENT for an index out of range, or
/// ids that fall or are negative, or not below num\_segments.
///
/// - `data`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `num_segments`: int32, int64
pub fn sparse_segment_sqrt_n_with_num_segments(data: Output, indices: Output, segment_ids: Output, num_segments: Output) -> SparseSegmentSqrtNWithNumSegments {
    SparseSegmentSqrtNWithNumSegments(NodeSpec::new("SparseSegmentSqrtNWithNumSegments").input(data).input(indices).input(segment_ids).input(num_segments))
}

/// A node that [`fn@sparse_segment_sqrt_n_with_num_segments`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSqrtNWithNumSegments(NodeSpec);

common!(SparseSegmentSqrtNWithNumSegments);

impl SparseSegmentSqrtNWithNumSegments {
    /// Default: false.
    pub fn sparse_gradient(mut self, value: bool) -> Self {
        self.0.set_attr("sparse_gradient", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes: indices and
/// segment\_ids are vectors of one length; output has as many rows as the last id says. Errors: INVALID\_ARGUMENT for
/// an index out of range, or ids that fall or are negative.
///
/// - `data`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
pub fn sparse_segment_sum(data: Output, indices: Output, segment_ids: Output) -> SparseSegmentSum {
    SparseSegmentSum(NodeSpec::new("SparseSegmentSum").input(data).input(indices).input(segment_ids))
}

/// A node that [`fn@sparse_segment_sum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSum(NodeSpec);

common!(SparseSegmentSum);

impl SparseSegmentSum {
    /// Default: false.
    pub fn sparse_gradient(mut self, value: bool) -> Self {
        self.0.set_attr("sparse_gradient", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of SparseSegmentSum with respect to data, which has output\_dim0 rows, from that of its output.
/// Shapes: indices and segment\_ids are vectors of one length, output\_dim0 a scalar. Errors: INVALID\_ARGUMENT for an
/// index or id out of range.
///
/// - `grad`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `output_dim0`: int32
pub fn sparse_segment_sum_grad(grad: Output, indices: Output, segment_ids: Output, output_dim0: Output) -> SparseSegmentSumGrad {
    SparseSegmentSumGrad(NodeSpec::new("SparseSegmentSumGrad").input(grad).input(indices).input(segment_ids).input(output_dim0))
}

/// A node that [`fn@sparse_segment_sum_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSumGrad(NodeSpec);

common!(SparseSegmentSumGrad);

impl SparseSegmentSumGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the gradient of SparseSegmentSum with respect to data, as its rows that indices names and their indices,
/// rising. Shapes: indices and segment\_ids are vectors of one length, dense\_output\_dim0, the number of data's rows,
/// a scalar. Errors: INVALID\_ARGUMENT for an index or id out of range.
///
/// - `grad`: half, bfloat16, float, double
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `dense_output_dim0`: int32
pub fn sparse_segment_sum_grad_v2(grad: Output, indices: Output, segment_ids: Output, dense_output_dim0: Output) -> SparseSegmentSumGradV2 {
    SparseSegmentSumGradV2(NodeSpec::new("SparseSegmentSumGradV2").input(grad).input(indices).input(segment_ids).input(dense_output_dim0))
}

/// A node that [`fn@sparse_segment_sum_grad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSumGradV2(NodeSpec);

common!(SparseSegmentSumGradV2);

impl SparseSegmentSumGradV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSegmentSumGradV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSegmentSumGradV2Outputs {
            node,
            output: outputs.one(),
            sorted_unique_indices: outputs.one(),
        })
    }
}

/// What [`fn@sparse_segment_sum_grad_v2`] gives.
#[derive(Clone, Debug)]
pub struct SparseSegmentSumGradV2Outputs {
    pub node: Node,
    pub output: Output,
    pub sorted_unique_indices: Output,
}

/// Adds the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes: indices and
/// segment\_ids are vectors of one length; output has as many rows as num\_segments says, which are 0 behind the last
/// id. Errors: INVALID\_ARGUMENT for an index out of range, or ids that fall or are negative, or not below
/// num\_segments.
///
/// - `data`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `indices`: int32, int64
/// - `segment_ids`: int32, int64
/// - `num_segments`: int32, int64
pub fn sparse_segment_sum_with_num_segments(data: Output, indices: Output, segment_ids: Output, num_segments: Output) -> SparseSegmentSumWithNumSegments {
    SparseSegmentSumWithNumSegments(NodeSpec::new("SparseSegmentSumWithNumSegments").input(data).input(indices).input(segment_ids).input(num_segments))
}

/// A node that [`fn@sparse_segment_sum_with_num_segments`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSegmentSumWithNumSegments(NodeSpec);

common!(SparseSegmentSumWithNumSegments);

impl SparseSegmentSumWithNumSegments {
    /// Default: false.
    pub fn sparse_gradient(mut self, value: bool) -> Self {
        self.0.set_attr("sparse_gradient", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Cuts what lies in \[start,start + size) out of a sparse tensor; a slice that goes beyond its end ends there. Shapes:
/// as the input's parts; start and size are \[rank\]. Errors: INVALID\_ARGUMENT for a size below 0.
///
/// - `indices`: int64
/// - `values`: any type
/// - `shape`: int64
/// - `start`: int64
/// - `size`: int64
pub fn sparse_slice(indices: Output, values: Output, shape: Output, start: Output, size: Output) -> SparseSlice {
    SparseSlice(NodeSpec::new("SparseSlice").input(indices).input(values).input(shape).input(start).input(size))
}

/// A node that [`fn@sparse_slice`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSlice(NodeSpec);

common!(SparseSlice);

impl SparseSlice {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSliceOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSliceOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
            output_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_slice`] gives.
#[derive(Clone, Debug)]
pub struct SparseSliceOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
    pub output_shape: Output,
}

/// Gives each of the values that SparseSlice was given the gradient of its place in the slice, others 0. Shapes:
/// val\_grad has as many elements as input\_indices rows. Errors: INVALID\_ARGUMENT for a row of output\_indices that
/// is not among those of the input, in their order.
///
/// - `backprop_val_grad`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
///   uint16, complex128, half, uint32, uint64
/// - `input_indices`: int64
/// - `input_start`: int64
/// - `output_indices`: int64
///
/// No gradient flows through it.
pub fn sparse_slice_grad(backprop_val_grad: Output, input_indices: Output, input_start: Output, output_indices: Output) -> SparseSliceGrad {
    SparseSliceGrad(NodeSpec::new("SparseSliceGrad").input(backprop_val_grad).input(input_indices).input(input_start).input(output_indices))
}

/// A node that [`fn@sparse_slice_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSliceGrad(NodeSpec);

common!(SparseSliceGrad);

impl SparseSliceGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the softmax of the values of each row of the last dim; what is not there counts as nothing, not as 0. Shapes:
/// sp\_indices is \[n,rank\], sp\_values \[n\], sp\_shape \[rank\], with a rank of at least 2; output is like
/// sp\_values.
///
/// - `sp_indices`: int64
/// - `sp_values`: half, float, double
/// - `sp_shape`: int64
pub fn sparse_softmax(sp_indices: Output, sp_values: Output, sp_shape: Output) -> SparseSoftmax {
    SparseSoftmax(NodeSpec::new("SparseSoftmax").input(sp_indices).input(sp_values).input(sp_shape))
}

/// A node that [`fn@sparse_softmax`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSoftmax(NodeSpec);

common!(SparseSoftmax);

impl SparseSoftmax {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives for every row -log(softmax(features))\[label\], and its gradient for features as backprop. Shapes: features is
/// \[batch,classes\], labels and loss are \[batch\]. Errors: INVALID\_ARGUMENT for a label outside \[0,classes).
///
/// - `features`: half, bfloat16, float, double
/// - `labels`: int32, int64
pub fn sparse_softmax_cross_entropy_with_logits(features: Output, labels: Output) -> SparseSoftmaxCrossEntropyWithLogits {
    SparseSoftmaxCrossEntropyWithLogits(NodeSpec::new("SparseSoftmaxCrossEntropyWithLogits").input(features).input(labels))
}

/// A node that [`fn@sparse_softmax_cross_entropy_with_logits`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSoftmaxCrossEntropyWithLogits(NodeSpec);

common!(SparseSoftmaxCrossEntropyWithLogits);

impl SparseSoftmaxCrossEntropyWithLogits {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSoftmaxCrossEntropyWithLogitsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSoftmaxCrossEntropyWithLogitsOutputs {
            node,
            loss: outputs.one(),
            backprop: outputs.one(),
        })
    }
}

/// What [`fn@sparse_softmax_cross_entropy_with_logits`] gives.
#[derive(Clone, Debug)]
pub struct SparseSoftmaxCrossEntropyWithLogitsOutputs {
    pub node: Node,
    pub loss: Output,
    pub backprop: Output,
}

/// Gives the larger ones of the values of two sparse tensors of one shape, whose indices are in order; what one of them
/// does not have is 0. Shapes: indices is \[n,rank\], values \[n\], the dense shape \[rank\]. Errors: INVALID\_ARGUMENT
/// where the dense shapes differ.
///
/// - `a_indices`: int64
/// - `a_values`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `a_shape`: int64
/// - `b_indices`: int64
/// - `b_values`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `b_shape`: int64
pub fn sparse_sparse_maximum(a_indices: Output, a_values: Output, a_shape: Output, b_indices: Output, b_values: Output, b_shape: Output) -> SparseSparseMaximum {
    SparseSparseMaximum(NodeSpec::new("SparseSparseMaximum").input(a_indices).input(a_values).input(a_shape).input(b_indices).input(b_values).input(b_shape))
}

/// A node that [`fn@sparse_sparse_maximum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSparseMaximum(NodeSpec);

common!(SparseSparseMaximum);

impl SparseSparseMaximum {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSparseMaximumOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSparseMaximumOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
        })
    }
}

/// What [`fn@sparse_sparse_maximum`] gives.
#[derive(Clone, Debug)]
pub struct SparseSparseMaximumOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
}

/// Gives the smaller ones of the values of two sparse tensors of one shape, whose indices are in order; what one of
/// them does not have is 0. Shapes: indices is \[n,rank\], values \[n\], the dense shape \[rank\]. Errors:
/// INVALID\_ARGUMENT where the dense shapes differ.
///
/// - `a_indices`: int64
/// - `a_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `a_shape`: int64
/// - `b_indices`: int64
/// - `b_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `b_shape`: int64
pub fn sparse_sparse_minimum(a_indices: Output, a_values: Output, a_shape: Output, b_indices: Output, b_values: Output, b_shape: Output) -> SparseSparseMinimum {
    SparseSparseMinimum(NodeSpec::new("SparseSparseMinimum").input(a_indices).input(a_values).input(a_shape).input(b_indices).input(b_values).input(b_shape))
}

/// A node that [`fn@sparse_sparse_minimum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSparseMinimum(NodeSpec);

common!(SparseSparseMinimum);

impl SparseSparseMinimum {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSparseMinimumOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSparseMinimumOutputs {
            node,
            output_indices: outputs.one(),
            output_values: outputs.one(),
        })
    }
}

/// What [`fn@sparse_sparse_minimum`] gives.
#[derive(Clone, Debug)]
pub struct SparseSparseMinimumOutputs {
    pub node: Node,
    pub output_indices: Output,
    pub output_values: Output,
}

/// Cuts a sparse tensor into num\_split parts along split\_dim; where the dim is no multiple the first ones have one
/// more. Shapes: indices is \[n,rank\], values \[n\], the dense shape \[rank\]. Errors: INVALID\_ARGUMENT for more
/// parts than the dim has, or an index out of range.
///
/// - `split_dim`: int64
/// - `indices`: int64
/// - `values`: any type
/// - `shape`: int64
/// - `num_split`: attr `num_split`; at least 1
///
/// No gradient flows through it.
pub fn sparse_split(split_dim: Output, indices: Output, values: Output, shape: Output, num_split: i64) -> SparseSplit {
    SparseSplit(NodeSpec::new("SparseSplit").input(split_dim).input(indices).input(values).input(shape).attr("num_split", Attr::Int(num_split)))
}

/// A node that [`fn@sparse_split`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseSplit(NodeSpec);

common!(SparseSplit);

impl SparseSplit {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseSplitOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseSplitOutputs {
            node,
            output_indices: outputs.counted_by("num_split")?,
            output_values: outputs.counted_by("num_split")?,
            output_shape: outputs.counted_by("num_split")?,
        })
    }
}

/// What [`fn@sparse_split`] gives.
#[derive(Clone, Debug)]
pub struct SparseSplitOutputs {
    pub node: Node,
    pub output_indices: Vec<Output>,
    pub output_values: Vec<Output>,
    pub output_shape: Vec<Output>,
}

/// Adds a sparse tensor to a dense one. Shapes: a\_indices is \[n,rank\], a\_values \[n\], a\_shape \[rank\]; b and
/// output have that shape. Errors: INVALID\_ARGUMENT for another shape, or an index out of range.
///
/// - `a_indices`: int32, int64
/// - `a_values`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `a_shape`: int32, int64
/// - `b`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
pub fn sparse_tensor_dense_add(a_indices: Output, a_values: Output, a_shape: Output, b: Output) -> SparseTensorDenseAdd {
    SparseTensorDenseAdd(NodeSpec::new("SparseTensorDenseAdd").input(a_indices).input(a_values).input(a_shape).input(b))
}

/// A node that [`fn@sparse_tensor_dense_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseTensorDenseAdd(NodeSpec);

common!(SparseTensorDenseAdd);

impl SparseTensorDenseAdd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Multiplies a sparse matrix with a dense one; adjoint\_a and adjoint\_b take the adjoint first. Values of a at one
/// place add up. Shapes: a\_indices is \[n,2\], a\_values \[n\], a\_shape two numbers. Errors: INVALID\_ARGUMENT for an
/// index out of range, and if the inner dimensions differ.
///
/// - `a_indices`: int32, int64
/// - `a_values`: any type
/// - `a_shape`: int64
/// - `b`: any type
pub fn sparse_tensor_dense_mat_mul(a_indices: Output, a_values: Output, a_shape: Output, b: Output) -> SparseTensorDenseMatMul {
    SparseTensorDenseMatMul(NodeSpec::new("SparseTensorDenseMatMul").input(a_indices).input(a_values).input(a_shape).input(b))
}

/// A node that [`fn@sparse_tensor_dense_mat_mul`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseTensorDenseMatMul(NodeSpec);

common!(SparseTensorDenseMatMul);

impl SparseTensorDenseMatMul {
    /// Default: false.
    pub fn adjoint_a(mut self, value: bool) -> Self {
        self.0.set_attr("adjoint_a", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn adjoint_b(mut self, value: bool) -> Self {
        self.0.set_attr("adjoint_b", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the rows of a sparse tensor, each a sparse tensor of three components. Shapes: indices
/// \[n,rank\], values \[n\], dense\_shape \[rank\]. Errors: INVALID\_ARGUMENT where these do not fit; UNIMPLEMENTED
/// unless the rows are sorted.
///
/// - `indices`: int64
/// - `values`: any type
/// - `dense_shape`: int64
///
/// No gradient flows through it.
pub fn sparse_tensor_slice_dataset(indices: Output, values: Output, dense_shape: Output) -> SparseTensorSliceDataset {
    SparseTensorSliceDataset(NodeSpec::new("SparseTensorSliceDataset").input(indices).input(values).input(dense_shape))
}

/// A node that [`fn@sparse_tensor_slice_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseTensorSliceDataset(NodeSpec);

common!(SparseTensorSliceDataset);

impl SparseTensorSliceDataset {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dense tensor of default\_value, with sparse\_values where sparse\_indices say. Shapes: sparse\_indices is
/// \[n,rank\] (\[n\] and \[\] for vectors), sparse\_values is \[n\] or a scalar, default\_value a scalar. Errors:
/// INVALID\_ARGUMENT for an index out of range and, with validate\_indices, for indices that repeat or are not in
/// order.
///
/// - `sparse_indices`: int32, int64
/// - `output_shape`: int32, int64
/// - `sparse_values`: any type
/// - `default_value`: any type
pub fn sparse_to_dense(sparse_indices: Output, output_shape: Output, sparse_values: Output, default_value: Output) -> SparseToDense {
    SparseToDense(NodeSpec::new("SparseToDense").input(sparse_indices).input(output_shape).input(sparse_values).input(default_value))
}

/// A node that [`fn@sparse_to_dense`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseToDense(NodeSpec);

common!(SparseToDense);

impl SparseToDense {
    /// Default: true.
    pub fn validate_indices(mut self, value: bool) -> Self {
        self.0.set_attr("validate_indices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Combines the sets that are the rows of the last dim of two sparse tensors, without repetition. set\_operation is
/// a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order. Errors: INVALID\_ARGUMENT
/// for another operation, or groups that differ; with validate\_indices for indices out of order.
///
/// - `set1_indices`: int64
/// - `set1_values`: int8, int16, int32, int64, uint8, uint16, string
/// - `set1_shape`: int64
/// - `set2_indices`: int64
/// - `set2_values`: int8, int16, int32, int64, uint8, uint16, string
/// - `set2_shape`: int64
/// - `set_operation`: attr `set_operation`
///
/// No gradient flows through it.
pub fn sparse_to_sparse_set_operation(set1_indices: Output, set1_values: Output, set1_shape: Output, set2_indices: Output, set2_values: Output, set2_shape: Output, set_operation: &str) -> SparseToSparseSetOperation {
    SparseToSparseSetOperation(NodeSpec::new("SparseToSparseSetOperation").input(set1_indices).input(set1_values).input(set1_shape).input(set2_indices).input(set2_values).input(set2_shape).attr("set_operation", Attr::String(set_operation.into())))
}

/// A node that [`fn@sparse_to_sparse_set_operation`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SparseToSparseSetOperation(NodeSpec);

common!(SparseToSparseSetOperation);

impl SparseToSparseSetOperation {
    /// Default: true.
    pub fn validate_indices(mut self, value: bool) -> Self {
        self.0.set_attr("validate_indices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SparseToSparseSetOperationOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SparseToSparseSetOperationOutputs {
            node,
            result_indices: outputs.one(),
            result_values: outputs.one(),
            result_shape: outputs.one(),
        })
    }
}

/// What [`fn@sparse_to_sparse_set_operation`] gives.
#[derive(Clone, Debug)]
pub struct SparseToSparseSetOperationOutputs {
    pub node: Node,
    pub result_indices: Output,
    pub result_values: Output,
    pub result_shape: Output,
}

/// Gives Spence's function, minus the integral of log(t) / (t - 1) from 1 to x; NaN below 0. Shapes: y is like x.
///
/// - `x`: half, bfloat16, float, double
pub fn spence(x: Output) -> Spence {
    Spence(NodeSpec::new("Spence").input(x))
}

/// A node that [`fn@spence`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Spence(NodeSpec);

common!(Spence);

impl Spence {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Cuts a tensor into num\_split equal pieces along an axis. Shapes: split\_dim is a scalar in \[-rank,rank). Errors:
/// INVALID\_ARGUMENT if num\_split does not divide that dimension.
///
/// - `split_dim`: int32
/// - `value`: any type
/// - `num_split`: attr `num_split`; at least 1
pub fn split(split_dim: Output, value: Output, num_split: i64) -> Split {
    Split(NodeSpec::new("Split").input(split_dim).input(value).attr("num_split", Attr::Int(num_split)))
}

/// A node that [`fn@split`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Split(NodeSpec);

common!(Split);

impl Split {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.counted_by("num_split")
    }
}

/// Cuts a tensor into pieces of the given sizes along an axis; one size may be -1, which is what is left. Shapes:
/// size\_splits is a vector of num\_split; split\_dim is a scalar in \[-rank,rank). Errors: INVALID\_ARGUMENT if the
/// sizes do not add up to that dimension.
///
/// - `value`: any type
/// - `size_splits`: int8, int32, int64
/// - `split_dim`: int32
/// - `num_split`: attr `num_split`; at least 1
pub fn split_v(value: Output, size_splits: Output, split_dim: Output, num_split: i64) -> SplitV {
    SplitV(NodeSpec::new("SplitV").input(value).input(size_splits).input(split_dim).attr("num_split", Attr::Int(num_split)))
}

/// A node that [`fn@split_v`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SplitV(NodeSpec);

common!(SplitV);

impl SplitV {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.counted_by("num_split")
    }
}

/// Gives the square root of x, element by element; NaN below 0. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn sqrt(x: Output) -> Sqrt {
    Sqrt(NodeSpec::new("Sqrt").input(x))
}

/// A node that [`fn@sqrt`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Sqrt(NodeSpec);

common!(Sqrt);

impl Sqrt {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives dy \* 0.5 / conj(y), the gradient of Sqrt for its output y, and 0 where dy is 0. Shapes: all alike.
///
/// - `y`: bfloat16, half, float, double, complex64, complex128
/// - `dy`: bfloat16, half, float, double, complex64, complex128
pub fn sqrt_grad(y: Output, dy: Output) -> SqrtGrad {
    SqrtGrad(NodeSpec::new("SqrtGrad").input(y).input(dy))
}

/// A node that [`fn@sqrt_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SqrtGrad(NodeSpec);

common!(SqrtGrad);

impl SqrtGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x \* x, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64,
///   complex128
pub fn square(x: Output) -> Square {
    Square(NodeSpec::new("Square").input(x))
}

/// A node that [`fn@square`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Square(NodeSpec);

common!(Square);

impl Square {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives (x - y) squared, element by element; conj(x - y) \* (x - y) for complex numbers. Shapes: x and y broadcast
/// against each other.
///
/// - `x`: bfloat16, half, float, double, int32, int64, complex64, complex128
/// - `y`: bfloat16, half, float, double, int32, int64, complex64, complex128
pub fn squared_difference(x: Output, y: Output) -> SquaredDifference {
    SquaredDifference(NodeSpec::new("SquaredDifference").input(x).input(y))
}

/// A node that [`fn@squared_difference`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SquaredDifference(NodeSpec);

common!(SquaredDifference);

impl SquaredDifference {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Removes dimensions of size 1: those listed, or all if none are. Shapes: listed axes lie in \[-rank,rank). Errors:
/// INVALID\_ARGUMENT for a listed axis out of range or not of size 1.
///
/// - `input`: any type
pub fn squeeze(input: Output) -> Squeeze {
    Squeeze(NodeSpec::new("Squeeze").input(input))
}

/// A node that [`fn@squeeze`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Squeeze(NodeSpec);

common!(Squeeze);

impl Squeeze {
    /// At least 0. Default: \[\].
    pub fn squeeze_dims(mut self, value: &[i64]) -> Self {
        self.0.set_attr("squeeze_dims", Attr::Ints(value.to_vec()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Drops what is on the stack; it cannot be used any more.
///
/// - `handle`: resource
pub fn stack_close_v2(handle: Output) -> StackCloseV2 {
    StackCloseV2(NodeSpec::new("StackCloseV2").input(handle))
}

/// A node that [`fn@stack_close_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StackCloseV2(NodeSpec);

common!(StackCloseV2);

impl StackCloseV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Takes the element last put on the stack. Errors: INVALID\_ARGUMENT for an empty stack or another type;
/// FAILED\_PRECONDITION if it is closed.
///
/// - `handle`: resource
/// - `elem_type`: attr `elem_type`
pub fn stack_pop_v2(handle: Output, elem_type: DType) -> StackPopV2 {
    StackPopV2(NodeSpec::new("StackPopV2").input(handle).attr("elem_type", Attr::Type(elem_type)))
}

/// A node that [`fn@stack_pop_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StackPopV2(NodeSpec);

common!(StackPopV2);

impl StackPopV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts elem on the stack and passes it on. Shapes: output is like elem. Errors: INVALID\_ARGUMENT for another type;
/// RESOURCE\_EXHAUSTED if the stack is full; FAILED\_PRECONDITION if it is closed.
///
/// - `handle`: resource
/// - `elem`: any type
pub fn stack_push_v2(handle: Output, elem: Output) -> StackPushV2 {
    StackPushV2(NodeSpec::new("StackPushV2").input(handle).input(elem))
}

/// A node that [`fn@stack_push_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StackPushV2(NodeSpec);

common!(StackPushV2);

impl StackPushV2 {
    /// Default: false.
    pub fn swap_memory(mut self, value: bool) -> Self {
        self.0.set_attr("swap_memory", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a new stack of tensors of elem\_type, at most max\_size of them if that is not negative. It ends
/// with its step. Shapes: max\_size is a scalar.
///
/// - `max_size`: int32
/// - `elem_type`: attr `elem_type`
///
/// No gradient flows through it.
pub fn stack_v2(max_size: Output, elem_type: DType) -> StackV2 {
    StackV2(NodeSpec::new("StackV2").input(max_size).attr("elem_type", Attr::Type(elem_type)))
}

/// A node that [`fn@stack_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StackV2(NodeSpec);

common!(StackV2);

impl StackV2 {
    /// Default: "".
    pub fn stack_name(mut self, value: &str) -> Self {
        self.0.set_attr("stack_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Puts the tensors into the staging area of shared\_name, waiting for room: at most capacity tuples, and memory\_limit
/// bytes; 0 sets no limit. Shapes: any. Errors: RESOURCE\_EXHAUSTED for a tuple above memory\_limit.
///
/// - `values`: list of any type
pub fn stage(values: &[Output]) -> Stage {
    Stage(NodeSpec::new("Stage").input_list(values))
}

/// A node that [`fn@stage`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Stage(NodeSpec);

common!(Stage);

impl Stage {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Drops all tuples. Shapes: none.
///
/// - `dtypes`: attr `dtypes`
pub fn stage_clear(dtypes: &[DType]) -> StageClear {
    StageClear(NodeSpec::new("StageClear").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@stage_clear`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StageClear(NodeSpec);

common!(StageClear);

impl StageClear {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives tuple `index`, the oldest being 0, waiting for it, and leaves it. Shapes: index is a scalar. Errors: as
/// Unstage.
///
/// - `index`: int32
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn stage_peek(index: Output, dtypes: &[DType]) -> StagePeek {
    StagePeek(NodeSpec::new("StagePeek").input(index).attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@stage_peek`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StagePeek(NodeSpec);

common!(StagePeek);

impl StagePeek {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("dtypes")
    }
}

/// Gives the number of tuples. Shapes: size is a scalar.
///
/// - `dtypes`: attr `dtypes`
///
/// No gradient flows through it.
pub fn stage_size(dtypes: &[DType]) -> StageSize {
    StageSize(NodeSpec::new("StageSize").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@stage_size`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StageSize(NodeSpec);

common!(StageSize);

impl StageSize {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the results of the function f, which may have effects. Errors: as PartitionedCall.
///
/// - `args`: list of any type
/// - `tout`: attr `Tout`; at least 0
/// - `f`: attr `f`
pub fn stateful_partitioned_call(args: &[Output], tout: &[DType], f: &str) -> StatefulPartitionedCall {
    StatefulPartitionedCall(NodeSpec::new("StatefulPartitionedCall").input_list(args).attr("Tout", Attr::Types(tout.to_vec())).attr("f", Attr::Func(f.into())))
}

/// A node that [`fn@stateful_partitioned_call`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatefulPartitionedCall(NodeSpec);

common!(StatefulPartitionedCall);

impl StatefulPartitionedCall {
    /// Default: "".
    pub fn config(mut self, value: &str) -> Self {
        self.0.set_attr("config", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn config_proto(mut self, value: &str) -> Self {
        self.0.set_attr("config_proto", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn executor_type(mut self, value: &str) -> Self {
        self.0.set_attr("executor_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// As Case, for branches without effects.
///
/// - `branch_index`: int32
/// - `input`: list of any type
/// - `tout`: attr `Tout`; at least 0
/// - `branches`: attr `branches`; at least 1
pub fn stateless_case(branch_index: Output, input: &[Output], tout: &[DType], branches: &[&str]) -> StatelessCase {
    StatelessCase(NodeSpec::new("StatelessCase").input(branch_index).input_list(input).attr("Tout", Attr::Types(tout.to_vec())).attr("branches", Attr::Funcs(branches.iter().map(|&x| x.into()).collect())))
}

/// A node that [`fn@stateless_case`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessCase(NodeSpec);

common!(StatelessCase);

impl StatelessCase {
    /// Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// As If, for branches without effects.
///
/// - `cond`: any type
/// - `input`: list of any type
/// - `tout`: attr `Tout`; at least 0
/// - `then_branch`: attr `then_branch`
/// - `else_branch`: attr `else_branch`
pub fn stateless_if(cond: Output, input: &[Output], tout: &[DType], then_branch: &str, else_branch: &str) -> StatelessIf {
    StatelessIf(NodeSpec::new("StatelessIf").input(cond).input_list(input).attr("Tout", Attr::Types(tout.to_vec())).attr("then_branch", Attr::Func(then_branch.into())).attr("else_branch", Attr::Func(else_branch.into())))
}

/// A node that [`fn@stateless_if`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessIf(NodeSpec);

common!(StatelessIf);

impl StatelessIf {
    /// Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// As Multinomial, but the classes depend on seed alone. Shapes: seed is a vector of two. Errors: INVALID\_ARGUMENT for
/// another seed.
///
/// - `logits`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `num_samples`: int32
/// - `seed`: int32, int64
///
/// No gradient flows through it.
pub fn stateless_multinomial(logits: Output, num_samples: Output, seed: Output) -> StatelessMultinomial {
    StatelessMultinomial(NodeSpec::new("StatelessMultinomial").input(logits).input(num_samples).input(seed))
}

/// A node that [`fn@stateless_multinomial`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessMultinomial(NodeSpec);

common!(StatelessMultinomial);

impl StatelessMultinomial {
    /// One of int32, int64. Default: int64.
    pub fn output_dtype(mut self, value: DType) -> Self {
        self.0.set_attr("output_dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RandomGamma, but the numbers depend on seed alone. Shapes: shape is that of output, and ends with that of alpha;
/// seed is a vector of two.
///
/// - `shape`: int32, int64
/// - `seed`: int32, int64
/// - `alpha`: half, float, double
pub fn stateless_random_gamma_v2(shape: Output, seed: Output, alpha: Output) -> StatelessRandomGammaV2 {
    StatelessRandomGammaV2(NodeSpec::new("StatelessRandomGammaV2").input(shape).input(seed).input(alpha))
}

/// A node that [`fn@stateless_random_gamma_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomGammaV2(NodeSpec);

common!(StatelessRandomGammaV2);

impl StatelessRandomGammaV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of the algorithm of random numbers: 1, Philox. Shapes: alg is a scalar.
///
/// No gradient flows through it.
pub fn stateless_random_get_alg() -> StatelessRandomGetAlg {
    StatelessRandomGetAlg(NodeSpec::new("StatelessRandomGetAlg"))
}

/// A node that [`fn@stateless_random_get_alg`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomGetAlg(NodeSpec);

common!(StatelessRandomGetAlg);

impl StatelessRandomGetAlg {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Makes the key and the counter of a stream from a seed, as the ops without state do that take the seed itself.
/// Shapes: seed is a vector of two, key of one, counter of two.
///
/// - `seed`: int32, int64
///
/// No gradient flows through it.
pub fn stateless_random_get_key_counter(seed: Output) -> StatelessRandomGetKeyCounter {
    StatelessRandomGetKeyCounter(NodeSpec::new("StatelessRandomGetKeyCounter").input(seed))
}

/// A node that [`fn@stateless_random_get_key_counter`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomGetKeyCounter(NodeSpec);

common!(StatelessRandomGetKeyCounter);

impl StatelessRandomGetKeyCounter {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<StatelessRandomGetKeyCounterOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(StatelessRandomGetKeyCounterOutputs {
            node,
            key: outputs.one(),
            counter: outputs.one(),
        })
    }
}

/// What [`fn@stateless_random_get_key_counter`] gives.
#[derive(Clone, Debug)]
pub struct StatelessRandomGetKeyCounterOutputs {
    pub node: Node,
    pub key: Output,
    pub counter: Output,
}

/// As StatelessRandomGetKeyCounter, with the number of the algorithm: 1, Philox. Shapes: alg is a scalar.
///
/// - `seed`: int32, int64
///
/// No gradient flows through it.
pub fn stateless_random_get_key_counter_alg(seed: Output) -> StatelessRandomGetKeyCounterAlg {
    StatelessRandomGetKeyCounterAlg(NodeSpec::new("StatelessRandomGetKeyCounterAlg").input(seed))
}

/// A node that [`fn@stateless_random_get_key_counter_alg`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomGetKeyCounterAlg(NodeSpec);

common!(StatelessRandomGetKeyCounterAlg);

impl StatelessRandomGetKeyCounterAlg {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<StatelessRandomGetKeyCounterAlgOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(StatelessRandomGetKeyCounterAlgOutputs {
            node,
            key: outputs.one(),
            counter: outputs.one(),
            alg: outputs.one(),
        })
    }
}

/// What [`fn@stateless_random_get_key_counter_alg`] gives.
#[derive(Clone, Debug)]
pub struct StatelessRandomGetKeyCounterAlgOutputs {
    pub node: Node,
    pub key: Output,
    pub counter: Output,
    pub alg: Output,
}

/// As RandomStandardNormal, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors:
/// INVALID\_ARGUMENT for another seed.
///
/// - `shape`: int32, int64
/// - `seed`: int32, int64
///
/// No gradient flows through it.
pub fn stateless_random_normal(shape: Output, seed: Output) -> StatelessRandomNormal {
    StatelessRandomNormal(NodeSpec::new("StatelessRandomNormal").input(shape).input(seed))
}

/// A node that [`fn@stateless_random_normal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomNormal(NodeSpec);

common!(StatelessRandomNormal);

impl StatelessRandomNormal {
    /// One of half, bfloat16, float, double. Default: float.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RandomStandardNormal, from the stream of key and counter. Shapes and errors: as StatelessRandomUniformV2.
///
/// - `shape`: int32, int64
/// - `key`: uint64
/// - `counter`: uint64
/// - `alg`: int32
///
/// No gradient flows through it.
pub fn stateless_random_normal_v2(shape: Output, key: Output, counter: Output, alg: Output) -> StatelessRandomNormalV2 {
    StatelessRandomNormalV2(NodeSpec::new("StatelessRandomNormalV2").input(shape).input(key).input(counter).input(alg))
}

/// A node that [`fn@stateless_random_normal_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomNormalV2(NodeSpec);

common!(StatelessRandomNormalV2);

impl StatelessRandomNormalV2 {
    /// One of half, bfloat16, float, double. Default: float.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RandomPoissonV2, but the numbers depend on seed alone. Shapes: shape is that of output, and ends with that of
/// lam; seed is a vector of two.
///
/// - `shape`: int32, int64
/// - `seed`: int32, int64
/// - `lam`: half, float, double, int32, int64
/// - `dtype`: attr `dtype`; one of half, float, double, int32, int64
///
/// No gradient flows through it.
pub fn stateless_random_poisson(shape: Output, seed: Output, lam: Output, dtype: DType) -> StatelessRandomPoisson {
    StatelessRandomPoisson(NodeSpec::new("StatelessRandomPoisson").input(shape).input(seed).input(lam).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@stateless_random_poisson`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomPoisson(NodeSpec);

common!(StatelessRandomPoisson);

impl StatelessRandomPoisson {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RandomUniform, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors: INVALID\_ARGUMENT
/// for another seed.
///
/// - `shape`: int32, int64
/// - `seed`: int32, int64
///
/// No gradient flows through it.
pub fn stateless_random_uniform(shape: Output, seed: Output) -> StatelessRandomUniform {
    StatelessRandomUniform(NodeSpec::new("StatelessRandomUniform").input(shape).input(seed))
}

/// A node that [`fn@stateless_random_uniform`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomUniform(NodeSpec);

common!(StatelessRandomUniform);

impl StatelessRandomUniform {
    /// One of half, bfloat16, float, double. Default: float.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws whole numbers from all that dtype has; they depend on seed alone. Shapes: shape is a vector, seed a vector of
/// two.
///
/// - `shape`: int32, int64
/// - `seed`: int32, int64, uint32, uint64
///
/// No gradient flows through it.
pub fn stateless_random_uniform_full_int(shape: Output, seed: Output) -> StatelessRandomUniformFullInt {
    StatelessRandomUniformFullInt(NodeSpec::new("StatelessRandomUniformFullInt").input(shape).input(seed))
}

/// A node that [`fn@stateless_random_uniform_full_int`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomUniformFullInt(NodeSpec);

common!(StatelessRandomUniformFullInt);

impl StatelessRandomUniformFullInt {
    /// One of int32, int64, uint32, uint64. Default: uint64.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws whole numbers from all that dtype has, from the stream of key and counter. Shapes and errors: as
/// StatelessRandomUniformV2.
///
/// - `shape`: int32, int64
/// - `key`: uint64
/// - `counter`: uint64
/// - `alg`: int32
///
/// No gradient flows through it.
pub fn stateless_random_uniform_full_int_v2(shape: Output, key: Output, counter: Output, alg: Output) -> StatelessRandomUniformFullIntV2 {
    StatelessRandomUniformFullIntV2(NodeSpec::new("StatelessRandomUniformFullIntV2").input(shape).input(key).input(counter).input(alg))
}

/// A node that [`fn@stateless_random_uniform_full_int_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomUniformFullIntV2(NodeSpec);

common!(StatelessRandomUniformFullIntV2);

impl StatelessRandomUniformFullIntV2 {
    /// One of int32, int64, uint32, uint64. Default: uint64.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RandomUniformInt, but the numbers depend on seed alone. Shapes: seed is a vector of two, the bounds are scalars.
/// Errors: INVALID\_ARGUMENT for another seed, and unless minval \< maxval.
///
/// - `shape`: int32, int64
/// - `seed`: int32, int64
/// - `minval`: int32, int64
/// - `maxval`: int32, int64
///
/// No gradient flows through it.
pub fn stateless_random_uniform_int(shape: Output, seed: Output, minval: Output, maxval: Output) -> StatelessRandomUniformInt {
    StatelessRandomUniformInt(NodeSpec::new("StatelessRandomUniformInt").input(shape).input(seed).input(minval).input(maxval))
}

/// A node that [`fn@stateless_random_uniform_int`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomUniformInt(NodeSpec);

common!(StatelessRandomUniformInt);

impl StatelessRandomUniformInt {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RandomUniformInt, from the stream of key and counter. Shapes and errors: as StatelessRandomUniformV2;
/// INVALID\_ARGUMENT unless minval \< maxval, which are scalars.
///
/// - `shape`: int32, int64
/// - `key`: uint64
/// - `counter`: uint64
/// - `alg`: int32
/// - `minval`: int32, int64, uint32, uint64
/// - `maxval`: int32, int64, uint32, uint64
///
/// No gradient flows through it.
pub fn stateless_random_uniform_int_v2(shape: Output, key: Output, counter: Output, alg: Output, minval: Output, maxval: Output) -> StatelessRandomUniformIntV2 {
    StatelessRandomUniformIntV2(NodeSpec::new("StatelessRandomUniformIntV2").input(shape).input(key).input(counter).input(alg).input(minval).input(maxval))
}

/// A node that [`fn@stateless_random_uniform_int_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomUniformIntV2(NodeSpec);

common!(StatelessRandomUniformIntV2);

impl StatelessRandomUniformIntV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RandomUniform, from the stream of key and counter. Shapes: shape is a vector, key a vector of one, counter of
/// two, alg a scalar. Errors: UNIMPLEMENTED for an algorithm other than 1 (Philox) and 3 (any).
///
/// - `shape`: int32, int64
/// - `key`: uint64
/// - `counter`: uint64
/// - `alg`: int32
///
/// No gradient flows through it.
pub fn stateless_random_uniform_v2(shape: Output, key: Output, counter: Output, alg: Output) -> StatelessRandomUniformV2 {
    StatelessRandomUniformV2(NodeSpec::new("StatelessRandomUniformV2").input(shape).input(key).input(counter).input(alg))
}

/// A node that [`fn@stateless_random_uniform_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessRandomUniformV2(NodeSpec);

common!(StatelessRandomUniformV2);

impl StatelessRandomUniformV2 {
    /// One of half, bfloat16, float, double. Default: float.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TruncatedNormal, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors: INVALID\_ARGUMENT
/// for another seed.
///
/// - `shape`: int32, int64
/// - `seed`: int32, int64
///
/// No gradient flows through it.
pub fn stateless_truncated_normal(shape: Output, seed: Output) -> StatelessTruncatedNormal {
    StatelessTruncatedNormal(NodeSpec::new("StatelessTruncatedNormal").input(shape).input(seed))
}

/// A node that [`fn@stateless_truncated_normal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessTruncatedNormal(NodeSpec);

common!(StatelessTruncatedNormal);

impl StatelessTruncatedNormal {
    /// One of half, bfloat16, float, double. Default: float.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TruncatedNormal, from the stream of key and counter. Shapes and errors: as StatelessRandomUniformV2.
///
/// - `shape`: int32, int64
/// - `key`: uint64
/// - `counter`: uint64
/// - `alg`: int32
///
/// No gradient flows through it.
pub fn stateless_truncated_normal_v2(shape: Output, key: Output, counter: Output, alg: Output) -> StatelessTruncatedNormalV2 {
    StatelessTruncatedNormalV2(NodeSpec::new("StatelessTruncatedNormalV2").input(shape).input(key).input(counter).input(alg))
}

/// A node that [`fn@stateless_truncated_normal_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessTruncatedNormalV2(NodeSpec);

common!(StatelessTruncatedNormalV2);

impl StatelessTruncatedNormalV2 {
    /// One of half, bfloat16, float, double. Default: float.
    pub fn dtype(mut self, value: DType) -> Self {
        self.0.set_attr("dtype", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As While, for functions without effects.
///
/// - `input`: list of any type
/// - `cond`: attr `cond`
/// - `body`: attr `body`
pub fn stateless_while(input: &[Output], cond: &str, body: &str) -> StatelessWhile {
    StatelessWhile(NodeSpec::new("StatelessWhile").input_list(input).attr("cond", Attr::Func(cond.into())).attr("body", Attr::Func(body.into())))
}

/// A node that [`fn@stateless_while`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StatelessWhile(NodeSpec);

common!(StatelessWhile);

impl StatelessWhile {
    /// Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: 10.
    pub fn parallel_iterations(mut self, value: i64) -> Self {
        self.0.set_attr("parallel_iterations", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("T")
    }
}

/// Whether the whole of each string matches the regular expression, in RE2's syntax but for classes of Unicode
/// properties (\p) and single bytes (\C). Takes time in proportion to the text, whatever the pattern. Shapes: output is
/// like input. Errors: INVALID\_ARGUMENT for a pattern that is none; UNIMPLEMENTED naming what is not there;
/// RESOURCE\_EXHAUSTED for one of more than 20,000 steps. Source: github.com/google/re2/wiki/Syntax.
///
/// - `input`: string
/// - `pattern`: attr `pattern`
///
/// No gradient flows through it.
pub fn static_regex_full_match(input: Output, pattern: &str) -> StaticRegexFullMatch {
    StaticRegexFullMatch(NodeSpec::new("StaticRegexFullMatch").input(input).attr("pattern", Attr::String(pattern.into())))
}

/// A node that [`fn@static_regex_full_match`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StaticRegexFullMatch(NodeSpec);

common!(StaticRegexFullMatch);

impl StaticRegexFullMatch {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As RegexReplace, with pattern and rewrite known when the graph is built. Shapes: output is like input. Errors: as
/// StaticRegexFullMatch.
///
/// - `input`: string
/// - `pattern`: attr `pattern`
/// - `rewrite`: attr `rewrite`
///
/// No gradient flows through it.
pub fn static_regex_replace(input: Output, pattern: &str, rewrite: &str) -> StaticRegexReplace {
    StaticRegexReplace(NodeSpec::new("StaticRegexReplace").input(input).attr("pattern", Attr::String(pattern.into())).attr("rewrite", Attr::String(rewrite.into())))
}

/// A node that [`fn@static_regex_replace`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StaticRegexReplace(NodeSpec);

common!(StaticRegexReplace);

impl StaticRegexReplace {
    /// Default: true.
    pub fn replace_global(mut self, value: bool) -> Self {
        self.0.set_attr("replace_global", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Passes input on; no gradient flows back through it. Shapes: output is like input.
///
/// - `input`: any type
///
/// No gradient flows through it.
pub fn stop_gradient(input: Output) -> StopGradient {
    StopGradient(NodeSpec::new("StopGradient").input(input))
}

/// A node that [`fn@stop_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StopGradient(NodeSpec);

common!(StopGradient);

impl StopGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Python's x\[begin:end:strides, ...\]: bit i of a mask belongs to entry i. begin\_mask and end\_mask drop that bound,
/// ellipsis\_mask makes the entry stand for all dimensions not mentioned, new\_axis\_mask inserts a dimension of 1,
/// shrink\_axis\_mask takes the single index begin\[i\] and removes the dimension. Negative bounds count from the end
/// and are clamped. Errors: INVALID\_ARGUMENT for a stride of 0, two ellipses, an index out of range, or more entries
/// than dimensions.
///
/// - `input`: any type
/// - `begin`: int32, int64
/// - `end`: int32, int64
/// - `strides`: int32, int64
pub fn strided_slice(input: Output, begin: Output, end: Output, strides: Output) -> StridedSlice {
    StridedSlice(NodeSpec::new("StridedSlice").input(input).input(begin).input(end).input(strides))
}

/// A node that [`fn@strided_slice`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StridedSlice(NodeSpec);

common!(StridedSlice);

impl StridedSlice {
    /// Default: 0.
    pub fn begin_mask(mut self, value: i64) -> Self {
        self.0.set_attr("begin_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn end_mask(mut self, value: i64) -> Self {
        self.0.set_attr("end_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn ellipsis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("ellipsis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn new_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("new_axis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn shrink_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("shrink_axis_mask", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives zeros of the given shape, with dy where StridedSlice of that shape would have read. Errors: INVALID\_ARGUMENT
/// as StridedSlice, and if dy has not the shape of the slice.
///
/// - `shape`: int32, int64
/// - `begin`: int32, int64
/// - `end`: int32, int64
/// - `strides`: int32, int64
/// - `dy`: any type
pub fn strided_slice_grad(shape: Output, begin: Output, end: Output, strides: Output, dy: Output) -> StridedSliceGrad {
    StridedSliceGrad(NodeSpec::new("StridedSliceGrad").input(shape).input(begin).input(end).input(strides).input(dy))
}

/// A node that [`fn@strided_slice_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StridedSliceGrad(NodeSpec);

common!(StridedSliceGrad);

impl StridedSliceGrad {
    /// Default: 0.
    pub fn begin_mask(mut self, value: i64) -> Self {
        self.0.set_attr("begin_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn end_mask(mut self, value: i64) -> Self {
        self.0.set_attr("end_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn ellipsis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("ellipsis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn new_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("new_axis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn shrink_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("shrink_axis_mask", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives template with every placeholder in it replaced by a text of the input in its place, of which large tensors
/// show the first and the last summarize elements of each dimension (-1: all). Shapes: output is a scalar. Errors:
/// INVALID\_ARGUMENT unless there is a placeholder for each input.
///
/// - `inputs`: list of any type
///
/// No gradient flows through it.
pub fn string_format(inputs: &[Output]) -> StringFormat {
    StringFormat(NodeSpec::new("StringFormat").input_list(inputs))
}

/// A node that [`fn@string_format`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringFormat(NodeSpec);

common!(StringFormat);

impl StringFormat {
    /// Default: "%s".
    pub fn template(mut self, value: &str) -> Self {
        self.0.set_attr("template", Attr::String(value.into()));
        self
    }

    /// Default: "%s".
    pub fn placeholder(mut self, value: &str) -> Self {
        self.0.set_attr("placeholder", Attr::String(value.into()));
        self
    }

    /// Default: 3.
    pub fn summarize(mut self, value: i64) -> Self {
        self.0.set_attr("summarize", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Joins the inputs' strings, element by element, with separator between them. Shapes: all inputs that are no scalars
/// are alike; scalars are repeated.
///
/// - `inputs`: list of string
///
/// No gradient flows through it.
pub fn string_join(inputs: &[Output]) -> StringJoin {
    StringJoin(NodeSpec::new("StringJoin").input_list(inputs))
}

/// A node that [`fn@string_join`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringJoin(NodeSpec);

common!(StringJoin);

impl StringJoin {
    /// Default: "".
    pub fn separator(mut self, value: &str) -> Self {
        self.0.set_attr("separator", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Counts the bytes of each string, or with unit UTF8\_CHAR its characters, which are the bytes that continue none.
/// Shapes: output is like input.
///
/// - `input`: string
///
/// No gradient flows through it.
pub fn string_length(input: Output) -> StringLength {
    StringLength(NodeSpec::new("StringLength").input(input))
}

/// A node that [`fn@string_length`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringLength(NodeSpec);

common!(StringLength);

impl StringLength {
    /// One of BYTE, UTF8\_CHAR. Default: "BYTE".
    pub fn unit(mut self, value: &str) -> Self {
        self.0.set_attr("unit", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Turns letters to lower case: of ASCII or, with encoding utf-8, of Unicode, in no language's own way. Shapes: output
/// is like input. Errors: INVALID\_ARGUMENT for another encoding.
///
/// - `input`: string
///
/// No gradient flows through it.
pub fn string_lower(input: Output) -> StringLower {
    StringLower(NodeSpec::new("StringLower").input(input))
}

/// A node that [`fn@string_lower`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringLower(NodeSpec);

common!(StringLower);

impl StringLower {
    /// Default: "".
    pub fn encoding(mut self, value: &str) -> Self {
        self.0.set_attr("encoding", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Joins neighbours of each row of a ragged tensor of strings, ngram\_widths of them at a time, with separator between
/// them. Each row is padded with pad\_width times left\_pad and right\_pad, at most one less than the width (-1: that
/// many). With preserve\_short\_sequences a row too short for any width gives itself. Shapes: data and data\_splits are
/// vectors, and the outputs too. Errors: INVALID\_ARGUMENT for splits that do not rise from 0 to the size of data, or a
/// width below 1.
///
/// - `data`: string
/// - `data_splits`: int32, int64
/// - `separator`: attr `separator`
/// - `ngram_widths`: attr `ngram_widths`; at least 0
/// - `left_pad`: attr `left_pad`
/// - `right_pad`: attr `right_pad`
/// - `pad_width`: attr `pad_width`
/// - `preserve_short_sequences`: attr `preserve_short_sequences`
///
/// No gradient flows through it.
#[allow(clippy::too_many_arguments)]
pub fn string_n_grams(data: Output, data_splits: Output, separator: &str, ngram_widths: &[i64], left_pad: &str, right_pad: &str, pad_width: i64, preserve_short_sequences: bool) -> StringNGrams {
    StringNGrams(NodeSpec::new("StringNGrams").input(data).input(data_splits).attr("separator", Attr::String(separator.into())).attr("ngram_widths", Attr::Ints(ngram_widths.to_vec())).attr("left_pad", Attr::String(left_pad.into())).attr("right_pad", Attr::String(right_pad.into())).attr("pad_width", Attr::Int(pad_width)).attr("preserve_short_sequences", Attr::Bool(preserve_short_sequences)))
}

/// A node that [`fn@string_n_grams`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringNGrams(NodeSpec);

common!(StringNGrams);

impl StringNGrams {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<StringNGramsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(StringNGramsOutputs {
            node,
            ngrams: outputs.one(),
            ngrams_splits: outputs.one(),
        })
    }
}

/// What [`fn@string_n_grams`] gives.
#[derive(Clone, Debug)]
pub struct StringNGramsOutputs {
    pub node: Node,
    pub ngrams: Output,
    pub ngrams_splits: Output,
}

/// Splits each string at every byte that delimiter has, or into its bytes if that is empty, into the rows of a sparse
/// matrix; with skip\_empty without pieces that are empty. Shapes: input is a vector, delimiter a scalar; indices is
/// \[n,2\], values \[n\], shape \[2\].
///
/// - `input`: string
/// - `delimiter`: string
///
/// No gradient flows through it.
pub fn string_split(input: Output, delimiter: Output) -> StringSplit {
    StringSplit(NodeSpec::new("StringSplit").input(input).input(delimiter))
}

/// A node that [`fn@string_split`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringSplit(NodeSpec);

common!(StringSplit);

impl StringSplit {
    /// Default: true.
    pub fn skip_empty(mut self, value: bool) -> Self {
        self.0.set_attr("skip_empty", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<StringSplitOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(StringSplitOutputs {
            node,
            indices: outputs.one(),
            values: outputs.one(),
            shape: outputs.one(),
        })
    }
}

/// What [`fn@string_split`] gives.
#[derive(Clone, Debug)]
pub struct StringSplitOutputs {
    pub node: Node,
    pub indices: Output,
    pub values: Output,
    pub shape: Output,
}

/// Splits each string at sep, as Python's str.split does, into the rows of a sparse matrix: with an empty sep at white
/// space, of which several count as one; at most maxsplit times unless that is -1. Shapes: input is a vector, sep a
/// scalar; indices is \[n,2\], values \[n\], shape \[2\].
///
/// - `input`: string
/// - `sep`: string
///
/// No gradient flows through it.
pub fn string_split_v2(input: Output, sep: Output) -> StringSplitV2 {
    StringSplitV2(NodeSpec::new("StringSplitV2").input(input).input(sep))
}

/// A node that [`fn@string_split_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringSplitV2(NodeSpec);

common!(StringSplitV2);

impl StringSplitV2 {
    /// Default: -1.
    pub fn maxsplit(mut self, value: i64) -> Self {
        self.0.set_attr("maxsplit", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<StringSplitV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(StringSplitV2Outputs {
            node,
            indices: outputs.one(),
            values: outputs.one(),
            shape: outputs.one(),
        })
    }
}

/// What [`fn@string_split_v2`] gives.
#[derive(Clone, Debug)]
pub struct StringSplitV2Outputs {
    pub node: Node,
    pub indices: Output,
    pub values: Output,
    pub shape: Output,
}

/// Takes white space off both ends of each string. Shapes: output is like input.
///
/// - `input`: string
///
/// No gradient flows through it.
pub fn string_strip(input: Output) -> StringStrip {
    StringStrip(NodeSpec::new("StringStrip").input(input))
}

/// A node that [`fn@string_strip`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringStrip(NodeSpec);

common!(StringStrip);

impl StringStrip {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Hashes each string (MurmurHash64A of TensorFlow's seed) into one of num\_buckets. Shapes: output is like
/// string\_tensor.
///
/// - `string_tensor`: string
/// - `num_buckets`: attr `num_buckets`; at least 1
///
/// No gradient flows through it.
pub fn string_to_hash_bucket(string_tensor: Output, num_buckets: i64) -> StringToHashBucket {
    StringToHashBucket(NodeSpec::new("StringToHashBucket").input(string_tensor).attr("num_buckets", Attr::Int(num_buckets)))
}

/// A node that [`fn@string_to_hash_bucket`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringToHashBucket(NodeSpec);

common!(StringToHashBucket);

impl StringToHashBucket {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Hashes each string (FarmHash's Fingerprint64) into one of num\_buckets; who can choose strings can make them
/// collide. Shapes: output is like input.
///
/// - `input`: string
/// - `num_buckets`: attr `num_buckets`; at least 1
///
/// No gradient flows through it.
pub fn string_to_hash_bucket_fast(input: Output, num_buckets: i64) -> StringToHashBucketFast {
    StringToHashBucketFast(NodeSpec::new("StringToHashBucketFast").input(input).attr("num_buckets", Attr::Int(num_buckets)))
}

/// A node that [`fn@string_to_hash_bucket_fast`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringToHashBucketFast(NodeSpec);

common!(StringToHashBucketFast);

impl StringToHashBucketFast {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Hashes each string (SipHash-2-4 with the two numbers of key) into one of num\_buckets. Shapes: output is like input.
/// Errors: INVALID\_ARGUMENT unless key has two numbers.
///
/// - `input`: string
/// - `num_buckets`: attr `num_buckets`; at least 1
/// - `key`: attr `key`
///
/// No gradient flows through it.
pub fn string_to_hash_bucket_strong(input: Output, num_buckets: i64, key: &[i64]) -> StringToHashBucketStrong {
    StringToHashBucketStrong(NodeSpec::new("StringToHashBucketStrong").input(input).attr("num_buckets", Attr::Int(num_buckets)).attr("key", Attr::Ints(key.to_vec())))
}

/// A node that [`fn@string_to_hash_bucket_strong`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringToHashBucketStrong(NodeSpec);

common!(StringToHashBucketStrong);

impl StringToHashBucketStrong {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Reads each string as a number of out\_type, with white space around it or none. Shapes: output is like
/// string\_tensor. Errors: INVALID\_ARGUMENT naming a string that is none, or whose integer does not fit.
///
/// - `string_tensor`: string
///
/// No gradient flows through it.
pub fn string_to_number(string_tensor: Output) -> StringToNumber {
    StringToNumber(NodeSpec::new("StringToNumber").input(string_tensor))
}

/// A node that [`fn@string_to_number`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringToNumber(NodeSpec);

common!(StringToNumber);

impl StringToNumber {
    /// One of float, double, int32, int64, uint32, uint64. Default: float.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Turns letters to upper case: of ASCII or, with encoding utf-8, of Unicode, in no language's own way. Shapes: output
/// is like input. Errors: INVALID\_ARGUMENT for another encoding.
///
/// - `input`: string
///
/// No gradient flows through it.
pub fn string_upper(input: Output) -> StringUpper {
    StringUpper(NodeSpec::new("StringUpper").input(input))
}

/// A node that [`fn@string_upper`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct StringUpper(NodeSpec);

common!(StringUpper);

impl StringUpper {
    /// Default: "".
    pub fn encoding(mut self, value: &str) -> Self {
        self.0.set_attr("encoding", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x - y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
/// - `y`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
pub fn sub(x: Output, y: Output) -> Sub {
    Sub(NodeSpec::new("Sub").input(x).input(y))
}

/// A node that [`fn@sub`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Sub(NodeSpec);

common!(Sub);

impl Sub {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives len bytes of each string from byte pos on, or characters with unit UTF8\_CHAR, fewer where the string ends; a
/// pos below 0 counts from the end. Shapes: pos and len are alike and broadcast with input. Errors: INVALID\_ARGUMENT
/// for a pos outside of its string.
///
/// - `input`: string
/// - `pos`: int32, int64
/// - `len`: int32, int64
///
/// No gradient flows through it.
pub fn substr(input: Output, pos: Output, len: Output) -> Substr {
    Substr(NodeSpec::new("Substr").input(input).input(pos).input(len))
}

/// A node that [`fn@substr`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Substr(NodeSpec);

common!(Substr);

impl Substr {
    /// One of BYTE, UTF8\_CHAR. Default: "BYTE".
    pub fn unit(mut self, value: &str) -> Self {
        self.0.set_attr("unit", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Sums over the given axes; an empty axis gives 0. Shapes: reduction\_indices is a scalar or vector of axes in
/// \[-rank,rank); they vanish, or become 1 with keep\_dims. Errors: INVALID\_ARGUMENT for an axis out of range or given
/// twice.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `reduction_indices`: int32, int64
pub fn sum(input: Output, reduction_indices: Output) -> Sum {
    Sum(NodeSpec::new("Sum").input(input).input(reduction_indices))
}

/// A node that [`fn@sum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Sum(NodeSpec);

common!(Sum);

impl Sum {
    /// Default: false.
    pub fn keep_dims(mut self, value: bool) -> Self {
        self.0.set_attr("keep_dims", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives singular values, descending, and the vectors: input = u \* diag(s) \* adjoint(v). The phase of vectors is any.
/// Shapes: input is \[..., m, n\], s is \[..., p\], p the least of m and n; u is \[..., m, p\] and v \[..., n, p\],
/// with full\_matrices \[..., m, m\] and \[..., n, n\]; without compute\_uv they are \[0\]. Errors: INVALID\_ARGUMENT
/// for numbers that are not finite.
///
/// - `input`: double, float, half, complex64, complex128
pub fn svd(input: Output) -> Svd {
    Svd(NodeSpec::new("Svd").input(input))
}

/// A node that [`fn@svd`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Svd(NodeSpec);

common!(Svd);

impl Svd {
    /// Default: true.
    pub fn compute_uv(mut self, value: bool) -> Self {
        self.0.set_attr("compute_uv", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn full_matrices(mut self, value: bool) -> Self {
        self.0.set_attr("full_matrices", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SvdOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SvdOutputs {
            node,
            s: outputs.one(),
            u: outputs.one(),
            v: outputs.one(),
        })
    }
}

/// What [`fn@svd`] gives.
#[derive(Clone, Debug)]
pub struct SvdOutputs {
    pub node: Node,
    pub s: Output,
    pub u: Output,
    pub v: Output,
}

/// Passes data to output\_true if pred holds, else to output\_false; the other output is dead. Shapes: pred is a
/// scalar; the outputs are like data.
///
/// - `data`: any type
/// - `pred`: bool
pub fn switch(data: Output, pred: Output) -> Switch {
    Switch(NodeSpec::new("Switch").input(data).input(pred))
}

/// A node that [`fn@switch`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Switch(NodeSpec);

common!(Switch);

impl Switch {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<SwitchOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(SwitchOutputs {
            node,
            output_false: outputs.one(),
            output_true: outputs.one(),
        })
    }
}

/// What [`fn@switch`] gives.
#[derive(Clone, Debug)]
pub struct SwitchOutputs {
    pub node: Node,
    pub output_false: Output,
    pub output_true: Output,
}

/// Gives the gradients of the function f with respect to each of its inputs, zeros where there is none. input: f's
/// inputs, and what arrives at each of its outputs. Plans have the gradient's nodes in its place. Shapes: outputs are
/// like f's inputs. Errors: INVALID\_ARGUMENT for inputs that do not fit f; NOT\_FOUND if the graph has no f;
/// UNIMPLEMENTED for an op of f without a gradient.
///
/// - `input`: list of any type
/// - `tout`: attr `Tout`; at least 1
/// - `f`: attr `f`
///
/// No gradient flows through it.
pub fn symbolic_gradient(input: &[Output], tout: &[DType], f: &str) -> SymbolicGradient {
    SymbolicGradient(NodeSpec::new("SymbolicGradient").input_list(input).attr("Tout", Attr::Types(tout.to_vec())).attr("f", Attr::Func(f.into())))
}

/// A node that [`fn@symbolic_gradient`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct SymbolicGradient(NodeSpec);

common!(SymbolicGradient);

impl SymbolicGradient {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("Tout")
    }
}

/// Gives a dataset of the records of files, one file after the other. compression\_type is empty, 'ZLIB' or 'GZIP'.
/// Errors: of a pass: NOT\_FOUND, and DATA\_LOSS for damage, with file and byte; the pass then goes on with the next
/// file.
///
/// - `filenames`: string
/// - `compression_type`: string
/// - `buffer_size`: int64
///
/// No gradient flows through it.
pub fn tf_record_dataset(filenames: Output, compression_type: Output, buffer_size: Output) -> TFRecordDataset {
    TFRecordDataset(NodeSpec::new("TFRecordDataset").input(filenames).input(compression_type).input(buffer_size))
}

/// A node that [`fn@tf_record_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TFRecordDataset(NodeSpec);

common!(TFRecordDataset);

impl TFRecordDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TFRecordDataset, from the given byte of each file on, if there are any.
///
/// - `filenames`: string
/// - `compression_type`: string
/// - `buffer_size`: int64
/// - `byte_offsets`: int64
///
/// No gradient flows through it.
pub fn tf_record_dataset_v2(filenames: Output, compression_type: Output, buffer_size: Output, byte_offsets: Output) -> TFRecordDatasetV2 {
    TFRecordDatasetV2(NodeSpec::new("TFRecordDatasetV2").input(filenames).input(compression_type).input(buffer_size).input(byte_offsets))
}

/// A node that [`fn@tf_record_dataset_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TFRecordDatasetV2(NodeSpec);

common!(TFRecordDatasetV2);

impl TFRecordDatasetV2 {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader of TFRecord files, compressed as ZLIB, GZIP or not; a key is FILE:OFFSET.
///
/// No gradient flows through it.
pub fn tf_record_reader() -> TFRecordReader {
    TFRecordReader(NodeSpec::new("TFRecordReader"))
}

/// A node that [`fn@tf_record_reader`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TFRecordReader(NodeSpec);

common!(TFRecordReader);

impl TFRecordReader {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn compression_type(mut self, value: &str) -> Self {
        self.0.set_attr("compression_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader of TFRecord files, compressed as ZLIB, GZIP or not; a key is FILE:OFFSET.
///
/// No gradient flows through it.
pub fn tf_record_reader_v2() -> TFRecordReaderV2 {
    TFRecordReaderV2(NodeSpec::new("TFRecordReaderV2"))
}

/// A node that [`fn@tf_record_reader_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TFRecordReaderV2(NodeSpec);

common!(TFRecordReaderV2);

impl TFRecordReaderV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn compression_type(mut self, value: &str) -> Self {
        self.0.set_attr("compression_type", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the first count elements; of all of them if count is below 0. Shapes: count is a scalar.
///
/// - `input_dataset`: variant
/// - `count`: int64
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn take_dataset(input_dataset: Output, count: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> TakeDataset {
    TakeDataset(NodeSpec::new("TakeDataset").input(input_dataset).input(count).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@take_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TakeDataset(NodeSpec);

common!(TakeDataset);

impl TakeDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes sparse tensors out of the map of shared\_name and stacks them along a new first dimension. Shapes:
/// sparse\_handles is a vector. Errors: INVALID\_ARGUMENT for a number that is not there, of which none is taken.
///
/// - `sparse_handles`: int64
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn take_many_sparse_from_tensors_map(sparse_handles: Output, dtype: DType) -> TakeManySparseFromTensorsMap {
    TakeManySparseFromTensorsMap(NodeSpec::new("TakeManySparseFromTensorsMap").input(sparse_handles).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@take_many_sparse_from_tensors_map`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TakeManySparseFromTensorsMap(NodeSpec);

common!(TakeManySparseFromTensorsMap);

impl TakeManySparseFromTensorsMap {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TakeManySparseFromTensorsMapOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TakeManySparseFromTensorsMapOutputs {
            node,
            sparse_indices: outputs.one(),
            sparse_values: outputs.one(),
            sparse_shape: outputs.one(),
        })
    }
}

/// What [`fn@take_many_sparse_from_tensors_map`] gives.
#[derive(Clone, Debug)]
pub struct TakeManySparseFromTensorsMapOutputs {
    pub node: Node,
    pub sparse_indices: Output,
    pub sparse_values: Output,
    pub sparse_shape: Output,
}

/// Gives a dataset of the elements before the first one for which predicate gives false. Errors: as FilterDataset.
///
/// - `input_dataset`: variant
/// - `other_arguments`: list of any type
/// - `predicate`: attr `predicate`
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn take_while_dataset(input_dataset: Output, other_arguments: &[Output], predicate: &str, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> TakeWhileDataset {
    TakeWhileDataset(NodeSpec::new("TakeWhileDataset").input(input_dataset).input_list(other_arguments).attr("predicate", Attr::Func(predicate.into())).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@take_while_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TakeWhileDataset(NodeSpec);

common!(TakeWhileDataset);

impl TakeWhileDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the tangent of x in radians; NaN for infinities. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128
pub fn tan(x: Output) -> Tan {
    Tan(NodeSpec::new("Tan").input(x))
}

/// A node that [`fn@tan`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Tan(NodeSpec);

common!(Tan);

impl Tan {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the hyperbolic tangent of x, element by element. Shapes: y is like x.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
pub fn tanh(x: Output) -> Tanh {
    Tanh(NodeSpec::new("Tanh").input(x))
}

/// A node that [`fn@tanh`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Tanh(NodeSpec);

common!(Tanh);

impl Tanh {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives dy \* (1 - y \* y), the gradient of Tanh for its output y. Shapes: all alike.
///
/// - `y`: bfloat16, half, float, double, complex64, complex128
/// - `dy`: bfloat16, half, float, double, complex64, complex128
pub fn tanh_grad(y: Output, dy: Output) -> TanhGrad {
    TanhGrad(NodeSpec::new("TanhGrad").input(y).input(dy))
}

/// A node that [`fn@tanh_grad`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TanhGrad(NodeSpec);

common!(TanhGrad);

impl TanhGrad {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// TensorArrayCloseV3 of older graphs.
///
/// - `handle`: string
pub fn tensor_array_close_v2(handle: Output) -> TensorArrayCloseV2 {
    TensorArrayCloseV2(NodeSpec::new("TensorArrayCloseV2").input(handle))
}

/// A node that [`fn@tensor_array_close_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayCloseV2(NodeSpec);

common!(TensorArrayCloseV2);

impl TensorArrayCloseV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Drops the array's elements; it cannot be used any more.
///
/// - `handle`: resource
pub fn tensor_array_close_v3(handle: Output) -> TensorArrayCloseV3 {
    TensorArrayCloseV3(NodeSpec::new("TensorArrayCloseV3").input(handle))
}

/// A node that [`fn@tensor_array_close_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayCloseV3(NodeSpec);

common!(TensorArrayCloseV3);

impl TensorArrayCloseV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// TensorArrayConcatV3 of older graphs.
///
/// - `handle`: string
/// - `flow_in`: float
/// - `dtype`: attr `dtype`
pub fn tensor_array_concat_v2(handle: Output, flow_in: Output, dtype: DType) -> TensorArrayConcatV2 {
    TensorArrayConcatV2(NodeSpec::new("TensorArrayConcatV2").input(handle).input(flow_in).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_concat_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayConcatV2(NodeSpec);

common!(TensorArrayConcatV2);

impl TensorArrayConcatV2 {
    /// Default: unknown.
    pub fn element_shape_except0(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("element_shape_except0", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorArrayConcatV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorArrayConcatV2Outputs {
            node,
            value: outputs.one(),
            lengths: outputs.one(),
        })
    }
}

/// What [`fn@tensor_array_concat_v2`] gives.
#[derive(Clone, Debug)]
pub struct TensorArrayConcatV2Outputs {
    pub node: Node,
    pub value: Output,
    pub lengths: Output,
}

/// Reads all elements and joins them along dimension 0; lengths says how many rows each has. Errors: INVALID\_ARGUMENT
/// for an index out of range, an element that was read or written before, or another type or shape; each names the
/// array.
///
/// - `handle`: resource
/// - `flow_in`: float
/// - `dtype`: attr `dtype`
pub fn tensor_array_concat_v3(handle: Output, flow_in: Output, dtype: DType) -> TensorArrayConcatV3 {
    TensorArrayConcatV3(NodeSpec::new("TensorArrayConcatV3").input(handle).input(flow_in).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_concat_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayConcatV3(NodeSpec);

common!(TensorArrayConcatV3);

impl TensorArrayConcatV3 {
    /// Default: unknown.
    pub fn element_shape_except0(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("element_shape_except0", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorArrayConcatV3Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorArrayConcatV3Outputs {
            node,
            value: outputs.one(),
            lengths: outputs.one(),
        })
    }
}

/// What [`fn@tensor_array_concat_v3`] gives.
#[derive(Clone, Debug)]
pub struct TensorArrayConcatV3Outputs {
    pub node: Node,
    pub value: Output,
    pub lengths: Output,
}

/// TensorArrayGatherV3 of older graphs.
///
/// - `handle`: string
/// - `indices`: int32
/// - `flow_in`: float
/// - `dtype`: attr `dtype`
pub fn tensor_array_gather_v2(handle: Output, indices: Output, flow_in: Output, dtype: DType) -> TensorArrayGatherV2 {
    TensorArrayGatherV2(NodeSpec::new("TensorArrayGatherV2").input(handle).input(indices).input(flow_in).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_gather_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayGatherV2(NodeSpec);

common!(TensorArrayGatherV2);

impl TensorArrayGatherV2 {
    /// Default: unknown.
    pub fn element_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("element_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Reads the elements of the given indices and stacks them. Shapes: indices is a vector; value is \[number of indices\]
/// followed by the elements' shape. Errors: INVALID\_ARGUMENT for an index out of range, an element that was read or
/// written before, or another type or shape; each names the array.
///
/// - `handle`: resource
/// - `indices`: int32
/// - `flow_in`: float
/// - `dtype`: attr `dtype`
pub fn tensor_array_gather_v3(handle: Output, indices: Output, flow_in: Output, dtype: DType) -> TensorArrayGatherV3 {
    TensorArrayGatherV3(NodeSpec::new("TensorArrayGatherV3").input(handle).input(indices).input(flow_in).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_gather_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayGatherV3(NodeSpec);

common!(TensorArrayGatherV3);

impl TensorArrayGatherV3 {
    /// Default: unknown.
    pub fn element_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("element_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// TensorArrayGradV3 of older graphs.
///
/// - `handle`: string
/// - `flow_in`: float
/// - `source`: attr `source`
///
/// No gradient flows through it.
pub fn tensor_array_grad_v2(handle: Output, flow_in: Output, source: &str) -> TensorArrayGradV2 {
    TensorArrayGradV2(NodeSpec::new("TensorArrayGradV2").input(handle).input(flow_in).attr("source", Attr::String(source.into())))
}

/// A node that [`fn@tensor_array_grad_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayGradV2(NodeSpec);

common!(TensorArrayGradV2);

impl TensorArrayGradV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the array of gradients that belongs to an array and to the pass `source`. Writes to one of its elements add
/// up; what was not written is zeros. The array itself grows no more.
///
/// - `handle`: resource
/// - `flow_in`: float
/// - `source`: attr `source`
///
/// No gradient flows through it.
pub fn tensor_array_grad_v3(handle: Output, flow_in: Output, source: &str) -> TensorArrayGradV3 {
    TensorArrayGradV3(NodeSpec::new("TensorArrayGradV3").input(handle).input(flow_in).attr("source", Attr::String(source.into())))
}

/// A node that [`fn@tensor_array_grad_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayGradV3(NodeSpec);

common!(TensorArrayGradV3);

impl TensorArrayGradV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorArrayGradV3Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorArrayGradV3Outputs {
            node,
            grad_handle: outputs.one(),
            flow_out: outputs.one(),
        })
    }
}

/// What [`fn@tensor_array_grad_v3`] gives.
#[derive(Clone, Debug)]
pub struct TensorArrayGradV3Outputs {
    pub node: Node,
    pub grad_handle: Output,
    pub flow_out: Output,
}

/// As TensorArrayGradV3, for gradients that have the dims shape\_to\_prepend before those of the elements. Shapes:
/// shape\_to\_prepend is a vector.
///
/// - `handle`: resource
/// - `flow_in`: float
/// - `shape_to_prepend`: int32
/// - `source`: attr `source`
///
/// No gradient flows through it.
pub fn tensor_array_grad_with_shape(handle: Output, flow_in: Output, shape_to_prepend: Output, source: &str) -> TensorArrayGradWithShape {
    TensorArrayGradWithShape(NodeSpec::new("TensorArrayGradWithShape").input(handle).input(flow_in).input(shape_to_prepend).attr("source", Attr::String(source.into())))
}

/// A node that [`fn@tensor_array_grad_with_shape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayGradWithShape(NodeSpec);

common!(TensorArrayGradWithShape);

impl TensorArrayGradWithShape {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorArrayGradWithShapeOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorArrayGradWithShapeOutputs {
            node,
            grad_handle: outputs.one(),
            flow_out: outputs.one(),
        })
    }
}

/// What [`fn@tensor_array_grad_with_shape`] gives.
#[derive(Clone, Debug)]
pub struct TensorArrayGradWithShapeOutputs {
    pub node: Node,
    pub grad_handle: Output,
    pub flow_out: Output,
}

/// TensorArrayReadV3 of older graphs.
///
/// - `handle`: string
/// - `index`: int32
/// - `flow_in`: float
/// - `dtype`: attr `dtype`
pub fn tensor_array_read_v2(handle: Output, index: Output, flow_in: Output, dtype: DType) -> TensorArrayReadV2 {
    TensorArrayReadV2(NodeSpec::new("TensorArrayReadV2").input(handle).input(index).input(flow_in).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_read_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayReadV2(NodeSpec);

common!(TensorArrayReadV2);

impl TensorArrayReadV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Reads an element of the array: zeros if it was not written and its shape is known. Errors: INVALID\_ARGUMENT for an
/// index out of range, an element that was read or written before, or another type or shape; each names the array.
///
/// - `handle`: resource
/// - `index`: int32
/// - `flow_in`: float
/// - `dtype`: attr `dtype`
pub fn tensor_array_read_v3(handle: Output, index: Output, flow_in: Output, dtype: DType) -> TensorArrayReadV3 {
    TensorArrayReadV3(NodeSpec::new("TensorArrayReadV3").input(handle).input(index).input(flow_in).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_read_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayReadV3(NodeSpec);

common!(TensorArrayReadV3);

impl TensorArrayReadV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// TensorArrayScatterV3 of older graphs.
///
/// - `handle`: string
/// - `indices`: int32
/// - `value`: any type
/// - `flow_in`: float
pub fn tensor_array_scatter_v2(handle: Output, indices: Output, value: Output, flow_in: Output) -> TensorArrayScatterV2 {
    TensorArrayScatterV2(NodeSpec::new("TensorArrayScatterV2").input(handle).input(indices).input(value).input(flow_in))
}

/// A node that [`fn@tensor_array_scatter_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayScatterV2(NodeSpec);

common!(TensorArrayScatterV2);

impl TensorArrayScatterV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Writes the rows of value to the elements of the given indices. Shapes: value has a row for each index. Errors:
/// INVALID\_ARGUMENT for an index out of range, an element that was read or written before, or another type or shape;
/// each names the array.
///
/// - `handle`: resource
/// - `indices`: int32
/// - `value`: any type
/// - `flow_in`: float
pub fn tensor_array_scatter_v3(handle: Output, indices: Output, value: Output, flow_in: Output) -> TensorArrayScatterV3 {
    TensorArrayScatterV3(NodeSpec::new("TensorArrayScatterV3").input(handle).input(indices).input(value).input(flow_in))
}

/// A node that [`fn@tensor_array_scatter_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayScatterV3(NodeSpec);

common!(TensorArrayScatterV3);

impl TensorArrayScatterV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// TensorArraySizeV3 of older graphs.
///
/// - `handle`: string
/// - `flow_in`: float
///
/// No gradient flows through it.
pub fn tensor_array_size_v2(handle: Output, flow_in: Output) -> TensorArraySizeV2 {
    TensorArraySizeV2(NodeSpec::new("TensorArraySizeV2").input(handle).input(flow_in))
}

/// A node that [`fn@tensor_array_size_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArraySizeV2(NodeSpec);

common!(TensorArraySizeV2);

impl TensorArraySizeV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of elements of the array.
///
/// - `handle`: resource
/// - `flow_in`: float
///
/// No gradient flows through it.
pub fn tensor_array_size_v3(handle: Output, flow_in: Output) -> TensorArraySizeV3 {
    TensorArraySizeV3(NodeSpec::new("TensorArraySizeV3").input(handle).input(flow_in))
}

/// A node that [`fn@tensor_array_size_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArraySizeV3(NodeSpec);

common!(TensorArraySizeV3);

impl TensorArraySizeV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// TensorArraySplitV3 of older graphs.
///
/// - `handle`: string
/// - `value`: any type
/// - `lengths`: int64
/// - `flow_in`: float
pub fn tensor_array_split_v2(handle: Output, value: Output, lengths: Output, flow_in: Output) -> TensorArraySplitV2 {
    TensorArraySplitV2(NodeSpec::new("TensorArraySplitV2").input(handle).input(value).input(lengths).input(flow_in))
}

/// A node that [`fn@tensor_array_split_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArraySplitV2(NodeSpec);

common!(TensorArraySplitV2);

impl TensorArraySplitV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Writes pieces of value, of the given numbers of rows, to the elements 0, 1 and so on. Shapes: lengths is a vector
/// that adds up to the rows of value. Errors: INVALID\_ARGUMENT for an index out of range, an element that was read or
/// written before, or another type or shape; each names the array.
///
/// - `handle`: resource
/// - `value`: any type
/// - `lengths`: int64
/// - `flow_in`: float
pub fn tensor_array_split_v3(handle: Output, value: Output, lengths: Output, flow_in: Output) -> TensorArraySplitV3 {
    TensorArraySplitV3(NodeSpec::new("TensorArraySplitV3").input(handle).input(value).input(lengths).input(flow_in))
}

/// A node that [`fn@tensor_array_split_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArraySplitV3(NodeSpec);

common!(TensorArraySplitV3);

impl TensorArraySplitV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// TensorArrayV3 of older graphs: the handle is two strings, and there is no flow to begin with.
///
/// - `size`: int32
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn tensor_array_v2(size: Output, dtype: DType) -> TensorArrayV2 {
    TensorArrayV2(NodeSpec::new("TensorArrayV2").input(size).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayV2(NodeSpec);

common!(TensorArrayV2);

impl TensorArrayV2 {
    /// Default: unknown.
    pub fn element_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("element_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Default: false.
    pub fn dynamic_size(mut self, value: bool) -> Self {
        self.0.set_attr("dynamic_size", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn clear_after_read(mut self, value: bool) -> Self {
        self.0.set_attr("clear_after_read", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn tensor_array_name(mut self, value: &str) -> Self {
        self.0.set_attr("tensor_array_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Makes an array of `size` tensors of dtype, which lives as long as the step. With dynamic\_size it grows by writes;
/// with clear\_after\_read each element can be read once. Shapes: size, handle and flow are scalars.
///
/// - `size`: int32
/// - `dtype`: attr `dtype`
///
/// No gradient flows through it.
pub fn tensor_array_v3(size: Output, dtype: DType) -> TensorArrayV3 {
    TensorArrayV3(NodeSpec::new("TensorArrayV3").input(size).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@tensor_array_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayV3(NodeSpec);

common!(TensorArrayV3);

impl TensorArrayV3 {
    /// Default: unknown.
    pub fn element_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("element_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Default: false.
    pub fn dynamic_size(mut self, value: bool) -> Self {
        self.0.set_attr("dynamic_size", Attr::Bool(value));
        self
    }

    /// Default: true.
    pub fn clear_after_read(mut self, value: bool) -> Self {
        self.0.set_attr("clear_after_read", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn identical_element_shapes(mut self, value: bool) -> Self {
        self.0.set_attr("identical_element_shapes", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn tensor_array_name(mut self, value: &str) -> Self {
        self.0.set_attr("tensor_array_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorArrayV3Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorArrayV3Outputs {
            node,
            handle: outputs.one(),
            flow: outputs.one(),
        })
    }
}

/// What [`fn@tensor_array_v3`] gives.
#[derive(Clone, Debug)]
pub struct TensorArrayV3Outputs {
    pub node: Node,
    pub handle: Output,
    pub flow: Output,
}

/// TensorArrayWriteV3 of older graphs.
///
/// - `handle`: string
/// - `index`: int32
/// - `value`: any type
/// - `flow_in`: float
pub fn tensor_array_write_v2(handle: Output, index: Output, value: Output, flow_in: Output) -> TensorArrayWriteV2 {
    TensorArrayWriteV2(NodeSpec::new("TensorArrayWriteV2").input(handle).input(index).input(value).input(flow_in))
}

/// A node that [`fn@tensor_array_write_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayWriteV2(NodeSpec);

common!(TensorArrayWriteV2);

impl TensorArrayWriteV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Writes an element of the array. Errors: INVALID\_ARGUMENT for an index out of range, an element that was read or
/// written before, or another type or shape; each names the array.
///
/// - `handle`: resource
/// - `index`: int32
/// - `value`: any type
/// - `flow_in`: float
pub fn tensor_array_write_v3(handle: Output, index: Output, value: Output, flow_in: Output) -> TensorArrayWriteV3 {
    TensorArrayWriteV3(NodeSpec::new("TensorArrayWriteV3").input(handle).input(index).input(value).input(flow_in))
}

/// A node that [`fn@tensor_array_write_v3`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorArrayWriteV3(NodeSpec);

common!(TensorArrayWriteV3);

impl TensorArrayWriteV3 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of one element: the components.
///
/// - `components`: list of any type
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn tensor_dataset(components: &[Output], output_shapes: &[Option<&[i64]>]) -> TensorDataset {
    TensorDataset(NodeSpec::new("TensorDataset").input_list(components).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@tensor_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorDataset(NodeSpec);

common!(TensorDataset);

impl TensorDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Joins the elements along dimension 0; lengths says how many rows each has.
///
/// - `input_handle`: variant
/// - `element_dtype`: attr `element_dtype`
pub fn tensor_list_concat(input_handle: Output, element_dtype: DType) -> TensorListConcat {
    TensorListConcat(NodeSpec::new("TensorListConcat").input(input_handle).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_concat`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListConcat(NodeSpec);

common!(TensorListConcat);

impl TensorListConcat {
    /// Default: unknown.
    pub fn element_shape(mut self, value: Option<&[i64]>) -> Self {
        self.0.set_attr("element_shape", Attr::Shape(value.map(<[i64]>::to_vec)));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorListConcatOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorListConcatOutputs {
            node,
            tensor: outputs.one(),
            lengths: outputs.one(),
        })
    }
}

/// What [`fn@tensor_list_concat`] gives.
#[derive(Clone, Debug)]
pub struct TensorListConcatOutputs {
    pub node: Node,
    pub tensor: Output,
    pub lengths: Output,
}

/// Gives for each two lists one with the elements of the first and then the second. Shapes: all are alike. Errors:
/// INVALID\_ARGUMENT for lists whose element types or shapes differ.
///
/// - `input_a`: variant
/// - `input_b`: variant
/// - `element_dtype`: attr `element_dtype`
///
/// No gradient flows through it.
pub fn tensor_list_concat_lists(input_a: Output, input_b: Output, element_dtype: DType) -> TensorListConcatLists {
    TensorListConcatLists(NodeSpec::new("TensorListConcatLists").input(input_a).input(input_b).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_concat_lists`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListConcatLists(NodeSpec);

common!(TensorListConcatLists);

impl TensorListConcatLists {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TensorListConcat; leading\_dims says how many rows an element has that was never set.
///
/// - `input_handle`: variant
/// - `element_shape`: int32, int64
/// - `leading_dims`: int64
/// - `element_dtype`: attr `element_dtype`
pub fn tensor_list_concat_v2(input_handle: Output, element_shape: Output, leading_dims: Output, element_dtype: DType) -> TensorListConcatV2 {
    TensorListConcatV2(NodeSpec::new("TensorListConcatV2").input(input_handle).input(element_shape).input(leading_dims).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_concat_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListConcatV2(NodeSpec);

common!(TensorListConcatV2);

impl TensorListConcatV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorListConcatV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorListConcatV2Outputs {
            node,
            tensor: outputs.one(),
            lengths: outputs.one(),
        })
    }
}

/// What [`fn@tensor_list_concat_v2`] gives.
#[derive(Clone, Debug)]
pub struct TensorListConcatV2Outputs {
    pub node: Node,
    pub tensor: Output,
    pub lengths: Output,
}

/// Gives the shape that all elements of the list have, with -1 for unknown dims; -1 if nothing is known.
///
/// - `input_handle`: variant
/// - `shape_type`: attr `shape_type`; one of int32, int64
///
/// No gradient flows through it.
pub fn tensor_list_element_shape(input_handle: Output, shape_type: DType) -> TensorListElementShape {
    TensorListElementShape(NodeSpec::new("TensorListElementShape").input(input_handle).attr("shape_type", Attr::Type(shape_type)))
}

/// A node that [`fn@tensor_list_element_shape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListElementShape(NodeSpec);

common!(TensorListElementShape);

impl TensorListElementShape {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the list of the rows of a tensor.
///
/// - `tensor`: any type
/// - `element_shape`: int32, int64
pub fn tensor_list_from_tensor(tensor: Output, element_shape: Output) -> TensorListFromTensor {
    TensorListFromTensor(NodeSpec::new("TensorListFromTensor").input(tensor).input(element_shape))
}

/// A node that [`fn@tensor_list_from_tensor`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListFromTensor(NodeSpec);

common!(TensorListFromTensor);

impl TensorListFromTensor {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Stacks the elements of the given indices.
///
/// - `input_handle`: variant
/// - `indices`: int32
/// - `element_shape`: int32
/// - `element_dtype`: attr `element_dtype`
pub fn tensor_list_gather(input_handle: Output, indices: Output, element_shape: Output, element_dtype: DType) -> TensorListGather {
    TensorListGather(NodeSpec::new("TensorListGather").input(input_handle).input(indices).input(element_shape).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_gather`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListGather(NodeSpec);

common!(TensorListGather);

impl TensorListGather {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives an element of the list; one that was never set is zeros. Errors: INVALID\_ARGUMENT for an index out of range,
/// another type, or a shape that is not known.
///
/// - `input_handle`: variant
/// - `index`: int32
/// - `element_shape`: int32, int64
/// - `element_dtype`: attr `element_dtype`
pub fn tensor_list_get_item(input_handle: Output, index: Output, element_shape: Output, element_dtype: DType) -> TensorListGetItem {
    TensorListGetItem(NodeSpec::new("TensorListGetItem").input(input_handle).input(index).input(element_shape).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_get_item`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListGetItem(NodeSpec);

common!(TensorListGetItem);

impl TensorListGetItem {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the number of elements of the list.
///
/// - `input_handle`: variant
///
/// No gradient flows through it.
pub fn tensor_list_length(input_handle: Output) -> TensorListLength {
    TensorListLength(NodeSpec::new("TensorListLength").input(input_handle))
}

/// A node that [`fn@tensor_list_length`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListLength(NodeSpec);

common!(TensorListLength);

impl TensorListLength {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the list without its last element, and that. Errors: INVALID\_ARGUMENT for an empty list.
///
/// - `input_handle`: variant
/// - `element_shape`: int32
/// - `element_dtype`: attr `element_dtype`
pub fn tensor_list_pop_back(input_handle: Output, element_shape: Output, element_dtype: DType) -> TensorListPopBack {
    TensorListPopBack(NodeSpec::new("TensorListPopBack").input(input_handle).input(element_shape).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_pop_back`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListPopBack(NodeSpec);

common!(TensorListPopBack);

impl TensorListPopBack {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TensorListPopBackOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TensorListPopBackOutputs {
            node,
            output_handle: outputs.one(),
            tensor: outputs.one(),
        })
    }
}

/// What [`fn@tensor_list_pop_back`] gives.
#[derive(Clone, Debug)]
pub struct TensorListPopBackOutputs {
    pub node: Node,
    pub output_handle: Output,
    pub tensor: Output,
}

/// Gives the list with one more element at its end. Errors: INVALID\_ARGUMENT for another type or shape, or a list that
/// is full.
///
/// - `input_handle`: variant
/// - `tensor`: any type
pub fn tensor_list_push_back(input_handle: Output, tensor: Output) -> TensorListPushBack {
    TensorListPushBack(NodeSpec::new("TensorListPushBack").input(input_handle).input(tensor))
}

/// A node that [`fn@tensor_list_push_back`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListPushBack(NodeSpec);

common!(TensorListPushBack);

impl TensorListPushBack {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives each list of a vector with one more element at its end, a row of tensor. Shapes: tensor has a row for each
/// list. Errors: INVALID\_ARGUMENT for another type or shape.
///
/// - `input_handles`: variant
/// - `tensor`: any type
///
/// No gradient flows through it.
pub fn tensor_list_push_back_batch(input_handles: Output, tensor: Output) -> TensorListPushBackBatch {
    TensorListPushBackBatch(NodeSpec::new("TensorListPushBackBatch").input(input_handles).input(tensor))
}

/// A node that [`fn@tensor_list_push_back_batch`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListPushBackBatch(NodeSpec);

common!(TensorListPushBackBatch);

impl TensorListPushBackBatch {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a list of num\_elements tensors that are not set: read, they are zeros.
///
/// - `element_shape`: int32, int64
/// - `num_elements`: int32
/// - `element_dtype`: attr `element_dtype`
///
/// No gradient flows through it.
pub fn tensor_list_reserve(element_shape: Output, num_elements: Output, element_dtype: DType) -> TensorListReserve {
    TensorListReserve(NodeSpec::new("TensorListReserve").input(element_shape).input(num_elements).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_reserve`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListReserve(NodeSpec);

common!(TensorListReserve);

impl TensorListReserve {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the list with `size` elements: the last are dropped, or added and not set.
///
/// - `input_handle`: variant
/// - `size`: int32
pub fn tensor_list_resize(input_handle: Output, size: Output) -> TensorListResize {
    TensorListResize(NodeSpec::new("TensorListResize").input(input_handle).input(size))
}

/// A node that [`fn@tensor_list_resize`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListResize(NodeSpec);

common!(TensorListResize);

impl TensorListResize {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a list that has row i of tensor at indices\[i\].
///
/// - `tensor`: any type
/// - `indices`: int32
/// - `element_shape`: int32, int64
pub fn tensor_list_scatter(tensor: Output, indices: Output, element_shape: Output) -> TensorListScatter {
    TensorListScatter(NodeSpec::new("TensorListScatter").input(tensor).input(indices).input(element_shape))
}

/// A node that [`fn@tensor_list_scatter`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListScatter(NodeSpec);

common!(TensorListScatter);

impl TensorListScatter {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the list with row i of tensor at indices\[i\].
///
/// - `input_handle`: variant
/// - `tensor`: any type
/// - `indices`: int32
pub fn tensor_list_scatter_into_existing_list(input_handle: Output, tensor: Output, indices: Output) -> TensorListScatterIntoExistingList {
    TensorListScatterIntoExistingList(NodeSpec::new("TensorListScatterIntoExistingList").input(input_handle).input(tensor).input(indices))
}

/// A node that [`fn@tensor_list_scatter_into_existing_list`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListScatterIntoExistingList(NodeSpec);

common!(TensorListScatterIntoExistingList);

impl TensorListScatterIntoExistingList {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a list of num\_elements (-1: as many as needed) that has row i of tensor at indices\[i\].
///
/// - `tensor`: any type
/// - `indices`: int32
/// - `element_shape`: int32, int64
/// - `num_elements`: int32
pub fn tensor_list_scatter_v2(tensor: Output, indices: Output, element_shape: Output, num_elements: Output) -> TensorListScatterV2 {
    TensorListScatterV2(NodeSpec::new("TensorListScatterV2").input(tensor).input(indices).input(element_shape).input(num_elements))
}

/// A node that [`fn@tensor_list_scatter_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListScatterV2(NodeSpec);

common!(TensorListScatterV2);

impl TensorListScatterV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the list with another element at index. Errors: INVALID\_ARGUMENT for an index out of range, another type or
/// shape.
///
/// - `input_handle`: variant
/// - `index`: int32
/// - `item`: any type
pub fn tensor_list_set_item(input_handle: Output, index: Output, item: Output) -> TensorListSetItem {
    TensorListSetItem(NodeSpec::new("TensorListSetItem").input(input_handle).input(index).input(item))
}

/// A node that [`fn@tensor_list_set_item`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListSetItem(NodeSpec);

common!(TensorListSetItem);

impl TensorListSetItem {
    /// Default: false.
    pub fn resize_if_index_out_of_bounds(mut self, value: bool) -> Self {
        self.0.set_attr("resize_if_index_out_of_bounds", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the list of pieces of tensor, of the given numbers of rows.
///
/// - `tensor`: any type
/// - `element_shape`: int32, int64
/// - `lengths`: int64
pub fn tensor_list_split(tensor: Output, element_shape: Output, lengths: Output) -> TensorListSplit {
    TensorListSplit(NodeSpec::new("TensorListSplit").input(tensor).input(element_shape).input(lengths))
}

/// A node that [`fn@tensor_list_split`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListSplit(NodeSpec);

common!(TensorListSplit);

impl TensorListSplit {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Stacks the elements along a new first dimension. Errors: INVALID\_ARGUMENT for elements of different shapes, or a
/// length other than num\_elements where that is not -1.
///
/// - `input_handle`: variant
/// - `element_shape`: int32
/// - `element_dtype`: attr `element_dtype`
pub fn tensor_list_stack(input_handle: Output, element_shape: Output, element_dtype: DType) -> TensorListStack {
    TensorListStack(NodeSpec::new("TensorListStack").input(input_handle).input(element_shape).attr("element_dtype", Attr::Type(element_dtype)))
}

/// A node that [`fn@tensor_list_stack`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorListStack(NodeSpec);

common!(TensorListStack);

impl TensorListStack {
    /// Default: -1.
    pub fn num_elements(mut self, value: i64) -> Self {
        self.0.set_attr("num_elements", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TensorScatterUpdate; updates are added.
///
/// - `tensor`: any type
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn tensor_scatter_add(tensor: Output, indices: Output, updates: Output) -> TensorScatterAdd {
    TensorScatterAdd(NodeSpec::new("TensorScatterAdd").input(tensor).input(indices).input(updates))
}

/// A node that [`fn@tensor_scatter_add`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorScatterAdd(NodeSpec);

common!(TensorScatterAdd);

impl TensorScatterAdd {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TensorScatterUpdate; the larger of both stays.
///
/// - `tensor`: any type
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn tensor_scatter_max(tensor: Output, indices: Output, updates: Output) -> TensorScatterMax {
    TensorScatterMax(NodeSpec::new("TensorScatterMax").input(tensor).input(indices).input(updates))
}

/// A node that [`fn@tensor_scatter_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorScatterMax(NodeSpec);

common!(TensorScatterMax);

impl TensorScatterMax {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TensorScatterUpdate; the smaller of both stays.
///
/// - `tensor`: any type
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn tensor_scatter_min(tensor: Output, indices: Output, updates: Output) -> TensorScatterMin {
    TensorScatterMin(NodeSpec::new("TensorScatterMin").input(tensor).input(indices).input(updates))
}

/// A node that [`fn@tensor_scatter_min`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorScatterMin(NodeSpec);

common!(TensorScatterMin);

impl TensorScatterMin {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As TensorScatterUpdate; updates are subtracted.
///
/// - `tensor`: any type
/// - `indices`: int32, int64
/// - `updates`: any type
pub fn tensor_scatter_sub(tensor: Output, indices: Output, updates: Output) -> TensorScatterSub {
    TensorScatterSub(NodeSpec::new("TensorScatterSub").input(tensor).input(indices).input(updates))
}

/// A node that [`fn@tensor_scatter_sub`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorScatterSub(NodeSpec);

common!(TensorScatterSub);

impl TensorScatterSub {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives tensor with the slices that the vectors in the last dimension of indices name replaced by updates, in their
/// order. Shapes: output is like tensor; updates is indices.shape\[:-1\] + tensor.shape\[indices.shape\[-1\]:\].
/// Errors: INVALID\_ARGUMENT for an index out of range.
///
/// - `tensor`: any type
/// - `indices`: int16, int32, int64, uint16
/// - `updates`: any type
pub fn tensor_scatter_update(tensor: Output, indices: Output, updates: Output) -> TensorScatterUpdate {
    TensorScatterUpdate(NodeSpec::new("TensorScatterUpdate").input(tensor).input(indices).input(updates))
}

/// A node that [`fn@tensor_scatter_update`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorScatterUpdate(NodeSpec);

common!(TensorScatterUpdate);

impl TensorScatterUpdate {
    /// One of , DEFAULT, ERROR, IGNORE. Default: "".
    pub fn bad_indices_policy(mut self, value: &str) -> Self {
        self.0.set_attr("bad_indices_policy", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the slices of the components along dimension 0. Errors: INVALID\_ARGUMENT unless that is the same
/// size for all.
///
/// - `components`: list of any type
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn tensor_slice_dataset(components: &[Output], output_shapes: &[Option<&[i64]>]) -> TensorSliceDataset {
    TensorSliceDataset(NodeSpec::new("TensorSliceDataset").input_list(components).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@tensor_slice_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorSliceDataset(NodeSpec);

common!(TensorSliceDataset);

impl TensorSliceDataset {
    /// Default: false.
    pub fn is_files(mut self, value: bool) -> Self {
        self.0.set_attr("is_files", Attr::Bool(value));
        self
    }

    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Default: false.
    pub fn replicate_on_split(mut self, value: bool) -> Self {
        self.0.set_attr("replicate_on_split", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives input with value where StridedSlice would have read. Errors: INVALID\_ARGUMENT as StridedSlice, and if value
/// has not the shape of the slice.
///
/// - `input`: any type
/// - `begin`: int32, int64
/// - `end`: int32, int64
/// - `strides`: int32, int64
/// - `value`: any type
pub fn tensor_strided_slice_update(input: Output, begin: Output, end: Output, strides: Output, value: Output) -> TensorStridedSliceUpdate {
    TensorStridedSliceUpdate(NodeSpec::new("TensorStridedSliceUpdate").input(input).input(begin).input(end).input(strides).input(value))
}

/// A node that [`fn@tensor_strided_slice_update`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorStridedSliceUpdate(NodeSpec);

common!(TensorStridedSliceUpdate);

impl TensorStridedSliceUpdate {
    /// Default: 0.
    pub fn begin_mask(mut self, value: i64) -> Self {
        self.0.set_attr("begin_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn end_mask(mut self, value: i64) -> Self {
        self.0.set_attr("end_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn ellipsis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("ellipsis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn new_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("new_axis_mask", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn shrink_axis_mask(mut self, value: i64) -> Self {
        self.0.set_attr("shrink_axis_mask", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// A summary that holds the tensor whole, under the node's name. Shapes: summary is a scalar.
///
/// - `tensor`: any type
///
/// No gradient flows through it.
pub fn tensor_summary(tensor: Output) -> TensorSummary {
    TensorSummary(NodeSpec::new("TensorSummary").input(tensor))
}

/// A node that [`fn@tensor_summary`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorSummary(NodeSpec);

common!(TensorSummary);

impl TensorSummary {
    /// Default: "".
    pub fn description(mut self, value: &str) -> Self {
        self.0.set_attr("description", Attr::String(value.into()));
        self
    }

    /// Default: \[\].
    pub fn labels(mut self, value: &[&str]) -> Self {
        self.0.set_attr("labels", Attr::Strings(value.iter().map(|&x| x.into()).collect()));
        self
    }

    /// Default: "".
    pub fn display_name(mut self, value: &str) -> Self {
        self.0.set_attr("display_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// A summary that holds the tensor whole, under `tag`; its metadata, a SummaryMetadata, names the plugin of TensorBoard
/// that shows it ("text", for strings). Shapes: tag, serialized\_summary\_metadata and summary are scalars.
///
/// - `tag`: string
/// - `tensor`: any type
/// - `serialized_summary_metadata`: string
///
/// No gradient flows through it.
pub fn tensor_summary_v2(tag: Output, tensor: Output, serialized_summary_metadata: Output) -> TensorSummaryV2 {
    TensorSummaryV2(NodeSpec::new("TensorSummaryV2").input(tag).input(tensor).input(serialized_summary_metadata))
}

/// A node that [`fn@tensor_summary_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TensorSummaryV2(NodeSpec);

common!(TensorSummaryV2);

impl TensorSummaryV2 {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the lines of files, without their ends. Errors: as TFRecordDataset.
///
/// - `filenames`: string
/// - `compression_type`: string
/// - `buffer_size`: int64
///
/// No gradient flows through it.
pub fn text_line_dataset(filenames: Output, compression_type: Output, buffer_size: Output) -> TextLineDataset {
    TextLineDataset(NodeSpec::new("TextLineDataset").input(filenames).input(compression_type).input(buffer_size))
}

/// A node that [`fn@text_line_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TextLineDataset(NodeSpec);

common!(TextLineDataset);

impl TextLineDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader whose records are lines, without their ends; a key is FILE:NUMBER, counted from 1.
///
/// No gradient flows through it.
pub fn text_line_reader() -> TextLineReader {
    TextLineReader(NodeSpec::new("TextLineReader"))
}

/// A node that [`fn@text_line_reader`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TextLineReader(NodeSpec);

common!(TextLineReader);

impl TextLineReader {
    /// Default: 0.
    pub fn skip_header_lines(mut self, value: i64) -> Self {
        self.0.set_attr("skip_header_lines", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader whose records are lines, without their ends; a key is FILE:NUMBER, counted from 1.
///
/// No gradient flows through it.
pub fn text_line_reader_v2() -> TextLineReaderV2 {
    TextLineReaderV2(NodeSpec::new("TextLineReaderV2"))
}

/// A node that [`fn@text_line_reader_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TextLineReaderV2(NodeSpec);

common!(TextLineReaderV2);

impl TextLineReaderV2 {
    /// Default: 0.
    pub fn skip_header_lines(mut self, value: i64) -> Self {
        self.0.set_attr("skip_header_lines", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// As LearnedUnigramCandidateSampler; threads may share it here. Shapes: true\_classes is \[batch,num\_true\],
/// sampled\_candidates \[num\_sampled\]; the counts are like these. Errors: INVALID\_ARGUMENT for a class that is not
/// in \[0,range\_max), or num\_sampled above range\_max with unique.
///
/// - `true_classes`: int64
/// - `num_true`: attr `num_true`; at least 1
/// - `num_sampled`: attr `num_sampled`; at least 1
/// - `unique`: attr `unique`
/// - `range_max`: attr `range_max`; at least 1
///
/// No gradient flows through it.
pub fn thread_unsafe_unigram_candidate_sampler(true_classes: Output, num_true: i64, num_sampled: i64, unique: bool, range_max: i64) -> ThreadUnsafeUnigramCandidateSampler {
    ThreadUnsafeUnigramCandidateSampler(NodeSpec::new("ThreadUnsafeUnigramCandidateSampler").input(true_classes).attr("num_true", Attr::Int(num_true)).attr("num_sampled", Attr::Int(num_sampled)).attr("unique", Attr::Bool(unique)).attr("range_max", Attr::Int(range_max)))
}

/// A node that [`fn@thread_unsafe_unigram_candidate_sampler`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ThreadUnsafeUnigramCandidateSampler(NodeSpec);

common!(ThreadUnsafeUnigramCandidateSampler);

impl ThreadUnsafeUnigramCandidateSampler {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<ThreadUnsafeUnigramCandidateSamplerOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(ThreadUnsafeUnigramCandidateSamplerOutputs {
            node,
            sampled_candidates: outputs.one(),
            true_expected_count: outputs.one(),
            sampled_expected_count: outputs.one(),
        })
    }
}

/// What [`fn@thread_unsafe_unigram_candidate_sampler`] gives.
#[derive(Clone, Debug)]
pub struct ThreadUnsafeUnigramCandidateSamplerOutputs {
    pub node: Node,
    pub sampled_candidates: Output,
    pub true_expected_count: Output,
    pub sampled_expected_count: Output,
}

/// Repeats input multiples\[i\] times along each dimension i. Shapes: multiples is a vector as long as the rank of
/// input. Errors: INVALID\_ARGUMENT for a negative multiple.
///
/// - `input`: any type
/// - `multiples`: int32, int64
pub fn tile(input: Output, multiples: Output) -> Tile {
    Tile(NodeSpec::new("Tile").input(input).input(multiples))
}

/// A node that [`fn@tile`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Tile(NodeSpec);

common!(Tile);

impl Tile {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the time in seconds since 1970. Shapes: ts is a scalar.
///
/// No gradient flows through it.
pub fn timestamp() -> Timestamp {
    Timestamp(NodeSpec::new("Timestamp"))
}

/// A node that [`fn@timestamp`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Timestamp(NodeSpec);

common!(Timestamp);

impl Timestamp {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the k largest elements of every row, largest first, and where they stood; of equals the first comes first, and
/// NaN counts as the largest of all. Shapes: rows lie along the last dimension, which becomes k. Errors:
/// INVALID\_ARGUMENT for k outside \[0,row length\].
///
/// - `input`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `k`: int16, int32, int64
pub fn top_kv2(input: Output, k: Output) -> TopKV2 {
    TopKV2(NodeSpec::new("TopKV2").input(input).input(k))
}

/// A node that [`fn@top_kv2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TopKV2(NodeSpec);

common!(TopKV2);

impl TopKV2 {
    /// Default: true.
    pub fn sorted(mut self, value: bool) -> Self {
        self.0.set_attr("sorted", Attr::Bool(value));
        self
    }

    /// One of int16, int32, int64. Default: int32.
    pub fn index_type(mut self, value: DType) -> Self {
        self.0.set_attr("index_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<TopKV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(TopKV2Outputs {
            node,
            values: outputs.one(),
            indices: outputs.one(),
        })
    }
}

/// What [`fn@top_kv2`] gives.
#[derive(Clone, Debug)]
pub struct TopKV2Outputs {
    pub node: Node,
    pub values: Output,
    pub indices: Output,
}

/// Permutes dimensions: dimension i of y is dimension perm\[i\] of x, counted from the end if it is negative. Shapes:
/// perm is a vector as long as the rank of x. Errors: INVALID\_ARGUMENT if perm is no permutation.
///
/// - `x`: any type
/// - `perm`: int32, int64
pub fn transpose(x: Output, perm: Output) -> Transpose {
    Transpose(NodeSpec::new("Transpose").input(x).input(perm))
}

/// A node that [`fn@transpose`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Transpose(NodeSpec);

common!(Transpose);

impl Transpose {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Multiplies matrices of three diagonals with rhs; the last element of superdiag and the first of subdiag are not
/// looked at. Shapes: diagonals are \[..., 1, n\], rhs and output are \[..., n, k\].
///
/// - `superdiag`: double, float, complex64, complex128
/// - `maindiag`: double, float, complex64, complex128
/// - `subdiag`: double, float, complex64, complex128
/// - `rhs`: double, float, complex64, complex128
pub fn tridiagonal_mat_mul(superdiag: Output, maindiag: Output, subdiag: Output, rhs: Output) -> TridiagonalMatMul {
    TridiagonalMatMul(NodeSpec::new("TridiagonalMatMul").input(superdiag).input(maindiag).input(subdiag).input(rhs))
}

/// A node that [`fn@tridiagonal_mat_mul`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TridiagonalMatMul(NodeSpec);

common!(TridiagonalMatMul);

impl TridiagonalMatMul {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Solves systems whose matrices have three diagonals: the rows of diagonals are the one above the main one (the last
/// element is not looked at), the main one, and the one below (the first is not). Shapes: diagonals is \[..., 3, n\],
/// rhs and output are \[..., n, k\]. Errors: INVALID\_ARGUMENT for a matrix without an inverse; UNIMPLEMENTED for
/// perturb\_singular.
///
/// - `diagonals`: double, float, complex64, complex128
/// - `rhs`: double, float, complex64, complex128
pub fn tridiagonal_solve(diagonals: Output, rhs: Output) -> TridiagonalSolve {
    TridiagonalSolve(NodeSpec::new("TridiagonalSolve").input(diagonals).input(rhs))
}

/// A node that [`fn@tridiagonal_solve`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TridiagonalSolve(NodeSpec);

common!(TridiagonalSolve);

impl TridiagonalSolve {
    /// Default: true.
    pub fn partial_pivoting(mut self, value: bool) -> Self {
        self.0.set_attr("partial_pivoting", Attr::Bool(value));
        self
    }

    /// Default: false.
    pub fn perturb_singular(mut self, value: bool) -> Self {
        self.0.set_attr("perturb_singular", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x / y rounded towards zero. Shapes: x and y broadcast against each other. Errors: INVALID\_ARGUMENT for an
/// integer division by zero.
///
/// - `x`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
/// - `y`: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,
///   complex128
///
/// No gradient flows through it.
pub fn truncate_div(x: Output, y: Output) -> TruncateDiv {
    TruncateDiv(NodeSpec::new("TruncateDiv").input(x).input(y))
}

/// A node that [`fn@truncate_div`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TruncateDiv(NodeSpec);

common!(TruncateDiv);

impl TruncateDiv {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the remainder of the division that rounds towards zero; it has the sign of x. Shapes: x and y broadcast
/// against each other. Errors: INVALID\_ARGUMENT for an integer division by zero.
///
/// - `x`: int32, int64, bfloat16, half, float, double
/// - `y`: int32, int64, bfloat16, half, float, double
pub fn truncate_mod(x: Output, y: Output) -> TruncateMod {
    TruncateMod(NodeSpec::new("TruncateMod").input(x).input(y))
}

/// A node that [`fn@truncate_mod`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TruncateMod(NodeSpec);

common!(TruncateMod);

impl TruncateMod {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws from the normal distribution of mean 0 and deviation 1, drawing again what lies more than two deviations off.
/// Seeds and shapes: as RandomUniform.
///
/// - `shape`: int32, int64
/// - `dtype`: attr `dtype`; one of half, bfloat16, float, double
///
/// No gradient flows through it.
pub fn truncated_normal(shape: Output, dtype: DType) -> TruncatedNormal {
    TruncatedNormal(NodeSpec::new("TruncatedNormal").input(shape).attr("dtype", Attr::Type(dtype)))
}

/// A node that [`fn@truncated_normal`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct TruncatedNormal(NodeSpec);

common!(TruncatedNormal);

impl TruncatedNormal {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of the slices of each element along dimension 0. Errors: of a pass: INVALID\_ARGUMENT where
/// components differ in that size or are scalars.
///
/// - `input_dataset`: variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn unbatch_dataset(input_dataset: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> UnbatchDataset {
    UnbatchDataset(NodeSpec::new("UnbatchDataset").input(input_dataset).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@unbatch_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnbatchDataset(NodeSpec);

common!(UnbatchDataset);

impl UnbatchDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the code points of all strings, and where each string's begin and end among them. What is no character becomes
/// replacement\_char, is left out with errors ignore, or fails with strict; with replace\_control\_characters those
/// below U+0020 count as such. Encodings are UTF-8, UTF-16 and UTF-32 with -BE, -LE or a mark, US-ASCII, ISO-8859,
/// windows-125x and KOI8. Errors: INVALID\_ARGUMENT for another name, or with strict; UNIMPLEMENTED for encodings that
/// only ICU has. Shapes: row\_splits has one element more than input, char\_values is a vector.
///
/// - `input`: string
/// - `input_encoding`: attr `input_encoding`
///
/// No gradient flows through it.
pub fn unicode_decode(input: Output, input_encoding: &str) -> UnicodeDecode {
    UnicodeDecode(NodeSpec::new("UnicodeDecode").input(input).attr("input_encoding", Attr::String(input_encoding.into())))
}

/// A node that [`fn@unicode_decode`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnicodeDecode(NodeSpec);

common!(UnicodeDecode);

impl UnicodeDecode {
    /// One of strict, replace, ignore. Default: replace.
    pub fn errors(mut self, value: &str) -> Self {
        self.0.set_attr("errors", Attr::String(value.into()));
        self
    }

    /// Default: 65533.
    pub fn replacement_char(mut self, value: i64) -> Self {
        self.0.set_attr("replacement_char", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn replace_control_characters(mut self, value: bool) -> Self {
        self.0.set_attr("replace_control_characters", Attr::Bool(value));
        self
    }

    /// One of int32, int64. Default: int64.
    pub fn tsplits(mut self, value: DType) -> Self {
        self.0.set_attr("Tsplits", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<UnicodeDecodeOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(UnicodeDecodeOutputs {
            node,
            row_splits: outputs.one(),
            char_values: outputs.one(),
        })
    }
}

/// What [`fn@unicode_decode`] gives.
#[derive(Clone, Debug)]
pub struct UnicodeDecodeOutputs {
    pub node: Node,
    pub row_splits: Output,
    pub char_values: Output,
}

/// As UnicodeDecode; char\_to\_byte\_starts says at which byte of its string each character begins.
///
/// - `input`: string
/// - `input_encoding`: attr `input_encoding`
///
/// No gradient flows through it.
pub fn unicode_decode_with_offsets(input: Output, input_encoding: &str) -> UnicodeDecodeWithOffsets {
    UnicodeDecodeWithOffsets(NodeSpec::new("UnicodeDecodeWithOffsets").input(input).attr("input_encoding", Attr::String(input_encoding.into())))
}

/// A node that [`fn@unicode_decode_with_offsets`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnicodeDecodeWithOffsets(NodeSpec);

common!(UnicodeDecodeWithOffsets);

impl UnicodeDecodeWithOffsets {
    /// One of strict, replace, ignore. Default: replace.
    pub fn errors(mut self, value: &str) -> Self {
        self.0.set_attr("errors", Attr::String(value.into()));
        self
    }

    /// Default: 65533.
    pub fn replacement_char(mut self, value: i64) -> Self {
        self.0.set_attr("replacement_char", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn replace_control_characters(mut self, value: bool) -> Self {
        self.0.set_attr("replace_control_characters", Attr::Bool(value));
        self
    }

    /// One of int32, int64. Default: int64.
    pub fn tsplits(mut self, value: DType) -> Self {
        self.0.set_attr("Tsplits", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<UnicodeDecodeWithOffsetsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(UnicodeDecodeWithOffsetsOutputs {
            node,
            row_splits: outputs.one(),
            char_values: outputs.one(),
            char_to_byte_starts: outputs.one(),
        })
    }
}

/// What [`fn@unicode_decode_with_offsets`] gives.
#[derive(Clone, Debug)]
pub struct UnicodeDecodeWithOffsetsOutputs {
    pub node: Node,
    pub row_splits: Output,
    pub char_values: Output,
    pub char_to_byte_starts: Output,
}

/// Writes each row of a ragged tensor of code points as a string. What is no character becomes replacement\_char, is
/// left out with errors ignore, or fails with strict. Shapes: input\_values and input\_splits are vectors, output has
/// one element fewer than input\_splits. Errors: INVALID\_ARGUMENT for splits that do not rise from 0 to the size of
/// input\_values, or with strict.
///
/// - `input_values`: int32
/// - `input_splits`: int32, int64
/// - `output_encoding`: attr `output_encoding`; one of UTF-8, UTF-16-BE, UTF-32-BE
///
/// No gradient flows through it.
pub fn unicode_encode(input_values: Output, input_splits: Output, output_encoding: &str) -> UnicodeEncode {
    UnicodeEncode(NodeSpec::new("UnicodeEncode").input(input_values).input(input_splits).attr("output_encoding", Attr::String(output_encoding.into())))
}

/// A node that [`fn@unicode_encode`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnicodeEncode(NodeSpec);

common!(UnicodeEncode);

impl UnicodeEncode {
    /// One of ignore, replace, strict. Default: replace.
    pub fn errors(mut self, value: &str) -> Self {
        self.0.set_attr("errors", Attr::String(value.into()));
        self
    }

    /// Default: 65533.
    pub fn replacement_char(mut self, value: i64) -> Self {
        self.0.set_attr("replacement_char", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the script of each code point by ICU's number, -1 for what is no code point. Shapes: output is like input.
///
/// - `input`: int32
///
/// No gradient flows through it.
pub fn unicode_script(input: Output) -> UnicodeScript {
    UnicodeScript(NodeSpec::new("UnicodeScript").input(input))
}

/// A node that [`fn@unicode_script`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnicodeScript(NodeSpec);

common!(UnicodeScript);

impl UnicodeScript {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Writes each string in another encoding. What is no character becomes replacement\_char, is left out with errors
/// ignore, or fails with strict; with replace\_control\_characters those below U+0020 count as such. Encodings are
/// UTF-8, UTF-16 and UTF-32 with -BE, -LE or a mark, US-ASCII, ISO-8859, windows-125x and KOI8. Errors:
/// INVALID\_ARGUMENT for another name, or with strict; UNIMPLEMENTED for encodings that only ICU has. Shapes: output is
/// like input.
///
/// - `input`: string
/// - `input_encoding`: attr `input_encoding`
/// - `output_encoding`: attr `output_encoding`; one of UTF-8, UTF-16-BE, UTF-32-BE
///
/// No gradient flows through it.
pub fn unicode_transcode(input: Output, input_encoding: &str, output_encoding: &str) -> UnicodeTranscode {
    UnicodeTranscode(NodeSpec::new("UnicodeTranscode").input(input).attr("input_encoding", Attr::String(input_encoding.into())).attr("output_encoding", Attr::String(output_encoding.into())))
}

/// A node that [`fn@unicode_transcode`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnicodeTranscode(NodeSpec);

common!(UnicodeTranscode);

impl UnicodeTranscode {
    /// One of strict, replace, ignore. Default: replace.
    pub fn errors(mut self, value: &str) -> Self {
        self.0.set_attr("errors", Attr::String(value.into()));
        self
    }

    /// Default: 65533.
    pub fn replacement_char(mut self, value: i64) -> Self {
        self.0.set_attr("replacement_char", Attr::Int(value));
        self
    }

    /// Default: false.
    pub fn replace_control_characters(mut self, value: bool) -> Self {
        self.0.set_attr("replace_control_characters", Attr::Bool(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Draws num\_sampled classes of \[0,range\_max), each as probable as another, without repetition if unique is set;
/// with how often each of them, and each true class, was expected. seed and seed2 of 0 are replaced by random ones.
/// Shapes: true\_classes is \[batch,num\_true\], sampled\_candidates \[num\_sampled\]; the counts are like these.
/// Errors: INVALID\_ARGUMENT for a class that is not in \[0,range\_max), or num\_sampled above range\_max with unique.
///
/// - `true_classes`: int64
/// - `num_true`: attr `num_true`; at least 1
/// - `num_sampled`: attr `num_sampled`; at least 1
/// - `unique`: attr `unique`
/// - `range_max`: attr `range_max`; at least 1
///
/// No gradient flows through it.
pub fn uniform_candidate_sampler(true_classes: Output, num_true: i64, num_sampled: i64, unique: bool, range_max: i64) -> UniformCandidateSampler {
    UniformCandidateSampler(NodeSpec::new("UniformCandidateSampler").input(true_classes).attr("num_true", Attr::Int(num_true)).attr("num_sampled", Attr::Int(num_sampled)).attr("unique", Attr::Bool(unique)).attr("range_max", Attr::Int(range_max)))
}

/// A node that [`fn@uniform_candidate_sampler`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UniformCandidateSampler(NodeSpec);

common!(UniformCandidateSampler);

impl UniformCandidateSampler {
    /// Default: 0.
    pub fn seed(mut self, value: i64) -> Self {
        self.0.set_attr("seed", Attr::Int(value));
        self
    }

    /// Default: 0.
    pub fn seed2(mut self, value: i64) -> Self {
        self.0.set_attr("seed2", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<UniformCandidateSamplerOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(UniformCandidateSamplerOutputs {
            node,
            sampled_candidates: outputs.one(),
            true_expected_count: outputs.one(),
            sampled_expected_count: outputs.one(),
        })
    }
}

/// What [`fn@uniform_candidate_sampler`] gives.
#[derive(Clone, Debug)]
pub struct UniformCandidateSamplerOutputs {
    pub node: Node,
    pub sampled_candidates: Output,
    pub true_expected_count: Output,
    pub sampled_expected_count: Output,
}

/// Gives the values of x once each, in the order in which they come first, and where each element is among them: x =
/// y\[idx\]. NaN is equal to nothing. Shapes: all are vectors.
///
/// - `x`: any type
///
/// No gradient flows through it.
pub fn unique(x: Output) -> Unique {
    Unique(NodeSpec::new("Unique").input(x))
}

/// A node that [`fn@unique`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Unique(NodeSpec);

common!(Unique);

impl Unique {
    /// One of int32, int64. Default: int32.
    pub fn out_idx(mut self, value: DType) -> Self {
        self.0.set_attr("out_idx", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<UniqueOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(UniqueOutputs {
            node,
            y: outputs.one(),
            idx: outputs.one(),
        })
    }
}

/// What [`fn@unique`] gives.
#[derive(Clone, Debug)]
pub struct UniqueOutputs {
    pub node: Node,
    pub y: Output,
    pub idx: Output,
}

/// Gives the slices of x along axis once each, in the order in which they come first, and where each slice is among
/// them. Shapes: axis is a vector of one number, which counts from the end below 0, or empty for an x that is a vector;
/// idx is a vector. Errors: INVALID\_ARGUMENT for another axis.
///
/// - `x`: any type
/// - `axis`: int32, int64
///
/// No gradient flows through it.
pub fn unique_v2(x: Output, axis: Output) -> UniqueV2 {
    UniqueV2(NodeSpec::new("UniqueV2").input(x).input(axis))
}

/// A node that [`fn@unique_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UniqueV2(NodeSpec);

common!(UniqueV2);

impl UniqueV2 {
    /// One of int32, int64. Default: int32.
    pub fn out_idx(mut self, value: DType) -> Self {
        self.0.set_attr("out_idx", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<UniqueV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(UniqueV2Outputs {
            node,
            y: outputs.one(),
            idx: outputs.one(),
        })
    }
}

/// What [`fn@unique_v2`] gives.
#[derive(Clone, Debug)]
pub struct UniqueV2Outputs {
    pub node: Node,
    pub y: Output,
    pub idx: Output,
}

/// As Unique; count says how often each value is there.
///
/// - `x`: any type
///
/// No gradient flows through it.
pub fn unique_with_counts(x: Output) -> UniqueWithCounts {
    UniqueWithCounts(NodeSpec::new("UniqueWithCounts").input(x))
}

/// A node that [`fn@unique_with_counts`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UniqueWithCounts(NodeSpec);

common!(UniqueWithCounts);

impl UniqueWithCounts {
    /// One of int32, int64. Default: int32.
    pub fn out_idx(mut self, value: DType) -> Self {
        self.0.set_attr("out_idx", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<UniqueWithCountsOutputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(UniqueWithCountsOutputs {
            node,
            y: outputs.one(),
            idx: outputs.one(),
            count: outputs.one(),
        })
    }
}

/// What [`fn@unique_with_counts`] gives.
#[derive(Clone, Debug)]
pub struct UniqueWithCountsOutputs {
    pub node: Node,
    pub y: Output,
    pub idx: Output,
    pub count: Output,
}

/// As UniqueV2; count says how often each slice is there.
///
/// - `x`: any type
/// - `axis`: int32, int64
///
/// No gradient flows through it.
pub fn unique_with_counts_v2(x: Output, axis: Output) -> UniqueWithCountsV2 {
    UniqueWithCountsV2(NodeSpec::new("UniqueWithCountsV2").input(x).input(axis))
}

/// A node that [`fn@unique_with_counts_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UniqueWithCountsV2(NodeSpec);

common!(UniqueWithCountsV2);

impl UniqueWithCountsV2 {
    /// One of int32, int64. Default: int32.
    pub fn out_idx(mut self, value: DType) -> Self {
        self.0.set_attr("out_idx", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<UniqueWithCountsV2Outputs> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        Ok(UniqueWithCountsV2Outputs {
            node,
            y: outputs.one(),
            idx: outputs.one(),
            count: outputs.one(),
        })
    }
}

/// What [`fn@unique_with_counts_v2`] gives.
#[derive(Clone, Debug)]
pub struct UniqueWithCountsV2Outputs {
    pub node: Node,
    pub y: Output,
    pub idx: Output,
    pub count: Output,
}

/// Takes a tensor apart along an axis, which vanishes. Shapes: axis lies in \[-rank,rank). Errors: INVALID\_ARGUMENT if
/// that dimension is not num.
///
/// - `value`: any type
/// - `num`: attr `num`; at least 0
pub fn unpack(value: Output, num: i64) -> Unpack {
    Unpack(NodeSpec::new("Unpack").input(value).attr("num", Attr::Int(num)))
}

/// A node that [`fn@unpack`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Unpack(NodeSpec);

common!(Unpack);

impl Unpack {
    /// Default: 0.
    pub fn axis(mut self, value: i64) -> Self {
        self.0.set_attr("axis", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.counted_by("num")
    }
}

/// Gives the vectors of indices that places in row-major order have in a tensor with these dims. Shapes: indices is a
/// scalar or a vector, dims a vector; output is \[dims\] + indices.shape. Errors: INVALID\_ARGUMENT for a place that is
/// not there, for more places than Tidx counts, and without any indices or dims.
///
/// - `indices`: int32, int64
/// - `dims`: int32, int64
///
/// No gradient flows through it.
pub fn unravel_index(indices: Output, dims: Output) -> UnravelIndex {
    UnravelIndex(NodeSpec::new("UnravelIndex").input(indices).input(dims))
}

/// A node that [`fn@unravel_index`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnravelIndex(NodeSpec);

common!(UnravelIndex);

impl UnravelIndex {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Joins the slices of inputs that segment\_ids gives the same id, in their order, with separator between them; an id
/// without a slice gives empty strings. Shapes: segment\_ids is a prefix of inputs' shape; output is \[num\_segments\]
/// \+ the rest. Errors: INVALID\_ARGUMENT for an id that is not in \[0,num\_segments).
///
/// - `inputs`: string
/// - `segment_ids`: int32, int64
/// - `num_segments`: int32, int64
///
/// No gradient flows through it.
pub fn unsorted_segment_join(inputs: Output, segment_ids: Output, num_segments: Output) -> UnsortedSegmentJoin {
    UnsortedSegmentJoin(NodeSpec::new("UnsortedSegmentJoin").input(inputs).input(segment_ids).input(num_segments))
}

/// A node that [`fn@unsorted_segment_join`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnsortedSegmentJoin(NodeSpec);

common!(UnsortedSegmentJoin);

impl UnsortedSegmentJoin {
    /// Default: "".
    pub fn separator(mut self, value: &str) -> Self {
        self.0.set_attr("separator", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the largest elements of all slices of data that segment\_ids gives the same id; negative ids are dropped, rows
/// without an id are the lowest finite number. Shapes: segment\_ids is a prefix of data's shape; output is
/// \[num\_segments\] + the rest. Errors: INVALID\_ARGUMENT for an id \>= num\_segments.
///
/// - `data`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `segment_ids`: int32, int64
/// - `num_segments`: int32, int64
pub fn unsorted_segment_max(data: Output, segment_ids: Output, num_segments: Output) -> UnsortedSegmentMax {
    UnsortedSegmentMax(NodeSpec::new("UnsortedSegmentMax").input(data).input(segment_ids).input(num_segments))
}

/// A node that [`fn@unsorted_segment_max`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnsortedSegmentMax(NodeSpec);

common!(UnsortedSegmentMax);

impl UnsortedSegmentMax {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the smallest elements of all slices of data that segment\_ids gives the same id; negative ids are dropped,
/// rows without an id are the highest finite number. Shapes: segment\_ids is a prefix of data's shape; output is
/// \[num\_segments\] + the rest. Errors: INVALID\_ARGUMENT for an id \>= num\_segments.
///
/// - `data`: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64
/// - `segment_ids`: int32, int64
/// - `num_segments`: int32, int64
pub fn unsorted_segment_min(data: Output, segment_ids: Output, num_segments: Output) -> UnsortedSegmentMin {
    UnsortedSegmentMin(NodeSpec::new("UnsortedSegmentMin").input(data).input(segment_ids).input(num_segments))
}

/// A node that [`fn@unsorted_segment_min`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnsortedSegmentMin(NodeSpec);

common!(UnsortedSegmentMin);

impl UnsortedSegmentMin {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Multiplies all slices of data that segment\_ids gives the same id; negative ids are dropped, rows without an id are
/// ones. Shapes: segment\_ids is a prefix of data's shape; output is \[num\_segments\] + the rest. Errors:
/// INVALID\_ARGUMENT for an id \>= num\_segments.
///
/// - `data`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `segment_ids`: int32, int64
/// - `num_segments`: int32, int64
pub fn unsorted_segment_prod(data: Output, segment_ids: Output, num_segments: Output) -> UnsortedSegmentProd {
    UnsortedSegmentProd(NodeSpec::new("UnsortedSegmentProd").input(data).input(segment_ids).input(num_segments))
}

/// A node that [`fn@unsorted_segment_prod`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnsortedSegmentProd(NodeSpec);

common!(UnsortedSegmentProd);

impl UnsortedSegmentProd {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Adds all slices of data that segment\_ids gives the same id; negative ids are dropped, rows without an id are 0.
/// Shapes: segment\_ids is a prefix of data's shape; output is \[num\_segments\] + the rest. Errors: INVALID\_ARGUMENT
/// for an id \>= num\_segments.
///
/// - `data`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64
/// - `segment_ids`: int16, int32, int64
/// - `num_segments`: int32, int64
pub fn unsorted_segment_sum(data: Output, segment_ids: Output, num_segments: Output) -> UnsortedSegmentSum {
    UnsortedSegmentSum(NodeSpec::new("UnsortedSegmentSum").input(data).input(segment_ids).input(num_segments))
}

/// A node that [`fn@unsorted_segment_sum`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UnsortedSegmentSum(NodeSpec);

common!(UnsortedSegmentSum);

impl UnsortedSegmentSum {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Takes the oldest tuple, waiting for one. Shapes: those that were staged. Errors: INVALID\_ARGUMENT for a tuple of
/// other types.
///
/// - `dtypes`: attr `dtypes`; at least 1
///
/// No gradient flows through it.
pub fn unstage(dtypes: &[DType]) -> Unstage {
    Unstage(NodeSpec::new("Unstage").attr("dtypes", Attr::Types(dtypes.to_vec())))
}

/// A node that [`fn@unstage`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Unstage(NodeSpec);

common!(Unstage);

impl Unstage {
    /// At least 0. Default: 0.
    pub fn capacity(mut self, value: i64) -> Self {
        self.0.set_attr("capacity", Attr::Int(value));
        self
    }

    /// At least 0. Default: 0.
    pub fn memory_limit(mut self, value: i64) -> Self {
        self.0.set_attr("memory_limit", Attr::Int(value));
        self
    }

    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("dtypes")
    }
}

/// As LowerBound, with the elements that equal the value.
///
/// - `sorted_inputs`: any type
/// - `values`: any type
///
/// No gradient flows through it.
pub fn upper_bound(sorted_inputs: Output, values: Output) -> UpperBound {
    UpperBound(NodeSpec::new("UpperBound").input(sorted_inputs).input(values))
}

/// A node that [`fn@upper_bound`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct UpperBound(NodeSpec);

common!(UpperBound);

impl UpperBound {
    /// One of int32, int64. Default: int32.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of the variable called shared\_name (the node's name if that is empty) in container. Shapes: values
/// assigned later must fit `shape`.
///
/// - `dtype`: attr `dtype`
/// - `shape`: attr `shape`
///
/// No gradient flows through it.
pub fn var_handle_op(dtype: DType, shape: Option<&[i64]>) -> VarHandleOp {
    VarHandleOp(NodeSpec::new("VarHandleOp").attr("dtype", Attr::Type(dtype)).attr("shape", Attr::Shape(shape.map(<[i64]>::to_vec))))
}

/// A node that [`fn@var_handle_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct VarHandleOp(NodeSpec);

common!(VarHandleOp);

impl VarHandleOp {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn debug_name(mut self, value: &str) -> Self {
        self.0.set_attr("debug_name", Attr::String(value.into()));
        self
    }

    /// Default: \[\].
    pub fn allowed_devices(mut self, value: &[&str]) -> Self {
        self.0.set_attr("allowed_devices", Attr::Strings(value.iter().map(|&x| x.into()).collect()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Tells whether the variable has a value. Shapes: is\_initialized is a scalar.
///
/// - `resource`: resource
///
/// No gradient flows through it.
pub fn var_is_initialized_op(resource: Output) -> VarIsInitializedOp {
    VarIsInitializedOp(NodeSpec::new("VarIsInitializedOp").input(resource))
}

/// A node that [`fn@var_is_initialized_op`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct VarIsInitializedOp(NodeSpec);

common!(VarIsInitializedOp);

impl VarIsInitializedOp {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the shape of the value that the variable has now. Shapes: output is a vector as long as the variable's rank.
/// Errors: FAILED\_PRECONDITION for a variable without a value.
///
/// - `input`: resource
///
/// No gradient flows through it.
pub fn variable_shape(input: Output) -> VariableShape {
    VariableShape(NodeSpec::new("VariableShape").input(input))
}

/// A node that [`fn@variable_shape`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct VariableShape(NodeSpec);

common!(VariableShape);

impl VariableShape {
    /// One of int32, int64. Default: int32.
    pub fn out_type(mut self, value: DType) -> Self {
        self.0.set_attr("out_type", Attr::Type(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the positions of the elements that are true or not zero, in row-major order. Shapes: index is \[count,rank\];
/// count is known only at run time.
///
/// - `input`: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
///   complex128, half, uint32, uint64, bool
///
/// No gradient flows through it.
pub fn where_(input: Output) -> Where {
    Where(NodeSpec::new("Where").input(input))
}

/// A node that [`fn@where_`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Where(NodeSpec);

common!(Where);

impl Where {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// While cond of the values holds, replaces them by the results of body; gives the last values. Errors:
/// INVALID\_ARGUMENT unless cond is T -\> one scalar and body is T -\> T.
///
/// - `input`: list of any type
/// - `cond`: attr `cond`
/// - `body`: attr `body`
pub fn while_(input: &[Output], cond: &str, body: &str) -> While {
    While(NodeSpec::new("While").input_list(input).attr("cond", Attr::Func(cond.into())).attr("body", Attr::Func(body.into())))
}

/// A node that [`fn@while_`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct While(NodeSpec);

common!(While);

impl While {
    /// Default: \[\].
    pub fn output_shapes(mut self, value: &[Option<&[i64]>]) -> Self {
        self.0.set_attr("output_shapes", Attr::Shapes(value.iter().map(|x| x.map(<[i64]>::to_vec)).collect()));
        self
    }

    /// Default: 10.
    pub fn parallel_iterations(mut self, value: i64) -> Self {
        self.0.set_attr("parallel_iterations", Attr::Int(value));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Vec<Output>> {
        let node = self.0.build(place)?;
        let mut outputs = Outputs::new(place.graph(), node);
        outputs.typed_by("T")
    }
}

/// Gives the handle of a reader whose records are whole files; a key is the file's name.
///
/// No gradient flows through it.
pub fn whole_file_reader() -> WholeFileReader {
    WholeFileReader(NodeSpec::new("WholeFileReader"))
}

/// A node that [`fn@whole_file_reader`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct WholeFileReader(NodeSpec);

common!(WholeFileReader);

impl WholeFileReader {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives the handle of a reader whose records are whole files; a key is the file's name.
///
/// No gradient flows through it.
pub fn whole_file_reader_v2() -> WholeFileReaderV2 {
    WholeFileReaderV2(NodeSpec::new("WholeFileReaderV2"))
}

/// A node that [`fn@whole_file_reader_v2`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct WholeFileReaderV2(NodeSpec);

common!(WholeFileReaderV2);

impl WholeFileReaderV2 {
    /// Default: "".
    pub fn container(mut self, value: &str) -> Self {
        self.0.set_attr("container", Attr::String(value.into()));
        self
    }

    /// Default: "".
    pub fn shared_name(mut self, value: &str) -> Self {
        self.0.set_attr("shared_name", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset of windows: size elements, every stride-th, the next window shift elements further. Each component
/// of a window is a dataset of the values of one component. With drop\_remainder windows that are not full are left
/// out. Errors: INVALID\_ARGUMENT unless size, shift and stride are above 0.
///
/// - `input_dataset`: variant
/// - `size`: int64
/// - `shift`: int64
/// - `stride`: int64
/// - `drop_remainder`: bool
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn window_dataset(input_dataset: Output, size: Output, shift: Output, stride: Output, drop_remainder: Output, output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> WindowDataset {
    WindowDataset(NodeSpec::new("WindowDataset").input(input_dataset).input(size).input(shift).input(stride).input(drop_remainder).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@window_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct WindowDataset(NodeSpec);

common!(WindowDataset);

impl WindowDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Writes the file, whole or not at all, and the folders that lead to it. Shapes: scalars. Errors: RESOURCE\_EXHAUSTED
/// if no space is left.
///
/// - `filename`: string
/// - `contents`: string
pub fn write_file(filename: Output, contents: Output) -> WriteFile {
    WriteFile(NodeSpec::new("WriteFile").input(filename).input(contents))
}

/// A node that [`fn@write_file`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct WriteFile(NodeSpec);

common!(WriteFile);

impl WriteFile {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Node> {
        self.0.build(place)
    }
}

/// Gives x / y, and 0 where x is 0. Shapes: x and y broadcast against each other.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
/// - `y`: bfloat16, half, float, double, complex64, complex128
pub fn xdivy(x: Output, y: Output) -> Xdivy {
    Xdivy(NodeSpec::new("Xdivy").input(x).input(y))
}

/// A node that [`fn@xdivy`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Xdivy(NodeSpec);

common!(Xdivy);

impl Xdivy {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x \* log1p(y), and 0 where x is 0. Shapes: x and y broadcast against each other.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
/// - `y`: bfloat16, half, float, double, complex64, complex128
pub fn xlog1py(x: Output, y: Output) -> Xlog1py {
    Xlog1py(NodeSpec::new("Xlog1py").input(x).input(y))
}

/// A node that [`fn@xlog1py`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Xlog1py(NodeSpec);

common!(Xlog1py);

impl Xlog1py {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives x \* log(y), and 0 where x is 0. Shapes: x and y broadcast against each other.
///
/// - `x`: bfloat16, half, float, double, complex64, complex128
/// - `y`: bfloat16, half, float, double, complex64, complex128
pub fn xlogy(x: Output, y: Output) -> Xlogy {
    Xlogy(NodeSpec::new("Xlogy").input(x).input(y))
}

/// A node that [`fn@xlogy`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Xlogy(NodeSpec);

common!(Xlogy);

impl Xlogy {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives zeros (false, empty strings, lists of zeros) shaped like x.
///
/// - `x`: any type
///
/// No gradient flows through it.
pub fn zeros_like(x: Output) -> ZerosLike {
    ZerosLike(NodeSpec::new("ZerosLike").input(x))
}

/// A node that [`fn@zeros_like`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ZerosLike(NodeSpec);

common!(ZerosLike);

impl ZerosLike {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives Hurwitz' zeta function, the sum of (q + k)^-x over all k from 0; infinity for x = 1, NaN below and where a
/// power has no real value. Shapes: x and q broadcast against each other. Source: Abramowitz & Stegun 1964, 23.2.
///
/// - `x`: float, double
/// - `q`: float, double
pub fn zeta(x: Output, q: Output) -> Zeta {
    Zeta(NodeSpec::new("Zeta").input(x).input(q))
}

/// A node that [`fn@zeta`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct Zeta(NodeSpec);

common!(Zeta);

impl Zeta {
    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}

/// Gives a dataset whose elements have the components of one element of each input, side by side. It ends with the
/// first input that ends.
///
/// - `input_datasets`: list of variant
/// - `output_types`: attr `output_types`; at least 1
/// - `output_shapes`: attr `output_shapes`; at least 1
///
/// No gradient flows through it.
pub fn zip_dataset(input_datasets: &[Output], output_types: &[DType], output_shapes: &[Option<&[i64]>]) -> ZipDataset {
    ZipDataset(NodeSpec::new("ZipDataset").input_list(input_datasets).attr("output_types", Attr::Types(output_types.to_vec())).attr("output_shapes", Attr::Shapes(output_shapes.iter().map(|x| x.map(<[i64]>::to_vec)).collect())))
}

/// A node that [`fn@zip_dataset`] began.
#[derive(Clone, Debug)]
#[must_use = "build adds the node"]
pub struct ZipDataset(NodeSpec);

common!(ZipDataset);

impl ZipDataset {
    /// Default: "".
    pub fn metadata(mut self, value: &str) -> Self {
        self.0.set_attr("metadata", Attr::String(value.into()));
        self
    }

    /// Adds the node.
    pub fn build(self, place: &(impl Place + ?Sized)) -> Result<Output> {
        Ok(self.0.build(place)?.output(0))
    }
}
