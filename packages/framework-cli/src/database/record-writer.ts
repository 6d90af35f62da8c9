import { randomUUID } from "node:crypto";
import type { Entity, Field } from "../entity/entity.js";
import { normaliserOf, Refusal } from "../entity/normalise-value.js";
import { ruleCheckOf } from "../entity/value-rules.js";
import { DatabaseError } from "../errors/database-error.js";
import { checkRecord, refuseUnfinished } from "./check-query.js";
import { unknownField } from "./field-table.js";
import type { Row } from "./repository.js";

/** Prepares given values for writing, in the same way for every database. */
export interface RecordWriter {
  /**
   * Returns every field of the entity, in its order. Defaults, ids and times are filled in, and missing values are
   * null. Only a key that the database counts is `undefined`.
   * @throws DatabaseError VALUE_REFUSED with every invalid field, UNKNOWN_FIELD
   */
  forCreate(values: Row): Row;
  /** Returns the given fields and the time of the change. @throws as `forCreate` */
  forUpdate(changes: Row): Row;
  /**
   * Returns the record to add, and the changes to an existing record with the same values in `conflict`. There are no
   * changes if the record lacks one of these values, since then no record can conflict. A removed record is restored.
   * @throws as `forCreate`
   */
  forUpsert(values: Row, conflict: readonly string[]): { readonly record: Row; readonly changes: Row | undefined };
  /** The times that removing sets in a record that stays in the database. */
  forRemove(): Row;
  /** Returns the given fields in the form of their types, without checking their rules. @throws as `forCreate` */
  normal(values: Row): Row;
}

export function createRecordWriter(entity: Entity): RecordWriter {
  const plans = entity.fields.map((field) => planOf(field, entity));
  const byName = new Map(plans.map((plan) => [plan.name, plan]));
  const { updatedAt, deletedAt } = entity.timestamps;

  const known = (values: Row): void => {
    checkRecord(values);
    refuseUnfinished(values, entity.name);
    for (const name in values) if (!byName.has(name)) throw unknownField(entity, name);
  };
  const take = (plan: FieldPlan, value: unknown, problems: Problem[], checks = true): unknown => {
    if (value === null) {
      if (plan.nullable) return null;
      problems.push({ field: plan.name, reason: "must have a value" });
      return null;
    }
    const normal = plan.normalise(value);
    const refusal = normal instanceof Refusal ? normal : checks ? plan.check?.(normal) : undefined;
    if (refusal === undefined) return normal;
    problems.push({ field: plan.name, reason: refusal.reason });
    return null;
  };

  const taken = (changes: Row, checks: boolean): Row => {
    const problems: Problem[] = [];
    const record: Row = {};
    for (const name in changes) {
      const value = changes[name];
      if (value !== undefined) record[name] = take(byName.get(name) as FieldPlan, value, problems, checks);
    }
    if (problems.length > 0) throw refused(entity, problems);
    return record;
  };

  const writer: RecordWriter = {
    forCreate(values) {
      known(values);
      const problems: Problem[] = [];
      const record: Row = {};
      let now: string | undefined;
      for (const plan of plans) {
        const value = plan.isInherited && !Object.hasOwn(values, plan.name) ? undefined : values[plan.name];
        if (value !== undefined) {
          record[plan.name] = take(plan, value, problems);
        } else if (plan.counted) {
          record[plan.name] = undefined;
        } else if (plan.filledNow) {
          now ??= new Date().toISOString();
          record[plan.name] = plan.cut === undefined ? now : now.slice(...plan.cut);
        } else if (plan.makesUuid) {
          record[plan.name] = randomUUID();
        } else {
          record[plan.name] = take(plan, plan.fallback ?? null, problems);
        }
      }
      if (problems.length > 0) throw refused(entity, problems);
      return record;
    },
    forUpdate(changes) {
      known(changes);
      const record = taken(changes, true);
      if (updatedAt !== undefined && record[updatedAt] === undefined) record[updatedAt] = new Date().toISOString();
      return record;
    },
    forUpsert(values, conflict) {
      const record = writer.forCreate(values);
      if (conflict.some((name) => record[name] === undefined || record[name] === null)) {
        return { record, changes: undefined };
      }
      const given = Object.entries(values).filter(([name, value]) => value !== undefined && !conflict.includes(name));
      const changes = writer.forUpdate(Object.fromEntries(given));
      if (deletedAt !== undefined && changes[deletedAt] === undefined) changes[deletedAt] = null;
      return { record, changes };
    },
    forRemove() {
      const now = new Date().toISOString();
      return {
        ...(deletedAt !== undefined && { [deletedAt]: now }),
        ...(updatedAt !== undefined && { [updatedAt]: now }),
      };
    },
    normal(values) {
      known(values);
      return taken(values, false);
    },
  };
  return writer;
}

type FieldPlan = ReturnType<typeof planOf>;

/** Everything that writing a field needs, computed once. */
function planOf({ name, type, nullable, rules, autoIncrement, default: fallback }: Field, { timestamps }: Entity) {
  return {
    name,
    /** Every object inherits this name, such as `constructor` or `toString`. */
    isInherited: name in Object.prototype,
    nullable,
    normalise: normaliserOf(type),
    check: ruleCheckOf(rules),
    counted: autoIncrement,
    filledNow: name === timestamps.createdAt || name === timestamps.updatedAt || fallback?.kind === "now",
    /** The part of an ISO time that a date or a time of day takes. */
    cut: ({ date: [0, 10], time: [11, 19] } as Partial<Record<string, [number, number]>>)[type.kind],
    makesUuid: fallback?.kind === "uuid",
    fallback: fallback?.kind === "value" ? fallback.value : undefined,
  };
}

interface Problem {
  readonly field: string;
  readonly reason: string;
}

function refused(entity: Entity, problems: readonly Problem[]): DatabaseError {
  const text = problems.map(({ field, reason }) => `${entity.name}.${field} ${reason}`).join("; ");
  return new DatabaseError("VALUE_REFUSED", `${text}.`, {
    fields: problems.map(({ field }) => field),
    violations: problems,
  });
}
