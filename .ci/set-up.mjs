// Makes a fresh clone ready to run, with Node and npm alone, and takes a moment when there is nothing to do.
// `npm start`, `npm test` and .ci/run begin with it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "node_modules", ".set-up");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node ${process.versions.node} is too old: this needs Node 20.19 or newer.`);
}

const wanted = installState();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
  console.error("Installing dependencies (first time, or after they changed) ...");
  // `CI` keeps pnpm from asking questions.
  run("npx", ["--yes", "pnpm@10", "install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"], {
    env: { ...process.env, CI: "true" },
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, wanted);
}
run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-b"]);
run(process.execPath, [join(root, ".ci", "prune.mjs")]);
run(process.execPath, [join(root, ".ci", "bundle.mjs")]);
run(process.execPath, [join(root, ".ci", "console.mjs")]);

/** Everything that decides what an install would do. */
function installState() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  const manifests = ["packages", "examples"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name, "package.json")),
  );
  for (const file of [
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "package.json",
    "bench/package.json",
    ...manifests.sort(),
  ]) {
    if (existsSync(join(root, file))) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/** Silent unless it fails. */
function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: "utf8", ...options });
  if (status === 0) return;
  fail(`${command} ${args.join(" ")} failed:\n${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
