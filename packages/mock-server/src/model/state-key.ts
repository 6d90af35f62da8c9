import { isObject, type Operation, percentEncode, type SingletonRole } from "@onespec/spec-core";
import type { Call } from "./mock-context.js";

/** The key of an operation's state: one for each path and combination of declared query parameters. */
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

/**
 * The path of a singleton's documents. If a query parameter selects the document, it is included: `/items?key={key}`.
 */
export function documentPath({ key, named }: SingletonRole): string {
  return named.length === 0 ? key : `${key}?${named.map((name) => `${name}={${name}}`).join("&")}`;
}

/**
 * The key of a singleton: one for each path and, if the query or the body selects the document, each of those values.
 */
export function documentKey(
  role: SingletonRole,
  { pathTexts, query, body }: Pick<Call, "pathTexts" | "query" | "body">,
): string {
  if (role.named.length === 0) return filledPath(role.key, pathTexts);
  const sent = { ...(isObject(body) ? body : {}), ...query };
  // A list is joined to one text: `namespace=docs.ada`.
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
