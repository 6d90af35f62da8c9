import { defineConfig } from "vite";

export default defineConfig({
  // The page calls /api of its own origin, in development as in production.
  server: { proxy: { "/api": process.env.MOCK_URL ?? "http://localhost:3000" } },
});
