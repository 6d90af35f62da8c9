import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { expect, test } from "vitest";

const here = new URL(".", import.meta.url).pathname;
const MOCK = join(here, "../../packages/mock-server");
const file = DockerfileParser.parse(await readFile(join(here, "Dockerfile"), "utf8"));
const argumentsOf = (keyword: string): string =>
  file
    .getInstructions()
    .findLast((instruction) => instruction.getKeyword() === keyword)
    ?.getArgumentsContent() ?? "";

test("the image installs the version of this checkout", async () => {
  const { name, version } = JSON.parse(await readFile(join(MOCK, "package.json"), "utf8"));
  expect(argumentsOf("RUN")).toContain(`${name}@${version} `);
  expect(argumentsOf("USER")).toBe("node");
});

test("its command starts the mock, which answers the health check", async ({ onTestFinished }) => {
  const [program, api, ...flags] = JSON.parse(argumentsOf("CMD")) as readonly string[];
  expect([program, api]).toEqual(["mock-server", "/api/api.yaml"]);
  const cwd = await mkdtemp(join(tmpdir(), "image-"));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const local = flags.map((flag) => (flag === "0.0.0.0" ? "127.0.0.1" : flag));
  const description = join(here, "../bookshop/api.yaml");
  const args = [join(MOCK, "bin/mock-server.js"), description, ...local, "--port", "0"];
  const server = spawn(process.execPath, args, { cwd, env: { ...process.env, NO_COLOR: "1" } });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const port = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (chunk) => {
      said += chunk;
      const [, found] = /localhost:(\d+)[\s\S]*stops it/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`It ended: ${said}`)));
  });
  const [, path = ""] = /127\.0\.0\.1:3000(\/[\w/]+)/.exec(argumentsOf("HEALTHCHECK")) ?? [];
  expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
  server.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("other services of the compose file wait until it is healthy", async () => {
  const { load } = createRequire(join(MOCK, "../spec-core/package.json"))("js-yaml");
  const { services } = load(await readFile(join(here, "compose.yaml"), "utf8"));
  expect(services.web.depends_on.api.condition).toBe("service_healthy");
});
