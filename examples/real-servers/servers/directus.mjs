import { join } from "node:path";
import { installNpm, newerNode } from "../install.mjs";
import { freePort, runProcess, startProcess } from "../start-process.mjs";

const TOKEN = "real-servers-token";
const HEADERS = { authorization: `Bearer ${TOKEN}` };

/** Directus on SQLite, with two collections that are made over its API. */
export const directus = {
  name: "Directus",
  auth: { schemes: { Auth: `Bearer ${TOKEN}` } },
  headers: HEADERS,
  async install() {
    return { node: newerNode(), folder: await installNpm() };
  },
  async start({ node, folder: installed }, folder) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const program = join(installed, "node_modules", "@directus", "api", "dist", "cli", "run.js");
    const env = {
      DB_CLIENT: "sqlite3",
      DB_FILENAME: join(folder, "data.db"),
      SECRET: "only for this example, and long enough",
      ADMIN_EMAIL: "admin@example.com",
      ADMIN_PASSWORD: "only for this example",
      ADMIN_TOKEN: TOKEN,
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      TELEMETRY: "false",
      LOG_LEVEL: "error",
      // On a busy machine it would answer 503 instead.
      PRESSURE_LIMITER_ENABLED: "false",
      STORAGE_LOCATIONS: "local",
      STORAGE_LOCAL_ROOT: join(folder, "uploads"),
    };
    await runProcess(node, [program, "bootstrap"], { cwd: folder, env });
    const stop = await startProcess(node, [program, "start"], { cwd: folder, env, url: `${url}/server/ping` });
    await createCollections(url);
    return { url, description: `${url}/server/specs/oas`, stop };
  },
};

async function createCollections(url) {
  const key = { field: "id", type: "integer", meta: {}, schema: { is_primary_key: true, has_auto_increment: true } };
  const field = (name, type, schema = {}) => ({ field: name, type, meta: {}, schema });
  const required = (name) => ({
    field: name,
    type: "string",
    meta: { required: true },
    schema: { is_nullable: false },
  });
  const collection = (name, ...fields) => ["/collections", { collection: name, schema: {}, meta: {}, fields }];
  const requests = [
    collection("authors", key, required("name")),
    collection(
      "articles",
      key,
      required("title"),
      field("status", "string", { default_value: "draft" }),
      field("rating", "integer"),
      field("price", "decimal", { numeric_precision: 10, numeric_scale: 2 }),
      field("published", "timestamp"),
      field("tags", "json"),
      field("author", "integer"),
    ),
    [
      "/relations",
      {
        collection: "articles",
        field: "author",
        related_collection: "authors",
        meta: {},
        schema: { on_delete: "SET NULL" },
      },
    ],
  ];
  for (const [path, body] of requests) {
    const headers = { ...HEADERS, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  }
}
