import type { Operation } from "@onespec/spec-core";

const MAX_BODY = 300;

/**
 * Calls to paste into a shell: one that reads and, where the description gives an example body, one that creates. Only
 * operations that need nothing else. Bodies are not made up here: that would load the sampler while the first request waits.
 */
export function tryIt(operations: readonly Operation[], url: string): string[] {
  const read = findReadable(operations);
  const lines = read === undefined ? [] : [`curl ${shellText(url + readPath(read))}`];
  for (const operation of operations) {
    if (operation.role.kind !== "create" || !isOpen(operation)) continue;
    const body = exampleBody(operation);
    if (body === undefined) continue;
    lines.push(`curl ${shellText(url + operation.path)} -H 'content-type: application/json' -d ${shellText(body)}`);
    break;
  }
  return lines;
}

function findReadable(operations: readonly Operation[]): Operation | undefined {
  for (const kind of READABLE) {
    const found = operations.find((operation) => {
      return operation.method === "get" && operation.role.kind === kind && isOpen(operation);
    });
    if (found) return found;
  }
  return undefined;
}

/** Roles of operations worth reading first, best first. */
const READABLE = ["list", "view", "singleton", "operation"] as const;

/** Can it be called without a value for anything but the body? */
function isOpen({ path, parameters }: Operation): boolean {
  return !path.includes("{") && parameters.every((parameter) => !parameter.required);
}

function readPath({ role, path }: Operation): string {
  const limit = role.kind === "list" || role.kind === "view" ? role.list.limit : undefined;
  return limit?.in === "query" ? `${path}?${encodeURIComponent(limit.name)}=2` : path;
}

function exampleBody({ requestBody }: Operation): string | undefined {
  const content = requestBody?.content.find(({ type }) => type === "application/json");
  const value = content?.examples[0]?.value;
  if (typeof value !== "object" || value === null) return undefined;
  const text = JSON.stringify(value);
  return text.length <= MAX_BODY ? text : undefined;
}

function shellText(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
