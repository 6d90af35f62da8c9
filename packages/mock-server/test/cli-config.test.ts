import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../src/config/parse-config.js";
import { crud } from "./http-client.js";
import { makeFolder, runCommand, startServer } from "./run-command.js";

const pet = { type: "object", properties: { id: { type: "integer" } } };
const API = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: crud("/pets", pet),
});

async function petCount(url: string): Promise<number> {
  return ((await (await fetch(`${url}/pets`)).json()) as unknown[]).length;
}

describe("a config file", () => {
  test.each([
    ["mock-server.config.json", '{ "memory": true, "seed": 3 }'],
    ["mock-server.config.yaml", "memory: true\nseed: 3\n"],
    ["mock-server.config.cjs", "module.exports = { memory: true, seed: 3 };"],
    ["mock-server.config.mjs", "export default { memory: true, seed: 3 };"],
    ["mock-server.config.ts", "const seed: number = 3;\nexport default { memory: true, seed };"],
  ])("%s beside the description is found, and flags win over it", async (name, text) => {
    const folder = await makeFolder({ "api.json": API, [name]: text });
    const server = await startServer(["api.json"], folder);
    expect(await petCount(server.url)).toBe(3);
    expect(server.report).toContain("in memory only");
    const other = await startServer([join(folder, "api.json"), "--seed", "1"], dirname(folder));
    expect(await petCount(other.url)).toBe(1);
  });

  test.each(["mock-server.config.mjs", "mock-server.config.json"])(
    "%s beside a description in another folder is only used if --config names it",
    async (name) => {
      const handlers = name.endsWith("json") ? '{ "handlers": "." }' : "";
      const planted = 'import { writeFileSync } from "node:fs";\nwriteFileSync("planted", "");\n';
      const folder = await makeFolder({ "api.json": API, [name]: handlers || planted, "getPets.js": planted });
      const here = await makeFolder();
      const args = [join(folder, "api.json"), "--port", "0", "--memory"];
      const { exitCode, stderr } = await runCommand(args, here);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("[CONFIG_ELSEWHERE]")]);
      expect(stderr).toContain(`--config ${join(folder, name)}`);
      expect(await readdir(here)).toEqual([]);
    },
  );

  test("is used if it is named, and its paths are relative to it", async () => {
    const folder = await makeFolder({ "api.json": API });
    await mkdir(join(folder, "etc"));
    await writeFile(join(folder, "etc", "mock.json"), '{ "dataDir": "data" }');
    const server = await startServer(["api.json", "--config", "etc/mock.json"], folder);
    expect(server.report).toContain(join(folder, "etc", "data"));
  });

  test.each([
    {
      what: "an unknown key",
      text: '{ "sed": 3 }',
      code: "CONFIG_INVALID",
      says: "there is no `sed` (did you mean `seed`?). [CONFIG_INVALID]",
    },
    { what: "a wrong value", text: '{ "port": "x" }', code: "CONFIG_INVALID", says: "whole number" },
    { what: "a list", text: "[]", code: "CONFIG_INVALID", says: "object of options" },
    {
      what: "bad JSON",
      text: '{\n "seed": \n]',
      code: "CONFIG_UNREADABLE",
      says: "error: mock-server.config.json:3:1:",
    },
  ])("with $what stops the start and says what to do", async ({ text, code, says }) => {
    const folder = await makeFolder({ "api.json": API, "mock-server.config.json": text });
    const { exitCode, stderr } = await runCommand(["api.json", "--port", "0"], folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`[${code}]`);
    expect(stderr).toContain(says);
    expect(stderr).toContain("hint:");
  });

  test("with a mistake in its code names file and line", async () => {
    const folder = await makeFolder({ "api.json": API, "mock-server.config.mjs": "\nexport default nobody;\n" });
    const { exitCode, stderr } = await runCommand(["api.json", "--port", "0"], folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("mock-server.config.mjs:2: ReferenceError: nobody is not defined");
  });

  test("that does not exist is an error if it was named", async () => {
    const { exitCode, stderr } = await runCommand(
      ["api.json", "--config", "no.mjs"],
      await makeFolder({ "api.json": API }),
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain("CONFIG_UNREADABLE");
  });

  test("that names an unknown operation, or sets something impossible, is reported at the start", async () => {
    const config = '{ "memory": true, "operations": { "nobody": {}, "getPets": { "moves": { "x": 1 } } } }';
    const description = API.replace('"get":{', '"get":{"operationId":"getPets",');
    const folder = await makeFolder({ "api.json": description, "mock-server.config.json": config });
    const { stderr } = await (await startServer(["api.json"], folder)).end("SIGTERM");
    expect(stderr).toContain("warning: getPets: x-mock.moves is for actions on a record");
    expect(stderr).toContain("warning: operations: the description has no operation `nobody`.");
  });

  test("reports all mistakes at once", () => {
    const parse = () => parseConfig({ sed: 1, port: -1, auth: "on" }, "c.json", "/");
    expect(parse).toThrow(/`sed`.*`port`.*`auth`/);
  });
});
