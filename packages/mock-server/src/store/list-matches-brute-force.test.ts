import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryStore } from "./memory-store.js";
import type { Condition, JsonObject, RecordQuery, StoredRecord } from "./record-store.js";

const scalar = fc.constantFrom(
  null,
  true,
  false,
  0,
  1,
  2,
  10,
  -1,
  "a",
  "b",
  "B",
  "ab",
  "10",
  "2020-01-01",
  "2020-01-01T00:00:00Z",
  "2020-01-01T01:30:00+01:00",
);
const value = fc.oneof({ weight: 5, arbitrary: scalar }, fc.array(scalar, { maxLength: 3 }));
const recordValue = fc.record(
  { p: value, q: value, n: fc.record({ r: value }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
const scope = fc.constantFrom("x", "y");
const key = fc.integer({ min: 0, max: 12 }).map(String);
const property = fc.constantFrom(["p"], ["q"], ["n", "r"]);

const write = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("put" as const), scope, key, value: recordValue }) },
  fc.record({ kind: fc.constant("delete" as const), scope, key }),
);
const plainCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    property,
    operator: fc.constantFrom(
      "eq",
      "ne",
      "gt",
      "gte",
      "lt",
      "lte",
      "contains",
      "ncontains",
      "startsWith",
      "endsWith",
      "like",
    ),
    value: scalar,
  }),
  fc.record({ property, operator: fc.constantFrom("in", "nin"), value: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ property, operator: fc.constant("exists"), value: fc.boolean() }),
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 4, arbitrary: plainCondition },
  fc.record({
    property: fc.constant([]),
    operator: fc.constant("anyOf"),
    value: fc.array(fc.array(plainCondition, { maxLength: 2 }), { maxLength: 3 }),
  }),
);
const query: fc.Arbitrary<RecordQuery> = fc.record(
  {
    scope: fc.constantFrom([], ["x"], ["y"], [undefined]),
    where: fc.array(condition, { maxLength: 2 }),
    search: fc.constantFrom("b", "1"),
    sort: fc.array(fc.record({ property, descending: fc.boolean() }), { maxLength: 2 }),
    offset: fc.nat({ max: 5 }),
    limit: fc.nat({ max: 5 }),
  },
  { requiredKeys: [] },
);

test("lists are what filtering and sorting all records gives, whatever was written before and between", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          write,
          query.map((asked) => ({ kind: "list" as const, asked })),
        ),
        { maxLength: 60 },
      ),
      async (steps) => {
        const collection = createMemoryStore().collection("things");
        const model: StoredRecord[] = [];
        for (const step of steps) {
          if (step.kind === "list") {
            const { records, total, start } = await collection.list(step.asked);
            expect({ records, total, start }).toEqual(listByBruteForce(model, step.asked));
            continue;
          }
          const at = model.findIndex((known) => known.key === step.key && known.scope[0] === step.scope);
          if (step.kind === "delete") {
            await collection.delete([step.scope], step.key);
            if (at >= 0) model.splice(at, 1);
          } else {
            const made = { key: step.key, scope: [step.scope], value: step.value };
            await collection.put(made);
            if (at >= 0) model[at] = made;
            else model.push(made);
          }
        }
      },
    ),
    { seed: 20260101, numRuns: 400 },
  );
});

function listByBruteForce(
  records: readonly StoredRecord[],
  { scope: wanted = [], where = [], search, sort = [], offset = 0, limit = 99 }: RecordQuery,
) {
  const matching = records
    .filter((item) => wanted.every((part, index) => part === undefined || item.scope[index] === part))
    .filter((item) => where.every((one) => holds(item.value, one)))
    .filter(
      (item) => search === undefined || stringsIn(item.value).some((text) => text.toLowerCase().includes(search)),
    );
  const sorted = matching.toSorted((a, b) => {
    for (const { property: path, descending } of sort) {
      const [x, y] = [orderOf(read(a.value, path)), orderOf(read(b.value, path))];
      if (x === undefined || y === undefined) {
        if (x !== y) return x === undefined ? 1 : -1;
        continue;
      }
      const order = x[0] - y[0] || (x[1] < y[1] ? -1 : x[1] > y[1] ? 1 : 0);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  const start = Math.min(offset, sorted.length);
  return { records: sorted.slice(start, start + limit), total: sorted.length, start };
}

function read(from: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as JsonObject | undefined)?.[name], from) ?? null;
}

function holds(record: JsonObject, condition: Condition): boolean {
  if (condition.operator !== "anyOf") return meets(read(record, condition.property), condition);
  return (condition.value as Condition[][]).some((list) => list.every((one) => holds(record, one)));
}

function meets(found: unknown, { operator, value: operand }: Condition): boolean {
  const elements = Array.isArray(found) ? found : [found];
  const contains = (): boolean =>
    elements.some((element) =>
      typeof element === "string" && typeof operand === "string" ? element.includes(operand) : element === operand,
    );
  switch (operator) {
    case "eq":
      return elements.includes(operand);
    case "ne":
      return !elements.includes(operand);
    case "in":
      return elements.some((element) => (operand as unknown[]).includes(element));
    case "nin":
      return !elements.some((element) => (operand as unknown[]).includes(element));
    case "contains":
      return contains();
    case "ncontains":
      return !contains();
    case "startsWith":
      return typeof found === "string" && typeof operand === "string" && found.startsWith(operand);
    case "endsWith":
      return typeof found === "string" && typeof operand === "string" && found.endsWith(operand);
    case "like":
      // The texts have no wildcards.
      return (
        typeof found === "string" && typeof operand === "string" && found.toLowerCase().includes(operand.toLowerCase())
      );
    case "exists":
      return (found !== null) === operand;
    case "anyOf":
      throw new Error("one value has no groups of conditions");
    default: {
      const [x, y] = [orderOf(found), orderOf(operand)];
      if (x === undefined || y === undefined) return false;
      let sign: number;
      if (x[0] === y[0]) sign = x[1] < y[1] ? -1 : x[1] > y[1] ? 1 : 0;
      else if (typeof found === "string" && typeof operand === "string") sign = found < operand ? -1 : 1;
      else return false;
      return { gt: sign > 0, gte: sign >= 0, lt: sign < 0, lte: sign <= 0 }[operator];
    }
  }
}

function orderOf(found: unknown): readonly [kind: number, value: string | number | boolean] | undefined {
  if (typeof found === "boolean") return [0, found];
  if (typeof found === "number") return [1, found];
  if (typeof found !== "string") return undefined;
  return found.startsWith("2020-") ? [2, Date.parse(found)] : [3, found];
}

function stringsIn(part: unknown): string[] {
  if (typeof part === "string") return [part];
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(stringsIn) : [];
}
