import type { ApiDescription, Server } from "@onespec/spec-core";

const LONGEST_EXPANSION = 50;

/**
 * The paths of the description's servers (`/v1` for `https://api.example.com/v1`), longest first, without the root.
 * Includes the servers of each operation and every value in a server variable's enum.
 */
export function basePaths(api: Pick<ApiDescription, "servers" | "operations">): readonly string[] {
  const found = new Set<string>();
  const lists = new Set<readonly Server[]>([api.servers]);
  for (const operation of api.operations) lists.add(operation.servers);
  for (const servers of lists) {
    for (const server of servers) {
      for (const url of [server.url, ...expandVariables(server)]) {
        for (const path of pathsOfUrl(url)) found.add(path);
      }
    }
  }
  return [...found].sort((a, b) => b.length - a.length);
}

/** The path without the base path. `undefined` if it is not below the base path. */
export function withoutBase(path: string, base: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  if (path.length === base.length) return "/";
  return path[base.length] === "/" ? path.slice(base.length) : undefined;
}

function expandVariables(server: Server): readonly string[] {
  let urls = [server.urlTemplate];
  for (const [name, variable] of Object.entries(server.variables)) {
    if (!server.urlTemplate.includes(`{${name}}`)) continue;
    const values = new Set([variable.default, ...(variable.enum ?? [])]);
    urls = urls.flatMap((url) => [...values].map((value) => url.replaceAll(`{${name}}`, value)));
    if (urls.length > LONGEST_EXPANSION) return [];
  }
  return urls;
}

/**
 * The path, and the same path with doubled slashes. Clients that put a variable's value `/api` after a slash send
 * `//api`.
 */
function pathsOfUrl(url: string): readonly string[] {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.length === 0) return [];
  const plain = `/${segments.join("/")}`;
  return path.startsWith("//") ? [plain, path.replace(/(?<!\/)\/+$/, "")] : [plain];
}
