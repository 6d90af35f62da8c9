import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The page calls /api of its own origin, in development as in production.
  server: { proxy: { "/api": process.env.MOCK_URL ?? "http://localhost:3000" } },
});
