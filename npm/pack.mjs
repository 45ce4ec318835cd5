// Packs the npm packages: one that people install, and one a platform, which it takes as an optional
// dependency, so that npm installs the one that fits and nothing is downloaded besides.
//
//   node npm/pack.mjs OUT [PLATFORM=COMMAND]...
//
// OUT gets a .tgz each. Version and description are those of Cargo.toml.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const here = import.meta.dirname;
const root = resolve(here, "..");
const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
const platforms = JSON.parse(readFileSync(join(here, "platforms.json"), "utf8"));

/** A value of `[package]` in Cargo.toml. */
function field(name) {
  const line = new RegExp(`^${name} = "(.*)"$`, "m").exec(cargo);
  if (line === null) throw new Error(`Cargo.toml has no ${name}`);
  return line[1];
}

const common = {
  version: field("version"),
  description: field("description"),
  license: field("license"),
  publishConfig: { access: "public" },
};
const licences = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-UNICODE"].map((name) => join(root, name));

/** Writes a package of these files into a temporary folder, and packs it. */
function pack(out, manifest, files, executable) {
  const folder = mkdtempSync(join(tmpdir(), "untrusted-filter-npm-"));
  try {
    const names = files.map((file) => basename(file));
    const text = JSON.stringify({ ...common, ...manifest, files: names }, null, 2);
    writeFileSync(join(folder, "package.json"), `${text}\n`);
    for (const file of [...files, ...licences]) {
      const copy = join(folder, basename(file));
      copyFileSync(file, copy);
      chmodSync(copy, file === executable ? 0o755 : 0o644);
    }
    // npm is a script with another name on Windows, which only a shell finds.
    const shell = process.platform === "win32";
    execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder, shell, stdio: "inherit" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [folder, ...built] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: node npm/pack.mjs OUT [PLATFORM=COMMAND]...");
const out = resolve(folder);
mkdirSync(out, { recursive: true });

const launcher = join(here, "untrusted-filter.js");
const dependencies = Object.keys(platforms).map((name) => [`@untrusted-filter/${name}`, common.version]);
const people = {
  name: "untrusted-filter",
  bin: { "untrusted-filter": basename(launcher) },
  engines: { node: ">=18" },
  optionalDependencies: Object.fromEntries(dependencies),
};
pack(out, people, [launcher, join(root, "README.md")], launcher);

for (const pair of built) {
  const [platform, command] = pair.split(/=(.*)/s);
  if (!(platform in platforms)) throw new Error(`${platform} is not in platforms.json`);
  const [os, cpu] = platform.split("-");
  const manifest = { name: `@untrusted-filter/${platform}`, os: [os], cpu: [cpu], preferUnplugged: true };
  pack(out, manifest, [resolve(command)], resolve(command));
}
