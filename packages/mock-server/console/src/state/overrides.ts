import { signal } from "@preact/signals";
import { onEvent, onRequest } from "./live.js";
import { plane } from "./plane.js";
import { session } from "./session.js";

/** An override of an operation's next calls. */
export interface Override {
  readonly id: string;
  readonly operationId: string;
  readonly times: number | "always";
  readonly remaining: number | "always";
  /** Absent if the operation runs as usual, after the delay. */
  readonly status?: number;
  /** In milliseconds. */
  readonly delay?: number;
}

/** The pending overrides of the selected session, oldest first. */
export const overrides = signal<readonly Override[]>([]);

/** Loads the overrides. @throws PlaneError */
export async function loadOverrides(): Promise<void> {
  const asked = session.peek();
  const found = (await plane<{ overrides: readonly Override[] }>("overrides")).overrides;
  if (asked === session.peek()) overrides.value = found;
}

// If the server is down, the list is loaded when it is back.
const refresh = (): void => void loadOverrides().catch(() => {});

session.subscribe(refresh);
onEvent(refresh, ["open", "override", "reset", "restore", "description"]);
// Each call may use up an override.
onRequest(({ operationId }) => {
  if (overrides.peek().some((one) => one.operationId === operationId)) refresh();
});

/** The calls that an override answers: "The next 2 calls". */
export function callsText({ remaining, times, delay }: Override): string {
  const calls =
    remaining === "always" ? "Every call" : remaining === 1 ? "The next call" : `The next ${remaining} calls`;
  const all = typeof times === "number" && typeof remaining === "number" && times > remaining ? ` (of ${times})` : "";
  return `${calls}${all}${delay ? `, after ${delay} ms` : ""}`;
}
