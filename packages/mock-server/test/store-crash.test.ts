import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { openJsonStore } from "../src/store/json/json-store.js";
import type { RecordStore } from "../src/store/record-store.js";
import { temporaryDirectory } from "./store/temporary-directory.js";

/** How often a server is killed; more by hand: `STORE_CRASH_ROUNDS=200`. */
const ROUNDS = Number(process.env.STORE_CRASH_ROUNDS ?? "8");
/** In plain JavaScript: to compile it for each process takes longer than the process lives. */
const compiled = fs.mkdtempSync(path.join(tmpdir(), "onespec-writer-"));
afterAll(() => fs.rmSync(compiled, { recursive: true }));
const WRITER = path.join(compiled, "writer.mjs");
await build({
  entryPoints: [fileURLToPath(new URL("store/writer.ts", import.meta.url))],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: WRITER,
});

type Words = readonly [
  word: "ask" | "done",
  writer: number,
  collection: string,
  write: readonly [string, object | null],
];

function startWriter(
  directory: string,
  durability: string,
  seed: number,
  sayings: string,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [WRITER, directory, durability, `${seed}`, sayings], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a server that writes until it is killed, `lifeMs` after it is up; gives what it said. */
async function writeAndKill(directory: string, durability: string, seed: number, lifeMs: number): Promise<Words[]> {
  const sayings = path.join(temporaryDirectory(), "sayings");
  const child = startWriter(directory, durability, seed, sayings);
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), lifeMs));
  const [, signal] = await once(child, "close");
  expect([signal, complaint]).toEqual(["SIGKILL", ""]);
  const lines = fs.readFileSync(sayings, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

async function reopen(directory: string): Promise<RecordStore> {
  return openJsonStore({ directory, durability: "os" });
}

test(`after ${ROUNDS} kills at random moments every acknowledged write is there, and every other whole or absent`, {
  timeout: ROUNDS * 10_000,
}, async () => {
  const directory = temporaryDirectory();
  const expected = new Map<string, object | null>();
  for (let round = 1; round <= ROUNDS; round++) {
    const words = await writeAndKill(directory, round % 3 === 0 ? "disk" : "os", round, 20 + ((round * 79) % 300));
    const open = new Map<string, object | null>();
    for (const [word, , collection, [key, value]] of words) {
      const name = `${collection}/${key}`;
      if (word === "ask") open.set(name, value);
      else {
        expected.set(name, value);
        open.delete(name);
      }
    }
    // At once, and without any repair.
    const store = await reopen(directory);
    const found = new Map<string, object>();
    for (const collection of await store.names) {
      for (const { key, value } of (await store.collection(collection).list({})).records)
        found.set(`${collection}/${key}`, value);
    }
    for (const name of new Set([...expected.keys(), ...open.keys(), ...found.keys()])) {
      const actual = found.get(name) ?? null;
      const allowed = [expected.get(name) ?? null, ...(open.has(name) ? [open.get(name)] : [])];
      expect(allowed, `round ${round}, ${name}`).toContainEqual(actual);
      expected.set(name, actual);
    }
    // Some rounds leave the journal as the kill left it, for the next server to take over.
    if (round % 2 === 0) await store.close();
    else await releaseWithoutFolding(directory, store);
  }
});

/** As if this process had been killed too: puts the files back as they were before closing. */
async function releaseWithoutFolding(directory: string, store: RecordStore): Promise<void> {
  const copy = temporaryDirectory();
  fs.cpSync(directory, copy, { recursive: true });
  await store.close();
  fs.rmSync(directory, { recursive: true });
  fs.cpSync(copy, directory, { recursive: true });
  fs.rmSync(path.join(directory, ".lock"));
}

describe("a journal of 40 writes", () => {
  const WRITES = 40;

  async function journalBytes(): Promise<Buffer> {
    const directory = temporaryDirectory();
    const store = await reopen(directory);
    for (let n = 1; n <= WRITES; n++)
      await store.collection("pets").insert({ key: `${n}`, scope: [], value: { id: n, name: `ñ${n}` } });
    const bytes = fs.readFileSync(path.join(directory, "pets.journal.jsonl"));
    await store.close();
    return bytes;
  }

  async function recordsAfter(bytes: Buffer): Promise<number[] | string> {
    const directory = temporaryDirectory();
    const file = path.join(directory, "pets.journal.jsonl");
    fs.writeFileSync(file, bytes);
    let store: RecordStore;
    try {
      store = await reopen(directory);
    } catch (error) {
      expect(error).toMatchObject({ code: "STORE_CORRUPT", file, line: expect.any(Number) });
      expect(fs.readFileSync(file)).toEqual(bytes);
      return "STORE_CORRUPT";
    }
    const { records } = await store.collection("pets").list({});
    await store.collection("pets").insert({ key: "new", scope: [], value: { id: 0 } });
    await store.close();
    const again = await reopen(directory);
    expect(await again.collection("pets").count()).toBe(records.length + 1);
    await again.close();
    return records.map(({ value }) => Number(value.id));
  }

  test("truncated at any of its last 200 bytes has every write that is whole, and takes new ones", async () => {
    const bytes = await journalBytes();
    for (let cut = 0; cut <= 200; cut++) {
      const left = bytes.subarray(0, bytes.length - cut);
      const lines = left.toString("latin1").split("\n");
      // A line that lacks nothing but its newline is whole.
      const whole = lines.length - 1 + (lines.at(-1)?.endsWith("]]") ? 1 : 0);
      expect(await recordsAfter(Buffer.from(left)), `${cut} bytes short`).toEqual(
        Array.from({ length: whole }, (_, n) => n + 1),
      );
    }
  });

  test("with any one of its last 200 bytes flipped either has every write or stops the start", async () => {
    const bytes = await journalBytes();
    const all = Array.from({ length: WRITES }, (_, n) => n + 1);
    for (let offset = bytes.length - 200; offset < bytes.length; offset++) {
      for (const mask of [0x01, 0x80]) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(offset) ^ mask, offset);
        const result = await recordsAfter(flipped);
        if (result !== "STORE_CORRUPT") expect(result, `byte ${offset}`).toEqual(all);
      }
    }
  });
});

test("of several servers started at once on a dead one's directory exactly one gets it", async () => {
  const directory = temporaryDirectory();
  await writeAndKill(directory, "os", 1, 20);
  const children = [1, 2, 3].map((n) => startWriter(directory, "os", n, path.join(temporaryDirectory(), "sayings")));
  const outcomes = await Promise.all(
    children.map(async (child) => {
      let complaint = "";
      child.stderr.on("data", (chunk) => {
        complaint += chunk;
      });
      const wrote = once(child.stdout, "data").then(() => "wrote");
      const ended = once(child, "close").then(() => (complaint.includes("STORE_LOCKED") ? "locked" : complaint));
      const outcome = await Promise.race([wrote, ended]);
      child.stdout.resume();
      return outcome;
    }),
  );
  for (const child of children) child.kill("SIGKILL");
  expect(outcomes.sort()).toEqual(["locked", "locked", "wrote"]);
});
