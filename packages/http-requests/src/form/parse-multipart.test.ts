import { expect, test } from "vitest";
import { parseMultipart } from "./parse-multipart.js";
import { TooManyFields } from "./too-many-fields.js";

async function read(text: string, { most = 100, size = Number.POSITIVE_INFINITY } = {}) {
  const bytes = Buffer.from(text);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, Math.min(bytes.length, at + size)));
  const parts: [name: string, filename: string | undefined, type: string | undefined, content: string][] = [];
  const isWhole = await parseMultipart(pieces, "b", { most }, async ({ name, filename, contentType }) => {
    const content: Uint8Array[] = [];
    return {
      async write(chunk) {
        content.push(Uint8Array.from(chunk));
      },
      async end() {
        parts.push([name, filename, contentType, Buffer.concat(content).toString()]);
      },
    };
  });
  return isWhole ? parts : undefined;
}

const part = (disposition: string, content: string, more = "") =>
  `--b\r\nContent-Disposition: form-data; ${disposition}${more}\r\n\r\n${content}\r\n`;
const FORM = `${part('name="a"', "1")}${part("name=b", "")}${part('name="c \\"d\\""; filename="x.txt"', "line\r\n--not the end\r\n", "\r\nContent-Type: Text/Plain")}${part("name=e; filename*=UTF-8''na%C3%AFve.txt", "é")}--b--\r\n`;

test.each([1, 2, 3, 7, 1_000])("a form that comes in pieces of %i bytes is the same", async (size) => {
  expect(await read(FORM, { size })).toEqual([
    ["a", undefined, undefined, "1"],
    ["b", undefined, undefined, ""],
    ['c "d"', "x.txt", "text/plain", "line\r\n--not the end\r\n"],
    ["e", "naïve.txt", undefined, "é"],
  ]);
});

test.each([
  ["nothing", ""],
  ["no end", part("name=a", "1")],
  ["no name", `${part("nom=a", "1")}--b--`],
  ["another boundary", "--c\r\n\r\n--c--"],
  ["headers that are too long", `--b\r\n${"x: y\r\n".repeat(10_000)}${part("name=a", "1").slice(5)}--b--`],
  ["headers without end", `--b\r\n${"x: y\r\n".repeat(10_000)}`],
])("%s is no form", async (_, text) => {
  expect(await read(text)).toBeUndefined();
});

test("more parts than are read are refused", async () => {
  const text = (count: number) => `${part("name=a", "1").repeat(count)}--b--`;
  expect(await read(text(3), { most: 3 })).toHaveLength(3);
  await expect(read(text(4), { most: 3 })).rejects.toThrow(TooManyFields);
});
