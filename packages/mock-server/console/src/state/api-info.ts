import { signal } from "@preact/signals";
import { plane } from "./plane.js";

/** What the server serves. */
export const api = signal<{ readonly title: string; readonly version: string }>({ title: "Mock server", version: "" });

export async function loadApi(): Promise<void> {
  try {
    api.value = await plane<{ title: string; version: string }>("./");
    document.title = `${api.value.title} · mock server`;
  } catch {
    // The stream of events says that the server is away; it is asked again when it is back.
  }
}
