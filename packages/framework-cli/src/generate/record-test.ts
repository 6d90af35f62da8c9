import type { TestDraft, TestStep } from "../emit/emit-test.js";
import { literal, memberAccess } from "../emit/escape.js";
import { valueText } from "../emit/value-text.js";
import type { Entity } from "../entity/entity.js";
import { identifier, RECORD_ACTIONS, type RecordRole } from "./action-name.js";
import type { ModelName } from "./model-name.js";
import { sampleRecord } from "./sample-record.js";

/** A test of one action on the records of a model. It begins with an empty database. */
export function recordTest(
  role: RecordRole,
  name: ModelName,
  entity: Entity,
  entities: readonly Entity[],
  collection: string,
): TestDraft {
  const sample = sampleRecord(entity, entities);
  const { method, verb, status, isOfOne } = RECORD_ACTIONS[role];
  if (sample === undefined) return emptyTest(role, name, entity, collection);
  const key = entity.fields.find(({ primaryKey }) => primaryKey)?.name ?? "id";
  const record = identifier(name.model);
  const setup = sample.parents.map((parent) => creationLine(parent.name, parent.entity, parent.values));
  const existing = [...setup, creationLine(role === "list" ? undefined : record, name.model, sample.values)];
  const item = `\`${collection}/\${${record}.${key}}\``;
  const shown = Object.keys(sample.values).find((field) => {
    const own = entity.fields.find((one) => one.name === field);
    return !own?.hidden && !own?.hasAccessor;
  });
  const hasShown = (answer: string): string[] =>
    shown === undefined
      ? []
      : [
          `assert.${typeof sample.values[shown] === "object" ? "deepEqual" : "equal"}(${answer}${memberAccess(shown)}, ${valueText(sample.values[shown], 2)});`,
        ];
  const counted = (count: number): string =>
    `assert.equal(await app.repository(${literal(name.model)}).count(), ${count});`;
  const checks = {
    list: ["assert.equal(answer.body.length, 1);", ...hasShown("answer.body[0]")],
    get: hasShown("answer.body"),
    create: [...hasShown("answer.body"), counted(1)],
    update: hasShown("answer.body"),
    replace: hasShown("answer.body"),
    delete: [counted(0)],
  }[role];
  const sends = role === "create" || role === "update" || role === "replace";
  const isSent = ([field]: readonly [string, unknown]): boolean =>
    role !== "update" || !entity.fields.some((own) => own.name === field && own.primaryKey);
  const body = Object.fromEntries(Object.entries(sample.values).filter(isSent));
  const place = isOfOne ? `${collection}/{${name.idParameter}}` : collection;
  return {
    title: `${method} ${place} ${verb.toLowerCase()} ${role === "list" ? name.many : name.aOne}`,
    setup: role === "create" ? setup : existing,
    steps: [{ method, path: isOfOne ? item : collection, ...(sends && { body }), status, checks }],
  };
}

function creationLine(variable: string | undefined, entity: string, values: Readonly<Record<string, unknown>>): string {
  const start = `${variable === undefined ? "" : `const ${variable} = `}await app.repository(${literal(entity)}).create(`;
  return `${start}${valueText(values, 2, start.length + 6)});`;
}

/** A test for models without a sample record. It expects the answer of an empty database. */
function emptyTest(role: RecordRole, name: ModelName, entity: Entity, collection: string): TestDraft {
  const key = entity.fields.find(({ primaryKey }) => primaryKey)?.type.kind;
  const item = `${collection}/${key === "uuid" ? "3f1b7c52-8a0e-4d6b-9c1d-2e5f4a7b6c90" : "1"}`;
  const step: TestStep =
    role === "list" || role === "create"
      ? { method: "GET", path: collection, status: 200, checks: ["assert.deepEqual(answer.body, []);"] }
      : { method: role === "delete" ? "DELETE" : "GET", path: item, status: 404 };
  return { title: `${step.method} ${step.path} answers ${step.status} while there are no ${name.many}`, steps: [step] };
}
