// Sends large bodies of each kind to a lifted application of the built package, and tells the longest computation between two turns
// of its event loop. npx tsx packages/framework-cli/test/hostile/large-bodies/main.ts [--megabytes 0.4,9.9] [--only <words>]
import { DESCRIPTION, LARGE_BODIES } from "../../../../mock-server/test/large-bodies/large-bodies.js";
import { tellStalls, watchServer } from "../../../../mock-server/test/large-bodies/measure-stalls.js";
import { action, temporaryApp } from "../../runtime/running-app.js";

const body = DESCRIPTION.paths["/notes"].post.requestBody;
const app = await temporaryApp({
  "config/app.js": "export default { bodyLimit: 10_485_760 };",
  // Nothing of what an application does itself: reading and checking alone.
  "api/controllers/note.js": action(
    `{ method: "POST", path: "/notes", inputs: { body: ${JSON.stringify(body)} }, handler: ({ body }) => [typeof body] }`,
  ),
});
const target = new URL("../fuzz/fuzz-target.mjs", import.meta.url);
const server = await watchServer(target, { folder: app.folder, environment: "production" }, ["watch"]);
await tellStalls(
  server,
  LARGE_BODIES.filter(({ method }) => method === "POST"),
);
await server.close();
await app.remove();
