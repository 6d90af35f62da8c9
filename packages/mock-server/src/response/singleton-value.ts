import {
  type Operation,
  objectProperties,
  type RecordPlace,
  type SchemaRegistry,
  withoutWriteOnly,
} from "@onespec/spec-core";
import type { MockContext } from "../server/mock-context.js";
import { type BodyPlan, bodyPlans } from "./body-plan.js";
import { withValueAt } from "./place-value.js";
import { sampledValue } from "./sampled-value.js";
import { schemaAt } from "./schema-at.js";
import { selectSuccess } from "./select-response.js";

/** What reading the document answers, and where in that it stands. */
export function singletonReader(
  context: MockContext,
  operations: readonly Operation[],
): { readonly body: BodyPlan; readonly reply: RecordPlace } | undefined {
  for (const operation of operations) {
    const { role } = operation;
    if (role.kind !== "singleton" || role.part !== "read") continue;
    const [body] = bodyPlans(context.schemas, selectSuccess(operation).response?.content ?? []);
    if (body) return { body, reply: role.reply ?? [] };
  }
  return undefined;
}

/** Names that the bodies of these operations declare for the document. */
export function singletonWrites(schemas: SchemaRegistry, operations: readonly Operation[]): ReadonlySet<string> {
  const names = operations.flatMap(({ role, requestBody }) =>
    (requestBody?.content ?? []).flatMap(({ schema }) => {
      const written = schema && role.kind === "singleton" ? schemaAt(schemas, schema, role.body) : undefined;
      return written ? [...objectProperties(schemas, written.json).values()].filter(({ readOnly }) => !readOnly) : [];
    }),
  );
  return new Set(names.map(({ name }) => name));
}

/** The body that shows the document: without what requests declare and this answer does not. */
export function singletonBody(
  { schemas, fitting }: MockContext,
  body: BodyPlan,
  reply: RecordPlace | undefined,
  writes: ReadonlySet<string>,
  seed: string,
  value: unknown,
): unknown {
  const { schema } = body;
  if (!schema) return value;
  const shown = schemaAt(schemas, schema, reply ?? []);
  const declared = shown ? objectProperties(schemas, shown.json) : new Map<string, unknown>();
  const visible =
    declared.size === 0 || !isObject(value)
      ? value
      : Object.fromEntries(
          Object.entries(value).filter(([name]) => declared.has(name) || (reply && !writes.has(name))),
        );
  if (reply) {
    return fitting.fit(schema, withoutWriteOnly(withValueAt(undefined, reply, visible), schema, schemas), { seed });
  }
  // Text has no properties to share: where it is what the answer may be, it is the answer.
  if (typeof value === "string" && schemas.validator(schema, "response").isValid(value)) return value;
  const sample = sampledValue(fitting, body, seed);
  return isObject(sample) && isObject(visible) ? fitting.fit(schema, { ...sample, ...visible }, { seed }) : sample;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
