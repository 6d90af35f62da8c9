import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFolder, newApp } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { describeCollections } from "./notes-description.js";

const sound = JSON.stringify(describeCollections({ notes: { properties: { title: { type: "string" } } } }), null, 2);
const { path: parent, remove } = await emptyFolder();
let app: string;
beforeAll(async () => {
  writeFileSync(join(parent, "sound.json"), sound);
  writeFileSync(join(parent, "lost.json"), sound.replaceAll("#/components/schemas/Note", "#/components/schemas/Nott"));
  writeFileSync(join(parent, "loose.json"), sound.replace('"type": "string"', '"type": "strng"'));
  app = await newApp(parent);
});
afterAll(remove);

const LOST =
  /^\S*lost\.json:\d+:\d+: error: The reference #\/components\/schemas\/Nott points to nothing.*\n {2}hint: Did you mean `Note`\?$/m;

test("new rejects a reference that points to nothing with file and line, and writes nothing", async () => {
  const made = await inProcess(["new", "lost", "--spec", "lost.json"], parent);
  expect(made).toMatchObject({ code: 1, out: "" });
  expect(made.err).toMatch(LOST);
  expect(made.err).toMatch(/Nothing was imported: 1 problem in \S*lost\.json breaks \d operations/);
  expect(made.err).toContain("--lenient");
  expect(existsSync(join(parent, "lost"))).toBe(false);
});

test.each(["spec:import", "spec:diff"])(
  "%s rejects it as well, and --lenient goes on with the problem named",
  async (command) => {
    const refused = await inProcess([command, "../lost.json"], app);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(LOST);
    const lenient = await inProcess(
      [command, "../lost.json", "--lenient", ...(command === "spec:import" ? ["--dry-run"] : [])],
      app,
    );
    expect(lenient.code).toBe(0);
    expect(lenient.out).not.toBe("");
    expect(lenient.err).toMatch(LOST);
  },
);

test("a type that does not exist is named, and the rest is imported", async () => {
  const made = await inProcess(["new", "loose", "--spec", "loose.json"], parent);
  expect(made.code).toBe(0);
  expect(made.err).toMatch(/loose\.json:\d+:\d+: warning: There is no type "strng"/);
  expect(readFileSync(join(parent, "loose/api/models/Note.js"), "utf8")).toContain("title");
});
