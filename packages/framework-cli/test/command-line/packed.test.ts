import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, type Outcome, packageFolder, run } from "./framework.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

/** The registry may be away; then there is nothing to try. */
function isOffline({ err, out }: Outcome): boolean {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(err + out);
}

const NAMES = ["spec-core", "command-line", "http-requests", "framework-cli"];

test("packed, installed in an empty folder, a new application migrates, passes its tests and answers", {
  timeout: 300_000,
}, async ({ skip }) => {
  for (const name of NAMES) {
    const packed = await run("npm", ["pack", "--pack-destination", parent], join(packageFolder, "..", name));
    expect(packed).toMatchObject({ code: 0 });
  }
  const tarballs = (await readdir(parent)).filter((name) => name.endsWith(".tgz")).map((name) => join(parent, name));
  expect(tarballs).toHaveLength(NAMES.length);
  const install = (cwd: string, ...flags: string[]) =>
    run(
      "npm",
      ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...flags, ...tarballs],
      cwd,
    );

  await run("npm", ["init", "--yes"], parent);
  const tool = await install(parent);
  skip(isOffline(tool), "the registry cannot be reached");
  expect(tool.code, tool.err).toBe(0);

  expect(await run("npx", ["--no", "framework", "new", "shop"], parent)).toMatchObject({ code: 0 });
  const app = join(parent, "shop");
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const { dependencies } = JSON.parse(await readFile(join(app, "package.json"), "utf8"));
  expect(dependencies["@onespec/framework-cli"]).toBe(`^${version}`);
  // Nothing of an application asks for a newer Node than we do.
  const installed = await install(app, "--engine-strict");
  skip(isOffline(installed), "the registry cannot be reached");
  expect(installed.code, installed.err).toBe(0);

  const commands = [
    ["resources:generate", "Book", "title!"],
    ["migrations:run"],
    ["doctor"],
    ["action", "books/create", '{"body":{"title":"Emma"}}'],
  ];
  for (const args of commands) {
    const { code, out, err } = await run("node", ["run", "bin/framework.js", ...args], app);
    expect(code, `${args.join(" ")}: ${out}${err}`).toBe(0);
  }
  const listed = await run("node", ["run", "bin/framework.js", "action", "books/list"], app);
  expect(JSON.parse(listed.out)).toMatchObject([{ title: "Emma" }]);
  const tests = await run("npm", ["test"], app);
  expect(tests.code, tests.out).toBe(0);
});
