import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeTerminal } from "../../command-line/test/fake-terminal.js";
import { main } from "../src/cli/main.js";
import { createMockServer, type MockServer, type MockServerOptions } from "../src/index.js";

const PROMISED = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
security: [{ bearerAuth: [] }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses:
        '200':
          description: All pets.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
    post:
      tags: [pets]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses:
        '201':
          description: The new pet.
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
        '400': { description: Rejected. }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        '200': { description: The pet., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        '404': { description: There is none. }
    delete:
      responses: { '204': { description: Gone. }, '404': { description: There is none. } }
components:
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties: { id: { type: string, readOnly: true }, name: { type: string } }
`;
/** A server of this one answers 202 to a create, and with numbers for names. */
const SERVED = PROMISED.replace("'201'", "'202'").replace("name: { type: string }", "name: {}");

let folder = "";
const servers: MockServer[] = [];
const urls: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-check-"));
  await writeFile(join(folder, "api.yaml"), PROMISED);
  await writeFile(join(folder, "served.yaml"), SERVED);
  for (const name of ["api.yaml", "served.yaml"]) {
    const server = await createMockServer({ description: join(folder, name), port: 0 });
    servers.push(server);
    urls.push((await server.listen()).url);
  }
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true });
});

async function check(url: string | undefined, ...flags: readonly string[]) {
  const terminal = fakeTerminal({ environment: { TOKEN: "top-secret" } });
  const exitCode = await main(["check", join(folder, "api.yaml"), url ?? "", "--seed", "1", ...flags], terminal);
  return { exitCode, stdout: terminal.stdout, stderr: terminal.stderr };
}

test("a server that keeps its contract passes", async () => {
  const { exitCode, stdout, stderr } = await check(
    urls[0],
    "--auth",
    "bearerAuth=TOKEN",
    "--exclude",
    "GET /pets/{id}",
  );
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^[✗\s\S]*Checked 3 operations of Pets at http/);
  // The mock looks at no credentials by default, which a check with credentials finds.
  expect(stdout).toContain("[auth-ignored]");
  expect(exitCode).toBe(1);
  expect(await check(urls[0])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Nothing found.") });
});

test("findings are printed once for each mistake, written in every format, and accepted by a baseline", async () => {
  const [junit, sarif, baseline] = ["report.xml", "report.sarif", "known.json"].map((name) => join(folder, name));
  const first = await check(urls[1], "--junit", junit ?? "", "--sarif", sarif ?? "", "--github");
  expect(first.exitCode).toBe(1);
  expect(first.stdout).toContain(
    "✗ The status is not documented. [status-undocumented]\n  POST /pets\n  202, documented: 201, 400\n",
  );
  expect(first.stdout).toMatch(/::error file=.*api\.yaml,line=13,col=\d+,title=status-undocumented::POST \/pets: /);
  const xml = await readFile(junit ?? "", "utf8");
  expect(xml).toContain('<testcase classname="POST /pets" name="status-undocumented ');
  expect(xml).toMatch(
    /202, documented: 201, 400\nanswer: 202 .*\nin .*api\.yaml:13\ncurl -i .*\nreplay: --replay [0-9a-f]{6}-[0-9a-f]{6}</,
  );
  expect(JSON.parse(await readFile(sarif ?? "", "utf8")).runs[0].results[0].locations).toHaveLength(1);

  const written = await check(urls[1], "--baseline", baseline ?? "", "--update-baseline");
  expect(written).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^Wrote \d+ findings to /) });
  expect(await check(urls[1], "--baseline", baseline ?? "")).toMatchObject({ exitCode: 0 });
  const [, id] = /replay: (\S+)/.exec(first.stdout) ?? [];
  const replayed = await check(urls[1], "--replay", id ?? "", "--json");
  const { findings } = JSON.parse(replayed.stdout);
  expect(findings).toContainEqual(expect.objectContaining({ id, new: true }));
  expect(findings[0].curl[0]).toMatch(/^curl -i /);
});

test.each([
  { flags: ["--only", "listPet"], says: "--only listPet names no operation", hint: "Did you mean 'listPets'?" },
  { flags: ["--only", "listPets,tag:pets"], says: "names no operation", hint: "Repeat --only for each operation." },
  { flags: ["--exclude", "tag:cats"], says: "--exclude tag:cats names no operation", hint: "tag:pets" },
  { flags: ["--auth", "bearerAuth=sesame"], says: "--auth bearerAuth=...", hint: "not the token" },
  { flags: ["--auth", "other=TOKEN"], says: "no security scheme other", hint: "It has bearerAuth." },
  { flags: ["--update-baseline"], says: "--update-baseline needs --baseline", hint: "--baseline known.json" },
  { flags: ["--baseline", "none.json"], says: "There is no baseline none.json", hint: "--update-baseline" },
  { flags: ["--auth", "bearerAut=UNSET"], says: "no security scheme bearerAut", hint: "Did you mean bearerAuth?" },
  { flags: ["--replay", "8994-447e3d"], says: "No finding has the id 8994-447e3d", hint: "Copy the whole id" },
])("$flags is rejected with the next step", async ({ flags, says, hint }) => {
  const { exitCode, stdout, stderr } = await check(urls[0], ...flags);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toContain(says);
  expect(stderr).toContain(hint);
  expect(stderr).not.toContain("sesame");
});

test("wrong usage exits with 2, and the command has its own help", async () => {
  expect(await check(urls[0], "--rate", "fast")).toMatchObject({ exitCode: 2, stdout: "" });
  const token = await check(urls[0], "--auth", "sesame");
  expect(token).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--auth takes scheme=VARIABLE") });
  expect(token.stderr).not.toContain("sesame");
  expect(await check(urls[0], "--help")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("--read-only") });
});

test.each([
  [["chek", "api.yaml", "http://localhost:1"], "Did you mean check?"],
  [["check", "api.yaml"], "See mock-server check --help."],
  [["check", "http://localhost:1", "api.yaml"], "The description comes first, then the address."],
  [["proxy", "http://localhost:1", "api.yaml"], "The description comes first, then the address."],
  [["proxy", "api.yaml"], "See mock-server proxy --help."],
  [["api.yaml", "more"], "See mock-server --help."],
])("%j is rejected with the command that was meant", async (args, hint) => {
  const terminal = fakeTerminal();
  expect(await main(args, terminal)).toBe(2);
  expect(terminal.stderr).toContain(hint);
});

test("the files of an updated baseline have no failures, and their folders are created", async () => {
  const [junit, baseline] = ["new/deep/report.xml", "new/known/known.json"].map((name) => join(folder, name));
  const flags = ["--baseline", baseline ?? "", "--update-baseline", "--junit", junit ?? "", "--github"];
  const { exitCode, stdout } = await check(urls[1], ...flags);
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain("::error");
  const xml = await readFile(junit ?? "", "utf8");
  expect(xml).toContain('failures="0"');
  expect(xml).toContain('<skipped message="in the baseline"/>');
});

/** The list of pets is open; all else wants a token. */
const HALF_OPEN = PROMISED.replace("operationId: listPets", "operationId: listPets\n      security: []");

async function halfOpen(options: Partial<MockServerOptions> = {}): Promise<{ description: string; url: string }> {
  const description = join(folder, "half-open.yaml");
  await writeFile(description, HALF_OPEN);
  const server = await createMockServer({ description, port: 0, auth: "shape", ...options });
  servers.push(server);
  return { description, url: (await server.listen()).url };
}

test("operations that were left out for lack of credentials fail the check and are all named, unless they are allowed", async () => {
  const { description, url } = await halfOpen();
  const run = async (...flags: readonly string[]) => {
    const terminal = fakeTerminal({ environment: { TOKEN: "top-secret" } });
    const exitCode = await main(["check", description, url, "--seed", "1", ...flags], terminal);
    return { exitCode, stdout: terminal.stdout };
  };
  const locked = await run();
  expect(locked.exitCode).toBe(1);
  expect(locked.stdout).toContain("Checked 1 of 4 operations");
  expect(locked.stdout).toContain("fail the check, unless you add --allow-unchecked.");
  for (const operation of ["POST /pets", "GET /pets/{petId}", "DELETE /pets/{petId}"])
    expect(locked.stdout).toMatch(new RegExp(`^(Not checked: .*|  )${operation.replaceAll(/[{}]/g, "\\$&")}`, "m"));
  const allowed = await run("--allow-unchecked");
  expect(allowed.exitCode).toBe(0);
  expect(allowed.stdout).not.toContain("fail the check");
  expect((await run("--auth", "bearerAuth=TOKEN")).exitCode).toBe(0);
});

test("a credential that the server rejects is one line, and the operations are not checked", async () => {
  const { description, url } = await halfOpen({ auth: "enforce", credentials: { bearerAuth: ["another"] } });
  const terminal = fakeTerminal({ environment: { TOKEN: "top-secret" } });
  const junit = join(folder, "refused.xml");
  const flags = ["--seed", "1", "--auth", "bearerAuth=TOKEN", "--allow-unchecked", "--junit", junit, "--github"];
  expect(await main(["check", description, url, ...flags], terminal)).toBe(1);
  const message = "The credential of `bearerAuth` was rejected (401); is $TOKEN valid?";
  expect(terminal.stdout.split("\n")[0]).toBe(`✗ ${message}`);
  expect(terminal.stdout).not.toContain("valid-refused");
  expect(terminal.stdout).toContain("the credential of `bearerAuth` was rejected (401)");
  expect(terminal.stdout).toContain(`::error file=${description},title=credential-refused::${message}`);
  expect(await readFile(junit, "utf8")).toContain(`<failure message="${message}" type="credential">answer: 401 `);
});

test("a check that could check nothing fails", async () => {
  const locked = await createMockServer({ description: join(folder, "api.yaml"), port: 0, auth: "shape" });
  servers.push(locked);
  const { exitCode, stdout } = await check((await locked.listen()).url);
  expect(stdout).toContain("Checked 0 of 4 operations");
  expect(stdout).toContain("Add credentials: --auth bearerAuth=VARIABLE.");
  expect(exitCode).toBe(1);
});

test("on a terminal the check shows how far it is, and clears the line", async () => {
  let time = 0;
  const terminal = fakeTerminal({ isInteractive: true, elapsed: () => (time += 1000) });
  await main(["check", join(folder, "api.yaml"), urls[0] ?? ""], terminal);
  expect(terminal.stderr).toContain("\r\u001b[K0 of ");
  expect(terminal.stderr.endsWith("\r\u001b[K")).toBe(true);
});
