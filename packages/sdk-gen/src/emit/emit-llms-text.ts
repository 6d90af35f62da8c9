import type { Addition } from "../config/sdk-config.js";
import { soleParameter } from "../plan/call-parameters.js";
import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import { authGuide } from "./auth-guide.js";
import { code } from "./code.js";
import { argumentNames } from "./emit-method.js";
import { codeSpan, markdownText, memberAccess, pathText } from "./escape.js";

const QUERIES = [
  '- `find(where)` returns a query: `.sort("field DESC")`, `.skip(n)`, `.limit(n)`, `.select(...fields)`, `.populate(relation)`, `.params({ … })`, then `await`, `.first()`, `.count()` or `for await`.',
  "- `where`: `{ field: value }`, or an operator: `= != < <= > >= in nin between contains startsWith endsWith like exists`, combined with `or`, `and`, `not`. Unknown fields are a ValidationError.",
] as const;

const ADDITIONS_TEXT: Readonly<Record<Addition, string>> = {
  browser:
    "- Pages without a bundler: `<script type=\"module\">` with `import Client from './browser.js'`, the whole client as one file.",
  "tanstack-query":
    "- TanStack Query: `import { createQueries, reading } from './tanstack-query.js'`; `const queries = createQueries(client)` has each resource with each method: `queries.….get.queryOptions(id)`, `.find.queryOptions(query)`, `.find.infiniteQueryOptions(query)`, `.create.mutationOptions()`; `mutate({ id, values })` names the arguments. Mutations invalidate; `reading('name')` is a filter.",
  mcp: "- MCP: `node mcp.js --base-url <url> [--read-only]`, with `API_TOKEN`; or `createMcpServer(client)` from './mcp.js'.",
};

/** `llms.txt`: the methods with their arguments, for tools that write code. @see https://llmstxt.org */
export function emitLlmsText(plan: SdkPlan): string {
  return code(
    `# ${markdownText(plan.api.title)} client ${plan.version}`,
    "",
    `> \`import Client from './index.js'; const client = new Client({ baseUrl, auth: { token } })\`. Methods are awaited${plan.features.validation ? "; arguments are checked against the description before anything is sent" : ""}.`,
    "",
    plan.features.queries && QUERIES,
    "- `options`, always last: `{ params, headers, signal, timeoutMs, idempotencyKey }`. `params` of the other methods holds path, query and header parameters by name.",
    "- A method that returns a part of the answer (`gives` below) returns the whole answer with `{ unwrap: false }`, and as `body` of `await client.….withResponse()`.",
    ...authGuide(plan.api).map((line) => `- ${line}`),
    "- Errors: `ValidationError` (`issues`), `ApiError` (`status`, `body`) with subclasses such as `NotFoundError`, `NetworkError`, `TimeoutError`.",
    "- Tests without a server: `import { createTestClient } from './testing.js'`; `const { client, mock } = await createTestClient()`; `await mock.override(operationId, { status, body })` overrides the answer of the next call, `await mock.reset()` restores the seeds. Pass `mockFixtures()` to `test.extend` of Vitest or Playwright.",
    plan.features.with.map((name) => ADDITIONS_TEXT[name]),
    "",
    plan.groups.flatMap((group) => [
      `## client${memberAccess(group.name)}`,
      "",
      ...parentsLine(group),
      ...(group.relations.length > 0 ? [`Relations: ${group.relations.map(({ name }) => name).join(", ")}.`, ""] : []),
      ...group.methods.map(
        (method) =>
          `- ${method.name}(${shownArguments(plan, method).join(", ")}): ${method.operation.method.toUpperCase()} ${pathText(method.operation.path)}${method.reply.length > 0 ? `, gives ${codeSpan(method.reply.join("."))}` : ""}`,
      ),
      "",
    ]),
  );
}

function parentsLine({ name, resource }: GroupPlan): string[] {
  if (!resource || resource.parents.length === 0) return [];
  return [
    `Below a parent: client${memberAccess(name)}.in({ ${resource.parents.map(({ parameter }) => pathText(parameter)).join(", ")} }).`,
    "",
  ];
}

function shownArguments({ api }: SdkPlan, method: MethodPlan): string[] {
  if (method.record === "find") return ["where"];
  const sole = soleParameter(api.schemas, method.operation)?.name;
  return argumentNames(method).map((name) => (name === "params" ? (sole ?? name) : name));
}
