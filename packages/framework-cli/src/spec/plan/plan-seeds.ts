import { type SchemaRegistry, sampleSchema, withValueAt } from "@onespec/spec-core";
import type { Row } from "../../database/repository.js";
import type { Entity, Field } from "../../entity/entity.js";
import { hasDefault } from "../../entity/has-default.js";
import type { ContractOptions } from "../../services/contract-options.js";
import { isJsonObject } from "../../services/nested-members.js";
import { RecordShape } from "../../services/record-shape.js";
import type { ModelPlan } from "./contract-plan.js";

/** Records of each model. */
const RECORDS = 2;
/** Longer seeds contain only required values, so that people can read the file. */
const LONGEST_RECORD = 3000;

/** Columns of ids that are numbers in one alternative and texts in another. */
const TEXTS: ReadonlySet<string> = new Set(["string", "text"]);

/** A model of the application, and how its records are stored. */
export interface SeededModel {
  readonly plan: ModelPlan;
  readonly entity: Entity;
  readonly options: ContractOptions;
}

/**
 * Initial records for each model, by its name, from the description's examples if there are any. They refer to each
 * other, so that they can be written in the order of their references.
 * @param models those that others refer to come first
 */
export function planSeeds(
  schemas: SchemaRegistry,
  models: readonly SeededModel[],
): Readonly<Record<string, readonly Row[]>> {
  const seeds = new Map<string, Row[]>();
  const byName = new Map(models.map((model) => [model.entity.name, model]));
  const byState = new Map(models.map((model) => [model.plan.resource.stateKey, model]));
  for (const model of models) {
    const rows = Array.from({ length: RECORDS }, (_, index) => seedRow(schemas, model, index, seeds, byState)).filter(
      (row) => row !== undefined,
    );
    const unique = model.entity.fields.filter((field) => field.unique).map(({ name }) => name);
    const names = [
      model.plan.id.field,
      ...unique,
      ...model.entity.indexes.flatMap(({ fields }) => fields.at(-1) ?? []),
    ];
    const repeats = (name: string): boolean =>
      rows.length > 1 && rows[0]?.[name] !== undefined && new Set(rows.map((row) => row[name])).size < rows.length;
    // An id that is an enumeration or a constant has too few values for several records.
    seeds.set(model.entity.name, names.some(repeats) ? rows.slice(0, 1) : rows);
  }
  for (const { entity } of models) {
    for (const relation of entity.relations) {
      if (relation.kind !== "belongsTo") continue;
      const field = entity.fields.find(({ name }) => name === relation.foreignKey);
      const targets = seeds.get(relation.target) ?? [];
      const key = byName.get(relation.target)?.plan.id.field ?? "id";
      for (const [index, row] of (seeds.get(entity.name) ?? []).entries()) {
        const target = targets[index % targets.length];
        if (target !== undefined && field !== undefined && row[field.name] !== undefined) row[field.name] = target[key];
      }
    }
  }
  return Object.fromEntries(seeds);
}

function seedRow(
  schemas: SchemaRegistry,
  { plan, entity, options }: SeededModel,
  index: number,
  seeds: ReadonlyMap<string, readonly Row[]>,
  byState: ReadonlyMap<string, SeededModel>,
): Row | undefined {
  const { resource, id } = plan;
  const shape = new RecordShape(entity, options);
  let record = sampleRecord(schemas, plan, index);
  if (record === undefined) return undefined;
  const given = (name: string): Field | undefined => entity.fields.find((field) => field.name === name);
  const values: Row = {};
  // Counted keys are included, so that a second run finds the rows.
  for (const { name, autoIncrement } of entity.fields) if (autoIncrement) values[name] = index + 1;
  if (values[id.field] !== undefined) record = { ...record, [id.field]: values[id.field] };
  else if (record[id.field] === undefined || options.id.place) values[id.field] = sampleId(schemas, plan, index);
  else if (typeof record[id.field] === "number" && TEXTS.has(given(id.field)?.type.kind ?? ""))
    values[id.field] = String(record[id.field]);
  if (options.id.place) record = withValueAt(record, options.id.place, values[id.field]) as Row;
  for (const { parameter, property, resource: parent } of resource.parents) {
    const name = plan.parents.get(parameter);
    if (name === undefined) continue;
    const target = parent && byState.get(parent.stateKey);
    const rows = target && seeds.get(target.entity.name);
    const row = rows?.[index % rows.length];
    if (row === undefined && given(name)?.references !== undefined) return undefined;
    const value = row && target ? row[target.plan.id.field] : standInOf(given(name), index);
    values[name] = value;
    if (property !== undefined && property.length > 1) record = withValueAt(record, property, value) as Row;
  }
  const row = { ...shape.split(record), ...values };
  // An alternative of the schema may lack properties that the model's answer requires.
  const isWhole = entity.fields.every(
    (field) => field.nullable || hasDefault(field) || (row[field.name] ?? null) !== null,
  );
  return isWhole ? row : undefined;
}

/** @returns `undefined` for a schema without a possible example */
function sampleRecord(schemas: SchemaRegistry, { resource, entity }: ModelPlan, index: number): Row | undefined {
  const options = { seed: `${entity.name} ${index}`, view: "response", examples: index === 0 } as const;
  for (const optional of [true, false]) {
    const sample = sampleSchema(schemas, resource.schema, { ...options, optional });
    if (!sample.ok || !isJsonObject(sample.value)) continue;
    if (!optional || JSON.stringify(sample.value).length <= LONGEST_RECORD) return sample.value;
  }
  return undefined;
}

function sampleId(schemas: SchemaRegistry, { resource, id, entity }: ModelPlan, index: number): unknown {
  const schema = resource.id.parameterSchema ?? resource.id.schema;
  const sample = sampleSchema(schemas, schema, {
    seed: `${entity.name} id ${index}`,
    view: "response",
    examples: false,
  });
  const kind = entity.fields.find(({ name }) => name === id.field)?.type.kind;
  const value = sample.ok ? sample.value : undefined;
  if (kind === "integer" || kind === "bigint" || kind === "double")
    return typeof value === "number" ? value : index + 1;
  return typeof value === "object" || value === undefined ? `${index + 1}` : String(value);
}

/** An id for a parent that the API cannot create. Any value is accepted. */
function standInOf(field: Field | undefined, index: number): unknown {
  switch (field?.type.kind) {
    case "integer":
    case "bigint":
      return index + 1;
    case "uuid":
      return `00000000-0000-4000-8000-00000000000${index + 1}`;
    default:
      return `example-${index + 1}`;
  }
}
