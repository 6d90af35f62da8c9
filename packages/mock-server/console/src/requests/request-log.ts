import { signal } from "@preact/signals";
import { onRequest, type RequestSummary } from "../state/live.js";
import { plane } from "../state/plane.js";

const MOST = 500;
/** Number of older errors that stay in the list, as in the server's log. */
const OLDER_ERRORS = 250;

/** The answered requests, newest first. Continues while other views are shown. */
export const requests = signal<readonly RequestSummary[]>([]);
export const isPaused = signal(false);
/** Requests that arrived while the list was paused. */
export const heldBack = signal<readonly RequestSummary[]>([]);

let pending: RequestSummary[] = [];

onRequest((request) => {
  if (pending.length === 0) requestAnimationFrame(flush);
  pending.push(request);
});

/** Shows all pending requests in a single update of the page. */
function flush(): void {
  const news = pending.reverse();
  pending = [];
  if (isPaused.value) heldBack.value = kept([...news, ...heldBack.value]);
  else requests.value = kept([...news, ...requests.value]);
}

export function resume(): void {
  isPaused.value = false;
  requests.value = kept([...heldBack.value, ...requests.value]);
  heldBack.value = [];
}

function kept(all: readonly RequestSummary[]): readonly RequestSummary[] {
  if (all.length <= MOST) return all;
  const errors = all.slice(MOST).filter(({ status }) => status >= 400);
  return [...all.slice(0, MOST), ...errors.slice(0, OLDER_ERRORS)];
}

/** Loads the requests that arrived before the page was opened, or while it was disconnected. */
export async function loadRequests(): Promise<void> {
  // Requests may arrive while the server answers, so they are collected meanwhile.
  const arrived: RequestSummary[] = [];
  const stop = onRequest((request) => arrived.unshift(request));
  try {
    const path = `requests?limit=${MOST + OLDER_ERRORS}`;
    const { requests: found } = await plane<{ requests: readonly RequestSummary[] }>(path, { ofAll: true });
    const known = new Set(found.map(({ id }) => id));
    requests.value = kept([...arrived.filter(({ id }) => !known.has(id)), ...found]);
    pending = [];
    heldBack.value = [];
  } finally {
    stop();
  }
}

export async function clearRequests(): Promise<void> {
  await plane("requests", { method: "DELETE", ofAll: true });
  requests.value = [];
  heldBack.value = [];
}
