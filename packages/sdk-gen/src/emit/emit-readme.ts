import type { ApiDescription } from "@onespec/spec-core";
import type { Addition } from "../config/sdk-config.js";
import type { GroupPlan, SdkPlan } from "../plan/sdk-plan.js";
import { authGuide, authOption } from "./auth-guide.js";
import { code } from "./code.js";
import { kindOf } from "./emit-tanstack-query.js";
import { codeSpan, literal, markdownText, memberAccess } from "./escape.js";
import { resourceExample } from "./resource-example.js";
import { sampleIds } from "./sample-call.js";

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
    "Import it from this folder, or install the folder as a package:",
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
    queried && queryGuide(queried, api),
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
    ERRORS.filter((line) => !(plan.features.validation ? UNCHECKED : CHECKED).test(line)),
    plan.features.with.flatMap((name) => ERRORS_OF[name]),
    AFTER_ERRORS,
    testGuide(plan),
    plan.features.with.flatMap((name) => GUIDES[name](plan)),
    IN_A_PAGE,
  );
}

/** The methods that return a part of their answer, and how to get the rest. */
function unwrapGuide({ groups }: SdkPlan): string[] {
  const unwrapped = groups.flatMap(({ name: group, methods }) =>
    methods.flatMap(({ name, reply }) => (reply.length > 0 ? [codeSpan(`${group}.${name}`)] : [])),
  );
  if (unwrapped.length === 0) return [];
  const shown = unwrapped.slice(0, 12);
  return [
    "## Records in envelopes",
    "",
    `These methods return the record instead of the envelope around it: ${shown.join(", ")}${unwrapped.length > shown.length ? ", …" : ""}. \`{ unwrap: false }\` as the last argument returns the whole answer, and so does \`(await client.….withResponse()).body\`. \`"unwrap": false\` in the configuration of the generator switches it off for an operation, a resource, or for all.`,
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
  "| `ValidationError` | `VALIDATION_FAILED` | the call does not match the description; nothing was sent, and `issues` lists every mistake |",
  "| `ApiError`, and one class for each common status: `NotFoundError`, `ConflictError`, ... | `API_ERROR` | the server answered with an error: see `status`, `body`, `detail` (its message), `headers`, `requestId` |",
  "| `NetworkError`, `TimeoutError` | `NETWORK_ERROR`, `TIMEOUT` | the connection failed, or the server did not answer in time |",
  "| `QueryTooBroadError` | `QUERY_TOO_BROAD` | the query exceeds its limits; the message says how to narrow it |",
  "| `ClientError`, the base class | `LIST_INCOMPLETE` | the server has more records than it gave: the description declares no parameter that asks for them, pages repeat records, or the answer is not the described list |",
  "| | `BASE_URL_INVALID` | `baseUrl` is not an address, contains a login, `?` or `#`, or is a path outside of a page |",
  "| | `OPTION_UNKNOWN` | an option of the client or of the call does not exist |",
  "| | `AUTH_INVALID` | `auth` has a key, a scheme or a kind of credential that the description does not have |",
  "| | `ANSWER_TOO_LARGE` | the answer, or one event of a stream, is larger than `maxAnswerBytes` (default 100 MB) |",
  "| | `NO_VALIDATION` | the client was generated with `--no-validation`, and an option asks for validation |",
  "| | `ANSWERS_MISSING` | `validateResponses` needs the option `answers` in a bundle |",
  "| | `MOCK_SERVER_MISSING`, `DESCRIPTION_MISSING` | `createTestClient` cannot find the package or the description |",
  "| | `MOCK_FAILED` | the mock rejected a reset or an override, or does not answer |",
] as const;

/** The errors of a client with validation, and those of one without. */
const CHECKED = /`(?:VALIDATION_FAILED|OPTION_UNKNOWN|AUTH_INVALID|ANSWERS_MISSING)`/;
const UNCHECKED = /`NO_VALIDATION`/;

const ERRORS_OF: Readonly<Record<Addition, readonly string[]>> = {
  browser: [],
  "tanstack-query": [
    "| | `TANSTACK_QUERY_TOO_OLD` | a mutation cannot invalidate queries: TanStack Query 5.89 or later is needed |",
    "| | `QUERY_OF_OTHER_RESOURCE` | the options of a resource got a query of another resource |",
  ],
  mcp: ["| | `MCP_SDK_MISSING` | the package `@modelcontextprotocol/sdk` is not installed |"],
};

const AFTER_ERRORS = [
  "",
  "The client retries idempotent calls after network failures, 429 and 5xx. It waits as long as `Retry-After` says, but at most `maxDelayMs`.",
  "`timeoutMs` (default 60,000) limits one try including the whole answer, or the beginning of a stream.",
  "",
] as const;

const IN_A_PAGE = [
  "## In a browser page",
  "",
  '`<script type="module">` imports `index.js` directly. `generate-sdk --with browser` also writes the client as one file. Browsers set some headers themselves (`Cookie`, `Host`, `Origin`, ...) and silently drop them from calls. A call that needs one throws a `ValidationError`.',
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
    "With `@onespec/mock-server` installed, `testing.js` runs the client over a backend in the same process, without a port, with its own seeded data.",
    "",
    "```js",
    'import { createTestClient } from "./testing.js";',
    "",
    "const { client, mock } = await createTestClient({ seed: 10 });",
    overrideExample(plan),
    "await mock.reset(); // restores the seeds and removes overrides",
    "await mock.close();",
    "```",
    "",
    "`override` knows the documented statuses and bodies of each operation. The test client retries failed calls only with the option `retry`.",
    "",
    "`mockFixtures()` gives the same to Vitest and Playwright. Each worker has its own mock, and each test starts with the seeds:",
    "",
    "```ts",
    'import { test as base } from "vitest"; // in Playwright: base.extend<TestFixtures, WorkerFixtures>(mockFixtures())',
    'import { mockFixtures, type TestFixtures, type WorkerFixtures } from "./testing.js";',
    "",
    "const test = base.extend<TestFixtures & WorkerFixtures>(mockFixtures({ seed: 10 }));",
    'test("…", async ({ client, mock }) => { … });',
    "```",
    "",
    '- Several workers can share one mock: `createTestClient({ mock: "http://localhost:3000" })`, or `mockFixtures` with `mock`, opens a new session.',
    "- Code that calls `fetch` itself: `setupServer(...handlers(mock, { baseUrl }))` with `handlers` of `@onespec/mock-server/msw`.",
    "- A page in Playwright: `await routeToMock(page, mock, baseUrl)` answers the API calls of the page.",
    "",
  ];
}

/** The README section of each optional module. */
const GUIDES: Readonly<Record<Addition, (plan: SdkPlan) => readonly string[]>> = {
  browser: ({ features }) => [
    "## One file for pages",
    "",
    "`browser.js` is the whole client as one module, with the exports of `index.js`. A page without a bundler loads it with one request:",
    "",
    "```html",
    '<script type="module">',
    '  import Client from "./sdk/browser.js";',
    "</script>",
    "```",
    "",
    `It is not minified. ${features.validation ? 'The option `validateResponses` needs its export `answers`: `new Client({ answers, validateResponses: "warn" })`. ' : ""}With a bundler, import \`index.js\`: resources that you do not import are left out.`,
    "",
  ],
  "tanstack-query": ({ groups }) => {
    const group = groups.find(({ methods }) => methods.some(({ record }) => record === "create")) ?? groups[0];
    const name = `queries${memberAccess(group?.name ?? "…")}${group?.resource && group.resource.parents.length > 0 ? ".in({ … })" : ""}`;
    const has = (record: string): boolean => group?.methods.some((method) => method.record === record) ?? false;
    const find = group?.methods.find(({ record }) => record === "find");
    const target = name.replace(/^queries/, "client");
    return [
      "## TanStack Query",
      "",
      "`tanstack-query.js` creates plain option objects for React, Vue, Svelte and Solid. It needs TanStack Query 5.89 or later.",
      "",
      "```text",
      'import { createQueries, reading } from "./tanstack-query.js";',
      "const queries = createQueries(client);",
      "",
      ...(find ? [`useQuery(${name}.find.queryOptions(${target}.find({ … }).limit(10)));`] : []),
      ...(find ? [`useQuery(${name}.find.countOptions({ … })); // data: the number of all records that match`] : []),
      ...(find && kindOf(find, group?.resource?.list) === "pages"
        ? [`useInfiniteQuery(${name}.find.infiniteQueryOptions(${target}.find().limit(20))); // data.pages[n].records`]
        : []),
      ...(has("get") ? [`useQuery(${name}.get.queryOptions(id));`] : []),
      ...(has("create") ? [`useMutation(${name}.create.mutationOptions()); // mutate({ values: { … } })`] : []),
      ...(has("update") ? [`useMutation(${name}.update.mutationOptions()); // mutate({ id, values: { … } })`] : []),
      "```",
      "",
      `A mutation takes the arguments of its method by name. It invalidates the queries of its resource, and those that loaded its records with \`populate\`. To do so yourself, call \`queryClient.invalidateQueries(reading(${literal(group?.name ?? "…")}))\`. Lists that cannot page have no \`infiniteQueryOptions\`.`,
      "",
    ];
  },
  mcp: ({ features }) => [
    "## MCP server",
    "",
    "`mcp.js` serves the API to models, with the package `@modelcontextprotocol/sdk`. A few tools find, count, read, create, change and delete records of any resource, at most 50 at a time; arguments are validated as in any call.",
    "",
    "```sh",
    `API_TOKEN=… ${features.language === "ts" ? "npx tsx mcp.ts" : "node mcp.js"} --base-url https://api.example.com --read-only`,
    "```",
    "",
    "In a program: `const server = await createMcpServer(client, { readOnly: true })`, then `await server.connect(transport)`.",
    "",
  ],
};

function queryGuide({ name, resource, relations }: GroupPlan, api: ApiDescription): string[] {
  const target = `client${memberAccess(name)}${resource && resource.parents.length > 0 ? ".in({ … })" : ""}`;
  const field = resource?.id.property?.join(".") ?? "id";
  const [relation] = relations;
  const ids = resource ? sampleIds(api, resource) : "[1, 2]";
  return [
    "## Queries",
    "",
    "```text",
    `await ${target}.find({ ${/^[\w$]+$/.test(field) ? field : literal(field)}: { in: ${ids} } }).execute(); // = != < <= > >= in nin between contains startsWith endsWith like exists`,
    `await ${target}.find({ or: [{ … }, { … }] }).sort(${literal(`${field} DESC`)}).skip(20).limit(10); // await runs a query`,
    `for await (const record of ${target}.find()) console.log(record); // fetches pages on demand`,
    ...(relation ? [`await ${target}.find().populate(${literal(relation.name)});`] : []),
    `${target}.find().explain().text; // what the server does and what the client does`,
    "```",
    "",
    "The server filters and sorts what the description allows, and the client does the rest exactly. A query stops with `QueryTooBroadError` after 100 requests or 10,000 records; change the limits with `.options({ maxRequests, maxRecords })`.",
    "",
  ];
}
