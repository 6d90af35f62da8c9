import { writtenProperties } from "@onespec/http-contract";
import {
  joinPointer,
  keywordsOf,
  nearestName,
  type ObjectProperty,
  objectProperties,
  parsePointer,
  type Resource,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
  withoutWriteOnly,
} from "@onespec/spec-core";
import { pickBy } from "../../model/pick-by.js";
import type { JsonObject } from "../../store/record-store.js";

/** One violation of the description. */
export interface SeedViolation {
  /** JSON pointer into the record. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
  /** True: only a warning. The record is used unchanged. */
  readonly isWarning?: boolean;
}

/** Checks records of a resource against the description. Properties that the server sets may be missing. */
export type SeedCheck = (record: JsonObject) => readonly SeedViolation[];

/** @param extra names that are allowed in addition to the declared properties */
export function createSeedCheck(schemas: SchemaRegistry, resource: Resource, extra: readonly string[]): SeedCheck {
  const { schema, roles } = resource;
  const declared = objectProperties(schemas, schema.json);
  const written = [roles.create, roles.replace, roles.update].flatMap((operation) =>
    writtenProperties(schemas, operation),
  );
  const whole = [roles.create, roles.replace].flatMap((operation) => writtenProperties(schemas, operation));
  const writable = new Set(whole.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
  const requestOnly = new Set(
    written.map(({ name }) => name).filter((name) => declared.size > 0 && !declared.has(name)),
  );
  const names = new Set([...declared.keys(), ...requestOnly, ...extra]);
  const { additional } = schemaShape(schemas, schema.json);
  const isOpen = additional !== undefined && additional !== false;
  const validator = schemas.validator(schema, "response");

  // A missing id is generated, and a missing parent is reported in another place.
  const own = [resource.id.property, ...resource.parents.map(({ property }) => property)];
  const ownPointers = new Set(own.flatMap((place) => (place ? [joinPointer("", ...place)] : [])));
  const isMade = ({ keyword, path, params }: SchemaViolation): boolean => {
    if (keyword !== "required") return false;
    if (ownPointers.has(path)) return true;
    const [top = "", ...inner] = parsePointer(path);
    if (inner.length === 0 && writable.size > 0 && !writable.has(top)) return true;
    const property = propertyAt(schemas, resource, parsePointer(path), String(params.missingProperty ?? ""));
    if (!property) return false;
    return property.readOnly || keywordsOf(schemas, property.schema).default !== undefined;
  };
  return (record) => {
    const shown = withoutWriteOnly(withoutNames(record, requestOnly), schema, schemas);
    const violations: SeedViolation[] = validator.violations(shown).filter((violation) => !isMade(violation));
    const misspelt = Object.keys(record).flatMap((name): SeedViolation[] => {
      if (names.size === 0 || names.has(name)) return [];
      const free = [...names].filter((one) => !Object.hasOwn(record, one));
      const near = nearestName(name, free);
      const path = joinPointer("", name);
      if (near !== undefined) return [{ path, message: "is not declared", hint: `Did you mean ${near}?` }];
      return isOpen ? [] : [{ path, message: "is not declared; the mock serves it", isWarning: true }];
    });
    const told = new Set(violations.map(({ path }) => path));
    return [...violations, ...misspelt.filter(({ path }) => !told.has(path))];
  };
}

function withoutNames(record: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (!Object.keys(record).some((name) => names.has(name))) return record;
  return pickBy(record, (name) => !names.has(name));
}

/** The declared property that is missing at a place in the record. */
function propertyAt(
  schemas: SchemaRegistry,
  { schema }: Resource,
  place: readonly string[],
  missing: string,
): ObjectProperty | undefined {
  let json = schema.json;
  const holder = place.at(-1) === missing ? place.slice(0, -1) : place;
  for (const name of holder) {
    const shape = schemaShape(schemas, json);
    json = shape.properties.get(name)?.schema ?? shape.items ?? shape.additional ?? true;
  }
  return schemaShape(schemas, json).properties.get(missing);
}
