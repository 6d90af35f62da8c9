import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { describe, expect, onTestFinished, test } from "vitest";

const PACKAGE = fileURLToPath(new URL("../../packages/mock-server/", import.meta.url));
const text = await readFile(join(PACKAGE, "Dockerfile"), "utf8");
const file = DockerfileParser.parse(text);
const instructions = file.getInstructions();
const last = instructions.slice(instructions.findLastIndex((instruction) => instruction.getKeyword() === "FROM"));

function argumentsOf(keyword: string): string {
  const found = last.filter((instruction) => instruction.getKeyword() === keyword);
  expect(found, keyword).toHaveLength(1);
  return found[0]?.getArgumentsContent() ?? "";
}

/** A package of ours and those that it depends on, however far. */
async function packagesOf(name: string): Promise<readonly string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(PACKAGE, "..", name, "package.json"), "utf8"));
  const ours = Object.keys(dependencies).flatMap((dependency) => /^@onespec\/(.+)$/.exec(dependency)?.[1] ?? []);
  return [...new Set([name, ...(await Promise.all(ours.map(packagesOf))).flat()])];
}

describe("the image of the mock server", () => {
  test("its bases are named with a version, and the last stage takes only what was installed", () => {
    for (const from of file.getFROMs()) expect(from.getImageTag()).toMatch(/^\d+-alpine$/);
    for (const copy of last.filter((instruction) => instruction.getKeyword() === "COPY"))
      expect(copy.getTextContent()).toContain("--from=install");
    expect(last.some((instruction) => ["RUN", "ADD"].includes(instruction.getKeyword()))).toBe(false);
  });

  test("it installs the tarballs of all our packages that the mock server needs", async () => {
    for (const name of await packagesOf("mock-server")) expect(text).toContain(`tarballs/onespec-${name}-*.tgz `);
  });

  test("it runs as somebody without rights, and its data outlives it", () => {
    expect(argumentsOf("USER")).toBe("node");
    expect(argumentsOf("VOLUME")).toBe("/data");
    expect(argumentsOf("WORKDIR")).toBe("/data");
    expect(text).toContain("--chown=node:node /data /data");
    expect(text).not.toMatch(/npm install(?!.*--ignore-scripts)/);
  });

  test("no shell stands between it and SIGTERM", () => {
    for (const keyword of ["ENTRYPOINT", "CMD"]) expect(JSON.parse(argumentsOf(keyword))).toBeInstanceOf(Array);
  });

  test("what it starts answers the check of its health, and ends well on SIGTERM", async () => {
    const [program, bin, ...flags] = JSON.parse(argumentsOf("ENTRYPOINT")) as readonly string[];
    expect(program).toBe("node");
    expect(bin).toMatch(/\/@onespec\/mock-server\/bin\/mock-server\.js$/);
    const cwd = await mkdtemp(join(tmpdir(), "image-"));
    onTestFinished(() => rm(cwd, { recursive: true }));
    const api = join(PACKAGE, "../../examples/bookshop/api.yaml");
    const local = flags.map((flag) => (flag === "0.0.0.0" ? "127.0.0.1" : flag));
    const args = [join(PACKAGE, "bin/mock-server.js"), ...local, api, "--port", "0"];
    const server = spawn(process.execPath, args, { cwd, env: { ...process.env, NO_COLOR: "1" } });
    const ended = new Promise((resolve) => server.on("exit", resolve));
    const port = await new Promise<string>((resolve) => {
      let said = "";
      server.stdout.on("data", (chunk) => {
        said += chunk;
        const [, found] = /localhost:(\d+)[\s\S]*stops it/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    const [, path = ""] = /127\.0\.0\.1:3000(\/[\w/]+)/.exec(argumentsOf("HEALTHCHECK")) ?? [];
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    server.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});
