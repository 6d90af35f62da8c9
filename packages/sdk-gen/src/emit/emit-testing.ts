import type { OperationResponse } from "@onespec/spec-core";
import { byStatus } from "../plan/media-types.js";
import type { ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { sorted } from "../sorted.js";
import { responseText } from "./body-type.js";
import { code, indent } from "./code.js";
import type { GeneratedFile } from "./emit-sdk.js";
import { bareType, typeScope } from "./emit-type.js";
import { propertyName } from "./escape.js";
import { importTypes, usedTypes } from "./import-models.js";

/** Largest description, in bytes, that a client contains. GitHub's has 12 MB, too much for every install. */
const CARRIED_BYTES = 2_000_000;

const DESCRIPTION = "utils/description.json";

/** `testing.js` and the description that it serves. @param document without references to other files */
export function emitTesting(document: unknown, plan: SdkPlan): GeneratedFile[] {
  const description = canonicalJson(document, CARRIED_BYTES);
  const isTyped = plan.features.language === "ts";
  return [
    {
      path: `testing.${plan.features.language}`,
      content: emitTestingModule(description !== undefined, plan).toWellFormed(),
    },
    ...(isTyped ? [] : [{ path: "testing.d.ts", content: emitTestingTypes(plan).toWellFormed() }]),
    ...(description === undefined ? [] : [{ path: DESCRIPTION, content: description }]),
  ];
}

// Imported under a name that no model can have.
const UTILS = 'import type * as $utils from "./utils/index.js";';

const CREATE_COMMENT = [
  "/**",
  " * Creates a client over a mock server in this process, without a port, or with `mock` over an existing one in a new session. Needs the",
  " * package `@onespec/mock-server`. Close the mock at the end of the test.",
  " */",
];
const FIXTURE_TYPES = [
  "/** Fixtures of each test: `test.extend<TestFixtures & WorkerFixtures>(…)` in Vitest, `test.extend<TestFixtures, WorkerFixtures>(…)` in Playwright. */",
  "export interface TestFixtures {",
  ...indent("client: Client;", "mock: $utils.TestMock<DocumentedAnswers>;"),
  "}",
  "",
  "/** Fixtures of each worker. */",
  "export interface WorkerFixtures {",
  ...indent("backend: $utils.TestClient<Client, DocumentedAnswers>;"),
  "}",
  "",
];
const FIXTURES_COMMENT = [
  "/**",
  " * Fixtures for Vitest and Playwright: `test.extend(mockFixtures())` gives tests a `client` and a `mock`. Each worker has its own mock, or with",
  " * `mock` its own session in a shared one. Each test starts with the seeds.",
  " */",
];
const ROUTE_COMMENT = ["/** Routes the API calls of a Playwright page to the mock, without a port. */"];

function emitTestingModule(carried: boolean, plan: SdkPlan): string {
  const isTyped = plan.features.language === "ts";
  const typed = (text: string): string => (isTyped ? text : "");
  const types = isTyped ? answerTypes(plan) : undefined;
  return code(
    'import { Client } from "./index.js";',
    'import { mockFixturesOf, routeToMock, testClientOf } from "./utils/testing.js";',
    isTyped && UTILS,
    types?.imports,
    "",
    types?.lines,
    isTyped && FIXTURE_TYPES,
    carried && [
      "// Not a literal in `new URL`: Vite turns that into an address of its server, also for tests in jsdom.",
      `const DESCRIPTION${typed(": string")} = "./${DESCRIPTION}";`,
      "",
    ],
    CREATE_COMMENT,
    `export function createTestClient(options${typed("?: $utils.TestClientOptions")})${typed(": Promise<$utils.TestClient<Client, DocumentedAnswers>>")} {`,
    `  return testClientOf(Client, ${carried ? "new URL(DESCRIPTION, import.meta.url).href" : "undefined"}, options);`,
    "}",
    "",
    FIXTURES_COMMENT,
    `export function mockFixtures(options${typed("?: $utils.TestClientOptions")})${typed(": $utils.MockFixtures<Client, DocumentedAnswers>")} {`,
    "  return mockFixturesOf(() => createTestClient(options));",
    "}",
    "",
    "export { routeToMock };",
  );
}

function emitTestingTypes(plan: SdkPlan): string {
  const { imports, lines } = answerTypes(plan);
  return code(
    'import type { Client } from "./index.js";',
    UTILS,
    imports,
    "",
    'export type { CreateMockServer, LoggedRequest, MockBackend, TestClient, TestClientOptions, TestMock } from "./utils/index.js";',
    "",
    lines,
    FIXTURE_TYPES,
    CREATE_COMMENT,
    "export declare function createTestClient(options?: $utils.TestClientOptions): Promise<$utils.TestClient<Client, DocumentedAnswers>>;",
    "",
    FIXTURES_COMMENT,
    "export declare function mockFixtures(options?: $utils.TestClientOptions): $utils.MockFixtures<Client, DocumentedAnswers>;",
    "",
    ROUTE_COMMENT,
    "export declare function routeToMock(page: $utils.RoutedPage, mock: $utils.TestMock<DocumentedAnswers>, baseUrl: string | URL): Promise<void>;",
  );
}

/** The answers of operations, by id and status, for overrides. */
function answerTypes(plan: SdkPlan): { readonly imports: readonly string[]; readonly lines: readonly string[] } {
  const used = new Set<ModelPlan>();
  const scope = typeScope(plan, "response", used);
  const textOf = (responses: readonly OperationResponse[]): string =>
    `{ ${responses.map((response) => `${statusKey(response.status)}: ${bareType(responseText(response, plan, scope))}`).join("; ")} }`;
  const isFailure = ({ status }: OperationResponse): boolean => /^([45]|default)/i.test(status);
  const operations = [...plan.api.operations]
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .map(({ id, responses }) => {
      const known = byStatus(responses).filter(({ status }) => /^(\d{3}|[245]XX|default)$/i.test(status));
      const rest = known.filter((response) => !isFailure(response));
      return { id, whole: textOf(known), rest: textOf(rest), failures: textOf(known.filter(isFailure)) };
    });
  const common = mostFrequent(operations.map(({ failures }) => failures));
  const answers = operations.map(
    ({ id, whole, rest, failures }) => `${propertyName(id)}: ${failures === common ? `${rest} & $Failures` : whole};`,
  );
  const lines = [
    "/** Answers by operation id and status. */",
    "export type DocumentedAnswers = { [O in keyof $Answers]: $utils.WithRanges<$Answers[O]> };",
    "",
    ...(common === undefined
      ? []
      : ["/** The failures that most operations document. */", `type $Failures = ${common};`, ""]),
    "interface $Answers {",
    ...indent(answers),
    "}",
    "",
  ];
  const text = code(lines);
  return { imports: [...importTypes(text, used, plan, "./models"), ...usedTypes(text, "./utils/index.js")], lines };
}

/** `4XX` begins with a digit, so it is not an identifier. */
function statusKey(status: string): string {
  return /xx$/i.test(status) ? `"${status.toUpperCase()}"` : status.toLowerCase();
}

/** Found more often than all others; `undefined` if it is not worth a name. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return first && first[1] >= LEAST_USES && first[0] !== NOTHING ? first[0] : undefined;
}

const LEAST_USES = 3;
const NOTHING = "{  }";

/** Levels that get a line for each member: the sections of a description, and their members. */
const LINED_LEVELS = 3;
const MOST_LEVELS = 500;

/**
 * JSON with sorted keys, so that their order in the source does not matter. Each path and each component gets its own
 * line, so that version control shows each change.
 * @param limit in characters. The result is `undefined` for a longer text, and for a cyclic or non-JSON value.
 */
function canonicalJson(value: unknown, limit: number): string | undefined {
  const parts: string[] = [];
  let length = 0;
  return write(value, 0) ? `${parts.join("")}\n` : undefined;

  function put(text: string): boolean {
    parts.push(text);
    length += text.length;
    return length <= limit;
  }

  function write(item: unknown, level: number): boolean {
    if (level > MOST_LEVELS) return false;
    if (typeof item !== "object" || item === null) {
      return put(typeof item === "bigint" ? String(item) : (JSON.stringify(item) ?? "null"));
    }
    const separator = level < LINED_LEVELS ? ",\n" : ",";
    if (Array.isArray(item)) {
      return put("[") && item.every((member, at) => put(at === 0 ? "" : ",") && write(member, level + 1)) && put("]");
    }
    const entries = sorted(item as Readonly<Record<string, unknown>>).filter(([, member]) => member !== undefined);
    return (
      put("{") &&
      entries.every(
        ([name, member], at) => put(`${at === 0 ? "" : separator}${JSON.stringify(name)}:`) && write(member, level + 1),
      ) &&
      put("}")
    );
  }
}
