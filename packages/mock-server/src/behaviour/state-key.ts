import { type Operation, percentEncode } from "@onespec/spec-core";
import type { Call } from "../server/mock-context.js";

/** Where the state of one operation is kept: per path and per declared query parameter. */
export function stateKey(operation: Operation, { values, body }: Call, isRead: boolean): string {
  const path = filledPath(operation.path, values.pathTexts);
  const query = Object.keys(values.query)
    .sort()
    .map((name) => `${name}=${JSON.stringify(values.query[name])}`)
    .join("&");
  const type = body && isRead && body.kind !== "json" ? ` ${body.type}` : "";
  return `${operation.method.toUpperCase()} ${path}${query === "" ? "" : `?${query}`}${type}`;
}

/** A path template with its values filled in. */
export function filledPath(path: string, texts: Readonly<Record<string, string>>): string {
  return path.replace(/\{([^{}]*)\}/g, (_, name: string) => percentEncode(texts[name] ?? ""));
}
