import {
  type Answer,
  type Awaitable,
  itemSchemaOf,
  ProblemError,
  type ResponsePlan,
  schemaAt,
  selectError,
} from "@onespec/http-contract";
import { type BatchWrites, isObject, type Operation, schemaShape } from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress } from "../model/resource-states.js";
import { propertiesOf } from "../model/schema-questions.js";
import { withIgnored } from "../response/answer-headers.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createShownRecord } from "../response/shown-record.js";
import { answerValue } from "../response/value-answer.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { absentParent, absentRecord, addressReader } from "./record/record-address.js";
import { keyInRecord, withKey, withoutId } from "./record/record-key.js";
import { createRecordChanger, deleteRecord } from "./record/write-record.js";

/**
 * `POST /products/batch` with `{ create: [...], update: [...], delete: [...] }`. The answer omits absent records, and `Mock-Ignored` names
 * their list.
 */
export function createBatchBehaviour(
  context: MockContext,
  operation: Operation,
  { resource, lists }: BatchWrites,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds } = context;
  const changeRecord = createRecordChanger(context, resource);
  const rename = bodyRenaming(schemas, operation, resource.schema.json);
  const read = addressReader(schemas, states, operation, resource);

  const sent = ({ body }: Call, part: keyof BatchWrites["lists"]): readonly unknown[] => {
    const name = lists[part];
    const list = name !== undefined && isObject(body) ? body[name] : undefined;
    return Array.isArray(list) ? list : [];
  };
  const keyOf = (one: unknown): string => (isObject(one) ? (keyInRecord(resource, one) ?? "") : String(one));

  const refusesAbsent = selectError(operation, 404) !== undefined;
  /**
   * Returns the records that a list names, each with its index in the list.
   * @throws ProblemError before anything is written, if an update names an absent record and 404 is documented
   */
  const found = async (call: Call, part: "update" | "delete", { scope }: RecordAddress): Promise<readonly Found[]> => {
    const all: Found[] = [];
    for (const [index, one] of sent(call, part).entries()) {
      const record = await states.of(resource).find({ scope, where: [] }, keyOf(one));
      if (record) all.push({ index, record });
      else if (part === "update" && refusesAbsent && keyOf(one) !== "")
        throw new ProblemError(absentRecord(resource, undefined, keyOf(one)));
    }
    return all;
  };
  const write = async (call: Call, address: RecordAddress): Promise<Written> => {
    const { scope, parents } = address;
    const old = await found(call, "update", address);
    const gone = await found(call, "delete", address);
    const written: Written = { create: [], update: [], delete: [] };
    for (const one of sent(call, "create")) {
      const record = await addRecord(context, resource, rename(one) as JsonObject, { scope, parents });
      written.create.push(record);
      await call.wrote?.({ kind: "created", resource, record });
    }
    for (const { index, record: before } of old) {
      const part = withoutId(resource, rename(sent(call, "update")[index]) as JsonObject);
      const record = await changeRecord(before, call, (value) =>
        withKey(schemas, resource, { ...value, ...part }, before.key),
      );
      if (record) written.update.push(record);
    }
    for (const { record: before } of gone) {
      const record = await deleteRecord(context, resource, before, call);
      if (record) written.delete.push(record);
    }
    return written;
  };

  const answer = (call: Call, written: Written): Awaitable<Answer> => {
    const schema = call.answerAs?.schema;
    const parts = schema ? propertiesOf(schemas, schema.json) : [];
    const value = Object.fromEntries(
      parts.flatMap(({ name }): [string, unknown][] => {
        const part = PARTS.find(([, pattern]) => pattern.test(name))?.[0];
        const own = part && schema && schemaAt(schemas, schema, [name]);
        return part && own ? [[name, shown(own, written[part])]] : [];
      }),
    );
    const keys = Object.values(written).flatMap((all) => all.map(({ key }) => key));
    const seed = `${resource.stateKey} ${keys.join(",")}`;
    return answerValue(context, plan, call, schema ? context.fitting.fit(schema, value, { seed }) : value);
  };

  /** Shows records, or their ids, as a list or in an object such as `{ ids, deleted: true }`. */
  function shown(schema: NonNullable<ReturnType<typeof schemaAt>>, all: readonly StoredRecord[]): unknown {
    const { types, properties } = schemaShape(schemas, schema.json);
    if (!types.has("array") || types.has("object")) {
      return Object.fromEntries(
        [...properties.values()].flatMap(({ name, schema: json }): [string, unknown][] => {
          const { types: inner } = schemaShape(schemas, json);
          if (inner.has("array")) return [[name, shown(schemas.schemaOf(json), all)]];
          return inner.has("boolean") ? [[name, true]] : [];
        }),
      );
    }
    const item = itemSchemaOf(schemas, schema);
    const isRecord = item && schemaShape(schemas, item.json).types.has("object");
    return isRecord ? all.map(createShownRecord(schemas, resource, item)) : all.map(({ key }) => key);
  }

  return async (call) => {
    const address = read(call.pathTexts);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) return context.refuse(operation, absent);
    await seeds.fill(resource, address.scope);
    const written = await write(call, address);
    const parts = ["update", "delete"] as const;
    const ignored = parts
      .filter((part) => written[part].length < sent(call, part).length)
      .map((part) => lists[part] ?? part);
    return withIgnored(await answer(call, written), ignored);
  };
}

interface Found {
  readonly index: number;
  readonly record: StoredRecord;
}

type Written = Record<keyof BatchWrites["lists"], StoredRecord[]>;

const PARTS = [
  ["create", /^(?:creat|add|insert)/i],
  ["update", /^(?:updat|upsert|chang)/i],
  ["delete", /^(?:delet|remov)/i],
] as const;
