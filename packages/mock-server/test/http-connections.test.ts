import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";

const NOTE = {
  type: "object",
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
};
const CONTENT = { content: { "application/json": { schema: NOTE } } };
const ITEM = { parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }] };

let mock: MockServer;
let port: number;

beforeAll(async () => {
  mock = await createMockServer({
    description: {
      openapi: "3.1.0",
      info: { title: "Notes", version: "1" },
      paths: {
        "/notes": { post: { requestBody: CONTENT, responses: { 201: { description: "", ...CONTENT } } } },
        "/notes/{id}": {
          ...ITEM,
          get: { responses: { 200: { description: "", ...CONTENT } } },
          patch: { requestBody: CONTENT, responses: { 200: { description: "", ...CONTENT } } },
        },
      },
    },
    port: 0,
    bodyLimit: 100_000,
  });
  port = Number(new URL((await mock.listen()).url).port);
});
afterAll(() => mock.close());

/** Sends pieces one after the other and gives all that comes until the server closes the connection. */
async function exchange(...pieces: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    answer += chunk;
  });
  const closed = once(socket, "close");
  await once(socket, "connect");
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await closed;
  return answer;
}

function message(method: string, path: string, body = "", ...headers: readonly string[]): string {
  const length = body === "" ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
  return `${[`${method} ${path} HTTP/1.1`, "Host: mock.test", ...length, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

const LAST = "Connection: close";

/** The answers of a connection, each with its status and its body. */
function answersOf(text: string): readonly (readonly [status: number, body: string])[] {
  const found: [number, string][] = [];
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    const start = rest.indexOf("\r\n\r\n") + 4;
    const head = rest.toString("utf8", 0, start);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`Not an answer: ${rest}`);
    const end = start + Number(length);
    found.push([Number(head.slice(9, 12)), rest.toString("utf8", start, end)]);
    rest = rest.subarray(end);
  }
  return found;
}

test.each([
  ["plain", "plain"],
  ["of other alphabets", "Ünïcode ☃ 𝄞"],
  ["long", "long ".repeat(10_000)],
])("texts that are %s come whole, in answers of the right length", async (_, text) => {
  const posted = answersOf(await exchange(message("POST", "/notes", JSON.stringify({ text }), LAST)));
  expect(posted).toEqual([[201, expect.any(String)]]);
  const { id } = JSON.parse(posted[0]?.[1] ?? "") as { readonly id: number };
  const read = answersOf(await exchange(message("GET", `/notes/${id}`, "", LAST)));
  expect(read.map(([status, body]) => [status, JSON.parse(body)])).toEqual([[200, { id, text }]]);
});

test("HEAD has the length of GET and no body", async () => {
  const [[, posted] = []] = answersOf(await exchange(message("POST", "/notes", '{"text":"a"}', LAST)));
  const { id } = JSON.parse(posted ?? "") as { readonly id: number };
  const [head = "", rest] = (await exchange(message("HEAD", `/notes/${id}`, "", LAST))).split("\r\n\r\n");
  expect(head).toContain(`content-length: ${posted?.length}`);
  expect(rest).toBe("");
});

test("a body may come in any pieces, with its head or after it", async () => {
  const whole = message("POST", "/notes", '{"text":"in pieces"}', LAST);
  for (const cut of [20, whole.length - 20, whole.length - 1]) {
    const [[status, body] = []] = answersOf(await exchange(whole.slice(0, cut), whole.slice(cut)));
    expect([status, JSON.parse(body ?? "")]).toEqual([201, expect.objectContaining({ text: "in pieces" })]);
  }
});

test("a body may come in chunks whose lengths are not known before", async () => {
  const head = `POST /notes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${LAST}\r\n\r\n`;
  const [[status] = []] = answersOf(
    await exchange(head, '5\r\n{"tex\r\n', '6\r\nt":"a"\r\n', "1\r\n}\r\n", "0\r\n\r\n"),
  );
  expect(status).toBe(201);
});

test("requests that come together are answered in their order, each with its own body", async () => {
  const first = message("POST", "/notes", '{"text":"first"}');
  const second = message("POST", "/notes", '{"text":"second"}');
  const [one, two, ...others] = answersOf(
    await exchange(
      `${first}${second}${message("GET", "/notes/1", '{"text":"not read"}')}${first.replace("\r\n", `\r\n${LAST}\r\n`)}`,
    ),
  );
  expect(one?.[1]).toContain('"first"');
  expect(two?.[1]).toContain('"second"');
  expect(others.map(([status]) => status)).toEqual([200, 201]);
});

test("a body that turns out too large is rejected while it comes, and ends the connection", async () => {
  const head =
    "POST /notes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  const chunk = `${(60_000).toString(16)}\r\n${" ".repeat(60_000)}\r\n`;
  const [[status] = []] = answersOf(await exchange(head, chunk, chunk));
  expect(status).toBe(413);
});

test("a client that disconnects in the middle of a body does not affect others", async () => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(message("POST", "/notes", '{"text":"never all of it"}').slice(0, -5));
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
  const [[status] = []] = answersOf(await exchange(message("POST", "/notes", '{"text":"after"}', LAST)));
  expect(status).toBe(201);
});

test("concurrent changes each answer with their own result", async () => {
  const [[, posted] = []] = answersOf(await exchange(message("POST", "/notes", '{"text":"a"}', LAST)));
  const { id } = JSON.parse(posted ?? "") as { readonly id: number };
  const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
  const answers = await Promise.all(
    texts.map((text) => exchange(message("PATCH", `/notes/${id}`, JSON.stringify({ text }), LAST))),
  );
  expect(answers.map((answer) => answersOf(answer)[0]?.[1])).toEqual(texts.map((text) => JSON.stringify({ id, text })));
  const tags = answers.map((answer) => /etag: (.*)/i.exec(answer)?.[1]);
  expect(new Set(tags).size).toBe(texts.length);
});
