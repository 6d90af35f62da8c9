import { parentPort, workerData } from "node:worker_threads";
import { bundleDescription } from "@onespec/spec-core";

parentPort?.postMessage(JSON.stringify(await bundleDescription(workerData, { allowRefs: true })));
