import { fold } from "../description/fold.js";
import { isObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import type { CheckRun } from "./check-run.js";
import { singular } from "./find-record.js";

/**
 * A body that names the same records as its path: `id` in `PUT /todos/{id}`, and `listId` in `POST /lists/{id}/todos`. With other ids no
 * server would know which are meant.
 */
export async function withPathIds(
  run: CheckRun,
  { method, path: template }: RawOperation,
  path: string,
  media: RawMediaType,
  value: unknown,
): Promise<unknown> {
  if (!isObject(value) || media.schema === undefined) return value;
  const place = run.judge.request.place(media.schema);
  const given = path.split("/");
  const parts = template.split("/");
  let result: Readonly<Record<string, unknown>> = value;
  for (const [index, part] of parts.entries()) {
    const parameter = fold(/^\{([^{}]+)\}$/.exec(part)?.[1] ?? "");
    const before = parts[index - 1] ?? "";
    if (parameter === "" || before === "" || before.includes("{")) continue;
    const isOwn = method !== "POST" && index === parts.length - 1;
    const names = new Set([`${fold(singular(before))}id`]);
    if (isOwn || parameter !== "id") names.add(parameter);
    if (isOwn && parameter.endsWith("id")) names.add("id");
    for (const [name, current] of Object.entries(result)) {
      if (!names.has(fold(name))) continue;
      const text = decodeURIComponent(given[index] ?? "");
      const changed = { ...result, [name]: typeof current === "number" ? Number(text) : text };
      if (await run.judge.fits("request", place, changed)) result = changed;
    }
  }
  return result;
}
