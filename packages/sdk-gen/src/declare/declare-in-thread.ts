import { parentPort, workerData } from "node:worker_threads";
import { loadDescription } from "@onespec/spec-core";
import { configOf } from "../config/config-of.js";
import { planSdk } from "../plan/plan-sdk.js";
import type { DeclaringTask } from "./declare-beside.js";
import { emitDeclarations } from "./emit-declarations.js";

/** Loads and plans once more, and sends back the declarations. Does what it was started for: see `declareBeside`. */
export async function declareInThread(): Promise<void> {
  const { source, pins, config, configFile } = workerData as DeclaringTask;
  const api = await loadDescription(source);
  parentPort?.postMessage(emitDeclarations(planSdk(api, "0.0.0", pins, configOf(api, config, configFile))));
}
