import { signal } from "@preact/signals";

interface ApiInfo {
  readonly title: string;
  readonly version: string;
}

/** What the server serves; the stream of events tells it. */
export const api = signal<ApiInfo>({ title: "Mock server", version: "" });

export function showApi(info: ApiInfo): void {
  api.value = info;
  document.title = `${info.title} · mock server`;
}
