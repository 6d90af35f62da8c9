import type { Addition } from "../config/sdk-config.js";
import type { GroupPlan, SdkPlan } from "../plan/sdk-plan.js";
import { authGuide, authOption } from "./auth-guide.js";
import { code } from "./code.js";
import { kindOf } from "./emit-tanstack-query.js";
import { codeSpan, literal, markdownText, memberAccess } from "./escape.js";
import { resourceExample } from "./resource-example.js";

/** `README.md`: how to install and use the client, with a runnable example for each resource. */
export function emitReadme(plan: SdkPlan): string {
  const { api, packageName, version, groups } = plan;
  const isTyped = plan.features.language === "ts";
  const base = api.servers[0]?.url ?? "/";
  const queried = groups.find(({ methods }) => methods.some(({ record }) => record === "find"));
  return code(
    `# ${markdownText(api.title)}: JavaScript client`,
    "",
    `Version ${version}, for ${markdownText(api.title)} ${markdownText(api.version)}. Generated from the OpenAPI description; do not edit the files listed in \`onespec.manifest.json\`.`,
    "",
    isTyped
      ? "TypeScript source without a dependency: compile it with your program. Node 20.19 and later, Deno, Bun, browsers and bundlers."
      : "Plain JavaScript with types. No dependency, no build step. Node 20.19 and later, Deno, Bun, browsers and bundlers.",
    "",
    "## Install",
    "",
    "Import it from the folder as it lies, or install the folder as a package:",
    "",
    "```sh",
    "npm install ./path/to/this/folder",
    "```",
    "",
    "```js",
    `import Client from ${literal(packageName)}; // or "./path/to/this/folder/index.js"`,
    "```",
    "",
    !isTyped && ["In CommonJS:", "", "```js", `const Client = require(${literal(packageName)});`, "```", ""],
    "## Use",
    "",
    "```js",
    `const client = new Client({ baseUrl: ${literal(/^https?:/.test(base) ? base : "http://localhost:3000")}${authOption(plan.api)} });`,
    "```",
    "",
    authGuide(api).flatMap((line) => [line, ""]),
    queried && queryGuide(queried),
    "## Resources",
    "",
    "| property | methods | page |",
    "| --- | --- | --- |",
    groups.map(
      ({ name, className, methods }) =>
        `| \`${name}\` | ${methods
          .slice(0, 8)
          .map((method) => `\`${method.name}\``)
          .join(
            ", ",
          )}${methods.length > 8 ? `, … ${methods.length - 8} more` : ""} | [${className}](docs/${className}.md) |`,
    ),
    "",
    "## Examples",
    "",
    groups.flatMap((group) => [
      `### ${markdownText(group.name)}`,
      "",
      ...(group.description === undefined ? [] : [markdownText(group.description), ""]),
      "```js",
      ...resourceExample(group, plan),
      "```",
      "",
    ]),
    unwrapGuide(plan),
    ERRORS,
    plan.features.with.flatMap((name) => ERRORS_OF[name]),
    AFTER_ERRORS,
    testGuide(plan),
    plan.features.with.flatMap((name) => GUIDES[name](plan)),
    IN_A_PAGE,
  );
}

/** Which methods give a part of their answer, and how to get the rest. */
function unwrapGuide({ groups }: SdkPlan): string[] {
  const unwrapped = groups.flatMap(({ name: group, methods }) =>
    methods.flatMap(({ name, reply }) => (reply.length > 0 ? [codeSpan(`${group}.${name}`)] : [])),
  );
  if (unwrapped.length === 0) return [];
  const shown = unwrapped.slice(0, 12);
  return [
    "## Records in envelopes",
    "",
    `Where an answer holds a record in an envelope, the method gives the record: ${shown.join(", ")}${unwrapped.length > shown.length ? ", …" : ""}. \`{ unwrap: false }\` as the last argument gives all of the answer, and so does \`(await client.….withResponse()).body\`. \`"unwrap": false\` in the configuration of the generator switches it off for a resource, or for all.`,
    "",
  ];
}

const ERRORS = [
  "## Errors",
  "",
  "Every error is an `Error` with a `code`.",
  "",
  "| class | code | when |",
  "| --- | --- | --- |",
  "| `ValidationError` | `VALIDATION_FAILED` | the call does not fit the description; nothing was sent, `issues` lists every mistake |",
  "| `ApiError`, and one class for each common status: `NotFoundError`, `ConflictError`, ... | `API_ERROR` | the server refused: `status`, `body`, `headers`, `requestId` |",
  "| `NetworkError`, `TimeoutError` | `NETWORK_ERROR`, `TIMEOUT` | no answer came |",
  "| `QueryTooBroadError` | `QUERY_TOO_BROAD` | the query would read too much; its plan says what would help |",
  "| `ClientError`, the base of all of them | `BASE_URL_INVALID` | `baseUrl` is no address, or holds a login, `?` or `#` |",
  "| | `AUTH_INVALID` | `auth` holds a key that is no credential, or a scheme that the description does not have |",
  "| | `ANSWER_TOO_LARGE` | the answer, or one event of a stream, is larger than `maxAnswerBytes` (100 MB unless given) |",
  "| | `NO_VALIDATION` | the client was generated with `--no-validation`, and an option asks for validation |",
  "| | `ANSWERS_MISSING` | `validateResponses` needs the schemas of answers in this bundle |",
  "| | `MOCK_SERVER_MISSING`, `DESCRIPTION_MISSING` | `createTestClient` lacks the package, or the description |",
  "| | `MOCK_FAILED` | the mock refused a reset or an override, or does not answer |",
] as const;

const ERRORS_OF: Readonly<Record<Addition, readonly string[]>> = {
  "tanstack-query": [
    "| | `TANSTACK_QUERY_TOO_OLD` | a mutation cannot invalidate queries: TanStack Query 5.89 or later is needed |",
    "| | `QUERY_OF_OTHER_RESOURCE` | options of one resource were asked for the query of another |",
  ],
  mcp: ["| | `MCP_SDK_MISSING` | the package `@modelcontextprotocol/sdk` is not installed |"],
};

const AFTER_ERRORS = [
  "",
  "Safe and idempotent calls are tried again after network failures, 429 and 5xx, and wait as long as `Retry-After` says, at most `maxDelayMs`.",
  "`timeoutMs` (60,000 unless given) is the time for one try with its whole answer, or for the beginning of a stream.",
  "",
] as const;

const IN_A_PAGE = [
  "## In a browser page",
  "",
  '`<script type="module">` imports `index.js` as it is. Browsers keep some headers for themselves (`Cookie`, `Host`, `Origin`, ...): a call that has to send one is refused with a `ValidationError`, since the browser would drop it without a word.',
] as const;

/** A call that makes one operation fail. */
function overrideExample({ api }: SdkPlan): string {
  const plain = api.operations.map(({ id }) => id).filter((id) => /^[\w.-]+$/.test(id));
  return `await mock.override(${literal(plain.sort()[0] ?? "operationId")}, { status: 503 }); // the next call fails`;
}

function testGuide(plan: SdkPlan): string[] {
  return [
    "## Tests without a server",
    "",
    "With `@onespec/mock-server` installed, `testing.js` gives the client over a backend in the same process: no port, its own state, seeded data.",
    "",
    "```js",
    'import { createTestClient } from "./testing.js";',
    "",
    "const { client, mock } = await createTestClient({ seed: 10 });",
    overrideExample(plan),
    "await mock.reset(); // back to the seeds, without overrides",
    "await mock.close();",
    "```",
    "",
    "`override` knows the documented statuses and bodies of each operation. The test client does not repeat failed calls unless `retry` is given.",
    "",
    "`mockFixtures()` gives the same to Vitest and Playwright. Each worker has its own mock, and each test finds the seeds:",
    "",
    "```ts",
    'import { test as base } from "vitest"; // in Playwright: base.extend<TestFixtures, WorkerFixtures>(mockFixtures())',
    'import { mockFixtures, type TestFixtures, type WorkerFixtures } from "./testing.js";',
    "",
    "const test = base.extend<TestFixtures & WorkerFixtures>(mockFixtures({ seed: 10 }));",
    'test("…", async ({ client, mock }) => { … });',
    "```",
    "",
    '- Several workers can share one mock: `createTestClient({ mock: "http://localhost:3000" })`, or `mockFixtures` with `mock`, opens a session of its own.',
    "- Code that calls `fetch` itself: `setupServer(...handlers(mock, { baseUrl }))` with `handlers` of `@onespec/mock-server/msw`.",
    "- A page in Playwright: `await routeToMock(page, mock, baseUrl)` answers what the page asks of the API.",
    "",
  ];
}

/** Of each module that is written on request. */
const GUIDES: Readonly<Record<Addition, (plan: SdkPlan) => readonly string[]>> = {
  "tanstack-query": ({ groups }) => {
    const group = groups.find(({ methods }) => methods.some(({ record }) => record === "create")) ?? groups[0];
    const name = `queries${memberAccess(group?.name ?? "…")}${group?.resource && group.resource.parents.length > 0 ? ".in({ … })" : ""}`;
    const has = (record: string): boolean => group?.methods.some((method) => method.record === record) ?? false;
    const find = group?.methods.find(({ record }) => record === "find");
    const target = name.replace(/^queries/, "client");
    return [
      "## TanStack Query",
      "",
      "`tanstack-query.js` gives plain option objects, for React, Vue, Svelte and Solid. It needs TanStack Query 5.89 or later.",
      "",
      "```text",
      'import { createQueries, reading } from "./tanstack-query.js";',
      "const queries = createQueries(client);",
      "",
      ...(find ? [`useQuery(${name}.find.queryOptions(${target}.find({ … }).limit(10)));`] : []),
      ...(find && kindOf(find, group?.resource?.list) === "pages"
        ? [`useInfiniteQuery(${name}.find.infiniteQueryOptions(${target}.find().limit(20))); // data.pages[n].records`]
        : []),
      ...(has("get") ? [`useQuery(${name}.get.queryOptions(id));`] : []),
      ...(has("create") ? [`useMutation(${name}.create.mutationOptions()); // mutate({ values: { … } })`] : []),
      ...(has("update") ? [`useMutation(${name}.update.mutationOptions()); // mutate({ id, values: { … } })`] : []),
      "```",
      "",
      `A mutation takes the arguments of its method by name. It invalidates the queries of its resource, and those that loaded its records with \`populate\`. For the same by hand: \`queryClient.invalidateQueries(reading(${literal(group?.name ?? "…")}))\`. Lists that cannot page have no \`infiniteQueryOptions\`.`,
      "",
    ];
  },
  mcp: ({ features }) => [
    "## MCP server",
    "",
    "`mcp.js` serves the API to models, with the package `@modelcontextprotocol/sdk`. A few tools find, count, read, create, change and delete records of any resource, at most 50 at a time; arguments are checked as in any call.",
    "",
    "```sh",
    `API_TOKEN=… ${features.language === "ts" ? "npx tsx mcp.ts" : "node mcp.js"} --base-url https://api.example.com --read-only`,
    "```",
    "",
    "In a program: `const server = await createMcpServer(client, { readOnly: true })`, then `await server.connect(transport)`.",
    "",
  ],
};

function queryGuide({ name, resource, relations }: GroupPlan): string[] {
  const target = `client${memberAccess(name)}${resource && resource.parents.length > 0 ? ".in({ … })" : ""}`;
  const field = resource?.id.property?.join(".") ?? "id";
  const [relation] = relations;
  return [
    "## Queries",
    "",
    "```text",
    `await ${target}.find({ ${/^[\w$]+$/.test(field) ? field : literal(field)}: { in: [1, 2] } }).execute(); // = != < <= > >= in nin between contains startsWith endsWith like exists`,
    `await ${target}.find({ or: [{ … }, { … }] }).sort(${literal(`${field} DESC`)}).skip(20).limit(10); // queries can be awaited as they are`,
    `for await (const record of ${target}.find()) console.log(record); // page by page, as they are needed`,
    ...(relation ? [`await ${target}.find().populate(${literal(relation.name)});`] : []),
    `${target}.find().explain().text; // what the server does and what is done here`,
    "```",
    "",
    "What the server can filter and sort is asked of it; the rest is done here, exactly. A query stops with `QueryTooBroadError` after 100 requests or 10,000 records; `.options({ maxRequests, maxRecords })` moves that.",
    "",
  ];
}
