// Sends large bodies of each kind to the built server, and tells the longest computation between two turns of its event loop.
// npx tsx packages/mock-server/test/large-bodies/main.ts [--megabytes 0.4,9.9] [--only <words>]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DESCRIPTION, LARGE_BODIES } from "./large-bodies.js";
import { tellStalls, watchServer } from "./measure-stalls.js";

const dataDir = await mkdtemp(join(tmpdir(), "large-bodies-"));
const target = new URL("../fuzz/fuzz-target.mjs", import.meta.url);
const server = await watchServer(target, { description: DESCRIPTION, options: { dataDir } });
await tellStalls(server, LARGE_BODIES);
await server.close();
await rm(dataDir, { recursive: true });
