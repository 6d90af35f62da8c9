import { defineConfig } from "@playwright/test";
import { APP_URL, MOCK_URL } from "./addresses.js";

const { port: appPort } = new URL(APP_URL);
const { port: mockPort } = new URL(MOCK_URL);

export default defineConfig({
  testDir: "tests",
  globalSetup: "./prepare.js",
  fullyParallel: true,
  use: {
    baseURL: APP_URL,
    // A browser of your own; without it, Playwright takes the one of `npx playwright install chromium`.
    launchOptions: process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {},
  },
  webServer: [
    {
      command: `npx mock-server api.yaml --memory --seed 10 --auth enforce --base-path /api --port ${mockPort}`,
      url: `${MOCK_URL}/__mock/health`,
    },
    {
      command: `npx vite --port ${appPort} --strictPort`,
      url: APP_URL,
      env: { MOCK_URL },
    },
  ],
});
