import type { GroupPlan, SdkPlan } from "../plan/sdk-plan.js";
import { authGuide, authOption } from "./auth-guide.js";
import { code } from "./code.js";
import { codeSpan, literal, markdownText, memberAccess } from "./escape.js";
import { resourceExample } from "./resource-example.js";

/** `README.md`: how to install and use the client, with a runnable example for each resource. */
export function emitReadme(plan: SdkPlan): string {
  const { api, packageName, version, groups } = plan;
  const base = api.servers[0]?.url ?? "/";
  const queried = groups.find(({ methods }) => methods.some(({ record }) => record === "find"));
  return code(
    `# ${markdownText(api.title)}: JavaScript client`,
    "",
    `Version ${version}, for ${markdownText(api.title)} ${markdownText(api.version)}. Generated from the OpenAPI description; do not edit the files listed in \`onespec.manifest.json\`.`,
    "",
    "Plain JavaScript with types. No dependency, no build step. Node 20.19 and later, Deno, Bun, browsers and bundlers.",
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
    "In CommonJS:",
    "",
    "```js",
    `const Client = require(${literal(packageName)});`,
    "```",
    "",
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
    GUIDES,
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

const GUIDES = [
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
  "| | `FILE_NOT_LOADED` | a file that a bundle loads later could not be loaded: the next call tries again; nothing was sent, unless the answer is a stream that the description does not tell of |",
  "| | `NOT_READY` | `explain()` or `toRequest()` before a bundle has loaded what they need: `await query.ready()` |",
  "| | `ANSWERS_MISSING` | `validateResponses` needs the schemas of answers in this bundle |",
  "| | `MOCK_SERVER_MISSING`, `DESCRIPTION_MISSING` | `createTestClient` lacks the package, or the description |",
  "",
  "Safe and idempotent calls are tried again after network failures, 429 and 5xx, and wait as long as `Retry-After` says, at most `maxDelayMs`.",
  "`timeoutMs` (60,000 unless given) is the time for one try with its whole answer, or for the beginning of a stream.",
  "",
  "## Tests without a server",
  "",
  "With `@onespec/mock-server` installed, `testing.js` gives the client over a backend in the same process: no port, its own state, seeded data.",
  "",
  "```js",
  'import { createTestClient } from "./testing.js";',
  "",
  "const { client, mock } = await createTestClient({ seed: 10 });",
  "// ... calls as above; between tests:",
  "await mock.reset();",
  "await mock.close();",
  "```",
  "",
  "## In a browser page",
  "",
  '`<script type="module">` imports `index.js` as it is. Browsers keep some headers for themselves (`Cookie`, `Host`, `Origin`, ...): a call that has to send one is refused with a `ValidationError`, since the browser would drop it without a word.',
] as const;

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
