import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parseConfig } from "../../packages/mock-server/src/config/parse-config.js";
import { checkConfig } from "../../packages/sdk-gen/src/config/check-config.js";

const ROOT = new URL("../../", import.meta.url);
const { Ajv2020 } = createRequire(new URL("packages/mock-server/package.json", ROOT))("ajv/dist/2020.js");

async function schema(name: string): Promise<(value: unknown) => boolean> {
  const text = await readFile(new URL(`packages/${name}/schemas/config.json`, ROOT), "utf8");
  return new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text));
}

test("the schemas of config files are what the checks say", async () => {
  const checked = promisify(execFile)(process.execPath, [".ci/config-schemas.mjs", "--check"], {
    cwd: fileURLToPath(ROOT),
  });
  await expect(checked).resolves.toMatchObject({ stderr: "" });
});

describe("schema and check agree", async () => {
  const [isMockConfig, isSdkConfig] = await Promise.all([schema("mock-server"), schema("sdk-gen")]);
  const throws = (act: () => unknown): boolean => {
    try {
      act();
      return false;
    } catch {
      return true;
    }
  };

  test.each([
    [{ $schema: "./node_modules/@onespec/mock-server/schemas/config.json", seed: 10, auth: "shape" }, true],
    [{ delay: "100-500", operations: { cancelOrder: { skip: true } }, controlHosts: ["a.example"] }, true],
    [{ seed: -1 }, false],
    [{ auth: "strong" }, false],
    [{ sede: 10 }, false],
    [{ errorRate: 2 }, false],
    [{ webhookUrl: { added: "ftp://x" } }, false],
  ])("mock-server: %j", (config, allowed) => {
    expect(isMockConfig(config)).toBe(allowed);
    expect(throws(() => parseConfig(config, "file", "/"))).toBe(!allowed);
  });

  test.each([
    [{ $schema: "x", resources: { "/books": { list: { sort: null, filters: { q: null, w: "author" } } } } }, true],
    [{ operations: { sync: { skip: true } } }, true],
    [{ with: ["mcp", "tanstack-query"] }, true],
    [{ with: ["swr"] }, false],
    [{ with: "mcp" }, false],
    [{ operations: { sync: { skip: "yes" } } }, false],
    [{ resources: { "/books": { list: { firstPage: 2 } } } }, false],
    [{ resources: { "/books": { relations: { author: { key: "by" } } } } }, false],
    [{ resource: {} }, false],
  ])("generate-sdk: %j", (config, allowed) => {
    expect(isSdkConfig(config)).toBe(allowed);
    expect(throws(() => checkConfig(config, "file"))).toBe(!allowed);
  });
});
