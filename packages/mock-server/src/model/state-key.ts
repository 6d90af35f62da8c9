import { isObject, type Operation, percentEncode, type SingletonRole } from "@onespec/spec-core";
import type { Call } from "./mock-context.js";

/** Where the state of one operation is kept: per path and per declared query parameter. */
export function stateKey(
  operation: Pick<Operation, "method" | "path">,
  { pathTexts, query: sent, answerAs: body }: Pick<Call, "pathTexts" | "query" | "answerAs">,
  isRead: boolean,
): string {
  const path = filledPath(operation.path, pathTexts);
  const query = Object.keys(sent)
    .sort()
    .map((name) => `${name}=${JSON.stringify(sent[name])}`)
    .join("&");
  const type = body && isRead && body.kind !== "json" ? ` ${body.type}` : "";
  return `${operation.method.toUpperCase()} ${path}${query === "" ? "" : `?${query}`}${type}`;
}

/** The path of a singleton's documents, with the query that names them: `/items?key={key}`. */
export function documentPath({ key, named }: SingletonRole): string {
  return named.length === 0 ? key : `${key}?${named.map((name) => `${name}={${name}}`).join("&")}`;
}

/** Where a singleton is kept: per path, and per value of the query or the body that names it. */
export function documentKey(
  role: SingletonRole,
  { pathTexts, query, body }: Pick<Call, "pathTexts" | "query" | "body">,
): string {
  if (role.named.length === 0) return filledPath(role.key, pathTexts);
  const sent = { ...(isObject(body) ? body : {}), ...query };
  // A list may be parts of one text: `namespace=docs.ada`.
  const texts = role.named.map((name) => [name, [sent[name] ?? ""].flat().map(String).join(".")]);
  return filledPath(documentPath(role), { ...pathTexts, ...Object.fromEntries(texts) });
}

/** A path template with its values filled in. */
export function filledPath(path: string, texts: Readonly<Record<string, string>>): string {
  if (!path.includes("{")) return path;
  return path.replace(/\{([^{}]*)\}/g, (_, name: string) => percentEncode(texts[name] ?? ""));
}

/** The path up to a parameter and with it. */
export function pathUpTo(path: string, parameter: string): string {
  return path.slice(0, path.indexOf(`{${parameter}}`) + parameter.length + 2);
}
