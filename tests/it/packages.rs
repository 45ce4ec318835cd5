//! The packages: what has to be said in several places is the same in all, and what others run on
//! our behalf is pinned. That the packages work is for the scripts of `packaging/` to show.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn read(file: impl AsRef<Path>) -> String {
    let path = Path::new(ROOT).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder, by their path from the root.
fn files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<_> = names.map(|name| format!("{folder}/{name}")).collect();
    files.sort();
    assert!(!files.is_empty(), "{folder}");
    files
}

/// What follows this key in each line that has it.
fn values<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    text.lines().filter_map(|line| Some(line.split_once(key)?.1.trim())).collect()
}

#[test]
fn the_version_is_repeated_in_examples_only() {
    let readme = read("README.md");
    let named: Vec<_> = ["rev: v", "untrusted-filter=="]
        .iter()
        .flat_map(|key| values(&readme, key))
        .map(|rest| rest.split([' ', ']']).next().unwrap())
        .collect();
    assert!(named.len() >= 2 && named.iter().all(|version| *version == VERSION), "{named:?}");

    let mut takers = vec!["pyproject.toml".to_owned()];
    for folder in ["npm", "packaging", ".github/workflows"] {
        takers.extend(files(folder));
    }
    for file in takers {
        assert!(!read(&file).contains(VERSION), "{file} repeats the version");
    }
    let dynamic = read("pyproject.toml");
    assert!(values(&dynamic, "dynamic = ").iter().any(|list| list.contains("\"version\"")));
}

/// A release builds what the npm package looks for, no more and no less.
#[test]
fn systems_agree() {
    let platforms: BTreeMap<String, String> =
        serde_json::from_str(&read("npm/platforms.json")).unwrap();
    let known: BTreeSet<_> = platforms.values().map(String::as_str).collect();
    let workflow = read(".github/workflows/release.yml");
    let built = values(&workflow, "            target: ").into_iter().collect();
    assert_eq!(known, built);
    assert_eq!(known.len(), platforms.len());
}

/// A tag can be moved, a commit cannot. One action has one commit, and says which version that is.
#[test]
fn actions_are_pinned() {
    let mut pins = BTreeMap::new();
    for file in files(".github/workflows") {
        for used in values(&read(&file), "uses: ") {
            let (action, pin) = used.split_once('@').unwrap_or_else(|| panic!("{file}: {used}"));
            let (commit, version) =
                pin.split_once(" # v").unwrap_or_else(|| panic!("{file}: {used}"));
            let is_commit = commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
            assert!(is_commit && !version.is_empty(), "{file}: {used}");
            let first = pins.entry(action.to_owned()).or_insert_with(|| pin.to_owned());
            assert_eq!(first, pin, "{file}: {action}");
        }
    }
    assert!(pins.len() >= 3, "{pins:?}");
}

/// Every script is run by the one that runs them all, and told of.
#[test]
fn every_package_is_tried() {
    let (all, guide) = (read("packaging/all.sh"), read("CONTRIBUTING.md"));
    let run = values(&all, "for package in ")[0].trim_end_matches("; do");
    let run: BTreeSet<_> = run.split(' ').collect();
    let scripts = files("packaging");
    let names = scripts.iter().map(|file| &file["packaging/".len()..file.len() - ".sh".len()]);
    let packages: BTreeSet<_> =
        names.filter(|name| !["all", "common", "reproducible"].contains(name)).collect();
    assert_eq!(run, packages);
    for package in packages {
        assert!(guide.contains(&format!("| `{package}.sh` |")), "{package}");
    }
}
