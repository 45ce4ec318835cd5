//! The names that findings can need and that no rule makes.

use super::super::{class::Class, lookup, traits::Traits};
use super::ucd::{Ranges, Row, code, rows, text};

/// Code points with their names, sorted.
pub(super) fn names(data: &Ranges<Row>, kinds: &[(Class, Traits)]) -> Vec<(u32, String)> {
    let aliases = text("NameAliases.txt");
    let aliases: Vec<_> = rows(&aliases).collect();
    let alias = |cp, kind| {
        let mut found = aliases.iter().filter(|row| code(row[0]) == cp && row[2] == kind);
        found.next().map(|row| row[1].to_owned())
    };
    let mut names = Vec::new();
    for (cp, (class, _)) in (0..).zip(kinds) {
        let Some(row) = data.get(cp).filter(|_| is_named(*class)) else { continue };
        let name = if row.category == "Cc" {
            // A control has no name, only aliases; three have none but what is called a figment.
            let found = alias(cp, "control").or_else(|| alias(cp, "figment"));
            found.unwrap_or_else(|| format!("<control-{cp:04X}>"))
        } else {
            row.name.clone()
        };
        let regular = char::from_u32(cp).and_then(lookup::regular_name);
        if regular.as_deref() != Some(&name) {
            names.push((cp, name));
        }
    }
    names
}

fn is_named(class: Class) -> bool {
    !matches!(
        class,
        Class::Visible
            | Class::Combining
            | Class::Unassigned
            | Class::PuaBmp
            | Class::PuaSupplementary
            | Class::Surrogate
            | Class::InvisibleStacker
            | Class::PrependedVisible
            | Class::DeprecatedVisible
    )
}
