import {
  foldName,
  type JsonSchema,
  keywordsOf,
  nameWords,
  type ObjectProperty,
  type Resource,
  type SchemaRegistry,
  STATUS,
  schemaShape,
} from "@onespec/spec-core";
import { propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";

/** Makes a generated record agree with its status. @param written properties that stay as they are */
export type AgreeingState = (record: JsonObject, written?: JsonObject) => JsonObject;

/**
 * Makes dates and reasons agree with the status. An open order has no `cancelled_at` and no `cancel_reason`, a
 * cancelled one has both, and an invoice with a `paid_at` is `paid`. Statuses follow each other in the order in which
 * the schema lists them.
 */
export function createAgreeingState(schemas: SchemaRegistry, resource: Resource): AgreeingState {
  const properties = propertiesOf(schemas, resource.schema.json);
  const states = properties.flatMap((property) => stateOf(schemas, property) ?? []);
  const events = properties.flatMap((property) => states.flatMap((state) => eventOf(schemas, property, state) ?? []));
  if (events.length === 0) return (record) => record;
  const { isValid } = schemas.validator(resource.schema, "response");
  return (record, written = {}) => {
    const changed: Record<string, unknown> = { ...record };
    const lastMoment = latestOf(record, events);
    for (const { name, isMoment, isNullable, happened } of events) {
      if (Object.hasOwn(written, name)) continue;
      const outcome = happened(record);
      if (outcome === "no" && record[name] !== null && record[name] !== undefined) {
        if (isNullable) changed[name] = null;
        else delete changed[name];
      }
      if (outcome === "now" && isMoment && record[name] === null && lastMoment !== undefined)
        changed[name] = lastMoment;
    }
    return isValid(changed) || !isValid(record) ? changed : record;
  };
}

type Outcome = "no" | "maybe" | "now";

/** A property with the status of its record: an enum such as `status`, or a flag such as `isPaid`. */
interface State {
  readonly name: string;
  /** Folded values in the schema's order. A flag has one: its own name without `is`. */
  readonly values: readonly string[];
  readonly isFlag: boolean;
}

function stateOf(schemas: SchemaRegistry, { name, schema }: ObjectProperty): State | undefined {
  const { types, values } = schemaShape(schemas, schema);
  if (types.has("boolean") && values.length === 0)
    return { name, values: [foldName(name).replace(/^is(?=.)/, "")], isFlag: true };
  const texts = values.filter((value) => typeof value === "string").map(foldName);
  return STATUS.test(name) && texts.length > 1 ? { name, values: texts, isFlag: false } : undefined;
}

/** A property that has a value only after an event, such as `paid_at`. */
interface Event {
  readonly name: string;
  readonly isMoment: boolean;
  readonly isNullable: boolean;
  happened(record: JsonObject): Outcome;
}

function eventOf(schemas: SchemaRegistry, property: ObjectProperty, state: State): Event | undefined {
  const { name, schema, required } = property;
  if (name === state.name) return undefined;
  const isNullable = schemaShape(schemas, schema).types.has("null");
  if (required && !isNullable) return undefined;
  const words = nameWords(name);
  const [last = ""] = words.slice(-1);
  const isMoment = isMomentSchema(schemas, schema);
  const said = words.slice(0, -1).join("");
  if (said === "" || !(isMoment ? /^(?:at|on|date|time)$/ : /^(?:reason|by|note|method)$/).test(last)) return undefined;
  // `cancel_reason` and `cancellation_reason` both belong to `cancelled`.
  const isSame = (value: string): boolean =>
    value === said || (!isMoment && value.startsWith(said.slice(0, 5)) && said.length > 3);
  const at = state.values.findIndex(isSame);
  if (at < 0) return undefined;
  return {
    name,
    isMoment,
    isNullable,
    happened(record) {
      const value = record[state.name];
      if (state.isFlag) return value === true ? "now" : value === false ? "no" : "maybe";
      const now = typeof value === "string" ? state.values.indexOf(foldName(value)) : -1;
      if (now < 0) return "maybe";
      if (now === at) return "now";
      const isBroken = at > 0 && BROKEN_OFF.test(state.values[now] ?? "");
      return now < at || !isMoment || isBroken ? "no" : "maybe";
    },
  };
}

/** Statuses that can follow any other one, so the statuses listed before them need not have been reached. */
const BROKEN_OFF = /^(?:cancell?ed|rejected|declined|refused|failed|expired|withdrawn|aborted|denied|voided|noshow)$/;

function isMomentSchema(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  return ["date-time", "date"].includes(keywordsOf(schemas, schema).format ?? "");
}

/** The latest date-time in the record that belongs to no event: usually the last change, or else the creation. */
function latestOf(record: JsonObject, events: readonly Event[]): string | undefined {
  const names = new Set(events.map(({ name }) => name));
  const moments = Object.entries(record).flatMap(([name, value]) =>
    !names.has(name) && typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? [value] : [],
  );
  return moments.sort().at(-1);
}
