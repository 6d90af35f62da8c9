import { randomInt, randomUUID } from "node:crypto";
import { ProblemError, validationProblem } from "@onespec/http-contract";
import {
  type JsonSchema,
  objectProperties,
  type SchemaRegistry,
  type SchemaViolation,
  sampleSchema,
} from "@onespec/spec-core";
import type { ServiceContext } from "../action/action.js";
import type { Row } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import type { FieldType } from "../entity/field-type.js";
import { FrameworkError } from "../errors/framework-error.js";
import { didYouMean } from "../text/phrases.js";
import type { ContractOptions } from "./contract-options.js";
import { contractOf, declaredProperties, namedSchemas, schemasAlone } from "./contract-schemas.js";
import { definedMembers, isJsonObject, memberOf, valueAt } from "./nested-members.js";
import { serviceFileOf } from "./service-file.js";

/** Makes new records whole, from the schemas that answers promise. */
export interface RecordCompleter {
  /**
   * A record with everything that the schemas of its answers require. Values that neither a client nor the database sets are made up, each a
   * valid value of its schema: so that an imported description answers correctly before any business logic is written.
   */
  complete(values: Row): Promise<Row>;
  /** As `complete`, for a new record: fields that the model fills are not made up. `unset` names what is still missing in production. */
  completeNew(values: Row): Promise<{ readonly record: Row; readonly unset: readonly string[] }>;
  /** Where values are not made up: rejects a changed member that the schemas of the answers forbid. @throws FrameworkError RECORD_INCOMPLETE */
  checkChanged(record: Row, names: readonly string[]): Promise<void>;
  /** False in production: see `unwrittenOperations` in `config/app.js`. */
  readonly makesUp: boolean;
  /** The error of required values that no code sets. */
  unsetError(names: readonly string[]): FrameworkError;
  /** Rejects a record that its schemas forbid. @param status of the rejection @throws ProblemError */
  check(record: Row, status: number): Promise<void>;
  /**
   * A record made to fit a schema; values that it requires and the record lacks are made up. Where the schema contradicts those of the
   * records, so is a value that only the records' own take, but not in production. @throws FrameworkError RECORD_INCOMPLETE
   */
  fit(shape: string, record: Row): Promise<Row>;
  /** A new id for a record whose database does not count. */
  newId(): Promise<unknown>;
}

/** @param made fields that the database or the repository fills in: never made up */
export function createCompleter(
  context: ServiceContext,
  options: ContractOptions,
  entity: Entity,
  made: ReadonlySet<string>,
): RecordCompleter {
  const { shapes = [], id, nullable = [] } = options;
  const makesUp = context.config.app.unwrittenOperations !== "refuse";
  const stand = standIns(entity, made);
  const takesNull = new Set(nullable);
  const filled = new Set([
    ...made,
    ...entity.fields
      .filter((field) => field.default !== undefined && field.default.kind !== "value")
      .map(({ name }) => name),
  ]);
  const standNew = standIns(entity, filled);

  /** Defaults of the schema, and values that leave no choice. */
  const toldValues = (schemas: SchemaRegistry, record: Row): Row => {
    const told: Row = {};
    for (const { json } of namedSchemas(schemas, shapes)) {
      for (const { name, required, schema } of objectProperties(schemas, json).values()) {
        const value = required && record[name] === undefined ? toldValue(schemas, schema) : undefined;
        if (value !== undefined) told[name] ??= value;
      }
    }
    return told;
  };
  const allViolations = (schemas: SchemaRegistry, record: Row): readonly SchemaViolation[] =>
    namedSchemas(schemas, shapes).flatMap((schema) => schemas.validator(schema, "response").violations(record));
  /** Nulls that answers leave out count as missing. */
  const violationsOf = (schemas: SchemaRegistry, record: Row): readonly SchemaViolation[] => {
    const shown = Object.entries(record).filter(
      ([name, value]) => value !== undefined && (value !== null || takesNull.has(name)),
    );
    return allViolations(schemas, Object.fromEntries(shown));
  };
  const forbiddenError = (
    [first, ...others]: readonly SchemaViolation[],
    reason = "the answers of the API forbid a value that its requests allow",
  ): FrameworkError => {
    const place = `${entity.name}${(first?.path ?? "").replaceAll("/", ".")}`;
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    return new FrameworkError("RECORD_INCOMPLETE", `${place} ${first?.message}${more}: ${reason}.`, {
      hint: `Convert the value in ${serviceFileOf(context)}, or correct the description and run spec:import.`,
    });
  };

  const completer: RecordCompleter = {
    makesUp,
    unsetError(names) {
      const list = names.map((name) => `${entity.name}.${name}`).join(", ");
      const verb = names.length === 1 ? "has" : "have";
      return new FrameworkError(
        "RECORD_INCOMPLETE",
        `${list} ${verb} no value: the answers of the API require ${names.length === 1 ? "it" : "them"}, and no code sets ${names.length === 1 ? "it" : "them"}.`,
        {
          hint: `Pass it in ${serviceFileOf(context)}: records.create(params, body, { ${names.map((name) => `${JSON.stringify(name)}: ...`).join(", ")} }). A defaultValue in the model does as well.`,
        },
      );
    },
    async completeNew(values) {
      const defaults = entity.fields.flatMap((field): [string, unknown][] =>
        field.default?.kind === "value" && values[field.name] === undefined ? [[field.name, field.default.value]] : [],
      );
      const given = { ...Object.fromEntries(defaults), ...definedMembers(values) };
      const stands = Object.fromEntries(Object.entries(standNew()).filter(([name]) => given[name] === undefined));
      if (makesUp) {
        const record = await completer.complete({ ...stands, ...given });
        for (const name of Object.keys(stands)) delete record[name];
        return { record, unset: [] };
      }
      if (shapes.length === 0) return { record: given, unset: [] };
      const { schemas } = await contractOf(context);
      const record: Row = { ...given, ...toldValues(schemas, { ...stands, ...given }) };
      const violations = violationsOf(schemas, { ...stands, ...record });
      const missing = violations.filter(isMissing);
      const forbidden = violations.filter((one) => !missing.includes(one) && !EXTRA.has(one.keyword));
      if (forbidden.length > 0) throw forbiddenError(forbidden);
      return { record, unset: [...new Set(missing.map(memberOf))] };
    },
    async checkChanged(record, names) {
      if (shapes.length === 0) return;
      const { schemas } = await contractOf(context);
      const stands = Object.entries(stand()).filter(([name]) => record[name] === undefined);
      const changed = violationsOf(schemas, { ...Object.fromEntries(stands), ...record }).filter(
        ({ path, keyword }) => names.includes(memberOf({ path })) && !EXTRA.has(keyword),
      );
      if (changed.length > 0) throw forbiddenError(changed);
    },
    async complete(values) {
      if (shapes.length === 0) return values;
      const { schemas } = await contractOf(context);
      const seed = randomUUID();
      let record: Row = { ...stand(), ...definedMembers(values) };
      // Null that no answer shows is no value: none is made up in its place unless one is required.
      for (const property of declaredProperties(context, shapes) ?? [])
        if (record[property] === null && !takesNull.has(property)) delete record[property];
      const known = new Map<string, JsonSchema>();
      for (const schema of namedSchemas(schemas, shapes)) {
        const declared = objectProperties(schemas, schema.json);
        // A property that a later schema requires is sampled from the first schema that declares it, which may be stricter.
        for (const { name, required, schema: own } of declared.values()) {
          const first = known.get(name);
          if (first === undefined) known.set(name, own);
          else if (required && valueAt(record, [name]) === undefined) {
            const sample = sampleSchema(schemas, schemas.schemaOf(first), { ...SAMPLING, seed });
            if (sample.ok) record = { ...record, [name]: sample.value };
          }
        }
        const sample = sampleSchema(schemas, schema, { ...SAMPLING, seed, base: record, now: Date.now() });
        if (!sample.ok || !isJsonObject(sample.value)) continue;
        const fitted = sample.value;
        // Sent properties that the answer's schema does not know are kept; known properties with invalid values are dropped.
        const kept = Object.entries(record).filter(([name]) => declared.get(name)?.writeOnly ?? true);
        record = { ...Object.fromEntries(kept), ...fitted };
      }
      return Object.fromEntries(
        Object.entries(record).filter(([name]) => !made.has(name) || Object.hasOwn(values, name)),
      );
    },
    async check(record, status) {
      const { schemas } = await contractOf(context);
      const violations = allViolations(schemas, record);
      if (violations.length === 0) return;
      throw new ProblemError(
        validationProblem(
          status,
          violations.map((violation) => ({ ...violation, in: "body" })),
        ),
      );
    },
    async fit(shape, record) {
      const { schemas } = await contractOf(context);
      const schema = schemas.named.get(shape);
      if (schema === undefined) {
        const meant = didYouMean(shape, [...schemas.named.keys()]);
        throw new TypeError(`shownAs: there is no schema ${shape} in api/schemas${meant}`);
      }
      // The same record, the same answer.
      const seed = JSON.stringify(record);
      const violations = schemas.validator(schema, "response").violations(record);
      const missing = violations.filter(isMissing);
      if (!makesUp && missing.length > 0) throw completer.unsetError(missing.map(memberOf));
      const own = new Set(violationsOf(schemas, record).map(memberOf));
      const wrong = violations.filter(
        (one) => !missing.includes(one) && !EXTRA.has(one.keyword) && (!makesUp || own.has(memberOf(one))),
      );
      if (wrong.length > 0) throw forbiddenError(wrong, `the schema ${shape} does not allow the value`);
      const sample = sampleSchema(schemas, schema, { ...SAMPLING, seed, base: record });
      return sample.ok && isJsonObject(sample.value) ? sample.value : record;
    },
    async newId() {
      const { schemas } = await contractOf(context);
      if (id.schema !== undefined) {
        const alone = await schemasAlone({ Id: id.schema });
        const schema = alone.schemas.named.get("Id");
        const sample = schema && sampleSchema(alone.schemas, schema, { ...NEW, seed: randomUUID() });
        if (sample?.ok) return wholeNumber(sample.value);
      }
      const properties = namedSchemas(schemas, shapes).map(({ json }) => objectProperties(schemas, json).get(id.field));
      const own = properties.find((property) => property !== undefined);
      const schema = own && schemas.schemaOf(own.schema);
      const sample = schema && sampleSchema(schemas, schema, { ...NEW, seed: randomUUID() });
      if (sample?.ok && (typeof sample.value === "string" || typeof sample.value === "number"))
        return wholeNumber(sample.value);
      const kind = entity.fields.find(({ name }) => name === id.field)?.type.kind;
      return kind === "integer" || kind === "bigint" ? randomInt(1, 2 ** 31) : randomUUID();
    },
  };
  return completer;
}

/** `undefined` if the schema leaves a choice. */
export function toldValue(schemas: SchemaRegistry, schema: JsonSchema): unknown {
  const json = schemas.follow(schema);
  if (typeof json !== "object") return undefined;
  if (json.default !== undefined) return json.default;
  return json.const ?? (json.enum?.length === 1 ? json.enum[0] : undefined);
}

/** Ids of `type: number` are counted all the same. */
function wholeNumber(id: unknown): unknown {
  return typeof id === "number" ? Math.trunc(id) : id;
}

const isMissing = ({ keyword, path }: SchemaViolation): boolean =>
  keyword === "required" && path.lastIndexOf("/") === 0;
/** Members that answers do not have are kept, and left out of answers. */
const EXTRA = new Set(["additionalProperties", "unevaluatedProperties"]);
const SAMPLING = { view: "response", optional: false, examples: "defaults" } as const;
/** A default names the same record each time. */
const NEW = { ...SAMPLING, examples: false } as const;

/** Values for the fields that the database will fill in, so that a record without them counts as whole. */
function standIns(entity: Entity, made: ReadonlySet<string>): () => Row {
  const fields = entity.fields.filter(({ name }) => made.has(name));
  return () => Object.fromEntries(fields.map(({ name, type }) => [name, standIn(type)]));
}

function standIn({ kind }: FieldType): unknown {
  switch (kind) {
    case "integer":
    case "bigint":
      return 1;
    case "uuid":
      return "00000000-0000-4000-8000-000000000000";
    default:
      return new Date().toISOString();
  }
}
