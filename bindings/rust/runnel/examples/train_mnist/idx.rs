//! MNIST's files: IDX, plain or packed by gzip, which is asked to unpack them.
use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

pub const PIXELS: usize = 28 * 28;

/// Images, PIXELS bytes each, and their labels.
pub struct Set {
    pub images: Vec<u8>,
    pub labels: Vec<u8>,
}

/// The folder with MNIST, if RUNNEL_DATA_DIR has one.
pub fn find() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("RUNNEL_DATA_DIR")?).join("datasets/mnist");
    ["", ".gz"].iter().any(|end| folder.join(format!("train-images-idx3-ubyte{end}")).exists()).then_some(folder)
}

fn bad(path: &Path, what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}

fn bytes_of(folder: &Path, name: &str) -> Result<Vec<u8>> {
    let plain = folder.join(name);
    if plain.exists() {
        return fs::read(plain);
    }
    let packed = folder.join(format!("{name}.gz"));
    let unpacked = Command::new("gzip").arg("-dc").arg(&packed).output()?;
    if !unpacked.status.success() {
        return Err(bad(&packed, String::from_utf8_lossy(&unpacked.stderr).trim()));
    }
    Ok(unpacked.stdout)
}

/// The elements of an IDX file of bytes, whose header has `rank` dims.
fn elements(folder: &Path, name: &str, rank: usize) -> Result<Vec<u8>> {
    let path = folder.join(name);
    let mut bytes = bytes_of(folder, name)?;
    let header = 4 + 4 * rank;
    if bytes.len() < header || bytes[..4] != [0, 0, 8, rank as u8] {
        return Err(bad(&path, "not an IDX file of bytes"));
    }
    let dims = bytes[4..header].chunks(4).map(|d| u32::from_be_bytes([d[0], d[1], d[2], d[3]]) as usize);
    if dims.product::<usize>() != bytes.len() - header {
        return Err(bad(&path, "its size is not what its header says"));
    }
    Ok(bytes.split_off(header))
}

impl Set {
    /// `which` is "train" or "t10k".
    pub fn read(folder: &Path, which: &str) -> Result<Set> {
        let images = elements(folder, &format!("{which}-images-idx3-ubyte"), 3)?;
        let labels = elements(folder, &format!("{which}-labels-idx1-ubyte"), 1)?;
        if images.len() != labels.len() * PIXELS || labels.iter().any(|label| *label > 9) {
            return Err(bad(folder, "images and labels do not fit"));
        }
        Ok(Set { images, labels })
    }

    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Writes the images and labels of a batch, as the model takes them.
    pub fn fill(&self, indices: impl Iterator<Item = usize>, pixels: &mut [f32], labels: &mut [i64]) {
        for ((index, pixels), label) in indices.zip(pixels.chunks_mut(PIXELS)).zip(labels) {
            let image = &self.images[index * PIXELS..][..PIXELS];
            pixels.iter_mut().zip(image).for_each(|(to, from)| *to = f32::from(*from) / 255.0);
            *label = i64::from(self.labels[index]);
        }
    }
}
