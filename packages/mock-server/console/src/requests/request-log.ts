import { signal } from "@preact/signals";
import { onRequest, type RequestSummary } from "../state/live.js";
import { plane } from "../state/plane.js";

const MOST = 500;

/** The requests that were answered, newest first. It goes on while other views are shown. */
export const requests = signal<readonly RequestSummary[]>([]);
/** Those that came while the list was held. */
export const isPaused = signal(false);
export const heldBack = signal<readonly RequestSummary[]>([]);

let pending: RequestSummary[] = [];

onRequest((request) => {
  if (pending.length === 0) requestAnimationFrame(flush);
  pending.push(request);
});

/** Many requests in a moment are one change of the page. */
function flush(): void {
  const news = pending.reverse();
  pending = [];
  if (isPaused.value) heldBack.value = [...news, ...heldBack.value].slice(0, MOST);
  else requests.value = [...news, ...requests.value].slice(0, MOST);
}

export function resume(): void {
  isPaused.value = false;
  requests.value = [...heldBack.value, ...requests.value].slice(0, MOST);
  heldBack.value = [];
}

/** What came before the page was there, or while it was cut off. */
export async function loadRequests(): Promise<void> {
  const { requests: found } = await plane<{ requests: readonly RequestSummary[] }>(`requests?limit=${MOST}`);
  requests.value = found;
}

export async function clearRequests(): Promise<void> {
  await plane("requests", { method: "DELETE" });
  requests.value = [];
  heldBack.value = [];
}
