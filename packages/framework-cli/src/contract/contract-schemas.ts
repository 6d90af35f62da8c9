import type { ApiDescription } from "@onespec/spec-core";
import type { ServiceContext } from "../app/service.js";

const EMPTY = { openapi: "3.1.0", info: { title: "Schemas", version: "1.0.0" }, paths: {} } as const;

const contracts = new WeakMap<object, Promise<ApiDescription>>();

/** A description that holds the application's schemas among others: they are not read again. */
export function shareContract(schemas: ServiceContext["schemas"], description: ApiDescription): void {
  contracts.set(schemas, Promise.resolve(description));
}

/** The application's schemas as a description of their own, loaded when first needed. */
export function contractOf(context: Pick<ServiceContext, "schemas">): Promise<ApiDescription> {
  let contract = contracts.get(context.schemas);
  if (contract === undefined) {
    contract = import("@onespec/spec-core").then(({ loadDescription }) =>
      loadDescription({ ...EMPTY, components: { schemas: Object.fromEntries(context.schemas) } }),
    );
    contracts.set(context.schemas, contract);
  }
  return contract;
}
