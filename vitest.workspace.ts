import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const GLOBAL_SETUP = fileURLToPath(new URL("packages/framework-cli/test/servers/global-setup.ts", import.meta.url));
const ROOT = fileURLToPath(new URL(".", import.meta.url));
const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What tests generate, in folders for the while, is plain JavaScript: Node imports it, as users' Node will. */
const GENERATED = new RegExp(`^(?!${literally(ROOT)})${literally(tmpdir())}/`);
/** So is what the packages were compiled to. */
const BUILT = /\/packages\/[^/]+\/(?:bin|dist)\/.*\.c?js$/;
const server = { deps: { external: [GENERATED, BUILT] } };

/**
 * Tests that `npm test` leaves to `npm run test:all`: corpora, live databases, browsers, other runtimes, crashes and other long work.
 * Those that take longest come first: started last, one of them would keep a single core busy at the end.
 */
const WIDE = [
  "recipes/playwright/playwright.test.ts",
  "recipes/postgresql/postgresql.test.ts",
  "recipes/react-vite/react-vite.test.ts",
  "recipes/github-actions/github-actions.test.ts",
  "recipes/nextjs/nextjs.test.ts",
  "framework-cli/test/migrations/sequelize-cli.test.ts",
  "sdk-gen/test/validator-differential.test.ts",
  "spec-core/test/hostile/hostile-descriptions.test.ts",
  "sdk-gen/test/bundle-size.test.ts",
  "sdk-gen/test/browser-module.test.ts",
  "docs/test/jobs-page.test.ts",
  "docs/test/login.test.ts",
  "docs/test/packed.test.ts",
  "docs/test/pages.test.ts",
  "docs/test/server-pages.test.ts",
  "docs/test/services-page.test.ts",
  "docs/test/testing-page.test.ts",
  "mock-server/conformance/conformance.test.ts",
  "spec-core/src/schema/corpus.test.ts",
  "closed-loop/closed-loop.test.ts",
  "sdk-gen/test/every-description.test.ts",
  "sdk-gen/test/pairs-through-sdk.test.ts",
  "sdk-gen/test/validator-random.test.ts",
  "spec-core/src/sample/sample-corpus.test.ts",
  "sdk-gen/test/testing-client.test.ts",
  "mock-server/test/http-idempotency.test.ts",
  "framework-cli/test/migrations/data-edits.test.ts",
  "framework-cli/test/spec/examples.test.ts",
  "framework-cli/test/spec/alternative-names.test.ts",
  "framework-cli/test/spec/contract-apps.test.ts",
  "framework-cli/test/spec/contract-services.test.ts",
  "framework-cli/test/runtime/references.test.ts",
  "mock-server/test/console/console.test.ts",
  "mock-server/test/console/console-violations.test.ts",
  "mock-server/test/console/console-editing.test.ts",
  "mock-server/test/console/console-workbench.test.ts",
  "framework-cli/test/command-line/generators.test.ts",
  "mock-server/test/fuzz/fuzz.test.ts",
  "framework-cli/test/spec/import-corpus.test.ts",
  "sdk-gen/test/output-attacks.test.ts",
  "contract-check/test/hostile-servers.test.ts",
  "sdk-gen/test/typescript-output.test.ts",
  "framework-cli/test/command-line/main-job.test.ts",
  "framework-cli/test/repository-queries.test.ts",
  "framework-cli/test/spec/round-trip.test.ts",
  "framework-cli/test/migrations/random-edits.test.ts",
  "sdk-gen/test/fuzz-descriptions.test.ts",
  "sdk-gen/test/hostile-description.test.ts",
  "sdk-gen/test/cli.test.ts",
  "framework-cli/test/migrations/killed-runner.test.ts",
  "spec-core/src/load-corpus.test.ts",
  "sdk-gen/test/regenerate-action.test.ts",
  "spec-core/src/load-hostile-descriptions.test.ts",
  "spec-core/src/resources/infer-resources.corpus.test.ts",
  "framework-cli/test/runtime/plugins.test.ts",
  "mock-server/test/store-crash.test.ts",
  "mock-server/test/bin-crash.test.ts",
  "framework-cli/test/runtime/lifecycle.test.ts",
  "framework-cli/test/migrations/killed-mongo-runner.test.ts",
  "framework-cli/test/command-line/new.test.ts",
  "framework-cli/test/command-line/command-line.test.ts",
  "mock-server/test/seed-files.test.ts",
  "framework-cli/test/hostile/mass-assignment.test.ts",
  "sdk-gen/test/commonjs.test.ts",
  "mock-server/test/postgres-servers.test.ts",
  "mock-server/test/soak/soak.test.ts",
  "framework-cli/test/hostile/fuzz/fuzz.test.ts",
  "framework-cli/test/mongodb/application.test.ts",
  "framework-cli/test/migrations/commands.test.ts",
  "framework-cli/test/spec/documents.test.ts",
  "mock-server/test/hostile-descriptions.test.ts",
  "framework-cli/test/migrations/database-commands.test.ts",
  "framework-cli/test/hostile/secrets.test.ts",
  "framework-cli/test/hostile/descriptions.test.ts",
  "mock-server/test/hostile-bodies.test.ts",
  "framework-cli/test/hostile/injection.test.ts",
  "framework-cli/test/spec/reimport.test.ts",
  "framework-cli/test/hostile/declared-per-operation.test.ts",
  "sdk-gen/test/hostile-answers.test.ts",
  "mock-server/test/hostile-connections.test.ts",
  "mock-server/src/store/postgres/postgres-store.test.ts",
  "framework-cli/test/hostile/requests.test.ts",
  "framework-cli/test/spec/bulk-create.test.ts",
  "framework-cli/test/migrations/hostile-drift.test.ts",
  "framework-cli/test/killed/killed-app.test.ts",
  "sdk-gen/test/query-brute-force.test.ts",
  "mock-server/test/http-callbacks.test.ts",
  "mock-server/test/cli-config.test.ts",
  "spec-core/src/schema/differential.test.ts",
  "framework-cli/test/repository-contract.test.ts",
  "framework-cli/test/runtime/connection.test.ts",
  "framework-cli/test/hostile/migrations.test.ts",
  "framework-cli/test/sql-connections.test.ts",
  "mock-server/src/store/json/json-store.test.ts",
  "framework-cli/test/runtime/database.test.ts",
  "mock-server/test/hostile-callbacks.test.ts",
  "framework-cli/test/migrations/lock.test.ts",
  "mock-server/test/http-large-bodies.test.ts",
  "mock-server/test/cli-contract-check.test.ts",
  "framework-cli/test/runtime/sequelize-project.test.ts",
  "framework-cli/test/runtime/sequelize-second-project.test.ts",
  "framework-cli/test/runtime/sequelize-generated.test.ts",
  "framework-cli/test/runtime/test-database.test.ts",
  "framework-cli/test/models.test.ts",
  "framework-cli/test/spec/unwritten-operations.test.ts",
  "sdk-gen/test/tanstack-query.test.ts",
  "sdk-gen/test/mcp.test.ts",
  "sdk-gen/test/types.test.ts",
  "gate/test/gate.test.ts",
  "mock-server/test/actions.test.ts",
  "gate/test/gate-action.test.ts",
  "contract-check/test/planted-faults.test.ts",
  "framework-cli/test/mongodb/references.test.ts",
  "framework-cli/test/sequelize.test.ts",
  "framework-cli/test/servers/live-databases.test.ts",
  "framework-cli/test/mongodb/connection.test.ts",
];

/** Where a run before this one left its times, Vitest goes by those; in CI there are none, and it goes by the size of files. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = WIDE.findIndex((end) => moduleId.endsWith(end));
      return at === -1 ? WIDE.length : at;
    };
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
  }
}

/**
 * Which test files of a project run: `--mode wide` runs the wide ones, `--mode all` runs all, and the default the others.
 * @throws Error for a file of the list that does not exist
 */
function chosen(name: string, root: string, include: readonly string[], mode: string) {
  const wide = WIDE.filter((file) => file.startsWith(`${name}/`)).map((file) => file.slice(name.length + 1));
  const missing = wide.find((file) => !existsSync(join(ROOT, root, file)));
  if (missing !== undefined) throw new Error(`vitest.workspace.ts lists ${root}/${missing}, which does not exist.`);
  const exclude = [...configDefaults.exclude];
  if (mode === "wide") return { name, root, include: wide, exclude };
  return { name, root, include: [...include], exclude: mode === "all" ? exclude : [...exclude, ...wide] };
}

export default defineConfig(({ mode }) => ({
  test: {
    sequence: { sequencer: LongFirst },
    // Most tests wait for processes of their own, so every core has one that runs tests.
    maxWorkers: "100%",
    // Files of ours that many tests load are compiled once, also for the next run.
    experimental: { fsModuleCache: true },
    projects: [
      ...["spec-core", "http-contract", "contract-check", "mock-server", "sdk-gen", "framework-cli", "gate"].map(
        (name) => ({
          test: {
            ...chosen(
              name,
              `packages/${name}`,
              ["src/**/*.test.ts", "test/**/*.test.ts", "conformance/**/*.test.ts"],
              mode,
            ),
            testTimeout: 60_000,
            hookTimeout: 60_000,
            server,
            // Loading the modules anew for each file takes half of the processor time. Applications keep state in theirs, and long
            // tests of the mock set clocks.
            isolate: name === "framework-cli" || (name === "mock-server" && mode === "wide"),
            // Their tests share database servers.
            ...(["framework-cli", "mock-server", "gate"].includes(name) && { globalSetup: GLOBAL_SETUP }),
          },
        }),
      ),
      { test: { ...chosen("vitest-with-mock", "examples/vitest-with-mock", ["*.test.ts"], mode) } },
      {
        test: {
          ...chosen(
            "recipes",
            "examples",
            ["{docker,github-actions,nextjs,playwright,postgresql,react-vite}/*.test.ts"],
            mode,
          ),
          testTimeout: 60_000,
          server,
          globalSetup: GLOBAL_SETUP,
        },
      },
      { test: { ...chosen("client-tests", "examples/client-tests", ["*.test.ts"], mode), testTimeout: 60_000 } },
      { test: { ...chosen("docs", "docs", ["test/*.test.ts"], mode), testTimeout: 120_000, server } },
      {
        test: {
          ...chosen("closed-loop", "examples/closed-loop", ["*.test.ts", "contract-table/*.test.ts"], mode),
          testTimeout: 240_000,
          hookTimeout: 60_000,
          server,
          globalSetup: GLOBAL_SETUP,
        },
      },
    ],
  },
}));
