import type { Entity } from "../entity/entity.js";
import { Refusal } from "../entity/normalise-value.js";
import { DatabaseError } from "../errors/database-error.js";
import { NO_SUCH_VALUE } from "./comparable.js";
import { refusedValue, type TableField } from "./field-table.js";
import type { Comparison, Condition, Where } from "./repository.js";

export type CompareOperator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
export type SearchOperator = "contains" | "startsWith" | "like";

/** Writes conditions in a database's language. Values are checked and comparable; none is null. */
export interface ConditionWriter<F, C> {
  readonly always: C;
  readonly never: C;
  /** Combines the entries of one object, at least two. All must be true. */
  both(parts: readonly C[]): C;
  group(kind: "and" | "or", parts: readonly C[]): C;
  /** The opposite of a condition. It is also true if the condition is unknown because of null. */
  not(part: C): C;
  isNull(field: F, yes: boolean): C;
  compare(field: F, operator: CompareOperator, value: unknown): C;
  member(field: F, operator: "in" | "notIn", values: readonly unknown[]): C;
  search(field: F, operator: SearchOperator, text: string): C;
}

/**
 * Reads a condition. `undefined` if every record meets it. As in JavaScript, a condition is true or false on every
 * database, never unknown.
 * @param fieldOf throws for unknown names
 * @throws DatabaseError UNKNOWN_FIELD, VALUE_REFUSED a value or operator that does not suit the field
 */
export function readWhere<F extends TableField, C>(
  where: Where,
  entity: Entity,
  fieldOf: (name: string) => F,
  writer: ConditionWriter<F, C>,
): C | undefined {
  return both(read(where));

  function both(parts: readonly C[]): C | undefined {
    return parts.length > 1 ? writer.both(parts) : parts[0];
  }

  function read(condition: Where): C[] {
    // Taken as a condition, any other value would match every record.
    if (typeof condition !== "object" || condition === null || Array.isArray(condition)) {
      throw new DatabaseError("VALUE_REFUSED", "A condition is an object.");
    }
    refuseSymbols(condition);
    const parts: C[] = [];
    for (const name in condition) {
      const given = condition[name];
      if (given === undefined) continue;
      if (name === "and" || name === "or") parts.push(...group(name, given as readonly Where[]));
      else if (name === "not") {
        const inner = both(read(given as Where));
        parts.push(inner === undefined ? writer.never : writer.not(inner));
      } else parts.push(...ofField(fieldOf(name), given as Condition));
    }
    return parts;
  }

  function group(kind: "and" | "or", group: readonly Where[]): C[] {
    if (!Array.isArray(group)) throw new DatabaseError("VALUE_REFUSED", `\`${kind}\` takes a list of conditions.`);
    if (group.length === 0) return kind === "or" ? [writer.never] : [];
    return [
      writer.group(
        kind,
        group.map((each) => both(read(each)) ?? writer.always),
      ),
    ];
  }

  function ofField(field: F, condition: Condition): C[] {
    if (condition === null) return [writer.isNull(field, true)];
    if (typeof condition !== "object" || condition instanceof Date) return [compare(field, "eq", condition)];
    refuseSymbols(condition);
    // From a client it would be met by every record.
    if (Object.keys(condition).length === 0) throw refusedValue(entity, field, "is compared with nothing");
    const parts: C[] = [];
    for (const operator in condition) {
      const given: unknown = condition[operator as keyof Comparison];
      if (given !== undefined) parts.push(...byOperator(field, operator as keyof Comparison, given));
    }
    return parts;
  }

  function byOperator(field: F, operator: keyof Comparison, given: unknown): C[] {
    switch (operator) {
      case "eq":
      case "ne":
      case "gt":
      case "gte":
      case "lt":
      case "lte":
        return [compare(field, operator, given)];
      case "in":
      case "notIn":
        return [member(field, operator, given)];
      case "between":
        if (!Array.isArray(given) || given.length !== 2) {
          throw refusedValue(entity, field, "between takes a list of two values");
        }
        return [compare(field, "gte", given[0]), compare(field, "lte", given[1])];
      case "contains":
      case "startsWith":
      case "like":
        return [search(field, operator, given)];
      case "isNull":
        if (typeof given !== "boolean") throw refusedValue(entity, field, "isNull takes true or false");
        return [writer.isNull(field, given)];
      default:
        throw refusedValue(
          entity,
          field,
          `knows no operator ${String(operator satisfies never)}: there are eq, ne, gt, gte, lt, lte, in, notIn, contains, startsWith, like, between and isNull`,
        );
    }
  }

  function compare(field: F, operator: CompareOperator, given: unknown): C {
    // Comparison with null is never true.
    if (given === null) return writer.never;
    const value = comparableValue(entity, field, given);
    if (value !== NO_SUCH_VALUE) return writer.compare(field, operator, value);
    if (operator === "eq") return writer.never;
    if (operator === "ne") return writer.isNull(field, false);
    throw refusedValue(entity, field, "cannot be compared with this value");
  }

  function member(field: F, operator: "in" | "notIn", given: unknown): C {
    if (!Array.isArray(given)) throw refusedValue(entity, field, `${operator} takes a list`);
    // Not being equal to null is never true either.
    if (operator === "notIn" && given.includes(null)) return writer.never;
    const values = given
      .filter((each) => each !== null)
      .map((each) => comparableValue(entity, field, each))
      .filter((value) => value !== NO_SUCH_VALUE);
    if (values.length > 0) return writer.member(field, operator, values);
    if (operator === "in") return writer.never;
    return given.length === 0 ? writer.always : writer.isNull(field, false);
  }

  function search(field: F, operator: SearchOperator, given: unknown): C {
    if (!["string", "text", "enum", "uuid"].includes(field.field.type.kind)) {
      throw refusedValue(entity, field, `is no text: ${operator} is for texts`);
    }
    if (typeof given !== "string") throw refusedValue(entity, field, `${operator} takes a text`);
    if (given === "" && operator !== "like") return writer.isNull(field, false);
    return given.includes("\0") ? writer.never : writer.search(field, operator, given);
  }
}

/** Nobody would read Sequelize's operators, and every record would meet them. @throws DatabaseError VALUE_REFUSED */
function refuseSymbols(condition: object): void {
  const [symbol] = Object.getOwnPropertySymbols(condition);
  if (symbol === undefined) return;
  throw new DatabaseError("VALUE_REFUSED", `Repositories do not know the operator ${String(symbol)}.`, {
    hint: "Write { or: [...] } or { price: { gt: 5 } }. Sequelize's operators are for its models: models.Book.findAll(...).",
  });
}

/** A value that a field can be compared with, or `NO_SUCH_VALUE`. @throws DatabaseError VALUE_REFUSED */
export function comparableValue(entity: Entity, field: TableField, given: unknown): unknown {
  const value = field.comparable(given);
  if (value instanceof Refusal) throw refusedValue(entity, field, value.reason);
  return value;
}

/** One part of a pattern of `like`: a literal text, any text, or any one character. */
export type LikePart = { readonly text: string } | "any" | "one";

/** Parses a pattern: `%` is any text, `_` any one character, a backslash escapes the next character. */
export function likeParts(pattern: string): readonly LikePart[] {
  const parts: LikePart[] = [];
  let text = "";
  const end = (): void => {
    if (text !== "") parts.push({ text });
    text = "";
  };
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] as string;
    if (character === "%" || character === "_") {
      end();
      parts.push(character === "%" ? "any" : "one");
    } else if (character === "\\" && index + 1 < pattern.length) {
      index += 1;
      text += pattern[index];
    } else text += character;
  }
  end();
  return parts;
}
