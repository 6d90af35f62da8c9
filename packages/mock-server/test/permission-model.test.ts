import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryDirectory } from "./store/temporary-directory.js";

const PROGRAM = `
const { createMockServer } = await import(process.argv[1]);
const [description, dataDir, durability] = process.argv.slice(2);
const mock = await createMockServer({ description, dataDir, durability, seed: 2 });
const body = JSON.stringify({ title: "Momo", status: "available" });
const init = { method: "POST", headers: { "content-type": "application/json" }, body };
console.log((await mock.fetch(new Request("http://mock.test/books", init))).status < 500);
await mock.close();
`;

test.each(["os", "disk"])("the server runs under Node's permission model, at durability %s", async (durability) => {
  const directory = temporaryDirectory();
  const permission = process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
  const { stdout } = await promisify(execFile)(process.execPath, [
    permission,
    "--allow-fs-read=*",
    `--allow-fs-write=${directory}/*`,
    "--input-type=module",
    "--eval",
    PROGRAM,
    new URL("../dist/index.js", import.meta.url).href,
    fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url)),
    join(directory, "data"),
    durability,
  ]);
  expect(stdout).toBe("true\n");
  expect(readdirSync(join(directory, "data"))).toContain("books.json");
});
