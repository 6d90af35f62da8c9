import { expect, test } from "vitest";
import { parseText } from "./parse-text.js";

test.each([
  ["seeds.yaml", "# pets\n- name: Tom\n  tags:\n    - black\n"],
  ["seeds.json", '[\n{ "name": "Tom",\n  "tags": [\n    "black"] }]'],
])("%s is a value, and each value in it has a line and a column", async (name, text) => {
  const { value, positionOf } = await parseText(text, name);
  expect(value).toEqual([{ name: "Tom", tags: ["black"] }]);
  expect(positionOf("/0/tags")).toEqual({ line: 3, column: 3 });
  expect(positionOf("/0/tags/0/none")).toEqual({ line: 4, column: name.endsWith("yaml") ? 7 : 5 });
});

test.each([
  ["seeds.yaml", "a: 1\n\nb: @\n", "This is not valid YAML"],
  ["seeds.json", '{\n  "a": 1,\n}', "This is not valid JSON"],
])("%s with a wrong syntax is told with its line", async (name, text, message) => {
  await expect(parseText(text, name)).rejects.toMatchObject({
    code: "DESCRIPTION_SYNTAX",
    message: expect.stringContaining(message),
    location: { file: name, line: 3 },
  });
});

test("a closing bracket may stand at the indentation of its key", async () => {
  const text = "a:\n  b: {\n    c: [\n      1\n    ]\n  }\n  d: 2\n";
  const { value, copy, positionOf } = await parseText(text, "api.yaml");
  expect(value).toEqual({ a: { b: { c: [1] }, d: 2 } });
  expect(copy()).toEqual(value);
  expect(positionOf("/a/d")).toEqual({ line: 7, column: 3 });
});

test("a closing quote may stand at the beginning of a line", async () => {
  const { value } = await parseText("a:\n  b: 'It is.\n\n'\n  c: 1\n", "api.yaml");
  expect(value).toEqual({ a: { b: "It is.\n", c: 1 } });
});

test("lines of a quoted text may stand at the indentation of its key", async () => {
  const text = "a:\n  b: \"It \\\"is\nlong\n  enough.\n\n  Is it?\"\n  c: 'Isn''t\n  it?'\n  d: 1\n";
  const { value, positionOf } = await parseText(text, "api.yaml");
  expect(value).toEqual({ a: { b: 'It "is long enough.\nIs it?', c: "Isn't it?", d: 1 } });
  expect(positionOf("/a/d")).toEqual({ line: 9, column: 3 });
});

test("a mistake behind a quoted text with short lines is named itself", async () => {
  await expect(parseText('a:\n  b: "It is\n  long."\nc: 1\nc: 2\n', "api.yaml")).rejects.toMatchObject({
    message: expect.stringContaining("duplicated mapping key"),
    location: { line: 5 },
  });
});

test.each([
  ["a: 1\nb: {\n", "the `{` of line 2 is still open at line 3", { line: 2, column: 4 }, "Close it with `}`."],
  ["a:\n  b: [x, # [y]\nc: 1\n", "the `[` of line 2 is still open at line 3", { line: 2, column: 6 }, "`]`"],
  ["a:\n  - { b: [x }\nc: 1\n", "missed comma", {}, ""],
  ["a: { b: \"it's, c: 1 }\nd: 2\n", 'the `"` of line 1 is still open at line 2', { line: 1, column: 9 }, '`"`'],
  ["a: [\n  don't,\n  x: [{ y: 1 }\nb: 2\n", "the `[` of line 3 is still open", { line: 3, column: 6 }, "`]`"],
])("an unclosed bracket or quote is named with the line that opens it: %j", async (text, message, location, hint) => {
  await expect(parseText(text, "api.yaml")).rejects.toMatchObject({
    message: expect.stringContaining(message),
    location,
    hint: expect.stringContaining(hint),
  });
});
