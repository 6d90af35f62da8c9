import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BOOKSHOP, makeFolder, type Outcome, runCommand, runProcess, startServer } from "./run-command.js";

const PETS = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      responses:
        '200':
          description: Pets.
          content:
            application/json:
              schema: { type: array, items: { type: object, properties: { id: { type: integer } } } }
    post:
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string } } }
      responses:
        '201':
          description: The pet.
          content:
            application/json:
              schema: { type: object, properties: { id: { type: integer }, name: { type: string } } }
  /pets/{petId}:
    get:
      parameters:
        - { name: petId, in: path, required: true, schema: { type: integer } }
      responses:
        '200':
          description: A pet.
          content:
            application/json:
              schema: { type: object, properties: { id: { type: integer }, name: { type: string } } }
`;

/** One message a person can act on: no stack, nothing on standard output. */
function expectRefusal({ exitCode, stdout, stderr }: Outcome, ...says: (string | RegExp)[]): void {
  expect(stderr).not.toMatch(/^\s+at .*:\d+/m);
  for (const part of says) expect(stderr).toMatch(part);
  expect(stderr).toMatch(/^ {2}hint: ./m);
  expect(stdout).toBe("");
  expect(exitCode).toBe(1);
}

test("a missing file suggests files with similar names", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS });
  expectRefusal(await runProcess(["pest.yaml"], folder), "pest.yaml", "Did you mean pets.yaml?");
  expectRefusal(await runCommand(["pets.json"], folder), "Did you mean pets.yaml?");
  const wide = await makeFolder({ "shop.yaml": PETS, "orders.json": '{"openapi":"3.1.0"}', "package.json": "{}" });
  expectRefusal(await runCommand(["description.yaml"], wide), "Descriptions in that folder: orders.json, shop.yaml.");
});

test("--base-path rejects a path that Git Bash has converted", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS });
  const { exitCode, stderr } = await runCommand(["pets.yaml", "--base-path", "C:/Program Files/Git/api"], folder);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("a path, such as /api")]);
});

test("a YAML syntax error is shown with its line and column", async () => {
  const folder = await makeFolder({ "api.yaml": "openapi: 3.1.0\ninfo:\n  title: x\n   version: 1\n" });
  expectRefusal(await runCommand(["api.yaml"], folder), /^api\.yaml:4:\d+: error: .*YAML/m);
});

test("a JSON syntax error is shown with its line and column", async () => {
  const folder = await makeFolder({ "api.json": '{\n  "openapi": "3.1.0",\n  "info": }\n' });
  expectRefusal(await runCommand(["api.json"], folder), /^api\.json:3:11: error: .*JSON/m);
});

test("a broken reference is shown with its line; --lenient serves the rest", async () => {
  const folder = await makeFolder({
    "api.yaml": PETS.replace(
      "schema: { type: array, items: { type: object",
      "schema: { $ref: '#/components/schemas/Nope' }\n              x-was: { type: array, items: { type: object",
    ),
  });
  expectRefusal(await runCommand(["api.yaml"], folder), /^api\.yaml:\d+:\d+: error: .*Nope/m, "--lenient");
  const server = await startServer(["api.yaml", "--lenient", "--memory"], folder);
  const created = await fetch(`${server.url}/pets`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"name":"Rex"}',
  });
  expect(created.status).toBe(201);
  const { stderr } = await server.end("SIGTERM");
  expect(stderr).toContain("Nope");
});

test.each([
  { name: "another YAML document", text: "hello: world\n" },
  { name: "a list", text: "- 1\n- 2\n" },
  { name: "an empty file", text: "" },
  { name: "prose", text: "just some words\n" },
])("$name is reported as not OpenAPI", async ({ text }) => {
  const folder = await makeFolder({ "api.yaml": text });
  expectRefusal(await runCommand(["api.yaml"], folder), /^api\.yaml.*error: /m);
});

test("a version of OpenAPI that does not exist is rejected by name", async () => {
  const folder = await makeFolder({ "api.yaml": "openapi: 9.9.9\ninfo: { title: x, version: '1' }\npaths: {}\n" });
  expectRefusal(await runCommand(["api.yaml"], folder), "9.9.9");
});

test("a port or data directory that another mock-server holds is reported with its address", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS });
  const { url } = await startServer(["pets.yaml"], folder);
  const address = `A mock-server is already running at ${url}`;
  const args = ["pets.yaml", "--host", "127.0.0.1", "--port", new URL(url).port];
  expectRefusal(await runCommand([...args, "--memory"], folder), address, /--port \d+/);
  const taken = ["is in use by process", `, a mock-server at ${url}.`, "--data-dir"] as const;
  expectRefusal(await runCommand(args, folder), ...taken);
  // Whichever port the second one asks for.
  expectRefusal(await runCommand(["pets.yaml", "--host", "127.0.0.1", "--port", "0"], folder), ...taken);
});

test("a port in use is named, with a free one as the alternative", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS });
  const blocker = createServer();
  onTestFinished(() => void blocker.close());
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, "127.0.0.1", () => {
      const address = blocker.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  const args = ["pets.yaml", "--host", "127.0.0.1", "--port", String(port)];
  expectRefusal(await runCommand(args, folder), `Port ${port}`, /--port \d+/);
  // The data directory was let go of.
  const server = await startServer(["pets.yaml"], folder);
  expect((await server.end("SIGINT")).exitCode).toBe(0);
});

test("a host that this machine does not have is rejected", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS });
  expectRefusal(await runCommand(["pets.yaml", "--memory", "--port", "0", "--host", "192.0.2.1"], folder), "192.0.2.1");
});

test("a folder of seeds that does not exist is named in quotes", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS, "a file": "" });
  const args = ["pets.yaml", "--memory", "--port", "0", "--seeds"];
  expectRefusal(await runCommand([...args, "seeds"], folder), 'The folder of seeds "seeds" does not exist.');
  expectRefusal(await runCommand([...args, "a file"], folder), '"a file" is no folder of seeds, but a file.');
});

test("a data directory that cannot be written is named", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS, taken: "a file" });
  expectRefusal(await runCommand(["pets.yaml", "--port", "0", "--data-dir", "taken"], folder), "taken");
  expectRefusal(await runCommand(["pets.yaml", "--port", "0", "--data-dir", "taken/data"], folder), "taken");
  expect(await readFile(join(folder, "taken"), "utf8")).toBe("a file");
});

test("corrupt JSON in the data directory stops the start with file and line, and stays as it is", async () => {
  const folder = await makeFolder({ "pets.yaml": PETS });
  const corrupt = '[\n{"id":1,"name":"Rex"},\n{"id":2,"name":\n]\n';
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data", "pets.json"), corrupt);
  const outcome = await runCommand(["pets.yaml", "--port", "0", "--data-dir", "data", "--seed", "3"], folder);
  expectRefusal(outcome, /pets\.json, line [34]\b/);
  expect(await readFile(join(folder, "data", "pets.json"), "utf8")).toBe(corrupt);
});

test("a second server on one data directory is rejected", async () => {
  const folder = await makeFolder();
  const server = await startServer([BOOKSHOP], folder);
  expectRefusal(await runCommand([BOOKSHOP, "--host", "127.0.0.1", "--port", "0"], folder), ".mock-data");
  expect((await fetch(`${server.url}/books`)).status).toBe(200);
});
