import { signal } from "@preact/signals";

const KEY = "mock-console-session";

/** The session that the console shows; empty for the server's own state. Stored for this tab. */
export const session = signal(sessionStorage.getItem(KEY) ?? "");

export function lookAt(name: string): void {
  sessionStorage.setItem(KEY, name);
  session.value = name;
}
