// Builds the MongoDB-compatible server for tests into the user's cache, where Go is installed: node build-ferretdb.mjs
// Ends with 0 whether or not there is one; tests that need it are skipped with the reason.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ferretdbBinary } from "./ferretdb-binary.mjs";

const MOST_MS = 10 * 60_000;
const source = fileURLToPath(new URL("ferretdb/", import.meta.url));
const binary = ferretdbBinary();

if (existsSync(binary)) {
  console.log("FerretDB is there.");
} else if (spawnSync("go", ["version"]).status !== 0) {
  console.log("FerretDB is not built: Go is not installed. Tests on MongoDB are skipped.");
} else {
  mkdirSync(dirname(binary), { recursive: true });
  const [, version] = /FerretDB\/FerretDB (v\S+)/.exec(readFileSync(`${source}go.mod`, "utf8")) ?? [];
  console.log(`Building FerretDB ${version}; this takes a few minutes, once.`);
  const unfinished = `${binary}.${process.pid}`;
  const { status, stderr, error } = spawnSync(
    "go",
    ["build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", unfinished, "."],
    { cwd: source, env: { ...process.env, CGO_ENABLED: "0" }, encoding: "utf8", timeout: MOST_MS },
  );
  if (status === 0) {
    renameSync(unfinished, binary);
    console.log("FerretDB is built.");
  } else {
    console.log(`FerretDB was not built, tests on MongoDB are skipped: ${error?.message ?? stderr.trim().slice(-500)}`);
  }
}
