import { signal } from "@preact/signals";
import { onEvent, onRequest } from "./live.js";
import { plane } from "./plane.js";

/** A session: a separate state on top of the server's state. */
export interface Session {
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

/** The open sessions. */
export const sessions = signal<readonly Session[]>([]);

/** @throws PlaneError */
export async function loadSessions(): Promise<void> {
  sessions.value = (await plane<{ sessions: readonly Session[] }>("sessions")).sessions;
}

// If the server is down, the list is loaded when it is back.
const refresh = (): void => void loadSessions().catch(() => {});

onEvent(refresh, ["open", "session", "reset"]);
// The first request with a session's name creates the session.
onRequest(({ session }) => {
  if (session !== undefined && !sessions.peek().some(({ name }) => name === session)) refresh();
});
