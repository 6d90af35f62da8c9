import type { Operation, Resource } from "@onespec/spec-core";

type Texts = Readonly<Record<string, string>>;

/** Reads the record's id out of the path of an operation on one record. */
export function pathKey(
  operation: Operation,
  { id }: Resource,
): { readonly parameter: string; of(texts: Texts): string } {
  const { parameters } = operation.template;
  const named = id.parameter !== undefined && parameters.includes(id.parameter) ? id.parameter : parameters.at(-1);
  const parameter = named ?? "";
  return { parameter, of: (texts) => texts[parameter] ?? "" };
}

/** The path of a record under the base path that the request came by; `undefined` where records have no path. */
export function recordPath(resource: Resource, base: string, texts: Texts, key: string): string | undefined {
  const { itemPath, id } = resource;
  if (itemPath === undefined) return undefined;
  const path = itemPath.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(name === id.parameter ? key : (texts[name] ?? "")),
  );
  return `${base}${path}`;
}
