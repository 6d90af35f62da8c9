import { signal } from "@preact/signals";

/**
 * The place in the console. In `#/resources/books/3?sort=title`, `resources` is the view, `books` is `at`, `3` is `inside`, and
 * `sort=title` is the query.
 */
export interface Route {
  readonly view: string;
  readonly at: string;
  readonly inside: readonly string[];
  readonly query: URLSearchParams;
}

export const route = signal<Route>(readRoute());
addEventListener("hashchange", () => {
  route.value = readRoute();
});

export function routeTo(
  view: string,
  at: string | readonly string[] = "",
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  const path = [at].flat().filter((part, index) => index > 0 || part !== "");
  return `#/${[view, ...path.map(encodeURIComponent)].join("/")}${search === "" ? "" : `?${search}`}`;
}

export function go(hash: string, { replace = false } = {}): void {
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(null, "", hash);
  route.value = readRoute();
}

function readRoute(): Route {
  const [path = "", search = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [view = "", at = "", ...inside] = path.split("/").map(decode);
  return { view: view || "resources", at, inside, query: new URLSearchParams(search) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
