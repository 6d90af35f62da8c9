import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

test("the example of the README answers what it shows", async () => {
  const markdown = await readFile(join(PACKAGE, "README.md"), "utf8");
  // Below the package, so that Node finds what the example imports.
  const folder = await mkdtemp(join(PACKAGE, "test/readme-"));
  await writeFile(join(folder, "api.yaml"), block(markdown, "yaml"));
  await writeFile(join(folder, "server.mjs"), block(markdown, "js"));
  const server = spawn(process.execPath, ["server.mjs"], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const port = new URL(line.toString().trim()).port;

  const steps = [...block(markdown, "console").matchAll(/^\$ curl -s localhost:3000(\S+)(?: --json '(.+)')?\n(.+)$/gm)];
  expect(steps).toHaveLength(4);
  for (const [, path, body, shown] of steps) {
    const sent = body && { method: "POST", body, headers: { "content-type": "application/json" } };
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, sent || {});
    expect(await reply.text()).toBe(shown);
  }
});

test("the README lists every option", async () => {
  const markdown = await readFile(join(PACKAGE, "README.md"), "utf8");
  const source = await readFile(join(PACKAGE, "src/contract-options.ts"), "utf8");
  const declared = source.slice(source.indexOf("interface HttpContractOptions"), source.indexOf("\n}\n"));
  const options = [...declared.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name);
  const listed = [...markdown.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(options.length).toBeGreaterThan(15);
  expect(listed).toEqual(expect.arrayContaining(options));
});

/** The first block of a language. */
function block(markdown: string, language: string): string {
  return new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(markdown)?.[1] ?? "";
}
