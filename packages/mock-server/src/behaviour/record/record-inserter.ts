import type { Operation, Resource } from "@onespec/spec-core";
import type { MockContext, RecordWish } from "../../model/mock-context.js";
import { filledPath, pathUpTo } from "../../model/state-key.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { namedDocumentPaths } from "./named-document.js";
import { duplicateKey } from "./record-key.js";
import { conflict } from "./unique-properties.js";

const MOST_ATTEMPTS = 5;

/** Makes a record of a resource and stores it. @throws ProblemError for an id that is taken, with a status of the operation */
export type RecordInserter = (written: JsonObject, wish: RecordWish) => Promise<StoredRecord>;

export function createRecordInserter(context: MockContext, operation: Operation, resource: Resource): RecordInserter {
  const { records, seeds, states } = context;
  const { collection } = states.of(resource);
  const pathsBelow = filledPaths(context, resource);
  let documentPaths: { readonly of: ReturnType<typeof namedDocumentPaths> } | undefined;
  /** A record that a client made has nothing below it yet. */
  const leaveEmpty = async (record: StoredRecord): Promise<void> => {
    documentPaths ??= { of: namedDocumentPaths(context, resource) };
    for (const path of new Set([...pathsBelow(record), ...(documentPaths.of?.(record) ?? [])]))
      await seeds.leaveBelow(path);
  };
  return async (written, wish) => {
    // An id of ours that a client took for its own record meanwhile is left to that one.
    for (let attempt = 1; ; attempt++) {
      const record = await records.make(resource, written, wish);
      if (await collection.insert(record)) {
        await leaveEmpty(record);
        return record;
      }
      if (wish.key !== undefined || attempt === MOST_ATTEMPTS)
        throw conflict(operation, duplicateKey(resource, record.key));
    }
  };
}

/** The paths of a record below which seeds come with the first look and clients can add records, at any depth. */
function filledPaths(
  { api, states, seeds }: MockContext,
  resource: Resource,
): (record: StoredRecord) => readonly string[] {
  const { owner } = states.of(resource);
  const level = owner.parents.length;
  const templates = api.resources.flatMap((child) => {
    const parent = child.parents[level];
    if (!parent?.resource || states.of(parent.resource).owner !== owner || states.of(child).owner !== child) return [];
    if (!states.of(child).isCreatable || !seeds.isLate(child)) return [];
    const names = child.parents.slice(0, level + 1).map(({ parameter }) => parameter);
    return [{ path: pathUpTo(child.collectionPath, parent.parameter), names }];
  });
  return ({ scope, key }) => {
    const texts = [...scope, key];
    return templates.map(({ path, names }) =>
      filledPath(path, Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]))),
    );
  };
}
