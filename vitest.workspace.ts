import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["spec-core", "mock-server", "sdk-gen", "framework-cli"].map((name) => ({
      test: {
        name,
        root: `packages/${name}`,
        include: ["src/**/*.test.ts", "test/**/*.test.ts", "conformance/**/*.test.ts"],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        // The framework's tests share database servers.
        ...(name === "framework-cli" && { globalSetup: "test/servers/global-setup.ts" }),
      },
    })),
  },
});
