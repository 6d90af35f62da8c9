import { randomInt, randomUUID } from "node:crypto";
import { ProblemError, validationProblem } from "@onespec/http-contract";
import {
  idPrefix,
  type JsonSchema,
  objectProperties,
  type SchemaRegistry,
  type SchemaViolation,
  sampleSchema,
  valueAtPlace,
} from "@onespec/spec-core";
import type { ServiceContext } from "../action/action.js";
import type { Row } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import type { FieldType } from "../entity/field-type.js";
import { hasDefault } from "../entity/has-default.js";
import { FrameworkError } from "../errors/framework-error.js";
import { didYouMean } from "../text/phrases.js";
import type { ContractOptions } from "./contract-options.js";
import { contractOf, declaredProperties, namedSchemas, schemasAlone } from "./contract-schemas.js";
import { definedMembers, isJsonObject, memberOf, membersWhere } from "./nested-members.js";

/**
 * Completes new records with values that the schemas of answers require. If generated values are allowed, required
 * values that neither a client nor the database sets are generated, each valid for its schema. An imported description
 * then answers correctly before any business logic is written.
 */
export class RecordCompleter {
  /** False in production: see `unwrittenOperations` in `config/app.js`. */
  readonly makesUp: boolean;
  readonly #context: ServiceContext;
  readonly #options: ContractOptions;
  readonly #entity: Entity;
  readonly #made: ReadonlySet<string>;
  readonly #shapes: readonly string[];
  readonly #takesNull: ReadonlySet<string>;

  /** @param made fields that the database or the repository fills in; no value is generated for them */
  constructor(context: ServiceContext, options: ContractOptions, entity: Entity, made: ReadonlySet<string>) {
    this.makesUp = context.config.app.unwrittenOperations !== "refuse";
    this.#context = context;
    this.#options = options;
    this.#entity = entity;
    this.#made = made;
    this.#shapes = options.shapes ?? [];
    this.#takesNull = new Set(options.nullable);
  }

  /**
   * A new record with everything that its answers require, except what the model sets. In production, `unset` names the
   * values that are still missing.
   */
  async completeNew(values: Row): Promise<{ readonly record: Row; readonly unset: readonly string[] }> {
    const { fields } = this.#entity;
    const defaults = fields.flatMap((field): [string, unknown][] =>
      field.default?.kind === "value" && values[field.name] === undefined ? [[field.name, field.default.value]] : [],
    );
    const given = { ...Object.fromEntries(defaults), ...definedMembers(values) };
    const filled = fields.filter((field) => hasDefault(field) && field.default?.kind !== "value");
    const stands = this.#standIns(given, new Set([...this.#made, ...filled.map(({ name }) => name)]));
    if (this.makesUp) {
      const record = await this.complete({ ...stands, ...given });
      for (const name of Object.keys(stands)) delete record[name];
      return { record, unset: [] };
    }
    if (this.#shapes.length === 0) return { record: given, unset: [] };
    const { schemas } = await contractOf(this.#context);
    const record: Row = { ...given, ...this.#toldValues(schemas, { ...stands, ...given }) };
    const violations = this.#violations(schemas, { ...stands, ...record });
    const missing = violations.filter(isMissing);
    const forbidden = violations.filter((one) => !missing.includes(one) && !EXTRA.has(one.keyword));
    if (forbidden.length > 0) throw this.#forbiddenError(forbidden);
    return { record, unset: [...new Set(missing.map(memberOf))] };
  }

  /** A record with everything that the schemas of its answers require. */
  async complete(values: Row): Promise<Row> {
    if (this.#shapes.length === 0) return values;
    const { schemas } = await contractOf(this.#context);
    const seed = randomUUID();
    let record: Row = { ...this.#standIns({}, this.#made), ...definedMembers(values) };
    // A null that no answer can show counts as absent. A value is generated only if it is required.
    for (const property of declaredProperties(this.#context, this.#shapes) ?? [])
      if (record[property] === null && !this.#takesNull.has(property)) delete record[property];
    const known = new Map<string, JsonSchema>();
    for (const schema of namedSchemas(schemas, this.#shapes)) {
      const declared = objectProperties(schemas, schema.json);
      // If a later schema requires a property, its value is generated from the first schema that declares it, which may
      // be stricter.
      for (const { name, required, schema: own } of declared.values()) {
        const first = known.get(name);
        if (first === undefined) known.set(name, own);
        else if (required && valueAtPlace(record, [name]) === undefined) {
          const sample = sampleSchema(schemas, schemas.schemaOf(first), { ...SAMPLING, seed });
          if (sample.ok) record = { ...record, [name]: sample.value };
        }
      }
      const sample = sampleSchema(schemas, schema, { ...SAMPLING, seed, base: record, now: Date.now() });
      if (!sample.ok || !isJsonObject(sample.value)) continue;
      // Keeps sent properties that the answer's schema does not declare. Drops declared properties with invalid values.
      const kept = membersWhere(record, (name) => declared.get(name)?.writeOnly ?? true);
      record = { ...kept, ...sample.value };
    }
    return membersWhere(record, (name) => !this.#made.has(name) || Object.hasOwn(values, name));
  }

  /**
   * If values are not generated, rejects a changed member that the answers' schemas forbid. @throws FrameworkError
   * RECORD_INCOMPLETE
   */
  async checkChanged(record: Row, names: readonly string[]): Promise<void> {
    if (this.#shapes.length === 0) return;
    const { schemas } = await contractOf(this.#context);
    const changed = this.#violations(schemas, { ...this.#standIns(record, this.#made), ...record }).filter(
      ({ path, keyword }) => names.includes(memberOf({ path })) && !EXTRA.has(keyword),
    );
    if (changed.length > 0) throw this.#forbiddenError(changed);
  }

  /** Rejects a record that its schemas forbid. @param status of the rejection @throws ProblemError */
  async check(record: Row, status: number): Promise<void> {
    const { schemas } = await contractOf(this.#context);
    const violations = this.#allViolations(schemas, record).map((violation) => ({ ...violation, in: "body" }) as const);
    if (violations.length > 0) throw new ProblemError(validationProblem(status, violations));
  }

  /**
   * Adapts a record to a schema. Required values that the record lacks are generated. If the schema contradicts the
   * other schemas of the record, values that only those allow are replaced too, but not in production.
   * @throws FrameworkError RECORD_INCOMPLETE
   */
  async fit(shape: string, record: Row): Promise<Row> {
    const { schemas } = await contractOf(this.#context);
    const schema = schemas.named.get(shape);
    if (schema === undefined) {
      const meant = didYouMean(shape, [...schemas.named.keys()]);
      throw new TypeError(`shownAs: there is no schema ${shape} in api/schemas${meant}`);
    }
    const violations = schemas.validator(schema, "response").violations(record);
    const missing = violations.filter(isMissing);
    if (!this.makesUp && missing.length > 0) throw this.unsetError(missing.map(memberOf));
    const own = new Set(this.#violations(schemas, record).map(memberOf));
    const wrong = violations.filter(
      (one) => !missing.includes(one) && !EXTRA.has(one.keyword) && (!this.makesUp || own.has(memberOf(one))),
    );
    if (wrong.length > 0) throw this.#forbiddenError(wrong, `the schema ${shape} does not allow the value`);
    // The same record, the same answer.
    const sample = sampleSchema(schemas, schema, { ...SAMPLING, seed: JSON.stringify(record), base: record });
    return sample.ok && isJsonObject(sample.value) ? sample.value : record;
  }

  /** A new id for a record if the database does not count ids. */
  async newId(): Promise<unknown> {
    const { id } = this.#options;
    const { schemas } = id.schema ? await schemasAlone({ Id: id.schema }) : await contractOf(this.#context);
    const [own] = namedSchemas(schemas, this.#shapes).flatMap(
      ({ json }) => objectProperties(schemas, json).get(id.field) ?? [],
    );
    const schema = id.schema ? schemas.named.get("Id") : own && schemas.schemaOf(own.schema);
    const sample = schema && sampleSchema(schemas, schema, { ...SAMPLING, examples: false, seed: randomUUID() });
    // Ids of `type: number` are integers, too.
    if (sample?.ok && typeof sample.value === "number") return Math.trunc(sample.value);
    if (schema && sample?.ok && typeof sample.value === "string") {
      const target = schemas.follow(schema.json);
      const { format, pattern } = typeof target === "object" ? target : {};
      // A UUID is better than a sample, since there are few different sample words.
      const uuid = `${idPrefix(pattern) ?? ""}${randomUUID()}`;
      const isFree = format === undefined && schemas.validator(schema, "response").isValid(uuid);
      return isFree ? uuid : sample.value;
    }
    const kind = this.#entity.fields.find(({ name }) => name === id.field)?.type.kind;
    return kind === "integer" || kind === "bigint" ? randomInt(1, 2 ** 31) : randomUUID();
  }

  /** The error of required values that no code sets. */
  unsetError(names: readonly string[]): FrameworkError {
    const list = names.map((name) => `${this.#entity.name}.${name}`).join(", ");
    const [verb, it] = names.length === 1 ? ["has", "it"] : ["have", "them"];
    const own = names.map((name) => `${JSON.stringify(name)}: ...`).join(", ");
    return new FrameworkError(
      "RECORD_INCOMPLETE",
      `${list} ${verb} no value: the answers of the API require ${it}, and no code sets ${it}.`,
      {
        hint: `Pass it in ${this.#context.file}: records.create(params, body, { ${own} }). A defaultValue in the model does as well.`,
      },
    );
  }

  #forbiddenError(
    [first, ...others]: readonly SchemaViolation[],
    reason = "the answers of the API forbid a value that its requests allow",
  ): FrameworkError {
    const place = `${this.#entity.name}${(first?.path ?? "").replaceAll("/", ".")}`;
    const more = others.length === 0 ? "" : `, and ${others.length} more`;
    return new FrameworkError("RECORD_INCOMPLETE", `${place} ${first?.message}${more}: ${reason}.`, {
      hint: `Convert the value in ${this.#context.file}, or correct the description and run spec:import.`,
    });
  }

  /** Values for the fields that the database fills in, so that a record without them counts as complete. */
  #standIns(given: Row, names: ReadonlySet<string>): Row {
    const fields = this.#entity.fields.filter(({ name }) => names.has(name) && given[name] === undefined);
    return Object.fromEntries(fields.map(({ name, type }) => [name, standIn(type)]));
  }

  /** Defaults of the schema, and values that leave no choice. */
  #toldValues(schemas: SchemaRegistry, record: Row): Row {
    const told: Row = {};
    for (const { json } of namedSchemas(schemas, this.#shapes)) {
      for (const { name, required, schema } of objectProperties(schemas, json).values()) {
        const value = required && record[name] === undefined ? toldValue(schemas, schema) : undefined;
        if (value !== undefined) told[name] ??= value;
      }
    }
    return told;
  }

  #allViolations(schemas: SchemaRegistry, record: Row): readonly SchemaViolation[] {
    return namedSchemas(schemas, this.#shapes).flatMap((schema) =>
      schemas.validator(schema, "response").violations(record),
    );
  }

  /** Nulls that answers leave out count as missing. */
  #violations(schemas: SchemaRegistry, record: Row): readonly SchemaViolation[] {
    const shown = membersWhere(
      record,
      (name, value) => value !== undefined && (value !== null || this.#takesNull.has(name)),
    );
    return this.#allViolations(schemas, shown);
  }
}

/** `undefined` if the schema leaves a choice. */
export function toldValue(schemas: SchemaRegistry, schema: JsonSchema): unknown {
  const json = schemas.follow(schema);
  if (typeof json !== "object") return undefined;
  if (json.default !== undefined) return json.default;
  return json.const ?? (json.enum?.length === 1 ? json.enum[0] : undefined);
}

const isMissing = ({ keyword, path }: SchemaViolation): boolean =>
  keyword === "required" && path.lastIndexOf("/") === 0;
/** Members that answers do not declare are stored, but left out of answers. */
const EXTRA = new Set(["additionalProperties", "unevaluatedProperties"]);
const SAMPLING = { view: "response", optional: false, examples: "defaults" } as const;
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
