import { ProblemError } from "@onespec/http-contract";
import { valueAtPlace, withValueAt } from "@onespec/spec-core";
import type { Row, Where } from "../database/repository.js";
import { UUID } from "../entity/normalise-value.js";
import { DatabaseError, type FieldViolation } from "../errors/database-error.js";
import type { ContractOptions } from "./contract-options.js";
import type { NamedRecords } from "./named-records.js";
import { refusedValues } from "./sent-records.js";
import type { ServiceParts } from "./service-parts.js";

type Params = Readonly<Record<string, unknown>>;

/** Ids to try for a new record. */
const MOST_NEW_IDS = 20;
const NO_VALUE = "must have a value";

/** Creates records from what clients send. */
export class NewRecords {
  readonly #parts: ServiceParts;
  readonly #named: NamedRecords;

  constructor(parts: ServiceParts, named: NamedRecords) {
    this.#parts = parts;
    this.#named = named;
  }

  /** @param sent validated values @param pathId the id from the path */
  async insert(params: Params, sent: Row, pathId?: unknown): Promise<Row> {
    const { completer, options, shape, shown } = this.#parts;
    const { id } = options;
    const scope = await this.#named.scopeOf(params);
    const placed = withoutUnsetId(this.#withParents(sent, scope), id, pathId);
    const chosenId = this.#chosenId(placed, pathId);
    const value = chosenId ?? (shape.isCounted ? undefined : await this.#freeId());
    // The place of the id in the record. Objects around a nested id must be complete.
    const place = id.place ?? (id.schema === undefined ? [id.field] : undefined);
    const named = place && value !== undefined ? (withValueAt(placed, place, value) as Row) : placed;
    const { record: whole, unset } = await completer.completeNew({ ...named, ...shape.visible(scope) });
    const values = { ...shape.split(whole), ...scope };
    if (value === undefined) delete values[id.field];
    else values[id.field] = value;
    const created = await this.#store(values, unset).catch(async (error: unknown) => {
      throw await this.#told(error, chosenId, pathId !== undefined);
    });
    const record = shown.show({ ...shape.rest(values), ...created });
    const madeId = value ?? created[id.field];
    if (madeId !== undefined) shown.setId(record, madeId);
    return record;
  }

  /** Sets the parents' ids in the record to those in the path. */
  #withParents(record: Row, scope: Row): Row {
    const { parents = [] } = this.#parts.options;
    return parents.reduce(
      (all, { place, field }) => (place ? (withValueAt(all, place, scope[field]) as Row) : all),
      record,
    );
  }

  #chosenId(sent: Row, pathId: unknown): unknown {
    const { id } = this.#parts.options;
    const named = pathId === undefined ? undefined : this.#named.asId(pathId);
    return named ?? valueAtPlace(sent, idPlace(id)) ?? (id.sentAs === undefined ? undefined : sent[id.sentAs]);
  }

  /** Tries several ids, because a pattern may allow only a few: for `\d+` short ones are generated. */
  async #freeId(): Promise<unknown> {
    const { completer, options, repository } = this.#parts;
    let value = this.#named.asId(await completer.newId());
    for (let tried = 1; tried < MOST_NEW_IDS; tried++) {
      if (UUID.test(String(value)) || (await repository.count({ [options.id.field]: value } as Where)) === 0) break;
      value = this.#named.asId(await completer.newId());
    }
    return value;
  }

  /** @param unset values that answers require and nobody has set. The model's code may still set them. */
  async #store(values: Row, unset: readonly string[]): Promise<Row> {
    const { completer, context, entity, repository } = this.#parts;
    if (unset.length === 0) return repository.create(values);
    if (entity.source === undefined || entity.source.beyond.length === 0) throw completer.unsetError(unset);
    return context.transaction(async () => {
      const created = await repository.create(values).catch((error: unknown) => {
        throw isRefused(error) && error.fields.some((name) => unset.includes(name))
          ? completer.unsetError(unset)
          : error;
      });
      const missing = unset.filter((name) => (created[name] ?? null) === null);
      if (missing.length > 0) throw completer.unsetError(missing);
      return created;
    });
  }

  /** Converts an error of the database to an error of the API. */
  async #told(error: unknown, chosenId: unknown, isByPath: boolean): Promise<unknown> {
    const { entity, options } = this.#parts;
    const { id, resource = entity.table } = options;
    if (!(error instanceof DatabaseError)) return error;
    const isTaken = error.code === "UNIQUE_VIOLATION" && error.fields.includes(id.field);
    if (isTaken && chosenId !== undefined) return takenId(resource, id, chosenId);
    if (!isRefused(error)) return error;
    return isByPath ? inParameter(error, id) : this.#undeclaredNamed(error);
  }

  /** Adds to the error of a rejected field that clients cannot set it, if the description does not declare it. */
  async #undeclaredNamed(error: DatabaseError): Promise<DatabaseError> {
    const { context, entity, sentRecords } = this.#parts;
    const violations = await Promise.all(
      error.violations.map(async (violation): Promise<FieldViolation> => {
        const { field, reason } = violation;
        if (field === undefined || reason !== NO_VALUE || (await sentRecords.isDeclared(field))) return violation;
        const next = `set it in ${context.file}, or add it to the description`;
        return {
          field,
          reason: `${NO_VALUE}, and the description does not declare it, so clients cannot send it: ${next}`,
        };
      }),
    );
    const isSame = violations.every((violation) => error.violations.includes(violation));
    return isSame ? error : refusedValues(entity, violations, { cause: error, fields: error.fields });
  }
}

function idPlace({ place, field }: ContractOptions["id"]): readonly string[] {
  return place ?? [field];
}

/** Removes an id of 0 or an empty text. Clients without an id send these, and no path can contain them. */
function withoutUnsetId(sent: Row, id: ContractOptions["id"], pathId: unknown): Row {
  const isUnset = pathId === undefined && [0, ""].includes(valueAtPlace(sent, idPlace(id)) as string | number);
  return isUnset ? (withValueAt(sent, idPlace(id), undefined) as Row) : sent;
}

function isRefused(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code === "VALUE_REFUSED";
}

/** 409: the client chose the id of an existing record. */
function takenId(resource: string, { field, place, sentAs }: ContractOptions["id"], id: unknown): ProblemError {
  const message = `${resource} already has a record ${JSON.stringify(String(id))}`;
  const details = [{ in: "body", path: `/${(place ?? [sentAs ?? field]).join("/")}`, message }];
  return new ProblemError({ status: 409, code: "duplicate-id", message: "Already exists", details });
}

/** If the database rejects an id from the path, the error names the path parameter. */
function inParameter(error: DatabaseError, { field, parameter }: ContractOptions["id"]): DatabaseError {
  const named = (name: string): string => (name === field ? (parameter ?? name) : name);
  return new DatabaseError(error.code, error.message, {
    cause: error.cause,
    fields: error.fields.map(named),
    violations: error.violations.map((each) =>
      each.field === undefined ? each : { ...each, field: named(each.field) },
    ),
  });
}
