import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The page calls /api of its own origin, in development as in production. With `xfwd` addresses in answers have that origin, too.
  server: { proxy: { "/api": { target: process.env.MOCK_URL ?? "http://localhost:3000", xfwd: true } } },
});
