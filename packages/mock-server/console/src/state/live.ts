import { signal } from "@preact/signals";
import { showApi } from "./api-info.js";

/** An answered request, as the control plane reports it. */
export interface RequestSummary {
  readonly id: number;
  readonly time: string;
  readonly duration: number;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly operationId?: string;
  readonly session?: string;
  readonly status: number;
}

/** True while the stream of events is open. */
export const isLive = signal(false);
/** The server does not answer. */
export const isDown = signal(false);
/** Increases when the state may have changed: after a write, a reset or a restore. */
export const changes = signal(0);
/** Increases when the stream opens again. Views then load what they missed. */
export const openings = signal(0);

type Listener = (request: RequestSummary) => void;
const listeners = new Set<Listener>();

/** Returns a function that removes the listener. */
export function onRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type EventListener = () => void;
const eventListeners = new Map<string, Set<EventListener>>();

/** Calls a listener after events of these types. The event `open` means that the stream has opened, also after a disconnect. */
export function onEvent(listener: EventListener, types: readonly string[]): void {
  for (const type of types) eventListeners.set(type, (eventListeners.get(type) ?? new Set()).add(listener));
}

function tellEvent(type: string): void {
  for (const listener of eventListeners.get(type) ?? []) listener();
}

const RETRY_MS = 1500;
/** Waits this long after a write, so that many writes cause one reload. */
const SETTLE_MS = 150;
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

let isSettling = false;

export function tellChange(): void {
  if (isSettling) return;
  isSettling = true;
  setTimeout(() => {
    isSettling = false;
    changes.value++;
  }, SETTLE_MS);
}

export function connect(): void {
  const source = new EventSource("events");
  let hasOpened = false;
  source.onopen = () => {
    hasOpened = true;
    isLive.value = true;
    isDown.value = false;
    openings.value++;
    tellEvent("open");
    tellChange();
  };
  source.onerror = () => {
    isLive.value = false;
    // A stream that ends once is not reported. Only a failed reconnect is reported.
    isDown.value = !hasOpened;
    source.close();
    setTimeout(connect, RETRY_MS);
  };
  source.addEventListener("server", ({ data }: MessageEvent<string>) =>
    showApi(JSON.parse(data) as Parameters<typeof showApi>[0]),
  );
  source.addEventListener("request", ({ data }: MessageEvent<string>) => {
    const request = JSON.parse(data) as RequestSummary;
    for (const listener of listeners) listener(request);
    if (!READS.has(request.method)) tellChange();
  });
  for (const type of ["reset", "restore", "snapshot", "session", "description", "state", "override"]) {
    source.addEventListener(type, () => {
      tellEvent(type);
      if (type !== "override") tellChange();
    });
  }
}
