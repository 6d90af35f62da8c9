import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import { checkRecord, refuseOptions } from "../database/check-query.js";
import type { Condition, OrderBy, Repository, Row, Where } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import { didYouMean } from "../text/phrases.js";

export interface ResourceServiceOptions {
  /** Records in a list without a limit. Default 20. */
  readonly limit?: number;
  /** Most records in a list. Default 100. */
  readonly maxLimit?: number;
  /** Relations to include in every record, also in the results of `create`, `update` and `replace`. */
  readonly include?: readonly string[];
}

/** The query of `list`: paging, order (`-createdAt,id`), and a value or a comparison (`{ gte: 3 }`) for any field. */
export interface ResourceQuery {
  readonly limit?: number;
  readonly offset?: number;
  readonly sort?: string | readonly string[];
  readonly [field: string]: unknown;
}

/** The records of one model, for actions. An absent record throws HttpError 404. Hidden fields are never returned. */
export interface ResourceService {
  /** @throws HttpError 400 for an order or a filter by a field that the model does not have */
  list(query?: ResourceQuery): Promise<Row[]>;
  /** The number of records that the filters of the query leave, whatever page it asks for. */
  count(query?: ResourceQuery): Promise<number>;
  get(id: unknown): Promise<Row>;
  /** @throws DatabaseError UNIQUE_VIOLATION and FOREIGN_KEY_VIOLATION (answered 409), VALUE_REFUSED (400) */
  create(values: Row): Promise<Row>;
  /** Changes only the given fields. */
  update(id: unknown, changes: Row): Promise<Row>;
  /** Fields that are not given return to their defaults. */
  replace(id: unknown, values: Row): Promise<Row>;
  delete(id: unknown): Promise<void>;
}

/**
 * The usual service for one model. Use it directly, or spread it into a service with more methods.
 * @example export default (context) => ({ ...createResourceService(context, "Book"), async publish(id) { ... } });
 */
export function createResourceService(
  context: Pick<ServiceContext, "repository">,
  model: string,
  { limit: usual = 20, maxLimit = 100, include = [] }: ResourceServiceOptions = {},
): ResourceService {
  const records = (): Repository => context.repository(model);
  const found = (record: Row | undefined, id: unknown): Row => {
    if (record === undefined) throw new HttpError(404, `No ${model} has the id ${id}.`);
    return record;
  };
  const keys = (): string[] => records().entity.fields.flatMap((field) => (field.primaryKey ? [field.name] : []));
  /** Removes values that clients cannot set. */
  const without = (values: Row, ...names: readonly string[]): Row => {
    checkRecord(values);
    const left = new Set([...names, ...Object.values(records().entity.timestamps)]);
    return Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name)));
  };
  /** A written record as `get` answers it. */
  const shown = async (record: Row): Promise<Row> => {
    const [key] = keys();
    if (include.length === 0 || key === undefined) return record;
    return found(await records().get(record[key], { include }), record[key]);
  };

  return {
    async list({ limit = usual, offset = 0, sort, ...filters } = {}, ...others: unknown[]) {
      refuseOptions(model, "list", others);
      const { entity } = records();
      return records().find({
        where: whereOf(entity, filters),
        order: orderOf(entity, sort),
        limit: Math.min(limit, maxLimit),
        offset,
        include,
      });
    },
    async count({ limit: _, offset: __, sort: ___, ...filters } = {}, ...others: unknown[]) {
      refuseOptions(model, "count", others);
      return records().count(whereOf(records().entity, filters));
    },
    async get(id, ...others: unknown[]) {
      refuseOptions(model, "get", others);
      return found(await records().get(id, { include }), id);
    },
    async create(values, ...others: unknown[]) {
      refuseOptions(model, "create", others);
      return shown(await records().create(without(values)));
    },
    async update(id, changes, ...others: unknown[]) {
      refuseOptions(model, "update", others);
      return shown(found(await records().update(id, without(changes, ...keys())), id));
    },
    async replace(id, values, ...others: unknown[]) {
      refuseOptions(model, "replace", others);
      checkRecord(values);
      const rest = records().entity.fields.filter(({ name, hidden }) => !Object.hasOwn(values, name) && !hidden);
      const defaults = Object.fromEntries(
        rest.map(({ name, default: usual }) => [name, usual?.kind === "value" ? usual.value : null]),
      );
      const changes = without({ ...defaults, ...values }, ...keys());
      return shown(found(await records().update(id, changes), id));
    },
    async delete(id, ...others: unknown[]) {
      refuseOptions(model, "delete", others);
      if (!(await records().remove(id))) throw new HttpError(404, `No ${model} has the id ${id}.`);
    },
  };
}

function whereOf(entity: Entity, filters: Readonly<Record<string, unknown>>): Where {
  const conditions = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    conditions.map(([name, value]) => [
      fieldNamed(entity, name, name),
      (Array.isArray(value) ? { in: value } : value) as Condition,
    ]),
  );
}

function orderOf(entity: Entity, sort: string | readonly string[] = []): readonly OrderBy[] {
  const keys = (typeof sort === "string" ? sort.split(",") : sort).map((key) => key.trim()).filter((key) => key !== "");
  return keys.map((key): OrderBy => {
    const isFalling = key.startsWith("-");
    return [fieldNamed(entity, key.replace(/^[-+]/, ""), "sort"), isFalling ? "desc" : "asc"];
  });
}

function fieldNamed({ fields, name: model }: Entity, name: string, parameter: string): string {
  const names = fields.filter(({ hidden }) => !hidden).map((field) => field.name);
  if (names.includes(name)) return name;
  const message = `${model} has no field ${name}${didYouMean(name, names) || `; it has ${names.join(", ")}`}`;
  throw new HttpError(400, "Validation failed", {
    details: [{ in: "query", path: `/${parameter}`, message, keyword: "field" }],
  });
}
