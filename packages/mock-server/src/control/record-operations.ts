import { ProblemError, patchedObject } from "@onespec/http-contract";
import { recordTag } from "../response/answer-headers.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { PlaneAnswer, type PlaneCall, type PlaneOperation, planePatcher } from "./plane-operation.js";
import { RecordEditor } from "./record-editor.js";
import { resourceJson } from "./resource-json.js";

interface NewRecord {
  readonly scope?: readonly string[];
  readonly value: JsonObject;
}

/** Operations to create, replace, change and delete single records, and to get the facts that a form for them needs. */
export function recordOperations(): Readonly<Record<string, PlaneOperation>> {
  return {
    async getResource({ state, values }) {
      const { context } = (await state()).backend;
      return resourceJson(context, new RecordEditor(context).resourceOf(values.pathTexts.collection ?? ""));
    },
    sampleRecord: editing(async (editor, { collection }) => ({ value: await editor.sample(collection) })),
    createRecord: editing(async (editor, { collection }, { values }) => {
      const { scope = [], value } = values.body as NewRecord;
      return recordAnswer(201, await editor.create(collection, scope, value));
    }),
    importRecords: editing((editor, { collection }, { values }) => {
      const { records, replace = false } = values.body as { records: readonly NewRecord[]; replace?: boolean };
      return importAll(editor, collection, records, replace);
    }),
    getRecord: editing(async (editor, { collection, scope, key }) =>
      recordAnswer(200, await editor.read(collection, scope, key)),
    ),
    replaceRecord: editing(async (editor, { collection, scope, key }, { values, precondition }) => {
      const { value } = values.body as NewRecord;
      return recordAnswer(200, await editor.change(collection, scope, key, () => value, precondition));
    }),
    updateRecord: editing(async (editor, { collection, scope, key }, call) => {
      const patch = await planePatcher(call);
      const change = (current: JsonObject): JsonObject => patchedObject(patch(current), 422);
      return recordAnswer(200, await editor.change(collection, scope, key, change, call.precondition));
    }),
    deleteRecord: editing((editor, { collection, scope, key }, { precondition }) =>
      editor.remove(collection, scope, key, precondition),
    ),
  };
}

/** Runs an operation on the records at the call's path. */
function editing(
  operate: (editor: RecordEditor, address: ReturnType<typeof addressOf>, call: PlaneCall) => Promise<unknown>,
): PlaneOperation {
  return async (call) => operate(new RecordEditor((await call.state()).backend.context), addressOf(call.values), call);
}

function addressOf({ pathTexts, query }: PlaneCall["values"]) {
  const { collection = "", key = "" } = pathTexts;
  const { scope = [] } = query as { readonly scope?: readonly string[] };
  return { collection, scope, key };
}

function recordAnswer(status: number, record: StoredRecord): PlaneAnswer {
  const { key, scope, value } = record;
  return new PlaneAnswer(status, { key, scope, value }, { etag: recordTag(record) });
}

const MOST_FAILURES = 100;

/** Creates records one by one. If one fails, the others are still created. */
async function importAll(
  editor: RecordEditor,
  collection: string,
  records: readonly NewRecord[],
  replace: boolean,
): Promise<object> {
  let created = 0;
  let replaced = 0;
  let failed = 0;
  const failures: object[] = [];
  // An unknown collection makes the whole request fail.
  editor.resourceOf(collection);
  for (const [index, { scope = [], value }] of records.entries()) {
    try {
      const key = replace ? editor.keyOf(collection, value) : undefined;
      if (key !== undefined && (await editor.has(collection, scope, key))) {
        await editor.change(collection, scope, key, () => value);
        replaced++;
      } else {
        await editor.create(collection, scope, value);
        created++;
      }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      failed++;
      if (failures.length < MOST_FAILURES) failures.push({ index, details: error.problem.details });
    }
  }
  return { created, replaced, failed, failures };
}
