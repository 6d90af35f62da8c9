import type { JsonSchema, JsonSchemaObject, Schema, SchemaRegistry } from "@onespec/spec-core";

/** Writes schemas as TypeScript types. Named schemas become declarations of their own, written when first referred to. */
export interface TypeWriter {
  typeOf(json: JsonSchema): string;
  /** The type's name where the schema has one. */
  refer(schema: Schema): string;
  /** Every named type that was referred to. */
  declarations(): string;
}

/** Beyond this depth of unnamed schemas the type says `unknown`. */
const DEEPEST = 12;

/** Names that `mock-handlers.d.ts` has for itself. */
const TAKEN = [
  "Values",
  "Handler",
  "HandlerResult",
  "HandlerCall",
  "Answer",
  "Records",
  "Operations",
  "Promise",
  "Partial",
];

export function createTypeWriter(schemas: SchemaRegistry): TypeWriter {
  const names = new Map<string, string>();
  const used = new Set(TAKEN);
  const bodies = new Map<string, string>();

  const refer = (schema: Schema): string => {
    const { name: written, uri, json } = schema;
    if (written === undefined) return typeOf(json, 0);
    const known = names.get(uri);
    if (known !== undefined) return known;
    const name = freeName(written, used);
    names.set(uri, name);
    bodies.set(name, "");
    bodies.set(name, typeOf(json, 0));
    return name;
  };

  const typeOf = (json: JsonSchema, depth: number): string => {
    if (typeof json === "boolean") return json ? "unknown" : "never";
    if (depth > DEEPEST) return "unknown";
    if (json.$ref !== undefined) return refer(schemas.at(json.$ref));
    if (json.const !== undefined) return literal(json.const);
    if (json.enum) return json.enum.map(literal).join(" | ") || "never";
    const parts = [
      json.allOf && join(json.allOf, " & ", depth),
      (json.oneOf ?? json.anyOf) && join(json.oneOf ?? json.anyOf ?? [], " | ", depth),
      ownType(json, depth),
    ].filter((part) => part !== undefined);
    if (parts.length === 0) return "unknown";
    return parts.length === 1 ? (parts[0] ?? "unknown") : parts.map((part) => `(${part})`).join(" & ");
  };

  const join = (alternatives: readonly JsonSchema[], sign: string, depth: number): string | undefined => {
    const types = [...new Set(alternatives.map((one) => typeOf(one, depth + 1)))].filter((type) => type !== "unknown");
    if (types.length === 0) return undefined;
    return types.length === 1 ? types[0] : types.map((type) => `(${type})`).join(sign);
  };

  const ownType = (json: JsonSchemaObject, depth: number): string | undefined => {
    const types = typeof json.type === "string" ? [json.type] : (json.type ?? impliedTypes(json));
    return types.length === 0 ? undefined : [...new Set(types.map((type) => oneType(type, json, depth)))].join(" | ");
  };

  const oneType = (type: string, json: JsonSchemaObject, depth: number): string => {
    switch (type) {
      case "integer":
      case "number":
        return "number";
      case "array":
        return `readonly (${json.items === undefined ? "unknown" : typeOf(json.items, depth + 1)})[]`;
      case "object":
        return objectType(json, depth);
      case "string":
      case "boolean":
      case "null":
        return type;
      default:
        return "unknown";
    }
  };

  const objectType = (
    { properties = {}, required = [], additionalProperties }: JsonSchemaObject,
    depth: number,
  ): string => {
    const needed = new Set(required);
    const members = Object.entries(properties).map(
      ([name, json]) => `readonly ${JSON.stringify(name)}${needed.has(name) ? "" : "?"}: ${typeOf(json, depth + 1)}`,
    );
    if (members.length > 0) return `{ ${members.join("; ")} }`;
    const value = additionalProperties === undefined ? "unknown" : typeOf(additionalProperties, depth + 1);
    return `{ readonly [name: string]: ${value} }`;
  };

  return {
    typeOf: (json) => typeOf(json, 0),
    refer,
    declarations: () => [...bodies].map(([name, body]) => `\nexport type ${name} = ${body};\n`).join(""),
  };
}

function impliedTypes(json: JsonSchemaObject): readonly string[] {
  if (json.properties || json.additionalProperties !== undefined) return ["object"];
  return json.items === undefined ? [] : ["array"];
}

function literal(value: unknown): string {
  if (typeof value === "object" && value !== null) return "unknown";
  return JSON.stringify(value) ?? "unknown";
}

function freeName(written: string, used: Set<string>): string {
  const words = written.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== "");
  const joined = words.map((word) => (word[0] ?? "").toUpperCase() + word.slice(1)).join("");
  const base = /^[A-Za-z_$]/.test(joined) ? joined : `Schema${joined}`;
  let name = base;
  for (let number = 2; used.has(name); number += 1) name = `${base}${number}`;
  used.add(name);
  return name;
}
