import { signal } from "@preact/signals";
import { onEvent, onRequest } from "./live.js";
import { plane } from "./plane.js";

/** A state of its own over the server's. */
export interface Session {
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

/** The sessions that are open. */
export const sessions = signal<readonly Session[]>([]);

/** @throws PlaneError */
export async function loadSessions(): Promise<void> {
  sessions.value = (await plane<{ sessions: readonly Session[] }>("sessions")).sessions;
}

// The server is away: the list is loaded again when it is back.
const refresh = (): void => void loadSessions().catch(() => {});

onEvent(refresh, ["open", "session", "reset"]);
// A session begins with the first request that names it.
onRequest(({ session }) => {
  if (session !== undefined && !sessions.peek().some(({ name }) => name === session)) refresh();
});
