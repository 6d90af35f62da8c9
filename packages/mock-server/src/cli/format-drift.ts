import { formatProblem } from "@onespec/command-line";
import type { Drift } from "../watch/find-drift.js";
import { countText } from "./count-text.js";

const HINT =
  "They stay as they are; answers show what of them fits. Change them, or begin again with POST /__mock/reset, which forgets what was written.";

/** A warning for each resource. */
export function formatDrift(drift: readonly Drift[], color: boolean): string {
  return drift
    .map(({ resource, records, drifted, examples }) => {
      const message = `${drifted} of ${countText(records, "record")} of ${resource} no longer fit the description: ${examples.join("; ")}`;
      return formatProblem("warning", { message, hint: HINT }, color);
    })
    .join("");
}
