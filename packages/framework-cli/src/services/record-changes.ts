import { isDeepStrictEqual } from "node:util";
import { valueAtPlace, withValueAt } from "@onespec/spec-core";
import { HttpError } from "../action/reply.js";
import { inTransaction, locksOf } from "../database/database.js";
import type { Row } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import { declaredBy } from "./contract-schemas.js";
import { isJsonObject, membersWhere, mergeDeep, type Patched, patchedMembers } from "./nested-members.js";
import type { ServiceParts } from "./service-parts.js";

/** Changes a row that was read before. Each method returns the changed record. */
export class RecordChanges {
  readonly #parts: ServiceParts;
  readonly #nullable: ReadonlySet<string>;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#nullable = new Set(parts.entity.fields.filter(({ nullable }) => nullable).map(({ name }) => name));
  }

  /** Merges nested objects, too. @param sent checked */
  async merge(row: Row, sent: Row): Promise<Row> {
    const { entity } = this.#parts;
    const isField = (name: string): boolean => entity.fields.some((field) => field.name === name);
    const isPlain = Object.entries(sent).every(([name, value]) => isField(name) && !isJsonObject(value));
    return isPlain ? this.#merge(row, sent) : this.#locked(row, (current) => this.#merge(current, sent));
  }

  async #merge(row: Row, sent: Row): Promise<Row> {
    const { completer, shape } = this.#parts;
    const before = shape.whole(row);
    const merged: Row = {};
    for (const [name, value] of Object.entries(sent)) merged[name] = mergeDeep(before[name], value);
    const changed = { ...before, ...merged };
    if (!completer.makesUp) await completer.checkChanged(changed, Object.keys(merged));
    const after = completer.makesUp ? await completer.complete(changed) : changed;
    const cleared = membersWhere(
      merged,
      (name, value) => value === null && after[name] === undefined && this.#nullable.has(name),
    );
    const changes = { ...cleared, ...changedMembers(before, after) };
    return this.#write(row, shape.changes(shape.split(changes, row)));
  }

  /**
   * Applies a patch. Removed members return to their defaults or are emptied. @param own values that the service sets
   */
  async patch(row: Row, body: unknown, patch: Patched, own: Row): Promise<Row> {
    return this.#locked(row, (current) => this.#patch(current, body, patch, own));
  }

  async #patch(row: Row, body: unknown, patch: Patched, own: Row): Promise<Row> {
    const { completer, shape } = this.#parts;
    const before = shape.join(row);
    const patched = patchedMembers(before, body, patch);
    const kept = membersWhere(before, (name) => shape.isLocked(name));
    const after = { ...shape.writable(patched), ...kept, ...own };
    await completer.check(after, patch.status);
    const emptied = membersWhere(shape.empty(), (name) => before[name] !== undefined && !(name in after));
    return this.#write(row, shape.changes({ ...emptied, ...shape.split(changedMembers(before, after), row) }));
  }

  /**
   * @param sent validated values
   * @param replaced name of the schema in `api/schemas` of the body. Members that it does not declare stay.
   */
  async replace(row: Row, sent: Row, replaced: string | undefined): Promise<Row> {
    const { context, shape } = this.#parts;
    const declared = await declaredBy(context, replaced);
    const isWhole = Object.keys(declared?.beside(shape.join(row)) ?? {}).length === 0;
    if (isWhole) return this.#replace(row, sent, declared);
    return this.#locked(row, (current) => this.#replace(current, sent, declared));
  }

  async #replace(row: Row, sent: Row, declared: Awaited<ReturnType<typeof declaredBy>>): Promise<Row> {
    const { completer, shape } = this.#parts;
    const stays = declared?.beside(shape.join(row)) ?? {};
    const replacement = { ...shape.kept(row), ...(mergeDeep(stays, sent) as Row) };
    const completed = completer.makesUp ? await completer.complete(replacement) : await this.#whole(replacement);
    const emptied = declared?.of(shape.empty()) ?? shape.empty();
    const changes = { ...(emptied as Row), ...shape.changes(shape.split(completed)) };
    // A required value stays if the request cannot send it.
    return this.#write(
      row,
      membersWhere(changes, (name, value) => (value ?? null) !== null || this.#nullable.has(name)),
    );
  }

  /** Reads the row again under a lock, and writes the result. Others that want to change it wait. */
  async #locked(row: Row, write: (current: Row) => Promise<Row>): Promise<Row> {
    const { context, entity, key, repository } = this.#parts;
    const lock = locksOf(context.database);
    return inTransaction(context, async () => {
      const fields = entity.fields.map(({ name }) => name);
      const current = await repository.get(row[key], { fields, ...lock });
      if (current === undefined) throw removedMeanwhile(entity);
      return write(current);
    });
  }

  async #whole(replacement: Row): Promise<Row> {
    const { completer } = this.#parts;
    const { record, unset } = await completer.completeNew(replacement);
    if (unset.length > 0) throw completer.unsetError(unset);
    return record;
  }

  async #write(row: Row, sent: Row): Promise<Row> {
    const { entity, key, repository, shape, shown } = this.#parts;
    const changes = this.#repeated(row, sent);
    const after = await repository.update(row[key], changes);
    if (after === undefined) throw removedMeanwhile(entity);
    return shown.show({ ...shape.rest(row), ...shape.rest(changes), ...after });
  }

  /** Sets the ids that a record repeats to those in its path, whatever the client sends. */
  #repeated(row: Row, changes: Row): Row {
    const { id, parents = [] } = this.#parts.options;
    return [id, ...parents].reduce(
      (all, { place, field }) =>
        place !== undefined && isJsonObject(valueAtPlace(all, place.slice(0, -1))) && place.length > 1
          ? (withValueAt(all, place, row[field]) as Row)
          : all,
      changes,
    );
  }
}

export function removedMeanwhile({ name }: Entity): HttpError {
  return new HttpError(404, `This ${name} has just been removed.`);
}

function changedMembers(before: Row, after: Row): Row {
  return membersWhere(after, (name, value) => !isDeepStrictEqual(before[name], value));
}
