import { nearestName } from "@onespec/spec-core";
import { HttpError } from "../action/reply.js";
import type { Row, Where } from "../database/repository.js";
import { DatabaseError } from "../errors/database-error.js";
import { absentRecord, requireParents } from "./record-shape.js";
import type { ServiceParts } from "./service-parts.js";

type Params = Readonly<Record<string, unknown>>;

/** The records that the parameters of paths name. */
export class NamedRecords {
  readonly #parts: ServiceParts;
  /** The fields to read, including hidden ones: the key of the row, and the field for other properties. */
  readonly #fields: readonly string[];
  /** Paths contain parents by their ids only. Then a record is found without reading its parents. */
  readonly #namesParentsById: boolean;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#fields = parts.entity.fields.map(({ name }) => name);
    this.#namesParentsById = (parts.options.parents ?? []).every(({ also }) => also === undefined);
  }

  /**
   * The values of the parents' fields. @throws HttpError 404 for an absent parent; DatabaseError for a missing
   * parameter
   */
  async scopeOf(params: Params): Promise<Row> {
    const { context, entity, options, shape } = this.#parts;
    const { parents = [] } = options;
    for (const { parameter } of parents)
      if (params[parameter] === undefined) throw missingParameter(entity.name, parameter, params);
    const found = await requireParents(context, parents, params);
    return Object.fromEntries(
      parents.map(({ parameter, field }) => [field, shape.asFieldValue(field, found[field] ?? params[parameter])]),
    );
  }

  /** @throws HttpError 404 */
  async find(params: Params): Promise<Row> {
    const { context, entity, options, shape } = this.#parts;
    const { id, parents = [], resource = entity.table } = options;
    const by = id.by?.find((keys) => Object.keys(keys).every((name) => params[name] !== undefined));
    const parameter = by ? Object.keys(by).at(-1) : id.parameter;
    if (parameter === undefined) throw new HttpError(404, "Records of this collection have no path.");
    const scope = this.#namesParentsById
      ? Object.fromEntries(parents.map(({ parameter, field }) => [field, shape.asFieldValue(field, params[parameter])]))
      : await this.scopeOf(params);
    const value = params[parameter];
    const row = by ? await this.#findBy(by, params, scope) : await this.#findById(value, scope);
    if (row !== undefined) return row;
    await requireParents(context, parents, params);
    throw absentRecord(resource, parameter, value);
  }

  /** The parameters of the first record. */
  async first(): Promise<Params | undefined> {
    const { key, options, repository } = this.#parts;
    const { parameter = "", field } = options.id;
    const [row] = await repository.find({ order: [[key, "asc"]], limit: 1, fields: [field] });
    return row && { [parameter]: row[field] };
  }

  /** Converts a path value to the type of the id's field. A path may contain a number although records show a text. */
  asId(value: unknown): unknown {
    const { options, shape } = this.#parts;
    return shape.asFieldValue(options.id.field, value) ?? value;
  }

  /** Finds the last record whose fields have the values of several parameters. */
  async #findBy(by: Readonly<Record<string, string>>, params: Params, scope: Row): Promise<Row | undefined> {
    const { key, repository, shape } = this.#parts;
    const named = Object.entries(by).map(([name, field]) => [field, shape.asFieldValue(field, params[name])]);
    const where: Row = { ...scope, ...Object.fromEntries(named) };
    if (!isPossible(where)) return undefined;
    const fields = this.#fields;
    const [row] = await repository.find({ where: where as Where, order: [[key, "desc"]], limit: 1, fields });
    return row;
  }

  async #findById(value: unknown, scope: Row): Promise<Row | undefined> {
    const { id } = this.#parts.options;
    if (!isPossible(scope)) return undefined;
    for (const field of [id.field, ...(id.also ?? [])]) {
      const own = this.#parts.shape.asFieldValue(field, value);
      const row = own === undefined ? undefined : await this.#findByField(field, own, scope);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  async #findByField(field: string, value: unknown, scope: Row): Promise<Row | undefined> {
    const { key, options, repository } = this.#parts;
    const fields = this.#fields;
    if (field === key && (options.parents ?? []).length === 0) return repository.get(value, { fields });
    const [row] = await repository.find({ where: { ...scope, [field]: value } as Where, limit: 1, fields });
    return row;
  }
}

/** False if a field cannot hold a value of the path. Then there is no such record. */
function isPossible(values: Row): boolean {
  return Object.values(values).every((one) => one !== undefined);
}

function missingParameter(entity: string, parameter: string, params: Params): DatabaseError {
  const given = Object.keys(params);
  const nearest = nearestName(parameter, given);
  return new DatabaseError("VALUE_REFUSED", `The records of ${entity} need the path parameter ${parameter}.`, {
    hint: nearest === undefined ? `Pass it first: { ${parameter}: 1 }.` : `Write ${parameter} instead of ${nearest}.`,
  });
}
