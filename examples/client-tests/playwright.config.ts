import { defineConfig } from "@playwright/test";

const executablePath = process.env.ONESPEC_CHROMIUM;

export default defineConfig({
  testMatch: "*.spec.ts",
  workers: 1,
  reporter: "line",
  use: { launchOptions: { args: ["--no-sandbox"], ...(executablePath !== undefined && { executablePath }) } },
});
