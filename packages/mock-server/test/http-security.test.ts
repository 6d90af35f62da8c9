import { loadDescription } from "@onespec/spec-core";
import { describe, expect, test } from "vitest";
import { createMockServer, type MockServerOptions } from "../src/index.js";
import { type Client, json, ok, type Reply, serve } from "./http-client.js";

const SCHEMES = {
  header: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "api_key" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  digest: { type: "http", scheme: "Digest" },
  hoba: { type: "http", scheme: "HOBA" },
  oauth: {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://x.test/token", scopes: { read: "", write: "" } } },
  },
  oidc: { type: "openIdConnect", openIdConnectUrl: "https://x.test/.well-known/openid-configuration" },
  tls: { type: "mutualTLS" },
};

/** A server of one operation, `GET /a`. */
function secured(security: object[], options: MockServerOptions): Promise<Client> {
  const get = { security, responses: ok({ type: "object" }) };
  return serve({ "/a": { get } }, { components: { securitySchemes: SCHEMES } }, options);
}

function get(call: Client, headers: Readonly<Record<string, string>> = {}, query = ""): Promise<Reply> {
  return call("GET", `/a${query}`, undefined, headers);
}

const ANN = `Basic ${Buffer.from("ann:secret").toString("base64")}`;
const DIGEST = 'Digest username="ann", realm="T", nonce="n", uri="/a", response="00"';

test("without --auth no credentials are needed", async () => {
  expect((await get(await secured([{ header: [] }], {}))).status).toBe(200);
});

describe("with auth `shape`", () => {
  test.each([
    { scheme: "header", headers: { "X-Key": "k" }, challenge: 'ApiKey realm="T", in="header", name="X-Key"' },
    { scheme: "query", query: "?api_key=k", challenge: 'ApiKey realm="T", in="query", name="api_key"' },
    {
      scheme: "cookie",
      headers: { cookie: "a=b; session=k" },
      challenge: 'ApiKey realm="T", in="cookie", name="session"',
    },
    { scheme: "basic", headers: { authorization: ANN }, challenge: 'Basic realm="T", charset="UTF-8"' },
    { scheme: "bearer", headers: { authorization: "bearer abc" }, challenge: 'Bearer realm="T"' },
    { scheme: "digest", headers: { authorization: DIGEST }, challenge: 'Digest realm="T", qop="auth"' },
    { scheme: "hoba", headers: { authorization: "HOBA result=x" }, challenge: 'HOBA realm="T"' },
    { scheme: "oauth", headers: { authorization: "Bearer abc" }, challenge: 'Bearer realm="T"' },
    { scheme: "oidc", headers: { authorization: "Bearer abc" }, challenge: 'Bearer realm="T"' },
  ])("$scheme is required and accepted", async ({ scheme, headers, query, challenge }) => {
    const call = await secured([{ [scheme]: [] }], { auth: "shape" });
    const refused = await get(call);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain(challenge);
    expect(refused.body).toMatchObject({ error: "Unauthorized", details: [{ schemes: [scheme] }] });
    expect((await get(call, headers, query)).status).toBe(200);
  });

  test.each([
    { what: "basic that is no base64", scheme: "basic", authorization: "Basic !!!" },
    { what: "basic without a colon", scheme: "basic", authorization: `Basic ${btoa("ann")}` },
    { what: "a bearer token with spaces", scheme: "bearer", authorization: "Bearer a b" },
    { what: "a bearer without a token", scheme: "bearer", authorization: "Bearer" },
    { what: "a digest without its response", scheme: "digest", authorization: 'Digest username="ann", realm="T"' },
    { what: "another scheme", scheme: "bearer", authorization: ANN },
  ])("$what is rejected", async ({ scheme, authorization }) => {
    const call = await secured([{ [scheme]: [] }], { auth: "shape" });
    expect((await get(call, { authorization })).status).toBe(401);
  });

  test("a client certificate is not checked", async () => {
    expect((await get(await secured([{ tls: [] }], { auth: "shape" }))).status).toBe(200);
  });

  test("any alternative is enough, and all schemes of an alternative are needed", async () => {
    const call = await secured([{ header: [], basic: [] }, { bearer: [] }], { auth: "shape" });
    const nobody = await get(call);
    expect(nobody.status).toBe(401);
    const challenges = nobody.headers.get("www-authenticate");
    for (const name of ["ApiKey", "Basic", "Bearer"]) expect(challenges).toContain(`${name} realm="T"`);
    expect((await get(call, { "X-Key": "k" })).status).toBe(401);
    expect((await get(call, { "X-Key": "k", authorization: ANN })).status).toBe(200);
    expect((await get(call, { authorization: "Bearer t" })).status).toBe(200);
  });

  test("an operation without requirements, or with an optional one, is open", async () => {
    expect((await get(await secured([], { auth: "shape" }))).status).toBe(200);
    expect((await get(await secured([{ header: [] }, {}], { auth: "shape" }))).status).toBe(200);
  });

  test("the description's own requirement counts where the operation has none, and its 401 is answered", async () => {
    const problem = { type: "object", required: ["message"], properties: { message: { type: "string" } } };
    const responses = {
      ...ok({ type: "object" }),
      401: { description: "no", content: { "application/json": { schema: problem } } },
    };
    const call = await serve(
      { "/a": { get: { responses } } },
      { security: [{ header: [] }], components: { securitySchemes: SCHEMES } },
      { auth: "shape" },
    );
    const refused = await get(call);
    expect(refused.body.message).toContain("X-Key");
    expect(refused.headers.get("www-authenticate")).toContain("ApiKey");
  });

  test("a browser's preflight needs no credentials, and the page can read the challenge", async () => {
    const call = await secured([{ header: [] }], { auth: "shape" });
    const preflight = await call("OPTIONS", "/a", undefined, {
      origin: "http://page.test",
      "access-control-request-method": "GET",
    });
    expect(preflight.status).toBe(204);
    const refused = await get(call, { origin: "http://page.test" });
    expect(refused.headers.get("access-control-expose-headers")).toContain("www-authenticate");
  });

  test("a rejected client learns nothing about other mistakes in its request", async () => {
    const post = {
      security: [{ header: [] }],
      requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
      responses: { 204: { description: "ok" } },
    };
    const call = await serve({ "/a": { post } }, { components: { securitySchemes: SCHEMES } }, { auth: "shape" });
    expect((await call("POST", "/a")).status).toBe(401);
    expect((await call("POST", "/a", undefined, { "X-Key": "k" })).status).toBe(400);
  });
});

describe("with auth `enforce`", () => {
  const credentials = {
    header: ["k1", { value: "k2" }],
    basic: [{ username: "ann", password: "secret" }],
    digest: [{ username: "ann" }],
    oauth: [{ value: "reader", scopes: ["read"] }, { value: "writer", scopes: ["read", "write"] }, "everything"],
  };

  test.each([
    { what: "a key", scheme: "header", right: { "X-Key": "k2" }, wrong: { "X-Key": "k3" } },
    {
      what: "a password",
      scheme: "basic",
      right: { authorization: ANN },
      wrong: { authorization: `Basic ${btoa("ann:x")}` },
    },
    {
      what: "a digest's user",
      scheme: "digest",
      right: { authorization: DIGEST },
      wrong: { authorization: DIGEST.replace("ann", "bob") },
    },
    {
      what: "a token",
      scheme: "oauth",
      right: { authorization: "Bearer reader" },
      wrong: { authorization: "Bearer x" },
    },
  ])("$what is held against the list", async ({ scheme, right, wrong }) => {
    const call = await secured([{ [scheme]: [] }], { auth: "enforce", credentials });
    expect((await get(call, right as unknown as Record<string, string>)).status).toBe(200);
    expect((await get(call, wrong as unknown as Record<string, string>)).status).toBe(401);
  });

  test("a scope that the holder lacks is 403 and names it; a wrong token is 401", async () => {
    const call = await secured([{ oauth: ["read", "write"] }], { auth: "enforce", credentials });
    const reader = await get(call, { authorization: "Bearer reader" });
    expect(reader.status).toBe(403);
    expect(reader.headers.get("www-authenticate")).toBe(
      'Bearer realm="T", error="insufficient_scope", scope="read write"',
    );
    expect(reader.body.details[0].missing).toEqual(["write"]);
    expect((await get(call, { authorization: "Bearer writer" })).status).toBe(200);
    expect((await get(call, { authorization: "Bearer everything" })).status).toBe(200);
    const stranger = await get(call, { authorization: "Bearer stranger" });
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test.each([
    { scheme: "header", hint: "Take credentials in the option credentials." },
    {
      scheme: "oauth",
      hint: "Take credentials in the option credentials, or an access token from POST /__mock/oauth/token.",
    },
    { scheme: "bearer", hint: "Take credentials from POST /__mock/oauth/token." },
    {
      scheme: "cookie",
      hint: "No credentials are accepted here: list some for `cookie` in the option credentials.",
    },
  ])("a 401 of $scheme says where credentials come from", async ({ scheme, hint }) => {
    const call = await secured([{ [scheme]: [] }], { auth: "enforce", credentials });
    expect((await get(call)).body.details).toEqual([expect.objectContaining({ hint })]);
    const wrong = { "X-Key": "k3", authorization: "Bearer k3", cookie: "session=k3" };
    expect((await get(call, wrong)).body.details).toEqual([expect.objectContaining({ hint })]);
  });

  test("a scheme without credentials rejects everybody", async () => {
    const call = await secured([{ bearer: [] }], { auth: "enforce", credentials });
    expect((await get(call, { authorization: "Bearer k1" })).status).toBe(401);
  });

  test.each([
    { what: "no credentials", given: undefined, code: "CREDENTIALS_MISSING", hint: "--credentials" },
    { what: "a scheme that is not declared", given: { haeder: ["k"] }, code: "CREDENTIALS_INVALID", hint: "`header`" },
    { what: "an unknown field", given: { basic: [{ user: "x" }] }, code: "CREDENTIALS_INVALID", hint: "username" },
    { what: "a number for a key", given: { header: [1] }, code: "CREDENTIALS_INVALID", hint: "quotes" },
    { what: "an entry that says nothing", given: { header: [{}] }, code: "CREDENTIALS_INVALID", hint: "what a client" },
    {
      what: "a file that is not there",
      given: "/nowhere/k.json",
      code: "CREDENTIALS_UNREADABLE",
      hint: "JSON or YAML",
    },
  ])("$what stops the start", async ({ given, code, hint }) => {
    const api = await loadDescription({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {},
      components: { securitySchemes: { header: SCHEMES.header, basic: SCHEMES.basic } },
    });
    const options = { memory: true, auth: "enforce", credentials: given } as unknown as MockServerOptions;
    await expect(createMockServer(api, options)).rejects.toMatchObject({ code, hint: expect.stringContaining(hint) });
  });
});

test("with auth `enforce`, a token that an operation of the description answers is accepted until the reset, in its session, and again after the restore of a snapshot", async () => {
  const text = { type: "string" };
  const login = {
    security: [],
    requestBody: json({ type: "object", properties: { email: text } }),
    responses: ok({ type: "object", required: ["token"], properties: { token: text } }),
  };
  const call = await serve(
    { "/login": { post: login }, "/me": { get: { security: [{ bearer: [] }], responses: ok({ type: "object" }) } } },
    { components: { securitySchemes: SCHEMES } },
    { auth: "enforce" },
  );
  const me = async (token: string, more = {}) =>
    call("GET", "/me", undefined, { authorization: `Bearer ${token}`, ...more });
  const refused = await me("other");
  expect([refused.status, refused.body.details[0].hint]).toEqual([401, expect.stringContaining("POST /login")]);
  const { token } = (await call("POST", "/login", { email: "ann@example.com" })).body;
  expect((await me(token)).status).toBe(200);
  const session = { "mock-session": "one" };
  const other = (await call("POST", "/login", { email: "bob@example.com" }, session)).body.token;
  expect((await me(other, session)).status).toBe(200);
  await call("POST", "/__mock/snapshots/signed-in");
  await call("POST", "/__mock/reset");
  expect((await me(token)).status).toBe(401);
  await call("POST", "/__mock/snapshots/signed-in/restore");
  expect((await me(token)).status).toBe(200);
});
