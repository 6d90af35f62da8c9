import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const GLOBAL_SETUP = fileURLToPath(new URL("packages/framework-cli/test/servers/global-setup.ts", import.meta.url));
const ROOT = fileURLToPath(new URL(".", import.meta.url));
const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What tests generate, in folders for the while, is plain JavaScript: Node imports it, as users' Node will. */
const GENERATED = new RegExp(`^(?!${literally(ROOT)})${literally(tmpdir())}/`);
/** So is what the packages were compiled to. */
const BUILT = /\/packages\/[^/]+\/(?:bin|dist)\/.*\.c?js$/;
const server = { deps: { external: [GENERATED, BUILT] } };

/** Of processor time, the longest first: begun last, one of them would keep a single core busy at the end. */
const LONG = [
  "mock-server/conformance/conformance.test.ts",
  "docs/test/packed.test.ts",
  "closed-loop/closed-loop.test.ts",
  "sdk-gen/test/every-description.test.ts",
  "mock-server/test/fuzz/fuzz.test.ts",
  "framework-cli/test/command-line/generators.test.ts",
];

/** Where a run before this one left its times, Vitest goes by those; in CI there are none, and it goes by the size of files. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((end) => moduleId.endsWith(end));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Most tests wait for processes of their own, so every core has one that runs tests.
    maxWorkers: "100%",
    projects: [
      ...["spec-core", "http-contract", "contract-check", "mock-server", "sdk-gen", "framework-cli"].map((name) => ({
        test: {
          name,
          root: `packages/${name}`,
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "conformance/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          server,
          // Their tests share database servers.
          ...(["framework-cli", "mock-server"].includes(name) && { globalSetup: GLOBAL_SETUP }),
        },
      })),
      { test: { name: "vitest-with-mock", root: "examples/vitest-with-mock", include: ["*.test.ts"] } },
      { test: { name: "docs", root: "docs", include: ["test/*.test.ts"], testTimeout: 120_000, server } },
      {
        test: {
          name: "closed-loop",
          root: "examples/closed-loop",
          include: ["*.test.ts", "contract-table/*.test.ts"],
          testTimeout: 240_000,
          hookTimeout: 60_000,
          server,
          globalSetup: GLOBAL_SETUP,
        },
      },
    ],
  },
});
