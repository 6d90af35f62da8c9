// Sends large bodies of each kind to the two built servers, and tells the longest computation between two turns of their event loops.
// npx tsx packages/http-requests/test/large-bodies/main.ts [--server mock|app] [--megabytes 0.4,9.9] [--only <words>]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { action, temporaryApp } from "../../../framework-cli/test/runtime/running-app.js";
import { DESCRIPTION, LARGE_BODIES } from "./large-bodies.js";
import { tellStalls, watchServer } from "./measure-stalls.js";

const { values } = parseArgs({
  options: {
    server: { type: "string" },
    megabytes: { type: "string", default: "0.2,0.4,1,9.9" },
    only: { type: "string", default: "" },
  },
});
const sent = { only: values.only, megabytes: values.megabytes.split(",").map(Number) };

if (values.server !== "app") {
  console.log("mock-server");
  const dataDir = await mkdtemp(join(tmpdir(), "large-bodies-"));
  const target = new URL("../../../mock-server/test/fuzz/fuzz-target.mjs", import.meta.url);
  const server = await watchServer(target, { description: DESCRIPTION, options: { dataDir } });
  await tellStalls(server, LARGE_BODIES, sent);
  await server.close();
  await rm(dataDir, { recursive: true });
}

if (values.server !== "mock") {
  console.log("an application");
  const body = DESCRIPTION.paths["/notes"].post.requestBody;
  const app = await temporaryApp({
    "config/app.js": "export default { bodyLimit: 10_485_760 };",
    // Nothing of what an application does itself: reading and checking alone.
    "api/controllers/note.js": action(
      `{ method: "POST", path: "/notes", inputs: { body: ${JSON.stringify(body)} }, handler: ({ body }) => [typeof body] }`,
    ),
  });
  const target = new URL("../../../framework-cli/test/hostile/fuzz/fuzz-target.mjs", import.meta.url);
  const server = await watchServer(target, { folder: app.folder, environment: "production" }, ["watch"]);
  const posts = LARGE_BODIES.filter(({ method }) => method === "POST");
  await tellStalls(server, posts, sent);
  await server.close();
  await app.remove();
}
