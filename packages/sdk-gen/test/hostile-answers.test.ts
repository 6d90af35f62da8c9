import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGzip, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { notesDescription } from "./notes-description.js";

let folder: string;
let sdk: GeneratedClient;
let server: Server;
let url: string;
let asked = 0;
let answer: (reply: ServerResponse, request: IncomingMessage) => void;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-answers-"));
  const source = join(folder, "api.json");
  await writeFile(source, JSON.stringify(notesDescription()));
  sdk = await generatedClient(source);
  // Calls here are not tried again, so no connection may end between two of them.
  const options = { maxHeaderSize: 1_000_000, keepAliveTimeout: 600_000 };
  server = createServer(options, (request, reply) => {
    asked += 1;
    answer(reply, request);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await Promise.all([sdk.remove(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  asked = 0;
});

// biome-ignore lint/suspicious/noExplicitAny: generated
function client(options: object = {}): any {
  return new sdk.module.default({ baseUrl: url, auth: { token: "t" }, retry: { limit: 0 }, ...options });
}

function json(text: string, headers: object = {}): typeof answer {
  return (reply) => void reply.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
}

/** Sends the chunk again and again, as fast as it is taken, until nobody listens. */
function withoutEnd(chunk: string | Buffer, headers: Readonly<Record<string, string>>): typeof answer {
  return (reply) => {
    reply.writeHead(200, headers);
    const send = (): void => {
      while (!reply.destroyed && reply.write(chunk));
    };
    reply.on("drain", send);
    send();
  };
}

async function failure(call: PromiseLike<unknown>): Promise<Error & { code?: string }> {
  return call.then(
    () => new Error("it succeeded"),
    (error) => error,
  );
}

test.each(["onRequest", "onResponse"])(
  "what %s throws is the error of the call, which is not sent again",
  async (hook) => {
    answer = json("[]");
    const failure = new RangeError("not today");
    const thrown = await client({
      retry: { limit: 2, delayMs: 1 },
      hooks: {
        [hook]: () => {
          throw failure;
        },
      },
    })
      .notes.get(1)
      .catch((error: unknown) => error);
    expect(thrown).toBe(failure);
    expect(asked).toBe(hook === "onRequest" ? 0 : 1);
  },
);

describe("an answer without end is left", () => {
  test.each([
    ["application/json", "["],
    ["text/plain", "a"],
    ["application/octet-stream", "a"],
    ["", "["],
  ])("when the time is over: %s, drop by drop", async (type, drop) => {
    answer = (reply) => {
      reply.writeHead(200, type === "" ? {} : { "content-type": type });
      const timer = setInterval(() => reply.write(drop), 5);
      reply.on("close", () => clearInterval(timer));
    };
    expect(await failure(client({ timeoutMs: 80 }).notes.get("1"))).toBeInstanceOf(sdk.module.TimeoutError);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 80);
    expect(await failure(client().notes.get("1", { signal: stop.signal }))).toMatchObject({ message: "enough" });
  });

  test.each([
    "application/json",
    "text/plain",
    "application/octet-stream",
    "text/event-stream",
    "application/x-ndjson",
  ])("when it is larger than maxAnswerBytes: %s", async (type) => {
    answer = withoutEnd("a".repeat(65_536), { "content-type": type });
    const reading = (async () => {
      const data = await client({ maxAnswerBytes: 1_000_000 }).streams.events();
      for await (const _ of data);
    })();
    expect(await failure(reading)).toMatchObject({ name: "ClientError", code: "ANSWER_TOO_LARGE" });
  });

  test("when one event has data without end", async () => {
    answer = withoutEnd(`data: ${"a".repeat(60_000)}\n`, { "content-type": "text/event-stream" });
    const reading = (async () => {
      for await (const _ of await client({ maxAnswerBytes: 1_000_000 }).streams.events());
    })();
    expect(await failure(reading)).toMatchObject({ code: "ANSWER_TOO_LARGE" });
  });

  test("when a few bytes are compressed from many", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "["), { level: 9 });
    expect(bomb.length).toBeLessThan(100_000);
    answer = (reply) =>
      void reply
        .writeHead(200, {
          "content-type": "application/json",
          "content-encoding": "gzip",
          "content-length": bomb.length,
        })
        .end(bomb);
    expect(await failure(client({ maxAnswerBytes: 1_000_000 }).notes.get("1"))).toMatchObject({
      code: "ANSWER_TOO_LARGE",
    });
  });

  test("when one event has lines of data without end that are empty", async () => {
    answer = withoutEnd("data:\n".repeat(10_000), { "content-type": "text/event-stream" });
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 3000);
    const reading = (async () => {
      const events = await client({ maxAnswerBytes: 100_000 }).streams.events({ signal: stop.signal });
      for await (const _ of events);
    })();
    expect(await failure(reading)).toMatchObject({ code: "ANSWER_TOO_LARGE" });
    clearTimeout(timer);
  });

  test("unless it is a stream: that goes on until the loop or the signal ends it", async () => {
    answer = (reply) => {
      reply.writeHead(200, { "content-type": "application/x-ndjson" });
      const timer = setInterval(() => reply.write("{}\n"), 2);
      reply.on("close", () => clearInterval(timer));
    };
    let count = 0;
    for await (const _ of await client({ timeoutMs: 50 }).streams.lines()) {
      count += 1;
      if (count === 100) break;
    }
    expect(count).toBe(100);
    const stop = new AbortController();
    const reading = (async () => {
      for await (const _ of await client().streams.lines({ signal: stop.signal })) stop.abort(new Error("enough"));
    })();
    expect((await failure(reading)).message).not.toBe("it succeeded");
  });
});

test("an event in a hundred thousand pieces is read as fast as in one", async () => {
  const text = "a".repeat(200_000);
  answer = (reply) => {
    reply.writeHead(200, { "content-type": "text/event-stream" });
    for (let at = 0; at < 60; at += 1) reply.write(`${at === 0 ? "data: " : ""}${text}`);
    reply.end("\r\n\r\ndata: 2\r\r");
  };
  const events: unknown[] = [];
  for await (const { data } of await client().streams.events()) events.push(data);
  expect(events).toEqual([text.repeat(60), 2]);
});

describe("what is broken is told as an error of the client", () => {
  test("a stream that is cut", async () => {
    answer = (reply) => {
      reply.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      setTimeout(() => reply.destroy(), 20);
    };
    const events: unknown[] = [];
    const reading = (async () => {
      for await (const { data } of await client().streams.events()) events.push(data);
    })();
    expect(await failure(reading)).toBeInstanceOf(sdk.module.NetworkError);
    expect(events).toEqual([1]);
  });

  const broken: Readonly<Record<string, typeof answer>> = {
    "a body that is cut": (reply) => {
      reply.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"id":');
      setTimeout(() => reply.destroy(), 10);
    },
    "a compressed body that is none": json("[1]", { "content-encoding": "gzip" }),
    "headers of half a megabyte": json("{}", { "x-large": "a".repeat(500_000) }),
    "ten thousand headers": json("{}", Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`x-${at}`, "a"]))),
    "no HTTP at all": (reply) => void reply.socket?.end("nonsense\r\n\r\n"),
    "two lengths": (reply) =>
      void reply.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x"),
  };
  test.each(Object.keys(broken))("%s", async (name) => {
    answer = broken[name] as typeof answer;
    expect(await failure(client().notes.get("1"))).toBeInstanceOf(sdk.module.NetworkError);
    const tries = client({ retry: { limit: 2, delayMs: 1 } });
    asked = 0;
    expect(await failure(tries.notes.get("1"))).toBeInstanceOf(sdk.module.NetworkError);
    expect(asked).toBeGreaterThan(1);
    asked = 0;
    await failure(tries.notes.create({ text: "x" }));
    expect(asked).toBe(1);
  });

  test.each([400, 404, 500])("an error of status %s whose message has a message, and so on", async (status) => {
    const body = `${'{"error":'.repeat(100_000)}"x"${"}".repeat(100_000)}`;
    answer = (reply) => void reply.writeHead(status, { "content-type": "application/json" }).end(body);
    expect(await failure(client().notes.get("1"))).toMatchObject({ code: "API_ERROR", status });
  });

  test("texts that are no JSON, of another type, or empty, are given as they are", async () => {
    for (const [text, data] of [
      ["{", "{"],
      ["", undefined],
      ["<html>", "<html>"],
      ["NaN", "NaN"],
    ] as const) {
      answer = json(text);
      expect(await client().notes.get("1")).toEqual(data);
    }
    answer = json("{", { "content-type": "text/html" });
    expect(await client().notes.get("1")).toBe("{");
  });

  test.each([
    '{"data":[{"id":"1"},{"id":',
    "<html>Please log in</html>",
    "7",
    '{"data":"none"}',
    '{"data":{"id":"1"}}',
  ])("an answer that is no list, which is not an empty one: %s", async (text) => {
    answer = json(text);
    expect(await failure(client().notes.find())).toMatchObject({ code: "LIST_INCOMPLETE" });
  });

  test.each(["", "null", "{}", '{"data":null}', '{"data":[]}'])("but %j is an empty list", async (text) => {
    answer = json(text);
    expect(await client().notes.find()).toEqual([]);
  });

  test.each(["off", "warn", "strict"])(
    "answers nested without end, with validateResponses %s",
    async (validateResponses) => {
      answer = json(`${'{"text":"x","replies":['.repeat(50_000)}${"]}".repeat(50_000)}`);
      const drifts: unknown[] = [];
      const error = await failure(
        client({ validateResponses, onDrift: (drift: unknown) => drifts.push(drift) }).notes.get("1"),
      );
      if (validateResponses === "strict") expect(error).toBeInstanceOf(sdk.module.ClientError);
      else expect(error.message).toBe("it succeeded");
    },
  );
});

describe("numbers beyond 2^53 are looked for in a time that grows with the text", () => {
  const digits = "1".repeat(300_000);
  test.each([
    ["many digits in a string", `{"a":"${digits}"}`],
    ["many digits before a letter", `${digits}x`],
    ["a string without end after one", `[12345678901234567890,"${'\\"'.repeat(150_000)}`],
    ["quotes without end", `12345678901234567890,${'"\\'.repeat(150_000)}`],
  ])("%s", { timeout: 5000 }, async (_name, text) => {
    answer = json(text);
    await client().notes.get("1");
    await client({ int64: "bigint" }).notes.get("1");
  });
});

describe("a pattern of a query", () => {
  const found = async (text: string, operator: string, pattern: string): Promise<number> => {
    answer = json(JSON.stringify({ data: [{ id: "1", text }], next_cursor: null }));
    return (await client().notes.find({ text: { [operator]: pattern } })).length;
  };

  test("takes a time that grows with the text, whatever stands in either", async () => {
    const text = "a".repeat(20_000);
    expect(await found(text, "like", `${"%a".repeat(50)}b`)).toBe(0);
    expect(await found(`${text}b`, "ilike", `${"%A".repeat(50)}B`)).toBe(1);
    expect(await found(text, "like", `${"%".repeat(5000)}${"_%".repeat(50)}b`)).toBe(0);
  });

  test.each([
    ["", "%%", true],
    ["ab", "a", false],
    ["ab", "%b%", true],
    ["a\nb", "a_b", true],
    ["😀", "_", true],
    ["abab", "%ab", true],
    ["abc", "a%b", false],
    ["50%", "50\\%", true],
    ["500", "50\\%", false],
    ["a\\", "a\\\\", true],
    ["(x)[y].*", "(x)[y].*", true],
    ["É", "é", false],
  ])("%j like %j: %s", async (text, pattern, is) => {
    expect(await found(text, "like", pattern)).toBe(is ? 1 : 0);
  });
});

describe("__proto__ in an answer is a property like others", () => {
  const text = '{"id":"1","text":"x","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}';
  const isClean = (value: object): void => {
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  };

  test("read alone, in lists, trimmed, and of a model", async () => {
    answer = json(text);
    const note = await client().notes.get("1");
    isClean(note);
    expect(Object.keys(note)).toContain("__proto__");
    isClean(await client({ int64: "bigint" }).notes.get("1"));
    answer = json(`{"data":[${text}],"next_cursor":null,"__proto__":{"data":[]}}`);
    for (const query of [
      client().notes.find(),
      client().notes.find().select("text"),
      client().notes.find().omit("text"),
    ])
      for (const found of await query) isClean(found);
    const model = new sdk.module.Note(JSON.parse(text));
    expect(model.isAdmin).toBeUndefined();
    expect(model).toBeInstanceOf(sdk.module.Note);
    expect(JSON.stringify(model)).toContain('"__proto__"');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test("and in what a client is made with", () => {
    const options = JSON.parse(
      '{"__proto__":{"isAdmin":true},"auth":{"__proto__":{"token":"x"}},"headers":{"__proto__":"x"}}',
    );
    expect(() => new sdk.module.default({ ...options, baseUrl: url })).toThrow(
      expect.objectContaining({ code: "OPTION_UNKNOWN" }),
    );
    expect(() => new sdk.module.default({ auth: options.auth, baseUrl: url })).toThrow(
      expect.objectContaining({ code: "AUTH_INVALID" }),
    );
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

describe("pages and waits end", () => {
  test("pages without end stop at the guard, however they are read", { timeout: 60_000 }, async () => {
    answer = (reply) => json(`{"data":[{"id":"${asked}","text":"x"}],"next_cursor":"${asked}"}`)(reply, {} as never);
    for (const run of [
      (query: AsyncIterable<unknown> & { execute(): Promise<unknown> }) => query.execute(),
      async (query: AsyncIterable<unknown>) => {
        for await (const _ of query);
      },
      async (query: { pages(): AsyncIterable<unknown> }) => {
        for await (const _ of query.pages());
      },
      (query: { count(): Promise<number> }) => query.count(),
      (query: { where(criteria: object): { first(): Promise<unknown> } }) => query.where({ text: "y" }).first(),
    ]) {
      asked = 0;
      const error = await failure((run as (query: unknown) => Promise<unknown>)(client().notes.find()));
      expect(error).toBeInstanceOf(sdk.module.QueryTooBroadError);
      // Counting looks first whether the server tells the total.
      expect(asked).toBeLessThanOrEqual(101);
    }
  });

  test("a page that is larger than all records that a query may read", async () => {
    const notes = Array.from({ length: 20_000 }, (_, id) => ({ id: String(id), text: "x" }));
    answer = json(JSON.stringify({ data: notes, next_cursor: null }));
    expect(
      await failure(
        client()
          .notes.find()
          .where({ text: { contains: "y" } }),
      ),
    ).toMatchObject({ code: "QUERY_TOO_BROAD" });
  });

  test("a page of more records than a call may have arguments", async () => {
    const notes = Array.from({ length: 300_000 }, (_, id) => ({ id: String(id), text: "x" }));
    answer = json(JSON.stringify({ data: notes, next_cursor: null }));
    const query = client().notes.find().sort("text DESC").options({ maxRecords: 1_000_000 });
    expect(await query).toHaveLength(300_000);
  });

  test("the same page again and again", async () => {
    answer = json('{"data":[{"id":"1","text":"x"}],"next_cursor":"1"}');
    expect(await client().notes.find().execute()).toEqual([{ id: "1", text: "x" }]);
    expect(asked).toBeLessThan(5);
  });

  test.each([
    ["retry-after", "99999999999999999999999999"],
    ["retry-after", "-5"],
    ["retry-after", "1e9"],
    ["retry-after", "Infinity"],
    ["retry-after", "Fri, 31 Dec 9999 23:59:59 GMT"],
    ["retry-after", "9".repeat(10_000)],
    ["retry-after-ms", "1e300"],
    ["retry-after-ms", "-1"],
    ["retry-after-ms", "NaN"],
  ])("%s: %s is waited for no longer than maxDelayMs", { timeout: 5000 }, async (name, value) => {
    answer = (reply) => void reply.writeHead(503, { [name]: value }).end();
    const error = await failure(client({ retry: { limit: 2, delayMs: 1, maxDelayMs: 20 } }).notes.get("1"));
    expect(error).toMatchObject({ status: 503 });
    expect(asked).toBe(3);
  });

  test("a delay that timers cannot hold is a long one, not none", async () => {
    answer = (reply) => void reply.writeHead(503, { "retry-after": "99999999999" }).end();
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 200);
    const endless = client({ retry: { limit: 5, maxDelayMs: Number.POSITIVE_INFINITY } });
    expect(await failure(endless.notes.get("1", { signal: stop.signal }))).toMatchObject({ message: "enough" });
    expect(asked).toBe(1);
    answer = json("{}");
    for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31])
      expect(await client({ timeoutMs }).notes.get("1")).toEqual({});
  });

  test.each([
    [undefined, 3],
    [Number.NaN, 1],
    [-1, 1],
  ])("a retry limit of %s sends %s requests", { timeout: 5000 }, async (limit, sent) => {
    answer = (reply) => void reply.writeHead(503).end();
    const retry = { limit, delayMs: 1, maxDelayMs: 1 };
    const stop = AbortSignal.timeout(1000);
    expect(await failure(client({ retry }).notes.get("1", { signal: stop }))).toMatchObject({ status: 503 });
    expect(asked).toBe(sent);
  });

  test("a server that says 401 to every token is asked twice", async () => {
    answer = (reply) => void reply.writeHead(401).end();
    let tokens = 0;
    const token = (): string => {
      tokens += 1;
      return `t${tokens}`;
    };
    const error = await failure(client({ auth: { token } }).notes.get("1"));
    expect(error).toMatchObject({ status: 401 });
    expect({ asked, tokens }).toEqual({ asked: 2, tokens: 2 });
  });

  test("a stream that is compressed a hundredfold is read in pieces", async () => {
    answer = (reply) => {
      reply.writeHead(200, { "content-type": "application/x-ndjson", "content-encoding": "gzip" });
      const zip = createGzip();
      zip.pipe(reply);
      const line = Buffer.from(`${JSON.stringify({ text: " ".repeat(100_000) })}\n`);
      let left = 300;
      const send = (): void => {
        for (let goesOn = true; goesOn && left > 0; left -= 1) goesOn = zip.write(line);
        if (left === 0) zip.end();
      };
      zip.on("drain", send);
      send();
    };
    let count = 0;
    for await (const _ of await client({ maxAnswerBytes: 1_000_000 }).streams.lines()) count += 1;
    expect(count).toBe(300);
  });
});
