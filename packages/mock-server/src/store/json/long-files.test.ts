import fs from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../test/store/temporary-directory.js";
import type { JsonObject, RecordStore } from "../record-store.js";
import { openJsonStore } from "./json-store.js";

/** Long enough for several slices: files are read 64 KB at a time. */
const COUNT = 3000;
const values: readonly JsonObject[] = Array.from({ length: COUNT }, (_, index) => ({
  id: index + 1,
  // Two, three and four bytes a character, so that slices would cut through some.
  name: "é漢😀".repeat(1 + (index % 13)),
}));

async function open(directory: string): Promise<RecordStore> {
  const store = await openJsonStore({ directory, durability: "os" });
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

function directoryWith(name: string, text: string | Buffer): string {
  const directory = temporaryDirectory();
  fs.writeFileSync(path.join(directory, name), text);
  return directory;
}

async function found(directory: string): Promise<readonly JsonObject[]> {
  const { records } = await (await open(directory)).collection("pets").list({});
  return records.map(({ value }) => value);
}

const lines = (records: readonly JsonObject[]): string =>
  `[\n${records.map((value) => JSON.stringify(value)).join(",\n")}\n]\n`;

describe("a long readable file", () => {
  test("is read as it was written", async () => {
    expect(await found(directoryWith("pets.json", lines(values)))).toEqual(values);
  });

  test("is read whatever the length of a record", async () => {
    const long = [...values.slice(0, 700), { id: "long", text: "ñ".repeat(300_000) }, ...values.slice(700)];
    expect(await found(directoryWith("pets.json", lines(long)))).toEqual(long);
  });

  test.each([
    ["in one line", JSON.stringify(values)],
    ["indented", JSON.stringify(values, undefined, 2)],
    [
      "with a list in each record over several lines",
      JSON.stringify(
        values.map((one) => ({ ...one, at: [1, 2] })),
        null,
        0,
      ).replaceAll(",", ",\n"),
    ],
    ["without a newline at its end", lines(values).trimEnd()],
    ["with a byte order mark", `\uFEFF${lines(values)}`],
  ])("is read when somebody laid it out: %s", async (_, text) => {
    expect((await found(directoryWith("pets.json", text))).map(({ id }) => id)).toEqual(values.map(({ id }) => id));
  });

  test("may hold records without a key anywhere, which are numbered in their place", async () => {
    const mixed: JsonObject[] = values.map((value, index) => (index % 1000 === 500 ? { name: `new ${index}` } : value));
    expect(await found(directoryWith("pets.json", lines(mixed)))).toEqual(mixed);
  });

  test.each([
    ["it ends in the middle", lines(values).slice(0, -40), COUNT + 1],
    ["its end is missing", lines(values).slice(0, -3), COUNT + 1],
    ["a comma stands before its end", lines(values).replace(/\n]\n$/, ",\n]\n"), COUNT + 2],
    ["a comma stands alone", lines(values).replace('{"id":2001,', ',\n{"id":2001,'), 2002],
    ["something stands behind its end", `${lines(values)}{}\n`, COUNT + 3],
    ["a record stands there twice", lines([...values, { id: 7 }]), COUNT + 2],
    ["something else is no record", lines(values).replace(/\{"id":2001,[^\n]*\},/, "2001,"), 2002],
  ])("stops the start when %s, with its line, and is left alone", async (_, text, line) => {
    const directory = directoryWith("pets.json", text);
    await expect(found(directory)).rejects.toMatchObject({ code: "STORE_CORRUPT", line });
    expect(fs.readFileSync(path.join(directory, "pets.json"), "utf8")).toBe(text);
  });

  test("stops the start when a byte of it is no UTF-8", async () => {
    const bytes = Buffer.from(lines(values));
    const at = bytes.indexOf('{"id":2001,') + '{"id":2001,"name":"'.length;
    bytes[at] = 0xff;
    await expect(found(directoryWith("pets.json", bytes))).rejects.toMatchObject({ code: "STORE_CORRUPT", line: 2002 });
  });
});

describe("a long journal", () => {
  async function journal(): Promise<Buffer> {
    const directory = temporaryDirectory();
    const pets = (await open(directory)).collection("pets");
    const long = { id: "long", text: "ñ".repeat(100_000) };
    for (const value of [...values, long]) void pets.insert({ key: String(value.id), scope: [], value });
    await pets.put({ key: "1", scope: [], value: { id: 1, name: "changed" } });
    return fs.readFileSync(path.join(directory, "pets.journal.jsonl"));
  }

  test("is read whatever the length of a line, without a last one that is torn", async () => {
    const torn = (await journal()).subarray(0, -20);
    const kept = await found(directoryWith("pets.journal.jsonl", torn));
    expect(kept).toEqual([...values, { id: "long", text: "ñ".repeat(100_000) }]);
  });

  test("stops the start at the line that is damaged", async () => {
    const bytes = await journal();
    const at = bytes.indexOf('"id":2001,');
    bytes[at + 6] = 0x39;
    const directory = directoryWith("pets.journal.jsonl", bytes);
    await expect(found(directory)).rejects.toMatchObject({ code: "STORE_CORRUPT", line: 2001 });
  });
});
