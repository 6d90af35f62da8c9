import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code } from "./code.js";
import { literal, markdownText, memberAccess } from "./escape.js";
import { sampleCall } from "./sample-call.js";

/** `README.md`: how to install, construct and call, with one example a resource. */
export function emitReadme(plan: SdkPlan): string {
  const { api, packageName, version, groups } = plan;
  const [server] = api.servers;
  const queried = groups.find(({ methods }) => methods.some(({ record }) => record === "find"));
  return code(
    `# ${markdownText(api.title)}: JavaScript client`,
    "",
    `Version ${version}, for ${markdownText(api.title)} ${markdownText(api.version)}. Generated from the OpenAPI description; do not edit the files listed in \`onespec.manifest.json\`.`,
    "",
    "Plain JavaScript with types. No dependency, no build step. Node 20.19 and later, Deno, Bun, browsers and bundlers.",
    "",
    "## Use",
    "",
    "```js",
    `import Client from ${literal(`./${packageName}/index.js`)};`,
    "",
    `const client = new Client({ baseUrl: ${literal(server?.url ?? "http://localhost:3000")}, auth: { token: "…" } });`,
    queried && ["", `const records = await client${memberAccess(queried.name)}.find().limit(10).execute();`],
    "```",
    "",
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
    "## Errors",
    "",
    "Every error is an `Error` with a `code`. `ValidationError`: the call does not fit the description, nothing was sent, `issues` lists every mistake. `ApiError` and a class for each common status (`NotFoundError`, `ConflictError`, ...): `status`, `body`, `headers`, `requestId`. `NetworkError` and `TimeoutError`: no answer came. `QueryTooBroadError`: the query would read too much.",
    "",
    "Safe and idempotent calls are tried again after network failures, 429 and 5xx, and wait as long as `Retry-After` says.",
  );
}

function queryGuide({ name, resource, relations }: GroupPlan): string[] {
  const target = `client${memberAccess(name)}`;
  const field = resource?.id.property?.join(".") ?? "id";
  const [relation] = relations;
  return [
    "## Queries",
    "",
    "```js",
    `await ${target}.find({ ${/^[\w$]+$/.test(field) ? field : literal(field)}: { in: [1, 2] } }).execute(); // = != < <= > >= in nin between contains startsWith endsWith like exists`,
    `await ${target}.find({ or: [{ … }, { … }] }).sort("${field} DESC").skip(20).limit(10); // queries can be awaited as they are`,
    `for await (const record of ${target}.find()) console.log(record); // page by page, as they are needed`,
    ...(relation ? [`await ${target}.find().populate(${literal(relation.name)});`] : []),
    `${target}.find().explain().text; // what the server does and what is done here`,
    "```",
    "",
    "What the server can filter and sort is asked of it; the rest is done here, exactly. A query stops with `QueryTooBroadError` after 100 requests or 10,000 records; `.options({ maxRequests, maxRecords })` moves that.",
    "",
  ];
}

/** `docs/<Resource>.md`: every method with an example. */
export function emitResourcePage(group: GroupPlan, plan: SdkPlan): string {
  return code(
    `# ${group.className}`,
    "",
    group.description !== undefined && [markdownText(group.description), ""],
    group.relations.length > 0 && [
      `\`populate\` knows ${group.relations.map(({ name }) => `\`${name}\``).join(", ")}.`,
      "",
    ],
    group.methods.flatMap((method) => methodSection(group, method, plan)),
  );
}

function methodSection(group: GroupPlan, method: MethodPlan, plan: SdkPlan): string[] {
  const { operation } = method;
  return [
    `## ${method.name}`,
    "",
    `\`${operation.method.toUpperCase()} ${operation.path.replaceAll("`", "'")}\`${operation.deprecated ? " (deprecated)" : ""}`,
    "",
    ...(operation.summary === undefined ? [] : [markdownText(operation.summary), ""]),
    "```js",
    `await ${sampleCall(plan.api, group, method)};`,
    "```",
    "",
  ];
}

/** `llms.txt`: the true names, for tools that write code. */
export function emitLlmsText(plan: SdkPlan): string {
  return code(
    `# ${markdownText(plan.api.title)} client ${plan.version}`,
    "",
    "> `import Client from './index.js'; const client = new Client({ baseUrl, auth: { token } })`. All methods return promises; arguments are checked before anything is sent.",
    "",
    plan.groups.flatMap(({ name, methods }) => [
      `## client${memberAccess(name)}`,
      "",
      ...methods.map((method) => `- ${method.name}: ${method.operation.method.toUpperCase()} ${method.operation.path}`),
      "",
    ]),
  );
}
