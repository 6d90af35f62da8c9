import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const RUNTIMES = fileURLToPath(new URL("../../node_modules/.runtimes/node_modules", import.meta.url));
/** One folder for all checkouts: what is in it depends on the lists of packages alone. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "onespec-real-servers");
const SCHEMATHESIS = "4.32.5";
const LONGEST_INSTALL = 600_000;

/** The Python that has the packages of requirements.txt. @throws an Error with the reason why there is none */
export async function installPython() {
  const folder = folderOf("python", ["requirements.txt"]);
  const python = join(folder, "bin", "python");
  await once(folder, async () => {
    await makeVenv(folder);
    const pip = [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-deps",
      "--prefer-binary",
      "-r",
      join(HERE, "requirements.txt"),
    ];
    await run(python, pip, "pip cannot install requirements.txt");
  });
  return python;
}

/** The program `st`. @throws an Error with the reason why there is none */
export async function installSchemathesis() {
  const folder = join(CACHE, `schemathesis-${SCHEMATHESIS}`);
  await once(folder, async () => {
    await makeVenv(folder);
    const pip = ["-m", "pip", "install", "--quiet", `schemathesis==${SCHEMATHESIS}`];
    await run(join(folder, "bin", "python"), pip, "pip cannot install schemathesis");
  });
  return join(folder, "bin", "st");
}

async function makeVenv(folder) {
  if (process.platform === "win32") throw new Error("it is run on POSIX systems");
  await run("python3", ["-m", "venv", folder], "python3 makes no virtual environment");
}

/** The folder that has the packages of package-lock.json. @throws an Error with the reason why there is none */
export async function installNpm() {
  const files = ["package.json", "package-lock.json"];
  const folder = folderOf("npm", files);
  await once(folder, async () => {
    mkdirSync(folder, { recursive: true });
    for (const file of [...files, "stand-ins"]) cpSync(join(HERE, file), join(folder, file), { recursive: true });
    // Some packages want a newer Node than the one that runs this script. The servers run on it: `newerNode`.
    const flags = [
      "--engine-strict=false",
      "--ignore-scripts",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    await run("npm", ["ci", ...flags], "npm cannot install package-lock.json", folder);
  });
  return folder;
}

/** A Node of version 22 or later. @throws an Error with the reason why there is none */
export function newerNode() {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  const found = [process.env.ONESPEC_NODE_22, join(RUNTIMES, "node-22", "bin", "node")].find(
    (file) => file && existsSync(file),
  );
  if (!found) throw new Error("it wants Node 22 or later: name one in ONESPEC_NODE_22");
  return found;
}

function folderOf(kind, files) {
  const hash = createHash("sha256").update(process.version.split(".")[0]);
  for (const file of files) hash.update(readFileSync(join(HERE, file)));
  return join(CACHE, `${kind}-${hash.digest("hex").slice(0, 12)}`);
}

const filled = new Map();

/** Fills a folder unless that was done before, once for all servers that need it; what broke off is begun anew. */
function once(folder, fill) {
  if (!filled.has(folder)) filled.set(folder, fillOnce(folder, fill));
  return filled.get(folder);
}

async function fillOnce(folder, fill) {
  const done = join(folder, ".installed");
  if (existsSync(done)) return;
  rmSync(folder, { recursive: true, force: true });
  try {
    await fill();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  writeFileSync(done, "");
}

function run(command, args, reason, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"], timeout: LONGEST_INSTALL });
    let errors = "";
    child.stderr.on("data", (text) => (errors += text));
    child.on("error", (error) => reject(new Error(`${reason}: ${error.message}`)));
    child.on("close", (code, signal) => {
      const why = signal ? `not done after ${LONGEST_INSTALL / 1000} s` : errors.trim().split("\n").at(-1);
      if (code === 0) resolve();
      else reject(new Error(`${reason}: ${why}`));
    });
  });
}
