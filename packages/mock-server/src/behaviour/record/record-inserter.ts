import type { Operation, Resource } from "@onespec/spec-core";
import type { MockContext, RecordWish } from "../../model/mock-context.js";
import { filledPath, pathUpTo } from "../../model/state-key.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { namedDocumentPaths } from "./named-document.js";
import { duplicateKey } from "./record-key.js";
import { conflict } from "./unique-properties.js";

const MOST_ATTEMPTS = 5;

/** Creates and stores a record. @throws ProblemError for an id that is taken, with the status that the operation documents */
export type RecordInserter = (written: JsonObject, wish: RecordWish) => Promise<StoredRecord>;

export function createRecordInserter(context: MockContext, operation: Operation, resource: Resource): RecordInserter {
  const { records, seeds, states } = context;
  const { collection } = states.of(resource);
  const pathsBelow = filledPaths(context, resource);
  let documentPaths: { readonly of: ReturnType<typeof namedDocumentPaths> } | undefined;
  /** Records are not generated below a record that a client created. */
  const leaveEmpty = async (record: StoredRecord): Promise<void> => {
    documentPaths ??= { of: namedDocumentPaths(context, resource) };
    for (const path of new Set([...pathsBelow(record), ...(documentPaths.of?.(record) ?? [])]))
      await seeds.leaveBelow(path);
  };
  return async (written, wish) => {
    // A client may have taken the generated id meanwhile. Then another one is generated.
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

/** The paths below a record, at any depth, where seeds are generated on the first read and clients can create records. */
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
