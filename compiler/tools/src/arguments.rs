//! Options in LLVM's style: one dash or two, the value behind `=` or in the next argument, in any order with files.

/// An option of a tool.
pub struct Flag<T: 'static> {
    /// The name, without dashes.
    pub name: &'static str,
    /// What the value is, for `--help`; "" for an option without one.
    pub value: &'static str,
    /// What the option does.
    pub help: &'static str,
    /// Applies the value, "" where there is none.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub apply: fn(&mut T, &str) -> Result<(), String>,
}

/// An option that sets a field to a boolean.
macro_rules! switch {
    ($name:literal, $help:literal, $($field:ident).+) => {
        $crate::arguments::Flag {
            name: $name,
            value: "",
            help: $help,
            apply: |options, value| {
                options.$($field).+ = $crate::arguments::boolean(value)?;
                Ok(())
            },
        }
    };
}
pub(crate) use switch;

/// Applies arguments to options. What is no option is a file.
///
/// # Errors
/// The message for the user: an unknown option, a value that is missing or wrong.
pub fn parse<T>(
    tool: &str,
    flags: &[Flag<T>],
    options: &mut T,
    arguments: impl IntoIterator<Item = String>,
) -> Result<Vec<String>, String> {
    let none = Others {
        apply: &|_, _, _| Ok(false),
        names: &Vec::new,
    };
    parse_with(tool, flags, options, arguments, &none)
}

/// Applies an option by its name and its value. Whether there is such an option.
type ApplyOther<'a, T> = &'a dyn Fn(&mut T, &str, Option<&str>) -> Result<bool, String>;

/// Options that are not in a list.
pub(crate) struct Others<'a, T> {
    pub(crate) apply: ApplyOther<'a, T>,
    /// Their names, for the message about an option that there is not.
    pub(crate) names: &'a dyn Fn() -> Vec<String>,
}

/// As [`parse`], with other options than those of the list.
///
/// # Errors
/// As [`parse`].
pub(crate) fn parse_with<T>(
    tool: &str,
    flags: &[Flag<T>],
    options: &mut T,
    arguments: impl IntoIterator<Item = String>,
    others: &Others<'_, T>,
) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let Some(name) = argument.strip_prefix('-').filter(|name| !name.is_empty()) else {
            files.push(argument);
            continue;
        };
        let name = name.strip_prefix('-').unwrap_or(name);
        if name.is_empty() {
            files.extend(arguments);
            break;
        }
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (name, None),
        };
        let Some(flag) = flags.iter().find(|flag| flag.name == name) else {
            let in_option = |error| format!("{tool}: for the {} option: {error}", dashed(name));
            if (others.apply)(options, name, value.as_deref()).map_err(in_option)? {
                continue;
            }
            let names = (others.names)();
            let known = flags.iter().map(|flag| flag.name);
            let known = known.chain(names.iter().map(String::as_str));
            return Err(unknown(tool, known, &argument, name));
        };
        let value = match (flag.value.is_empty(), value) {
            (_, Some(value)) => value,
            (true, None) => String::new(),
            (false, None) => arguments
                .next()
                .ok_or_else(|| format!("{tool}: for the {} option: requires a value!", dashed(name)))?,
        };
        (flag.apply)(options, &value)
            .map_err(|error| format!("{tool}: for the {} option: {error}", dashed(name)))?;
    }
    Ok(files)
}

#[cold]
fn unknown<'n>(tool: &str, known: impl Iterator<Item = &'n str>, argument: &str, name: &str) -> String {
    let near = known
        .map(|known| (distance(known, name), known))
        .min()
        .filter(|(distance, _)| *distance <= name.len() / 3 + 1)
        .map_or_else(String::new, |(_, near)| {
            format!("\n{tool}: Did you mean '--{near}'?")
        });
    format!("{tool}: Unknown command line argument '{argument}'.  Try: '{tool} --help'{near}")
}

/// `; did you mean 'NAME'?` with the nearest name, if one is near.
pub(crate) fn near<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
    let nearest = names.map(|name| (distance(name, wanted), name)).min();
    match nearest.filter(|(distance, _)| *distance <= wanted.len() / 3) {
        Some((_, name)) => format!("; did you mean '{name}'?"),
        None => String::new(),
    }
}

fn distance(a: &str, b: &str) -> usize {
    rapidfuzz::distance::levenshtein::distance(a.chars(), b.chars())
}

/// An option as LLVM's tools write it: a single letter after one dash.
fn dashed(name: &str) -> String {
    match name.len() {
        1 => format!("-{name}"),
        _ => format!("--{name}"),
    }
}

/// The text of `--help`.
pub fn help<T>(usage: &str, flags: &[Flag<T>]) -> String {
    let mut text = format!("USAGE: {usage}\n\nOPTIONS:\n");
    let spelled = |flag: &Flag<T>| match flag.value {
        "" => dashed(flag.name),
        value => format!("{}=<{value}>", dashed(flag.name)),
    };
    let width = flags.iter().map(|flag| spelled(flag).len()).max().unwrap_or(0);
    for flag in flags {
        text += &format!("  {:width$} - {}\n", spelled(flag), flag.help);
    }
    text
}

/// Reads `true`, `false` or no value.
///
/// # Errors
/// It is something else.
pub fn boolean(value: &str) -> Result<bool, String> {
    match value {
        "" | "true" | "TRUE" | "True" | "1" => Ok(true),
        "false" | "FALSE" | "False" | "0" => Ok(false),
        _ => Err(format!(
            "'{value}' is invalid value for boolean argument! Try 0 or 1"
        )),
    }
}

/// Reads a number.
///
/// # Errors
/// It is none.
pub fn number(value: &str) -> Result<i64, String> {
    value
        .parse()
        .map_err(|_| format!("'{value}' value invalid for integer argument!"))
}
