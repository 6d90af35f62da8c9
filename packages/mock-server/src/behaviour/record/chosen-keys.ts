import { selectDocumented } from "@onespec/http-contract";
import {
  keywordsOf,
  type Operation,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import type { ScopePattern } from "../../model/resource-states.js";
import { recordTag } from "../../response/answer-headers.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { chosenKeyReader, duplicateKey, isDotSegment, isReachable } from "./record-key.js";
import { conflict } from "./unique-properties.js";

/** The id that a body chooses for its record. */
export interface ChosenKey {
  /** `undefined` if the server generates the id. */
  readonly key: string | undefined;
  /** The body has an id, but the record gets another. */
  readonly isDropped: boolean;
  /** The existing record with this id, if it is used instead of a new one. */
  readonly taken: StoredRecord | undefined;
}

/**
 * Reads the ids that clients choose for new records. If servers usually generate the ids and no 409 is documented, the server replaces an
 * id that is taken.
 *
 * @param keepsTaken true if the request asks for the existing record
 * @throws ProblemError for a taken id, and whatever the precondition of the request throws
 */
export function createKeyChooser(
  context: MockContext,
  operation: Operation,
  resource: Resource,
  keepsTaken: (call: Call) => boolean,
): (call: Call, scope: ScopePattern, all: readonly JsonObject[]) => Promise<readonly ChosenKey[]> {
  const { schemas, states } = context;
  const state = states.of(resource);
  const { read: chosenKey } = chosenKeyReader(schemas, operation, resource);
  const isReplaceable = !selectDocumented(operation, 409) && isGenerated(schemas, resource);
  const isNumbered = resource.id.parameterSchema !== undefined && isNumber(schemas, resource.id.parameterSchema);
  /** True for an id that no record can have. Clients without an id send 0. */
  const isNone = (key: string): boolean =>
    (isNumbered && isReplaceable && key === "0") ||
    isDotSegment(key) ||
    (isNumbered && !isReachable(schemas, resource, key));

  const choose = async (call: Call, scope: ScopePattern, key: string, isTwice: boolean): Promise<ChosenKey> => {
    const isTaken = isTwice || (await state.collection.has(scope, key));
    if (!isTaken) return { key, isDropped: false, taken: undefined };
    if (call.precondition) {
      const current = await state.find({ scope, where: [] }, key);
      call.precondition(current && recordTag(current));
    }
    const taken = keepsTaken(call) ? await state.find({ scope, where: [] }, key) : undefined;
    if (taken) return { key, isDropped: false, taken };
    if (!isReplaceable) throw conflict(operation, duplicateKey(resource, key));
    return DROPPED;
  };

  return async (call, scope, all) => {
    const wanted = all.map(chosenKey);
    const chosen: ChosenKey[] = [];
    for (const [index, key] of wanted.entries()) {
      if (key === undefined) chosen.push(NO_KEY);
      else if (isNone(key)) chosen.push(DROPPED);
      else chosen.push(await choose(call, scope, key, wanted.indexOf(key) < index));
    }
    return chosen;
  };
}

/** The server generates the id. */
export const NO_KEY: ChosenKey = { key: undefined, isDropped: false, taken: undefined };
const DROPPED: ChosenKey = { ...NO_KEY, isDropped: true };

/**
 * True for numbers and UUIDs, which servers generate. A client may send one only because the body has the schema of the record, without
 * `readOnly`.
 */
function isGenerated(schemas: SchemaRegistry, { id }: Resource): boolean {
  const { values } = schemaShape(schemas, id.schema.json);
  const isUuid = keywordsOf(schemas, id.schema.json).format === "uuid";
  return id.property !== undefined && values.length === 0 && (isUuid || isNumber(schemas, id.schema));
}

function isNumber(schemas: SchemaRegistry, { json }: Schema): boolean {
  const { types } = schemaShape(schemas, json);
  return (types.has("integer") || types.has("number")) && !types.has("string");
}
