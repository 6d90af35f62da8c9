import type { Operation } from "@onespec/spec-core";

/** The hint for seeds of a path whose `GET` has generated answers. Undefined if there is no such path. */
export function generatedHint(
  operations: readonly Operation[],
  isMeant: (path: string) => boolean,
): string | undefined {
  const read = operations.find(
    ({ method, path, role }) => method === "get" && role.kind === "operation" && isMeant(path),
  );
  if (!read) return undefined;
  return `GET ${read.path} has generated answers and takes no seeds. Write a handler: ${read.id}.js in the folder of --handlers.`;
}
