import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["spec-core", "mock-server", "sdk-gen"].map((name) => ({
      test: {
        name,
        root: `packages/${name}`,
        include: ["src/**/*.test.ts", "test/**/*.test.ts", "conformance/**/*.test.ts"],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
