//! Specs: what builders of layers, losses, optimizers and so on write, for librunnel to read.
use std::fmt::{self, Display, Write};

/// Sizes of windows and shapes: one number, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes(Vec<i64>);

impl From<i64> for Sizes {
    fn from(size: i64) -> Sizes {
        Sizes(vec![size])
    }
}

impl From<i32> for Sizes {
    fn from(size: i32) -> Sizes {
        Sizes(vec![size.into()])
    }
}

impl<const N: usize> From<[i64; N]> for Sizes {
    fn from(sizes: [i64; N]) -> Sizes {
        Sizes(sizes.to_vec())
    }
}

impl<const N: usize> From<[i32; N]> for Sizes {
    fn from(sizes: [i32; N]) -> Sizes {
        Sizes(sizes.iter().map(|&x| x.into()).collect())
    }
}

impl From<&[i64]> for Sizes {
    fn from(sizes: &[i64]) -> Sizes {
        Sizes(sizes.to_vec())
    }
}

/// Setters that note arguments by their names in `options`.
macro_rules! options {
    ($($(#[$doc:meta])* $name:ident: $kind:ty,)*) => {
        $($(#[$doc])*
        pub fn $name(mut self, value: $kind) -> Self {
            self.options.push(format!(concat!(stringify!($name), "={:?}"), value));
            self
        })*
    };
}
pub(crate) use options;

/// A spec that is being written. What is not set has the row's default.
#[derive(Clone, Debug)]
pub(crate) struct SpecText {
    name: &'static str,
    arguments: String,
}

impl SpecText {
    pub(crate) fn new(name: &'static str) -> SpecText {
        SpecText { name, arguments: String::new() }
    }

    fn set(mut self, name: &str, value: impl Display) -> SpecText {
        let comma = if self.arguments.is_empty() { "" } else { ", " };
        write!(self.arguments, "{comma}{name}={value}").expect("a String takes all");
        self
    }

    /// A number, a bool, or a spec as it is; an empty one is none.
    pub(crate) fn raw(self, name: &str, value: impl Display) -> SpecText {
        let text = value.to_string();
        self.set(name, if text.is_empty() { "none" } else { &text })
    }

    /// Specs as they are.
    pub(crate) fn specs(self, name: &str, value: &[&dyn Display]) -> SpecText {
        let all: Vec<String> = value.iter().map(|x| x.to_string()).collect();
        self.set(name, format_args!("[{}]", all.join(", ")))
    }

    /// A floating number.
    pub(crate) fn float(self, name: &str, value: f64) -> SpecText {
        self.set(name, format_args!("{value:?}"))
    }

    pub(crate) fn text(self, name: &str, value: &str) -> SpecText {
        self.set(name, quoted(value))
    }

    pub(crate) fn sizes(self, name: &str, value: Sizes) -> SpecText {
        match value.0[..] {
            [one] => self.set(name, one), // repeated where several are wanted
            _ => self.set(name, format_args!("{:?}", value.0)),
        }
    }

    #[allow(dead_code)] // a kind of argument that rows may have
    pub(crate) fn floats(self, name: &str, value: &[f64]) -> SpecText {
        self.set(name, format_args!("{value:?}"))
    }

    pub(crate) fn texts(self, name: &str, value: &[&str]) -> SpecText {
        let all: Vec<String> = value.iter().map(|x| quoted(x)).collect();
        self.set(name, format_args!("[{}]", all.join(", ")))
    }
}

pub(crate) fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

impl Display for SpecText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.arguments.is_empty() {
            f.write_str(self.name)
        } else {
            write!(f, "{}({})", self.name, self.arguments)
        }
    }
}
