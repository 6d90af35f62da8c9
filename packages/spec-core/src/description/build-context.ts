import type { SpecVersion } from "../document/detect-version.js";
import type { Documents, Located } from "../document/documents.js";
import type { Diagnostic } from "../errors/diagnostic.js";
import { isObject, isReference, type JsonObject, kindOf } from "../json/is-object.js";
import { escapeToken } from "../json/json-pointer.js";
import { getOrMake } from "../lazy/caches.js";
import type { InlineSchemaRegistry } from "../schema/schema-registry.js";

/** The state that all builders of a description share. */
export interface BuildContext {
  readonly documents: Documents;
  readonly schemas: InlineSchemaRegistry;
  readonly line: SpecVersion["line"];
  /** Built parts by kind and object. A response that fifty operations refer to is built once. */
  readonly built: Map<string, Map<object, unknown>>;
}

/** A JSON object of the description and its URI. */
export interface ObjectNode {
  readonly value: JsonObject;
  readonly uri: string;
}

/** Adds a diagnostic. By default it is a warning: the part is still used as far as possible. */
export function warn(
  { documents }: BuildContext,
  uri: string,
  problem: Pick<Diagnostic, "code" | "message" | "hint" | "operations"> & Partial<Pick<Diagnostic, "severity">>,
): void {
  documents.diagnostics.push({ severity: "warning", ...problem, location: documents.locate(uri) });
}

/**
 * The object at `located`, after following references. `undefined` if it is absent or `null`, if a reference is broken
 * (`checkReferences` reports it), or if it is not an object (reported here).
 */
export function objectAt(context: BuildContext, located: Located): ObjectNode | undefined {
  const target = isReference(located.value) ? context.documents.resolve(located.value.$ref) : located;
  if (!target || target.value === undefined || target.value === null) return undefined;
  if (isObject(target.value)) return { value: target.value, uri: target.uri };
  warn(context, target.uri, {
    code: "unexpected-value",
    message: `Expected an object here, found ${kindOf(target.value)}; it is skipped.`,
    hint: "Write an object, or remove the field.",
  });
  return undefined;
}

/** The value at `key`, references not followed. */
export function memberOf(node: ObjectNode, key: string): Located {
  return {
    value: Object.hasOwn(node.value, key) ? node.value[key] : undefined,
    uri: `${node.uri}/${escapeToken(key)}`,
  };
}

/** The object at `key`, references followed. */
export function objectMember(context: BuildContext, node: ObjectNode, key: string): ObjectNode | undefined {
  return objectAt(context, memberOf(node, key));
}

/** The members of the map at `key`, not followed, without extensions. */
export function mapMembers(
  context: BuildContext,
  node: ObjectNode,
  key: string,
): (Located & { readonly key: string })[] {
  const map = Object.hasOwn(node.value, key) ? objectMember(context, node, key) : undefined;
  return map ? Object.keys(map.value).map((name) => ({ key: name, ...memberOf(map, name) })) : [];
}

/** The elements of the list at `key`, not followed. */
export function listMembers(context: BuildContext, node: ObjectNode, key: string): Located[] {
  const member = memberOf(node, key);
  const list = isReference(member.value) ? context.documents.resolve(member.value.$ref) : member;
  if (!list || list.value === undefined || list.value === null) return [];
  if (Array.isArray(list.value)) {
    return list.value.map((value: unknown, index) => ({ value, uri: `${list.uri}/${index}` }));
  }
  const isEmpty = isObject(list.value) && Object.keys(list.value).length === 0;
  if (!isEmpty) {
    warn(context, list.uri, {
      code: "unexpected-value",
      message: `Expected a list here, found ${kindOf(list.value)}; it is skipped.`,
      hint: "Write a list, or remove the field.",
    });
  }
  return [];
}

/** The text at `key`. Numbers and booleans become text, since YAML parses some words without quotes as such. */
export function textMember(context: BuildContext, node: ObjectNode, key: string): string | undefined {
  const value = Object.hasOwn(node.value, key) ? node.value[key] : undefined;
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  // Some descriptions with many files keep long texts in separate files.
  const target = isReference(value) ? context.documents.resolve(value.$ref)?.value : undefined;
  return typeof target === "string" ? target : undefined;
}

/** True if the flag at `key` is set. */
export function isSet(node: ObjectNode, key: string): boolean {
  const value = Object.hasOwn(node.value, key) ? node.value[key] : undefined;
  return value === true || value === "true";
}

/** `x-...` fields. */
export function extensionsOf(node: ObjectNode): Readonly<Record<string, unknown>> {
  const extensions: Record<string, unknown> = {};
  for (const key in node.value) {
    if (key.startsWith("x-")) extensions[key] = node.value[key];
  }
  return extensions;
}

/** Calls `build` once for each kind and object. */
export function builtOnce<T>({ built }: BuildContext, kind: string, node: ObjectNode, build: () => T): T {
  const ofKind = getOrMake(built, kind, () => new Map());
  if (!ofKind.has(node.value)) ofKind.set(node.value, build());
  // For each kind there is only one builder, so the type is right.
  return ofKind.get(node.value) as T;
}
