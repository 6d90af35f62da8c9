import { signal } from "@preact/signals";
import { plane } from "./plane.js";

/** What the server serves. */
export const api = signal<ApiInfo>({ title: "Mock server", version: "" });

interface ApiInfo {
  readonly title: string;
  readonly version: string;
  /** The real server of a proxy. */
  readonly upstream?: string;
}

export async function loadApi(): Promise<void> {
  try {
    api.value = await plane<ApiInfo>("./");
    document.title = `${api.value.title} · mock server`;
  } catch {
    // The stream of events says that the server is away; it is asked again when it is back.
  }
}
