import { bodyPlans, encodeBody, type Fitting, sampledValue, selectSuccess } from "@onespec/http-contract";
import { type ApiDescription, keywordsOf, type Resource } from "@onespec/spec-core";
import { allows, propertiesOf } from "../../model/schema-questions.js";
import { stateKey } from "../../model/state-key.js";
import { FILE_SIZE, foldedFact, hasExample, servingOperations } from "../../response/file-facts.js";
import type { StoredRecord } from "../../store/record-store.js";
import { recordPathMaker } from "./record-key.js";

/** Sets the size properties of a generated record to the size of the only file that is generated below it. */
export function createFileSize(
  { schemas, operations }: Pick<ApiDescription, "schemas" | "operations">,
  fitting: Fitting,
  resource: Resource,
): ((record: StoredRecord) => StoredRecord) | undefined {
  const [serving, ...others] = servingOperations(operations, resource);
  const sizes = propertiesOf(schemas, resource.schema.json).filter(
    ({ name, schema }) => FILE_SIZE.test(foldedFact(name)) && !hasExample(keywordsOf(schemas, schema)),
  );
  const pathOf = recordPathMaker(resource);
  const [body] = bodyPlans(schemas, (serving && selectSuccess(serving.operation).response?.content) ?? []);
  if (!serving || others.length > 0 || !body || !pathOf || sizes.length === 0) return undefined;
  return (record) => {
    const path = `${pathOf(record.scope, record.key)}/${serving.at}`;
    const seed = stateKey({ method: "get", path }, { pathTexts: {}, query: {}, answerAs: body }, true);
    const bytes = encodeBody(schemas, body, sampledValue(fitting, body, seed));
    if (bytes instanceof Promise) return record;
    const size = Buffer.byteLength(bytes);
    const value: Record<string, unknown> = { ...record.value };
    for (const { name, schema } of sizes) {
      const isFitting = allows(schemas, schema, size);
      if (typeof value[name] === "number" && isFitting) value[name] = size;
    }
    return { ...record, value };
  };
}
