import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Echo, type EchoServer, echoServer } from "./echo-server.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

let sdk: GeneratedClient;
let server: EchoServer;
// biome-ignore lint/suspicious/noExplicitAny: generated
let client: any;

beforeAll(async () => {
  [sdk, server] = await Promise.all([
    generatedClient(fileURLToPath(new URL("fixtures/wire.yaml", import.meta.url))),
    echoServer(),
  ]);
  client = new sdk.module.default({ baseUrl: `${server.url}/v1`, retry: { delayMs: 1 } });
});
afterAll(async () => {
  await server.close();
  await sdk.remove();
});
beforeEach(() => {
  server.requests.length = 0;
  server.answer = () => false;
});

const query = async (params: Record<string, unknown>): Promise<string> =>
  ((await client.wire.query(params)) as Echo).url.replace("/v1/query?", "");

describe("query parameters", () => {
  test.each([
    ["form arrays repeat", { exploded: ["1", "a,b"] }, "exploded=1&exploded=a%2Cb"],
    [
      "form arrays without explode are joined, and a comma inside stays apart",
      { joined: ["1", "a,b"] },
      "joined=1,a%2Cb",
    ],
    ["pipeDelimited", { piped: ["a", "b"] }, "piped=a%7Cb"],
    ["spaceDelimited", { spaced: ["a", "b"] }, "spaced=a%20b"],
    ["deepObject, nested", { deep: { a: 1, b: { c: [1, 2] } } }, "deep[a]=1&deep[b][c][]=1&deep[b][c][]=2"],
    ["an object of the default style is its members", { plain: { x: 1, y: "a b" } }, "x=1&y=a%20b"],
    ["an object without explode is joined", { flat: { x: 1, y: 2 } }, "flat=x,1,y,2"],
    ["content parameters are JSON", { js: { k: "v" } }, "js=%7B%22k%22%3A%22v%22%7D"],
    ["dates are RFC 3339", { at: new Date(0) }, "at=1970-01-01T00%3A00%3A00.000Z"],
    [
      "allowReserved keeps reserved characters, but not those that would end the value",
      { reserved: "a/b?c&d#e+f" },
      "reserved=a/b?c%26d%23e%2Bf",
    ],
    ["everything else is encoded", { text: "a&b=c/d+e'()*" }, "text=a%26b%3Dc%2Fd%2Be%27%28%29%2A"],
    ["undefined is left out", { text: undefined, exploded: [] }, "/v1/query"],
  ])("%s", async (_name, params, expected) => expect(await query(params)).toBe(expected));

  test("headers and cookies", async () => {
    const echo = (await client.wire.query({ "X-Trace": ["a", "b"], session: "s t" })) as Echo;
    expect(echo.headers["x-trace"]).toBe("a,b");
    expect(echo.headers.cookie).toBe("session=s%20t");
  });
});

describe("path parameters", () => {
  test("label and matrix", async () => {
    expect(((await client.wire.label({ value: ["a", "b"] })) as Echo).url).toBe("/v1/label/.a.b");
    expect(((await client.wire.matrix({ value: [1, 2] })) as Echo).url).toBe("/v1/matrix/;value=1;value=2");
  });

  test("a value is one segment, whatever it holds", async () => {
    expect(((await client.wire.readOne({ id: "../x?y#z" })) as Echo).url).toBe("/v1/one/..%2Fx%3Fy%23z");
  });

  test.each(["", ".", "..", "%2e", "%2E%2e"])("%j would reach another endpoint and is refused", async (id) => {
    await expect(client.wire.deleteOne({ id })).rejects.toMatchObject({
      name: "ValidationError",
      issues: [{ in: "path", field: "id" }],
    });
    expect(server.requests).toEqual([]);
  });
});

describe("bodies", () => {
  test("multipart: files, repeated texts and JSON parts", async () => {
    const files = [new File(["one"], "1.txt", { type: "text/plain" }), new Blob(["two"], { type: "image/png" })];
    const { headers, body } = (await client.wire.upload({ files, tags: ["a", "b"], meta: { k: 1 } })) as Echo;
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body.match(/name="files"/g)).toHaveLength(2);
    expect(body).toContain('filename="1.txt"');
    expect(body).toMatch(/name="tags"\r\n\r\na\r\n[\s\S]*name="tags"\r\n\r\nb\r\n/);
    expect(body).toMatch(/name="meta"[\s\S]*Content-Type: application\/json\r\n\r\n\{"k":1\}/i);
  });

  test("urlencoded: spaces are +, nested values in brackets", async () => {
    const { headers, body } = (await client.wire.form({
      a: "x y",
      list: [1, 2],
      nested: { b: { c: 1 } },
      and: "&=",
    })) as Echo;
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(body).toBe("a=x+y&list=1&list=2&nested[b][c]=1&and=%26%3D");
  });

  test("binary goes out byte for byte", async () => {
    const { headers, body } = (await client.wire.putBinary(new Uint8Array([0, 255, 10]))) as Echo;
    expect(headers["content-type"]).toBe("application/octet-stream");
    expect(body).toBe("\u0000\u00ff\n");
  });

  test("what breaks the description is refused before it is sent, every mistake at once", async () => {
    await expect(client.wire.postBody({ name: "too long", age: -1 })).rejects.toMatchObject({
      issues: [
        { in: "body", path: "/name", keyword: "maxLength" },
        { in: "body", path: "/age", keyword: "minimum" },
      ],
    });
    await expect(client.wire.postBody({})).rejects.toThrow(/body name: is required/);
    await expect(client.wire.postBody()).rejects.toThrow(/body: is required/);
    await expect(client.wire.query({ nonsense: 1 })).rejects.toThrow(/query nonsense: is not a parameter/);
    expect(server.requests).toEqual([]);
  });

  test("integers beyond 2^53 go out exactly", async () => {
    const { body } = (await client.wire.form({ id: 9007199254740993n })) as Echo;
    expect(body).toBe("id=9007199254740993");
  });
});

describe("answers", () => {
  const answer = async (status: number, type: string, body: string | Buffer): Promise<unknown> => {
    server.answer = (_echo, reply) => {
      reply.writeHead(status, type === "" ? {} : { "content-type": type }).end(body);
      return true;
    };
    return client.wire.answer({ kind: "x" });
  };

  test("JSON, vendor JSON, text, nothing and bytes by what they are", async () => {
    expect(await answer(200, "application/json", '{"a":1}')).toEqual({ a: 1 });
    expect(await answer(200, "application/vnd.api+json; charset=utf-8", '{"a":1}')).toEqual({ a: 1 });
    expect(await answer(200, "text/plain", "hello")).toBe("hello");
    expect(await answer(200, "application/json", "")).toBeUndefined();
    expect(await answer(204, "", "")).toBeUndefined();
    expect(await answer(200, "application/json", "<html>")).toBe("<html>");
    const blob = (await answer(200, "application/octet-stream", Buffer.from([0, 255]))) as Blob;
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0, 255]);
  });

  test("integers beyond 2^53 are exact text, digits inside of texts are left alone", async () => {
    expect(
      await answer(200, "application/json", '{"id":9007199254740993,"text":"9007199254740993","small":1}'),
    ).toEqual({ id: "9007199254740993", text: "9007199254740993", small: 1 });
  });

  test("events and lines are async iterables", async () => {
    const events = (await answer(
      200,
      "text/event-stream",
      'id: 1\nevent: tick\ndata: {"n":1}\n\ndata: a\r\ndata: b\r\n\r\n',
    )) as AsyncIterable<unknown>;
    expect(await collect(events)).toEqual([
      { event: "tick", data: { n: 1 }, id: "1", retry: undefined },
      { event: "message", data: "a\nb", id: "1", retry: undefined },
    ]);
    const lines = (await answer(200, "application/x-ndjson", '{"a":1}\n\n{"a":2}')) as AsyncIterable<unknown>;
    expect(await collect(lines)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test("a refusal is an Error of its status, with body, headers and request", async () => {
    const call = answer(404, "application/problem+json", '{"title":"No such thing","status":404}');
    await expect(call).rejects.toBeInstanceOf(Error);
    await expect(client.wire.answer({ kind: "x" })).rejects.toMatchObject({
      name: "NotFoundError",
      code: "API_ERROR",
      status: 404,
      body: { title: "No such thing" },
      request: { operation: "answer", method: "GET" },
    });
    await expect(client.wire.answer({ kind: "x" })).rejects.toThrow(/answered 404: No such thing/);
  });

  test("an HTML error page is an ApiError with its text", async () => {
    await expect(answer(400, "text/html", "<h1>Oops</h1>")).rejects.toMatchObject({
      status: 400,
      body: "<h1>Oops</h1>",
    });
  });
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
