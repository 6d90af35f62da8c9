import { HttpError } from "../app/http-error.js";

/** What answers a path that names a record which is not there: 404, and the parameter that named it. */
export function absentRecord(model: string, parameter: string, value: unknown): HttpError {
  const message = `There is no ${model} with ${parameter} ${String(value)}.`;
  return new HttpError(404, "Not found", { details: [{ in: "path", path: `/${parameter}`, message }] });
}
