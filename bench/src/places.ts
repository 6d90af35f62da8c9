import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The built command, as a user starts it. */
export const BIN: string = join(ROOT, "packages/mock-server/bin/mock-server.js");
/** Puts the command into the few files that set-up leaves, where they are older than what was built since. */
export const BUNDLER: string = join(ROOT, ".ci/bundle.mjs");
/** The built generator. */
export const SDK_BIN: string = join(ROOT, "packages/sdk-gen/bin/generate-sdk.js");
/** The framework's package, and its command. */
export const FRAMEWORK: string = join(ROOT, "packages/framework-cli");
export const FRAMEWORK_BIN: string = join(FRAMEWORK, "bin/framework.js");
/** The application that comes from the example's description. */
export const EXAMPLE_APP: string = join(ROOT, "examples/shop");
export const EXAMPLE: string = join(ROOT, "examples/bookshop/api.yaml");
export const FLOORS: string = join(ROOT, "bench/floors");
/** GitHub's description: 13 MB of JSON, 1,223 operations. */
export const GITHUB: string = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");
/** Where the tables are kept. */
export const PERFORMANCE_PAGE: string = join(ROOT, "docs/performance.md");
