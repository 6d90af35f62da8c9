import { randomUUID } from "node:crypto";
import type { ApiDescription, Schema } from "@onespec/spec-core";
import type { ServiceContext } from "../app/service.js";
import type { Row } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import type { ContractOptions } from "./contract-options.js";
import { isObject } from "./places.js";

/**
 * A new record with everything that the schemas of its answers require. What neither a client nor the database sets is made up,
 * a valid value of its schema: so that an imported description answers correctly before any business logic is written.
 *
 * @param made fields that the database or the repository fills in: left out again
 */
export async function completeRecord(
  context: ServiceContext,
  options: ContractOptions,
  entity: Entity,
  values: Row,
  made: ReadonlySet<string>,
): Promise<Row> {
  const { shapes = [] } = options;
  if (shapes.length === 0 || isComplete(entity, values, made)) return values;
  const api = await contractOf(context);
  const { sampleSchema } = await import("@onespec/spec-core");
  const seed = randomUUID();
  let record = values;
  for (const name of shapes) {
    const schema: Schema | undefined = api.schemas.named.get(name);
    if (schema === undefined) continue;
    const sample = sampleSchema(api.schemas, schema, {
      seed,
      view: "response",
      base: withoutNulls(record),
      optional: false,
      examples: false,
      now: Date.now(),
    });
    // What was sent and the answer's schema does not know is kept all the same.
    if (sample.ok && isObject(sample.value)) record = { ...record, ...sample.value };
  }
  return Object.fromEntries(Object.entries(record).filter(([name]) => !made.has(name) || Object.hasOwn(values, name)));
}

/** Every column that needs a value has one; what is inside JSON columns is not looked at. */
function isComplete(entity: Entity, values: Row, made: ReadonlySet<string>): boolean {
  return entity.fields.every(({ name, nullable, primaryKey, autoIncrement, hidden, type }) =>
    type.kind !== "json" || values[name] === undefined
      ? nullable || autoIncrement || (hidden && primaryKey) || made.has(name) || values[name] !== undefined
      : false,
  );
}

function withoutNulls(values: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const contracts = new WeakMap<object, Promise<ApiDescription>>();

/** The application's schemas as a description of their own, loaded when first needed. */
function contractOf(context: ServiceContext): Promise<ApiDescription> {
  let contract = contracts.get(context.schemas);
  if (contract === undefined) {
    contract = import("@onespec/spec-core").then(({ loadDescription }) =>
      loadDescription({
        openapi: "3.1.0",
        info: { title: "Schemas", version: "1.0.0" },
        paths: {},
        components: { schemas: Object.fromEntries(context.schemas) },
      }),
    );
    contracts.set(context.schemas, contract);
  }
  return contract;
}
