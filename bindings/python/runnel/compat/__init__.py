"""Other programs' interfaces over Runnel: `import runnel.compat.v1 as tf` is TensorFlow 1's."""
