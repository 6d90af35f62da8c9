import { formatProblem } from "@onespec/command-line";
import type { Outage } from "../store/json/write-outage.js";

/** A line when writes begin to be refused, and one when that is over, however many there were. */
export function formatOutage(outage: Outage, color: boolean): string {
  if (outage.state === "begun") {
    const { code, message } = outage.error;
    return formatProblem("error", { code, message: `${message} Writes are refused until that is mended.` }, color);
  }
  const { refused, forMs } = outage;
  const writes = refused === 1 ? "1 write was" : `${refused} writes were`;
  return formatProblem(
    "warning",
    { message: `${writes} refused in ${Math.ceil(forMs / 1000)} s; that is over.` },
    color,
  );
}
