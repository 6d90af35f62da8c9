import { fold } from "../description/fold.js";
import { isObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import type { CheckRun } from "./check-run.js";
import { singular } from "./find-record.js";

/**
 * Repeats the ids of the path in the body: `id` for `PUT /todos/{id}`, and `listId` for `POST /lists/{id}/todos`. With
 * different ids the request would be ambiguous.
 */
export async function withPathIds(
  run: CheckRun,
  operation: RawOperation,
  path: string,
  media: RawMediaType,
  value: unknown,
): Promise<unknown> {
  if (!isObject(value) || media.schema === undefined) return value;
  const place = run.judge.request.place(media.schema);
  const given = path.split("/");
  let result: Readonly<Record<string, unknown>> = value;
  for (const [name, current] of Object.entries(value)) {
    const index = pathIdIndex(operation, name);
    if (index === undefined) continue;
    const text = decodeURIComponent(given[index] ?? "");
    const id = typeof current === "number" ? Number(text) : text;
    if (Number.isNaN(id)) continue;
    const changed = { ...result, [name]: id };
    if (await run.judge.fits("request", place, changed)) result = changed;
  }
  return result;
}

/** True for a property of the body that repeats an id of the path. */
export function isPathId(operation: RawOperation, name: string): boolean {
  return pathIdIndex(operation, name) !== undefined;
}

/** Index of the path segment that the property repeats. */
function pathIdIndex({ method, path }: RawOperation, name: string): number | undefined {
  const parts = path.split("/");
  const index = parts.findLastIndex((part, at) => {
    const parameter = fold(/^\{([^{}]+)\}$/.exec(part)?.[1] ?? "");
    const before = parts[at - 1] ?? "";
    if (parameter === "" || before === "" || before.includes("{")) return false;
    const isOwn = method !== "POST" && at === parts.length - 1;
    const names = [`${fold(singular(before))}id`];
    if (isOwn || parameter !== "id") names.push(parameter);
    if (isOwn && parameter.endsWith("id")) names.push("id");
    // `pool` and `name` in `PUT /pools/{pool_name}`.
    const noun = fold(singular(before));
    if (isOwn && parameter.length > noun.length && parameter.startsWith(noun))
      names.push(noun, parameter.slice(noun.length));
    return names.includes(fold(name));
  });
  return index === -1 ? undefined : index;
}
