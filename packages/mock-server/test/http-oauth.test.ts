import { readFile } from "node:fs/promises";
import { get } from "node:https";
import { join, resolve } from "node:path";
import * as oauth from "oauth4webapi";
import { expect, onTestFinished, test } from "vitest";
import { createMockServer, type MockServer, type MockServerOptions } from "../src/index.js";
import { makeFolder, runCommand, startServer } from "./run-command.js";

const SCOPES = { "notes:read": "Read notes", "notes:write": "Write notes" };
const TOKEN_URL = "https://login.example.com/token";
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  security: [{ login: ["notes:read"] }],
  components: {
    securitySchemes: {
      login: { type: "oauth2", flows: { clientCredentials: { tokenUrl: TOKEN_URL, scopes: SCOPES } } },
    },
  },
  paths: {
    "/notes": {
      get: { responses: { 200: { description: "Notes" } } },
      delete: { security: [{ login: ["notes:write"] }], responses: { 204: { description: "Gone" } } },
    },
  },
};
const CLIENT: oauth.Client = { client_id: "app" };
const SECRET = oauth.ClientSecretBasic("secret");
const INSECURE = { [oauth.allowInsecureRequests]: true };

async function serve(
  options: MockServerOptions & { readonly description?: object } = {},
): Promise<{ mock: MockServer; url: string }> {
  const mock = await createMockServer({ description: DESCRIPTION, memory: true, port: 0, auth: "enforce", ...options });
  onTestFinished(() => mock.close());
  return { mock, url: (await mock.listen()).url };
}

async function discover(url: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(`${url}/__mock/oauth`);
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE));
}

async function statusWith(url: string, token: string, method = "GET"): Promise<number> {
  return (await fetch(`${url}/notes`, { method, headers: { authorization: `Bearer ${token}` } })).status;
}

async function clientToken(server: oauth.AuthorizationServer, scope: string): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.clientCredentialsGrantRequest(server, CLIENT, SECRET, { scope }, INSECURE);
  return oauth.processClientCredentialsResponse(server, CLIENT, response);
}

/** Follows a login in a browser: returns the address that it ends at. */
async function authorize(server: oauth.AuthorizationServer, query: Record<string, string>): Promise<URL> {
  const url = new URL(server.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: "app",
    redirect_uri: "http://localhost/callback",
    ...query,
  }).toString();
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(302);
  return new URL(response.headers.get("location") ?? "");
}

test("client credentials give a token that allows what its scopes say", async () => {
  const { url } = await serve();
  const server = await discover(url);
  const { access_token: token, expires_in, scope } = await clientToken(server, "notes:read");
  expect([expires_in, scope]).toEqual([3600, "notes:read"]);
  expect(await statusWith(url, "other")).toBe(401);
  expect(await statusWith(url, token)).toBe(200);
  expect(await statusWith(url, token, "DELETE")).toBe(403);
  const { access_token: writer } = await clientToken(server, "notes:write");
  expect(await statusWith(url, writer, "DELETE")).toBe(204);
});

test("a token lets its holder in where the description asks for a bearer token, whatever its scopes", async () => {
  const { components, paths } = DESCRIPTION;
  const bearer = { type: "http", scheme: "bearer", bearerFormat: "JWT" };
  const description = {
    ...DESCRIPTION,
    security: [{ bearer: ["admin"] }],
    components: { securitySchemes: { ...components.securitySchemes, bearer } },
    paths: { "/notes": { get: paths["/notes"].get } },
  };
  const { url } = await serve({ description });
  const { access_token: token } = await clientToken(await discover(url), "notes:read");
  expect(await statusWith(url, "other")).toBe(401);
  expect(await statusWith(url, token)).toBe(200);
});

test("where no operation takes a token, `enforce` asks for a file of credentials", async () => {
  const { components, paths } = DESCRIPTION;
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const description = {
    ...DESCRIPTION,
    security: [{ key: [] }],
    components: { securitySchemes: { ...components.securitySchemes, key } },
    paths: { "/notes": { get: paths["/notes"].get } },
  };
  await expect(serve({ description })).rejects.toMatchObject({ code: "CREDENTIALS_MISSING" });
});

test("a login with PKCE gives tokens that verify against the published keys, and a code works once", async () => {
  const { url } = await serve();
  const server = await discover(url);
  const verifier = oauth.generateRandomCodeVerifier();
  const callback = await authorize(server, {
    response_type: "code",
    scope: "openid email notes:read",
    state: "s",
    nonce: "n",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const parameters = oauth.validateAuthResponse(server, CLIENT, callback, "s");
  const exchange = (code: string): Promise<Response> =>
    oauth.authorizationCodeGrantRequest(
      server,
      CLIENT,
      oauth.None(),
      parameters,
      "http://localhost/callback",
      code,
      INSECURE,
    );
  const response = await exchange(verifier);
  const tokens = await oauth.processAuthorizationCodeResponse(server, CLIENT, response, {
    expectedNonce: "n",
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, INSECURE);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  expect([claims?.sub, claims?.email]).toEqual(["mock-user", "mock-user@example.com"]);
  const userInfo = await oauth.userInfoRequest(server, CLIENT, tokens.access_token, INSECURE);
  expect((await oauth.processUserInfoResponse(server, CLIENT, "mock-user", userInfo)).email).toBe(
    "mock-user@example.com",
  );
  expect(await (await exchange(verifier)).json()).toMatchObject({ error: "invalid_grant" });
});

test("a wrong code verifier is rejected", async () => {
  const { url } = await serve();
  const server = await discover(url);
  const challenge = {
    code_challenge: await oauth.calculatePKCECodeChallenge("a".repeat(43)),
    code_challenge_method: "S256",
  };
  const callback = await authorize(server, { response_type: "code", state: "s", ...challenge });
  const form = { grant_type: "authorization_code", client_id: "app", code: callback.searchParams.get("code") ?? "" };
  const body = new URLSearchParams({ ...form, code_verifier: "b".repeat(43) });
  const refused = await fetch(server.token_endpoint ?? "", { method: "POST", body });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: "invalid_grant", error_description: "code_verifier does not match the code_challenge." },
  ]);
});

test.each(["scope", "login_hint", "state", "nonce", "code_challenge", "prompt", "redirect_uri"])(
  "the parameter %s may come once",
  async (name) => {
    const { url } = await serve();
    const query = { client_id: "app", redirect_uri: "http://localhost/callback", response_type: "code" };
    const twice = `${new URLSearchParams(query)}&${name}=notes:read&${name}=notes:write`;
    const refused = await fetch(`${url}/__mock/oauth/authorize?${twice}`, { redirect: "manual" });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: "invalid_request", error_description: `The parameter ${name} is given more than once.` },
    ]);
  },
);

test("the token endpoint rejects parameters that are no text or come twice, and other media types", async () => {
  const { url } = await serve();
  const post = async (type: string, body: string): Promise<unknown> => {
    const answer = await fetch(`${url}/__mock/oauth/token`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    return [answer.status, (await answer.json()).error_description];
  };
  const form = "application/x-www-form-urlencoded";
  const grant = "grant_type=client_credentials&client_id=app";
  expect(await post("application/json", '{"scope":5}')).toEqual([400, "The parameter scope must be a text."]);
  expect(await post(form, `${grant}&scope=a&scope=b`)).toEqual([400, "The parameter scope is given more than once."]);
  expect(await post("multipart/form-data; boundary=x", "--x--")).toEqual([
    415,
    "Send the parameters as application/x-www-form-urlencoded.",
  ]);
  expect(await post(form, `${grant}&__proto__=x`)).toEqual([200, undefined]);
});

test("a refresh token gives new tokens once; tokens end, are looked up and are revoked", async () => {
  const { url } = await serve({ tokenLifetime: 1 });
  const server = await discover(url);
  const password = { grant_type: "password", client_id: "app", username: "ada", password: "x", scope: "notes:read" };
  const ask = async (form: Record<string, string>): Promise<Record<string, string>> =>
    (await fetch(server.token_endpoint ?? "", { method: "POST", body: new URLSearchParams(form) })).json();
  const first = await ask(password);
  const introspect = async (token: string): Promise<oauth.IntrospectionResponse> =>
    oauth.processIntrospectionResponse(
      server,
      CLIENT,
      await oauth.introspectionRequest(server, CLIENT, SECRET, token, INSECURE),
    );
  expect(await introspect(first.access_token ?? "")).toMatchObject({ active: true, sub: "ada", scope: "notes:read" });
  await expect.poll(() => statusWith(url, first.access_token ?? ""), { timeout: 10_000 }).toBe(401);
  const late = await fetch(`${url}/notes`, { headers: { authorization: `Bearer ${first.access_token}` } });
  expect(await late.text()).toContain("what was sent has expired");
  expect(await introspect(first.access_token ?? "")).toEqual({ active: false });
  const refresh = { grant_type: "refresh_token", client_id: "app", refresh_token: first.refresh_token ?? "" };
  const second = await ask(refresh);
  expect(await introspect(second.refresh_token ?? "")).toMatchObject({ active: true, sub: "ada" });
  expect(await ask(refresh)).toMatchObject({ error: "invalid_grant" });
  const revoked = await oauth.revocationRequest(server, CLIENT, SECRET, second.refresh_token ?? "", INSECURE);
  await oauth.processRevocationResponse(revoked);
  expect(await introspect(second.refresh_token ?? "")).toEqual({ active: false });
});

test.each([
  [{ grant_type: "client_credentials" }, 401, "invalid_client"],
  [{ client_id: "app" }, 400, "invalid_request"],
  [{ client_id: "app", grant_type: "magic" }, 400, "unsupported_grant_type"],
  [{ client_id: "app", grant_type: "client_credentials", scope: "admin" }, 400, "invalid_scope"],
  [{ client_id: "app", grant_type: "refresh_token", refresh_token: "none" }, 400, "invalid_grant"],
])("the token endpoint rejects %j with %i %s", async (form, status, error) => {
  const { mock } = await serve();
  const body = new URLSearchParams(Object.entries(form));
  const refused = await mock.fetch("/__mock/oauth/token", { method: "POST", body });
  const { error_description: reason, ...rest } = await refused.json();
  expect([refused.status, rest]).toEqual([status, { error }]);
  expect(reason).toMatch(/\.$/);
});

test("a tester may deny the request on a page", async () => {
  const { mock } = await serve();
  const query =
    "client_id=%3Cb%3E&redirect_uri=http%3A%2F%2Flocalhost%2Fback&response_type=code&prompt=consent&state=s";
  const page = await mock.fetch(`/__mock/oauth/authorize?${query}`);
  expect(await page.text()).toContain("<h1>Allow &#60;b&#62; access?</h1>");
  const denied = await mock.fetch(`/__mock/oauth/authorize?${query}&decision=deny`);
  const target = new URL(denied.headers.get("location") ?? "");
  expect([target.searchParams.get("error"), target.searchParams.get("state")]).toEqual(["access_denied", "s"]);
  const script = await mock.fetch(
    `/__mock/oauth/authorize?${query.replace("http%3A%2F%2Flocalhost%2Fback", "javascript%3Aalert(1)")}`,
  );
  expect(script.status).toBe(400);
});

test("a description without OAuth has no such endpoints", async () => {
  const mock = await createMockServer({
    description: { ...DESCRIPTION, security: [], components: {}, paths: {} },
    memory: true,
  });
  onTestFinished(() => mock.close());
  expect((await mock.fetch("/__mock/oauth/jwks")).status).toBe(404);
});

test("the command serves https with a certificate that clients can trust, and keeps it", async () => {
  const folder = await makeFolder({ "api.json": JSON.stringify(DESCRIPTION) });
  const certificates: string[] = [];
  for (let run = 0; run < 2; run++) {
    const server = await startServer(["api.json", "--https", "--data-dir", "data"], folder);
    expect(server.url).toMatch(/^https:\/\/localhost:\d+$/);
    const ca = await readFile(join(folder, "data", ".https", "cert.pem"), "utf8");
    certificates.push(ca);
    const status = await new Promise((resolve, reject) => {
      get(`${server.url}/notes`, { ca }, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
    expect(status).toBe(200);
    await server.end("SIGTERM");
  }
  expect(certificates[0]).toBe(certificates[1]);
});

test("with --memory, the certificate is in a temporary file that the start names", async () => {
  const folder = await makeFolder({ "api.json": JSON.stringify(DESCRIPTION) });
  const server = await startServer(["api.json", "--https", "--memory"], folder);
  const [, file = ""] = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(server.report) ?? [];
  const ca = await readFile(resolve(folder, file), "utf8");
  const status = await new Promise((done, reject) => {
    get(`${server.url}/notes`, { ca }, (response) => done(response.resume().statusCode)).on("error", reject);
  });
  expect(status).toBe(200);
  await server.end("SIGTERM");
  await expect(readFile(resolve(folder, file))).rejects.toThrow("ENOENT");
});

test.each([
  [["--cert", "none.pem"], "CERTIFICATE_UNREADABLE"],
  [["--cert", "api.json"], "CERTIFICATE_INVALID"],
  [["--key", "api.json"], "CERTIFICATE_INVALID"],
])("https with %j is rejected with %s", async (flags, code) => {
  const folder = await makeFolder({ "api.json": JSON.stringify(DESCRIPTION) });
  const { exitCode, stderr } = await runCommand(["api.json", "--memory", ...flags], folder);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`[${code}]`)]);
});
