import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";
import { typeErrors } from "./type-errors.js";

const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const SERVER = { $ref: "#/components/schemas/Server" };
const USER = { $ref: "#/components/schemas/User" };
const envelope = (properties: object): object => ({ type: "object", properties });
const PATHS = {
  "/servers": {
    get: {
      operationId: "listServers",
      responses: { 200: json(envelope({ servers: { type: "array", items: SERVER } })) },
    },
    post: {
      operationId: "createServer",
      requestBody: { required: true, content: { "application/json": { schema: SERVER } } },
      responses: {
        201: json(envelope({ server: SERVER, root_password: { type: "string" }, action: { type: "object" } })),
      },
    },
  },
  "/servers/{id}": {
    get: {
      operationId: "getServer",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      responses: { 200: json(envelope({ server: SERVER })) },
    },
  },
  "/users": { get: { operationId: "listUsers", responses: { 200: json({ type: "array", items: USER }) } } },
  "/users/{id}": {
    get: {
      operationId: "getUser",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      responses: { 200: json(envelope({ user: USER })) },
    },
  },
  "/session": {
    get: {
      operationId: "getMe",
      tags: ["users"],
      responses: { 200: json(envelope({ user: USER, token: { type: "string" } })) },
    },
  },
  "/me": {
    get: {
      operationId: "getProfile",
      tags: ["users"],
      responses: { 200: json(envelope({ user: USER, meta: { type: "object" }, status: { type: "string" } })) },
    },
  },
};
const DESCRIPTION = {
  paths: PATHS,
  components: {
    schemas: {
      Server: { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } },
      User: { type: "object", required: ["id"], properties: { id: { type: "integer" }, email: { type: "string" } } },
    },
  },
};
const CREATED = { server: { id: 1, name: "a" }, root_password: "secret", action: { id: 9 } };
const ME = { user: { id: 2, email: "a@b.c" }, token: "t" };
const PROFILE = { user: ME.user, meta: {}, status: "ok" };

let served: ServedClient;
afterEach(() => served.close());
const ANSWERS: Readonly<Record<string, object>> = { "/session": ME, "/me": PROFILE, "/users/2": { user: ME.user } };
const serve = async (config?: object, description: object = DESCRIPTION): Promise<ServedClient> => {
  served = await servedClient(description, {
    answer: ({ path }) => ({ body: ANSWERS[path] ?? CREATED }),
    ...(config && { config }),
  });
  return served;
};

test("methods give the record of an envelope; an option and withResponse give what stands beside it", async () => {
  const { client, module, folder } = await serve();
  expect(await client.servers.create({ id: 1, name: "a" })).toEqual(CREATED.server);
  expect(await client.servers.create({ id: 1, name: "a" }, { unwrap: false })).toEqual(CREATED);
  expect(await client.servers.create({ id: 1, name: "a" }).withResponse()).toMatchObject({
    data: CREATED.server,
    body: CREATED,
    status: 200,
  });
  const users = new module.default({ baseUrl: served.origin }).users;
  expect(await users.get(2)).toEqual(ME.user);
  expect(await users.getProfile()).toEqual(ME.user);
  expect(await users.getProfile({ unwrap: false })).toEqual(PROFILE);
  expect(await readFile(join(folder, "README.md"), "utf8")).toMatch(
    /return the record instead of the envelope around it: `servers.create`, `servers.get`, `users.get`, `users.getProfile`\./,
  );
});

test("other methods than those of records keep an answer that has other data beside the record, such as a token", async () => {
  const { client, folder } = await serve();
  expect(await client.users.getMe()).toEqual(ME);
  expect(await client.users.getMe({ unwrap: false })).toEqual(ME);
  expect(await readFile(join(folder, "llms.txt"), "utf8")).not.toContain("GET /session, gives");
});

test("a call is sent also if nobody waits for it", async () => {
  const { client, asked } = await serve();
  client.servers.create({ id: 1, name: "a" });
  await expect.poll(asked).toEqual(["/servers"]);
});

test("types tell what each gives", async () => {
  const { folder } = await serve();
  const source = `import Client from "./index.js";
const client = new Client();
export const name: string | undefined = (await client.servers.create({ id: 1 })).name;
export const whole = await client.servers.create({ id: 1 }, { unwrap: false });
export const password: string | undefined = whole.root_password;
export const beside: string | undefined = (await client.servers.create({ id: 1 }).withResponse()).body.root_password;
export const token: string | undefined = (await client.users.getMe()).token;
export const email: string | undefined = (await client.users.getProfile()).email;
export const status: string | undefined = (await client.users.getProfile({ unwrap: false })).status;
// @ts-expect-error it stands beside the record
export const none = (await client.servers.create({ id: 1 })).root_password;
`;
  await writeFile(join(folder, "use.ts"), source);
  expect(await typeErrors(folder)).toEqual([]);
});

test("what a body requires beside the record has to be given", async () => {
  const body = {
    type: "object",
    required: ["server", "region", "idempotency_key"],
    properties: { server: SERVER, region: { type: "string" }, idempotency_key: { type: "string" } },
  };
  const post = { ...PATHS["/servers"].post, requestBody: { required: true, ...json(body) } };
  const paths = { ...PATHS, "/servers": { ...PATHS["/servers"], post } };
  const { client, folder } = await serve(undefined, { ...DESCRIPTION, paths });
  expect(await client.servers.create({ id: 1 }, { envelope: { region: "eu" } })).toEqual(CREATED.server);
  const source = `import Client from "./index.js";
const client = new Client();
export const name: string | undefined = (await client.servers.create({ id: 1 }, { envelope: { region: "eu" } })).name;
// @ts-expect-error the region
export const none = await client.servers.create({ id: 1 });
// @ts-expect-error the region
export const empty = await client.servers.create({ id: 1 }, { envelope: {}, unwrap: false });
`;
  await writeFile(join(folder, "use.ts"), source);
  expect(await typeErrors(folder)).toEqual([]);
});

test.each([{ unwrap: false }, { resources: { "/servers": { unwrap: false } } }])(
  "the configuration switches it off: %j",
  async (config) => {
    const { client } = await serve(config);
    expect(await client.servers.create({ id: 1 })).toEqual(CREATED);
    expect(await client.users.getProfile()).toEqual("unwrap" in config ? PROFILE : ME.user);
    // Queries look at records all the same.
    expect(await client.servers.find({ id: 1 })).toEqual([CREATED.server]);
  },
);

test.each([
  { operations: { getProfile: { unwrap: false }, getMe: { unwrap: true } } },
  { resources: { "/me": { unwrap: false }, "/session": { unwrap: true } } },
])("the configuration switches one operation: %j", async (config) => {
  const { client } = await serve(config);
  expect(await client.users.getProfile()).toEqual(PROFILE);
  expect(await client.users.getMe()).toEqual(ME.user);
  expect(await client.users.get(2)).toEqual(ME.user);
});

test("x-onespec switches an operation, and a path", async () => {
  const paths = {
    ...PATHS,
    "/me": { ...PATHS["/me"], "x-onespec": { unwrap: false } },
    "/servers": {
      ...PATHS["/servers"],
      post: { ...PATHS["/servers"].post, "x-onespec": { unwrap: false } },
    },
  };
  const { client } = await serve(undefined, { ...DESCRIPTION, paths });
  expect(await client.users.getProfile()).toEqual(PROFILE);
  expect(await client.servers.create({ id: 1 })).toEqual(CREATED);
  expect(await client.servers.get(1)).toEqual(CREATED.server);
});

test("a path that is no resource takes nothing else", async () => {
  await expect(serve({ resources: { "/me": { name: "profile" } } })).rejects.toThrow(
    "resources./me is no collection path of a resource",
  );
  await serve();
});

test("the record stands in an envelope that may be null", async () => {
  const Held = { type: ["object", "null"], required: ["server"], properties: { server: SERVER } };
  const held = { $ref: "#/components/schemas/Held" };
  const paths = {
    ...PATHS,
    "/servers": {
      get: PATHS["/servers"].get,
      post: {
        operationId: "createServer",
        requestBody: { required: true, content: { "application/json": { schema: held } } },
        responses: { 201: json(held) },
      },
    },
  };
  const { client, folder } = await serve(undefined, {
    paths,
    components: { schemas: { ...DESCRIPTION.components.schemas, Held } },
  });
  expect(await client.servers.create({ id: 1 })).toEqual(CREATED.server);
  expect(await typeErrors(folder)).toEqual([]);
});
