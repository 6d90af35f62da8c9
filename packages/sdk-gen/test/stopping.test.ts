import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";
import { BOOKSHOP } from "./real-descriptions.js";

const BIN = fileURLToPath(new URL("../bin/generate-sdk.js", import.meta.url));

/** Large enough that a signal arrives before the work is done. */
const PADDING = `\n# ${" ".repeat(2_000)}`.repeat(1_050);

let folder: string;
let large: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-stopping-"));
  large = join(folder, "api.yaml");
  await writeFile(large, (await readFile(BOOKSHOP, "utf8")) + PADDING);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("stopped while it works, it writes nothing", async () => {
  const output = join(folder, "stopped");
  await mkdir(output);
  const stop = new AbortController();
  const running = generateSdk(large, output, { stop: stop.signal });
  setImmediate(() => stop.abort());
  await expect(running).rejects.toMatchObject({ code: "STOPPED" });
  expect(await readdir(output)).toEqual([]);
});

test("stopped while it compares, it ends", async () => {
  const stop = new AbortController();
  const output = join(folder, "compared");
  const running = generateSdk(large, output, { stop: stop.signal, dryRun: true });
  setImmediate(() => stop.abort());
  await expect(running).rejects.toMatchObject({ code: "STOPPED" });
});

test("Ctrl-C ends the command with 130, and nothing is written", async () => {
  const output = join(folder, "interrupted");
  const child = spawn(process.execPath, [BIN, large, output, "1.0.0"], { stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.on("data", (text: Buffer) => {
    printed += text;
  });
  // Sent until the command listens; before that, the signal ends it as it ends every process.
  const pressing = setInterval(() => child.kill("SIGINT"), 20);
  const [code, signal] = await once(child, "close");
  clearInterval(pressing);
  expect(code ?? signal).toSatisfy((end) => end === 130 || end === "SIGINT");
  expect(printed).toSatisfy((text: string) => text === "" || text.includes("nothing was written"));
  expect(existsSync(output)).toBe(false);
});
