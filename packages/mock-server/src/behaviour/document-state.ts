import { sampledValue, selectError } from "@onespec/http-contract";
import { foldName, isObject, type Operation, type SingletonRole, schemaShape, valueAtPlace } from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import { endLiteral } from "../model/path-words.js";
import { pickBy } from "../model/pick-by.js";
import type { JsonObject } from "../store/record-store.js";
import { documentOfRecord } from "./effect/document-lists.js";
import type { singletonReader } from "./record/singleton-document.js";

/** The document of a singleton, before somebody writes it and after. */
export interface DocumentState {
  /** Some operation replaces the document. */
  readonly canReplace: boolean;
  /** An operation documents a 404. */
  readonly documentsAbsence: boolean;
  /** A deleted document is read as it was before anyone wrote it. */
  readonly comesBack: boolean;
  /** The generated document from before the first write. */
  sample(key: string): unknown;
  /** The stored document, which is generated on first use. `undefined` if a client deleted it. */
  current(key: string, texts: Call["pathTexts"]): Promise<{ readonly value: unknown } | undefined>;
  /**
   * Completes a document on its first write. If it lacks its `id`, it gets generated values for all properties that clients do not write.
   */
  begun(value: unknown, key: string): unknown;
}

/**
 * @param writes names that clients write
 * @param empty the document before the first write, if it is a list of values
 */
export function createDocumentState(
  context: MockContext,
  operation: Operation,
  role: SingletonRole,
  reader: ReturnType<typeof singletonReader>,
  { writes, empty }: { readonly writes: ReadonlySet<string>; readonly empty: unknown },
): DocumentState {
  const { schemas, operationStates, fitting } = context;
  const { operations, named } = role;
  const documentsAbsence = selectError(operation, 404) !== undefined;
  /** A deleted document answers 404 if that is documented or an id names it. Others go back to their state before the first write. */
  const canBeAbsent = documentsAbsence || endLiteral(operation) === "" || named.length > 0;
  const canReplace = operations.some(({ role: other }) => other.kind === "singleton" && other.part === "replace");
  const ofRecord = documentOfRecord(context, operation, reader?.schema);
  const properties = reader?.schema && schemaShape(schemas, reader.schema.json).properties;
  const idName = properties && [...properties.keys()].find((name) => foldName(name) === "id");
  const sample = (key: string): unknown =>
    reader && valueAtPlace(sampledValue(fitting, reader.body, key), reader.reply);
  return {
    canReplace,
    documentsAbsence,
    comesBack: operations.some(
      (one) => one.method === "get" && selectError(one, 404) === undefined && endLiteral(one) !== "",
    ),
    sample,
    async current(key, texts) {
      const kept = await operationStates.get(key);
      const isGone = kept?.isDeleted === true;
      if (kept && !isGone) return kept;
      if (isGone && canBeAbsent && (role.part !== "update" || canReplace)) return undefined;
      const own = (isGone ? undefined : await ofRecord?.(texts)) ?? empty;
      if (own !== undefined) return { value: own };
      const value = sample(key) ?? {};
      if (!isGone) await operationStates.keep(key, operation.id, value);
      return { value };
    },
    begun(value, key) {
      if (idName === undefined || (isObject(value) && Object.hasOwn(value, idName))) return value;
      const made = sample(key);
      const own = isObject(made) ? pickBy(made, (name) => !writes.has(name)) : {};
      return { ...own, ...(value as JsonObject) };
    },
  };
}
