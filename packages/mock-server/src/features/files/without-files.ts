import type { PlacedFile, RequestValues, SentFile } from "@onespec/http-contract";
import {
  type ObjectProperty,
  type Operation,
  objectProperties,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { valueAtPlace, withValueAt } from "../../response/place-value.js";

/**
 * Replaces the files in a body by text, since their content is stored elsewhere. Fills in properties that describe a file (size, name,
 * type), unless the client sent them.
 */
export function withoutFiles(
  { schemas }: MockContext,
  { role }: Operation,
): (values: RequestValues, files: readonly PlacedFile[]) => unknown {
  const resource = "resource" in role ? role.resource : undefined;
  const properties = resource ? objectProperties(schemas, resource.schema.json) : new Map<string, ObjectProperty>();
  const place = "body" in role ? role.body : [];
  return ({ body }, files) => {
    const isWhole = files.some((file) => file.place.length === 0);
    // A body that is nothing but a file says nothing of the record.
    const value: unknown = isWhole
      ? undefined
      : stripped(body, files, (name) => showsText(schemas, properties.get(name)));
    if (role.kind !== "create" && role.kind !== "replace" && role.kind !== "update") return isWhole ? undefined : value;
    const written = value === undefined ? {} : valueAtPlace(value, place);
    const [first] = files;
    if (!first || files.length > 1 || typeof written !== "object" || written === null || Array.isArray(written))
      return value;
    const told = toldOf(schemas, properties, first.file, Object.keys(written));
    return Object.keys(told).length === 0 ? value : withValueAt(value, place, { ...told, ...written });
  };
}

/** `body` without its files, but for those whose text the record shows and that are small enough to be here. */
function stripped(body: unknown, files: readonly PlacedFile[], isShown: (name: string) => boolean): unknown {
  if (typeof body !== "object" || body === null) return body;
  const taken = new Set(
    files.flatMap(({ place: [name = ""], file }) => (file.content || !isShown(name) ? [name] : [])),
  );
  return Object.fromEntries(Object.entries(body).filter(([name]) => !taken.has(name)));
}

/** Does the record itself have a text there, one that is no address? */
function showsText(schemas: SchemaRegistry, property: ObjectProperty | undefined): boolean {
  if (!property || property.writeOnly) return false;
  const json = schemas.follow(property.schema);
  return (
    typeof json === "object" && schemaShape(schemas, json).isFreeText && !/^(?:uri|url|iri)/.test(json.format ?? "")
  );
}

const TOLD: readonly (readonly [RegExp, (file: SentFile) => unknown])[] = [
  [/^(?:(?:file)?size(?:in)?(?:bytes)?|bytes|bytesize|contentlength|length|filelength)$/, ({ size }) => size],
  [/^(?:(?:original)?(?:file)?name|originalname)$/, ({ name }) => name],
  [/^(?:contenttype|mimetype|mediatype|mime|filetype)$/, ({ type }) => type],
];

/** The properties of a record that describe its file (size, name, type), where their schemas allow the values. */
function toldOf(
  schemas: SchemaRegistry,
  properties: ReadonlyMap<string, ObjectProperty>,
  file: SentFile,
  written: readonly string[],
): Readonly<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  for (const { name, schema } of properties.values()) {
    if (written.includes(name)) continue;
    const folded = name.replace(/[^A-Za-z]/g, "").toLowerCase();
    const value = TOLD.find(([pattern]) => pattern.test(folded))?.[1](file);
    if (value !== undefined && schemas.validator(schemas.schemaOf(schema), "response").isValid(value))
      told[name] = value;
  }
  return told;
}
