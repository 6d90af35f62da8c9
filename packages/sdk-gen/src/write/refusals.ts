import type { SdkOptions } from "../config/sdk-options.js";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { Manifest } from "./manifest.js";
import { isOccupied } from "./output-folder.js";
import type { PlannedChanges } from "./plan-changes.js";

/** Throws if the folder holds something else than a client. */
export function refuseForeign(folder: string, manifest: Manifest | undefined): void {
  if (!manifest && isOccupied(folder)) {
    throw new SdkGenError("OUTPUT_NOT_OURS", `${folder} is not empty, and no client was generated there before.`, {
      hint: "Name another folder, or use --force to write into this one.",
    });
  }
}

/** Throws if it would overwrite files that the user made or edited. */
export function refuseEdited(folder: string, { edited, foreign }: PlannedChanges): void {
  const inTheWay = [...edited, ...foreign];
  if (inTheWay.length === 0) return;
  const names = inTheWay.slice(0, 10).join(", ") + (inTheWay.length > 10 ? ` and ${inTheWay.length - 10} more` : "");
  throw new SdkGenError("OUTPUT_EDITED", `Files in ${folder} were edited by hand and would be overwritten: ${names}.`, {
    hint: "Move your changes to your own files, or use --force to overwrite them.",
  });
}

/** Waits one turn of the event loop, in which a signal that arrived during the work is delivered. */
export async function refuseWhenStopped(folder: string, { stop }: SdkOptions): Promise<void> {
  if (!stop) return;
  await new Promise((resolve) => setImmediate(resolve));
  if (stop.aborted)
    throw new SdkGenError("STOPPED", `Stopped before anything was written to ${folder}.`, { hint: "Run it again." });
}
