import { canonicalJson } from "./canonical-json.js";
import { code } from "./code.js";
import type { GeneratedFile } from "./emit-sdk.js";

/** Largest description, in bytes, that a client contains. GitHub's has 12 MB, too much for every install. */
const CARRIED_BYTES = 2_000_000;

const DESCRIPTION = "utils/description.json";

/** `testing.js` and the description that it serves. @param document without references to other files */
export function emitTesting(document: unknown, language: "js" | "ts"): GeneratedFile[] {
  const description = canonicalJson(document, CARRIED_BYTES);
  return [
    { path: `testing.${language}`, content: emitTestingModule(description !== undefined, language === "ts") },
    ...(language === "ts" ? [] : [{ path: "testing.d.ts", content: TYPES }]),
    ...(description === undefined ? [] : [{ path: DESCRIPTION, content: description }]),
  ];
}

function emitTestingModule(carried: boolean, isTyped: boolean): string {
  return code(
    'import { Client } from "./index.js";',
    `import { ${isTyped ? "type TestClient, type TestClientOptions, " : ""}testClientOf } from "./utils/testing.js";`,
    "",
    "/** A client over a mock server in this process: no port, no network, its own state. */",
    isTyped
      ? "export function createTestClient(options?: TestClientOptions): Promise<TestClient<Client>> {"
      : "export function createTestClient(options) {",
    `  return testClientOf(Client, ${carried ? `new URL("./${DESCRIPTION}", import.meta.url)` : "undefined"}, options);`,
    "}",
  );
}

const TYPES = code(
  'import type { Client } from "./index.js";',
  'import type { TestClient, TestClientOptions } from "./utils/index.js";',
  "",
  'export type { CreateMockServer, MockBackend, TestClient, TestClientOptions } from "./utils/index.js";',
  "",
  "/**",
  " * A client over a mock server in this process: no port, no network, its own state.",
  " * Needs the package `@onespec/mock-server`. Close the mock when the test is over.",
  " */",
  "export declare function createTestClient(options?: TestClientOptions): Promise<TestClient<Client>>;",
);
