import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";
import { BOOKSHOP } from "./real-descriptions.js";

const BIN = fileURLToPath(new URL("../bin/generate-sdk.js", import.meta.url));

/** Beyond the size from which a second thread emits the types, as if there were operations all through it. */
const PADDING = `\n# responses${" ".repeat(2_000)}`.repeat(1_050);

let folder: string;
let large: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-large-"));
  large = join(folder, "api.yaml");
  await writeFile(large, (await readFile(BOOKSHOP, "utf8")) + PADDING);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function contents(output: string): Promise<Record<string, string>> {
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(paths.sort().map(async (path) => [path.slice(output.length), await readFile(path, "utf8")])),
  );
}

test("a large description, whose types a second thread emits, gives the bytes that a small one gives", async () => {
  const config = join(folder, "onespec.json");
  await writeFile(config, JSON.stringify({ operations: { listBooks: { method: "browse" } } }));
  const [beside, alone] = [join(folder, "beside"), join(folder, "alone")];
  await generateSdk(large, beside, { config });
  await generateSdk(BOOKSHOP, alone, { config });
  expect(await contents(beside)).toEqual(await contents(alone));
});

test("a second run knows what is there", async () => {
  const output = join(folder, "again");
  await generateSdk(large, output, { version: "1.0.0" });
  const { changes, version, surface } = await generateSdk(large, output);
  expect({ write: changes.write, remove: changes.remove, version, surface }).toEqual({
    write: [],
    remove: [],
    version: "1.0.0",
    surface: [],
  });
});

test("where threads are not allowed, one does it all", async () => {
  const output = join(folder, "forbidden");
  const node = ["--experimental-permission", "--allow-fs-read=*", "--allow-fs-write=*"];
  await promisify(execFile)(process.execPath, [...node, BIN, large, output, "1.0.0"]);
  expect(await readdir(output)).toContain("onespec.manifest.json");
});

test("stopped while it works, it writes nothing", async () => {
  const output = join(folder, "stopped");
  await mkdir(output);
  const stop = new AbortController();
  const running = generateSdk(large, output, { stop: stop.signal });
  setImmediate(() => stop.abort());
  await expect(running).rejects.toMatchObject({ code: "STOPPED" });
  expect(await readdir(output)).toEqual([]);
});

test("Ctrl-C ends the command with 130, and nothing is written", async () => {
  const output = join(folder, "interrupted");
  const child = spawn(process.execPath, [BIN, large, output, "1.0.0"], { stdio: ["ignore", "ignore", "pipe"] });
  let told = "";
  child.stderr.on("data", (text: Buffer) => {
    told += text;
  });
  // Sent again until it is there to hear it; before that, the signal ends it as it ends every process.
  const pressing = setInterval(() => child.kill("SIGINT"), 20);
  const [code, signal] = await once(child, "close");
  clearInterval(pressing);
  expect(code ?? signal).toSatisfy((end) => end === 130 || end === "SIGINT");
  expect(told).toSatisfy((text: string) => text === "" || text.includes("nothing was written"));
  expect(existsSync(output)).toBe(false);
});

test("one that cannot be read is one error", async () => {
  const broken = join(folder, "broken.json");
  await writeFile(broken, `{ "openapi": "3.1.0", ${" ".repeat(2_100_000)}`);
  await expect(generateSdk(broken, join(folder, "broken"))).rejects.toMatchObject({ code: "DESCRIPTION_SYNTAX" });
});
