#!/usr/bin/env node
// Finds the command that npm installed for this platform, and becomes it as far as Node.js can:
// same streams, signals handed on, same exit status. Nothing is downloaded.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "untrusted-filter.exe" : "untrusted-filter";

function fail(message) {
  process.stderr.write(`untrusted-filter: ${message}\n`);
  process.exit(2);
}

let command;
try {
  command = require.resolve(`@untrusted-filter/${platform}/${file}`);
} catch {
  fail(
    `no package @untrusted-filter/${platform}: either this platform has none, or optional dependencies were left out at installation`,
  );
}

const child = spawn(command, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => fail(`cannot start ${command}: ${error.code}`));
child.on("exit", (status, signal) => {
  process.exitCode = signal === null ? status : 128 + constants.signals[signal];
});
