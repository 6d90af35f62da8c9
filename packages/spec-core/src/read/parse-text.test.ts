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
  ["seeds.yaml", "a: 1\nb: {\n", "This is not valid YAML"],
  ["seeds.json", '{\n  "a": 1,\n}', "This is not valid JSON"],
])("%s with a wrong syntax is told with its line", async (name, text, message) => {
  await expect(parseText(text, name)).rejects.toMatchObject({
    code: "DESCRIPTION_SYNTAX",
    message: expect.stringContaining(message),
    location: { file: name, line: 3 },
  });
});
