import type { Operation, Resource } from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";

/** The resource whose item path the operation's path begins with, and the rest of the path. The longest item path wins. */
export function recordHolder(
  { api }: MockContext,
  { role, path }: Operation,
): { readonly resource: Resource; readonly rest: string } | undefined {
  const segments = path.split("/");
  const fits = ({ itemPath }: Resource): boolean => {
    const own = itemPath?.split("/") ?? [];
    return own.length > 0 && own.length <= segments.length && own.every((part, index) => isSame(part, segments[index]));
  };
  const candidates =
    "resource" in role && role.kind !== "create" && fits(role.resource) ? [role.resource] : api.resources;
  const [resource] = candidates.filter(fits).sort((a, b) => depth(b) - depth(a));
  return resource && { resource, rest: segments.slice(depth(resource)).join("/") };
}

function depth({ itemPath = "" }: Resource): number {
  return itemPath.split("/").length;
}

/** True for equal segments. Parameters may have different names. */
function isSame(a: string, b: string | undefined): boolean {
  return a === b || (a.startsWith("{") && b?.startsWith("{") === true);
}
