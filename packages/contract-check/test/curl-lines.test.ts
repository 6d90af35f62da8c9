import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { checkContract, compareBaseline, curlLine, formatText } from "../src/index.js";

const TOKEN = "it's:secret";
const text = { type: "string" };
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  security: [{ key: [] }],
  paths: {
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      head: { responses: { 200: { description: "ok" } } },
      get: {
        parameters: [
          {
            name: "where",
            in: "query",
            style: "deepObject",
            required: true,
            schema: { type: "object", required: ["a"], properties: { a: text } },
          },
          { name: "x-trace", in: "header", schema: text },
        ],
        responses: { 200: { description: "ok" } },
      },
      put: {
        requestBody: { content: { "application/json": { schema: { type: "object", properties: { title: text } } } } },
        responses: { 200: { description: "ok" } },
      },
    },
  },
};

interface Received {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

test.skipIf(process.platform === "win32")(
  "a curl line, pasted into bash, sends the request of its finding",
  async () => {
    let last: Received | undefined;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method, url: target, headers } = request;
        last = { method, target, headers, body: Buffer.concat(chunks).toString("latin1") };
        response.writeHead(500).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const headers = { "X-Key": TOKEN, "x-client": "a 'quoted' name" };
      const report = await checkContract(DESCRIPTION, `http://127.0.0.1:${port}`, {
        seed: "1",
        disposable: true,
        headers,
      });
      const said = formatText(report, compareBaseline(report), { color: false });
      expect(said).toContain("In the curl lines, $X_KEY stands for the value of --header x-key.");
      expect(said).not.toContain(TOKEN);
      const methods = new Set<string>();
      for (const { exchanges } of report.failures) {
        const request = exchanges.at(-1)?.request;
        if (request === undefined) continue;
        const line = curlLine(report, request);
        expect(line.length).toBeLessThan(2000);
        await promisify(execFile)("bash", ["-c", `${line} -s`], { env: { ...process.env, X_KEY: TOKEN } });
        methods.add(request.method);
        const { method, target, body } = request;
        expect(last).toMatchObject({ method, target, body: body?.toString("latin1") ?? "" });
        expect(last?.headers).toMatchObject(request.headers);
      }
      expect([...methods]).toEqual(expect.arrayContaining(["GET", "HEAD", "PUT", "DELETE"]));
    } finally {
      server.close();
    }
  },
);

test("a short credential is masked where it is a whole value, never inside a word or a path", () => {
  const report = { url: "http://host.test", credentials: [{ value: "a", variable: "KEY" }] };
  const line = curlLine(report, {
    method: "POST",
    target: "/api/data/a?area=a&name=banana&key=a",
    headers: { "x-key": "a", authorization: "Bearer a", cookie: "a=b; key=a", "x-client": "a name", accept: "*/*" },
    body: Buffer.from('{"name":"a","area":"banana"}'),
  });
  expect(line).toBe(
    `curl -i -X POST -H 'x-key: '"$KEY"'' -H 'authorization: Bearer '"$KEY"'' -H 'cookie: a=b; key='"$KEY"'' -H 'x-client: a name' --data-raw '{"name":"'"$KEY"'","area":"banana"}' 'http://host.test/api/data/a?area='"$KEY"'&name=banana&key='"$KEY"''`,
  );
  const quoted = { url: "http://host.test", credentials: [{ value: "it's", variable: "KEY" }] };
  const request = { method: "GET", target: "/", headers: { "x-key": "it's" }, body: undefined };
  expect(curlLine(quoted, request)).toBe(`curl -i -H 'x-key: '"$KEY"'' 'http://host.test/'`);
});
