import { signal } from "@preact/signals";

interface ApiInfo {
  readonly title: string;
  readonly version: string;
  /** The real server of a proxy. */
  readonly upstream?: string;
}

/** The API that the server serves, from the stream of events. */
export const api = signal<ApiInfo>({ title: "Mock server", version: "" });

export function showApi(info: ApiInfo): void {
  api.value = info;
  document.title = `${info.title} · mock server`;
}
