import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { fakeTerminal } from "../../command-line/test/fake-terminal.js";
import { main } from "../src/cli/main.js";
import { BOOKSHOP } from "./run-command.js";

test("mock-server proxy logs each violation of an operation once, and reports every operation at exit", async ({
  onTestFinished,
}) => {
  const upstream = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{ "data": [], "page": 1, "limit": 20 }'),
  );
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void upstream.close());
  const stop = new AbortController();
  const terminal = fakeTerminal({ stop: stop.signal });
  const { port } = upstream.address() as AddressInfo;
  const ended = main(["proxy", BOOKSHOP, `http://127.0.0.1:${port}`, "--port", "0", "--quiet"], terminal);
  await expect.poll(() => terminal.stdout, { timeout: 30_000 }).toMatch(/^http:/);
  const url = terminal.stdout.trim();
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await fetch(`${url}/authors`)).headers.get("contract-violations")).toContain("/total is required");
  }
  expect(terminal.stderr.split("GET /authors: response /total is required")).toHaveLength(2);
  await fetch(`${url}/authors?page=first`);
  await expect.poll(() => terminal.stderr).toContain("warning: GET /authors: query /page must be an integer\n");
  await fetch(`${url}/nowhere`);
  await expect.poll(() => terminal.stderr).toContain("warning: GET /nowhere: No path fits");
  stop.abort();
  expect(await ended).toBe(0);
  expect(terminal.stdout).toMatch(
    /\nGET \/authors: 3 requests, \d+ violations?\n {2}3 x response \/total is required\n/,
  );
});

test("the start of a proxy names the upstream, and warns if nothing answers there", async () => {
  const stop = new AbortController();
  const terminal = fakeTerminal({ stop: stop.signal });
  const ended = main(["proxy", BOOKSHOP, "http://ann:secret@127.0.0.1:1/v1", "--port", "0"], terminal);
  await expect.poll(() => terminal.stdout, { timeout: 30_000 }).toContain("Ready ");
  expect(terminal.stdout).toContain("\nForwards to http://127.0.0.1:1/v1\n");
  expect(terminal.stdout).not.toContain("in memory only");
  expect(terminal.stderr).toContain("warning: Nothing answers at http://127.0.0.1:1/v1: ECONNREFUSED.");
  expect(terminal.stdout + terminal.stderr).not.toContain("secret");
  stop.abort();
  expect(await ended).toBe(0);
});

test("wrong usage of proxy is rejected with the next step", async () => {
  const run = async (...args: readonly string[]) => {
    const terminal = fakeTerminal();
    return { exitCode: await main(args, terminal), stderr: terminal.stderr };
  };
  expect(await run("proxy", BOOKSHOP, "localhost:8080")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("is not an address such as http://localhost:8080"),
  });
  expect(await run("proxy", BOOKSHOP, "http://127.0.0.1:1", "--mock", "createAuthr", "--port", "0")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("Did you mean 'createAuthor'?"),
  });
  expect(await run(BOOKSHOP, "--memory", "--enforce", "--port", "0")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("--upstream"),
  });
});
