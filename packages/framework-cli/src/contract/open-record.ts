import type { ServiceContext } from "../app/service.js";
import type { Row } from "../database/repository.js";
import type { ContractOptions } from "./contract-options.js";
import { contractOf } from "./contract-schemas.js";

/** What of a record lists may be asked about: their order, filters and searches must not tell what is writeOnly, at any depth. */
export type OpenRecord = (record: Row) => Row;

/** Makes that from the schemas of the record's answers, when it is first asked for. */
export function recordOpener(
  context: Pick<ServiceContext, "schemas">,
  { shapes = [] }: ContractOptions,
): () => Promise<OpenRecord> {
  let opening: Promise<OpenRecord> | undefined;
  const make = async (): Promise<OpenRecord> => {
    if (shapes.length === 0) return (record) => record;
    const { schemas } = await contractOf(context);
    const { propertyStripper } = await import("@onespec/spec-core");
    const strippers = shapes.flatMap((name) => {
      const schema = schemas.named.get(name);
      return (schema && propertyStripper(schemas, schema, "writeOnly", true)) ?? [];
    });
    return (record) => strippers.reduce((left, strip) => strip(left) as Row, record);
  };
  return () => {
    opening ??= make();
    return opening;
  };
}
