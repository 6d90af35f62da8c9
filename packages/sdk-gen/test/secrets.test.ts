import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EchoServer, echoServer } from "./echo-server.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { notesDescription } from "./notes-description.js";

const SECRET = "s3cr3t-Zq9";
const LOGINS = ["key", "inQuery", "inCookie", "bearer", "basic"] as const;
const AUTH = { token: SECRET, apiKey: SECRET, username: "me", password: SECRET };
/** How the secret may look: as it is, or as `me:…` in base 64. */
const LOOKS = [SECRET, Buffer.from(`me:${SECRET}`).toString("base64")];

let folder: string;
let sdk: GeneratedClient;
let here: EchoServer;
let elsewhere: EchoServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-secrets-"));
  const source = join(folder, "api.json");
  await writeFile(source, JSON.stringify(notesDescription()));
  [sdk, here, elsewhere] = await Promise.all([generatedClient(source), echoServer(), echoServer()]);
});
afterAll(async () => {
  await Promise.all([here.close(), elsewhere.close(), sdk.remove(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  here.requests.length = elsewhere.requests.length = 0;
  here.answer = elsewhere.answer = () => false;
});

// biome-ignore lint/suspicious/noExplicitAny: generated
function client(options: object = {}): any {
  return new sdk.module.default({ baseUrl: here.url, auth: AUTH, retry: { limit: 0 }, ...options });
}

/** Everything that a program could print of a value. */
function printed(value: unknown): string {
  const texts = [
    inspect(value, { depth: 20, showHidden: true }),
    inspect(value, { depth: 20, getters: true }),
    String(value),
    JSON.stringify(value) ?? "",
  ];
  if (value instanceof Error)
    texts.push(value.stack ?? "", value.message, value.cause === undefined ? "" : printed(value.cause));
  if (typeof value === "object" && value !== null)
    for (const name of Object.getOwnPropertyNames(value)) texts.push(String(Reflect.get(value, name)));
  return texts.join("\n");
}

function expectSecret(text: string): void {
  for (const look of LOOKS) expect(text).not.toContain(look);
}

describe("a secret is not shown", () => {
  test("by the client, its resources, queries and calls", () => {
    const api = client();
    const query = api.notes.find({ text: "x" });
    const call = api.logins.bearer();
    call.catch(() => undefined);
    for (const value of [api, api.notes, api.logins, query, call, query.explain(), query.toRequest()])
      expectSecret(printed(value));
    expectSecret(printed(new sdk.module.Notes({ auth: AUTH })));
    expectSecret(printed([...query.toRequest().headers]));
  });

  test.each(LOGINS)("by %s, which is sent", async (login) => {
    await client().logins[login]();
    const [request] = here.requests;
    expect(LOOKS.some((look) => JSON.stringify(request).includes(look))).toBe(true);
  });

  describe.each(LOGINS)("by errors of a call that sends %s", (login) => {
    const failures: Readonly<Record<string, () => object>> = {
      "no server": () => ({ baseUrl: "http://127.0.0.1:1" }),
      "no such host": () => ({ baseUrl: "http://nowhere.invalid" }),
      "an address that is none": () => ({ baseUrl: "http://[" }),
      "another scheme": () => ({ baseUrl: "nothing://x" }),
      "a path alone": () => ({ baseUrl: "/v1" }),
      "an address with a login": () => ({ baseUrl: here.url.replace("//", `//me:${SECRET}@`) }),
      "a server that fails": () => {
        here.answer = (_echo, reply) => Boolean(reply.writeHead(500).end("no"));
        return {};
      },
      "a server that hangs up": () => {
        here.answer = (_echo, reply) => Boolean(reply.destroy());
        return {};
      },
      "a server that does not answer": () => {
        here.answer = () => true;
        return { timeoutMs: 50 };
      },
      "a fetch that throws": () => ({
        fetch: async () => {
          throw new TypeError("no");
        },
      }),
    };
    test.each(Object.keys(failures))("%s", async (failure) => {
      const told: unknown[] = [];
      const options = failures[failure]?.();
      const hooks = { onError: (...facts: unknown[]) => void told.push(facts) };
      const error = await client({ hooks, ...options })
        .logins[login]()
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expectSecret(printed(error));
      expectSecret(printed(told));
      const plain = await client(options)
        .logins[login]()
        .catch((reason: unknown) => reason);
      expect(plain).toBeInstanceOf(sdk.module.ClientError);
      expectSecret(printed(plain));
    });
  });

  test("by the mistakes that a ValidationError lists", async () => {
    const error = await client()
      .notes.create({ text: 1, password: "hunter2" })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(sdk.module.ValidationError);
    expect(error.issues.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(["password", "text"]),
    );
    expect(printed(error)).not.toContain("hunter2");
  });
});

describe.each(LOGINS)("the credential of %s is not sent to another origin", (login) => {
  test.each([301, 302, 303, 307, 308])("by a redirect with status %s", async (status) => {
    here.answer = (_echo, reply) => Boolean(reply.writeHead(status, { location: `${elsewhere.url}/taken?x=1` }).end());
    for (const call of [login, `${login}Post`]) {
      await client()
        .logins[call]({})
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(sdk.module.ClientError);
          expectSecret(printed(error));
        });
      expectSecret(JSON.stringify(elsewhere.requests));
    }
  });

  test("nor one that a hook sets", async () => {
    here.answer = (_echo, reply) => Boolean(reply.writeHead(302, { location: `${elsewhere.url}/taken` }).end());
    const hooks = { onRequest: (request: Request) => request.headers.set("authorization", "Bearer hooked") };
    await client({ hooks })
      .logins[login]()
      .catch(() => undefined);
    expect(JSON.stringify(elsewhere.requests)).not.toContain("hooked");
  });

  test("and a redirect to something else than HTTP is not followed", async () => {
    here.answer = (_echo, reply) => Boolean(reply.writeHead(302, { location: "data:application/json,{}" }).end());
    await expect(client().logins[login]()).rejects.toBeInstanceOf(sdk.module.NetworkError);
  });

  test("and is, where a redirect stays on its own", async () => {
    here.answer = ({ url }, reply) => {
      if (url.startsWith("/moved")) return false;
      reply.writeHead(307, { location: `/moved${url.includes("?") ? `?${url.split("?")[1]}` : ""}` }).end();
      return true;
    };
    const { logins } = client();
    for (const call of [() => logins[login](), () => logins[`${login}Post`]({ a: 1 })]) {
      here.requests.length = 0;
      const { url, body, method } = await call();
      expect(url).toMatch(/^\/moved/);
      expect(body).toBe(method === "POST" ? '{"a":1}' : "");
      expect(LOOKS.some((look) => JSON.stringify(here.requests[1]).includes(look))).toBe(true);
    }
  });

  test("and redirects without end are left", async () => {
    here.answer = ({ url }, reply) => Boolean(reply.writeHead(302, { location: `${url}x` }).end());
    await expect(client().logins[login]()).rejects.toBeInstanceOf(sdk.module.NetworkError);
    expect(here.requests.length).toBeLessThan(30);
  });
});

test("a next page that the body sees on another origin is asked of our own", async () => {
  let page = 0;
  here.answer = (_echo, reply) => {
    page += 1;
    reply.writeHead(200, { "content-type": "application/json" });
    reply.end(
      JSON.stringify({ data: [{ id: String(page), text: "x" }], next_cursor: `${elsewhere.url}/notes?cursor=2` }),
    );
    return true;
  };
  const found = await client().notes.find().execute();
  expect(found).toHaveLength(2);
  expect(here.requests.map(({ url }) => url)).toEqual(["/notes?limit=50", "/notes?limit=50&cursor=2"]);
  expect(elsewhere.requests).toEqual([]);
});
