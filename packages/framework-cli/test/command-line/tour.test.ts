import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, framework, lift, linkDependencies, packageFolder, run } from "./framework.js";

const ROOT = join(packageFolder, "../..");
const { path: folder, remove } = await emptyFolder();
afterAll(remove);

/** The commands of a section of the bookshop's tour. */
async function commandsOf(heading: string): Promise<readonly string[]> {
  const page = await readFile(join(ROOT, "docs/mock/tour.md"), "utf8");
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const [, block = ""] = /^```sh\n([\s\S]*?)^```$/m.exec(section) ?? [];
  return block.trim().split("\n");
}

/** Paths of the repository, as seen from elsewhere. */
function argumentsOf(command: string): readonly string[] {
  return command
    .split(" ")
    .slice(2)
    .map((argument) => (argument.startsWith("examples/") ? join(ROOT, argument) : argument));
}

test("the app of the tour is made, migrated and lifted, and answers", async () => {
  const [make = "", enter, migrate = "", start = "", ...others] = await commandsOf("An app");
  expect(make).toMatch(/^npx framework new shop /);
  expect(enter).toBe("cd shop && npm install");
  expect(others).toEqual([]);
  expect(await framework(argumentsOf(make), folder)).toMatchObject({ code: 0 });
  const app = join(folder, "shop");
  await linkDependencies(app);
  const [program = "", ...words] = migrate.split(" ");
  expect(await run(program, words, app)).toMatchObject({ code: 0 });
  const server = await lift(program, start.split(" ").slice(1), app, { PORT: "0" });
  try {
    expect(await (await fetch(`${server.url}/authors?country=US`)).json()).toMatchObject({ total: 0 });
    expect((await fetch(`${server.url}/authors`, { method: "POST" })).status).toBe(401);
  } finally {
    await server.stop();
  }
});

test("the client of the tour is written", async () => {
  const [command = "", ...others] = await commandsOf("A client");
  expect(command).toMatch(/^npx generate-sdk /);
  expect(others).toEqual([]);
  const bin = join(ROOT, "packages/sdk-gen/bin/generate-sdk.js");
  expect(await run(process.execPath, [bin, ...argumentsOf(command)], folder)).toMatchObject({ code: 0 });
  const { default: Client } = await import(join(folder, "sdk/index.js"));
  expect(new Client({ baseUrl: "http://127.0.0.1:9" }).books.find({ price: { "<": 20000 } }).explain).toBeTypeOf(
    "function",
  );
});
