import type { Operation } from "@onespec/spec-core";
import type { MockContext } from "../server/mock-context.js";
import { addressReader } from "./record-address.js";

/** Does a path, by its parameters' texts, name a record that is there? */
export type RecordExists = (texts: Readonly<Record<string, string>>) => Promise<boolean>;

/**
 * For operations on one record. Descriptions limit path parameters more than ids (`maximum: 10` in the classic pet store); a
 * path that names a record the server has made is right whatever they say.
 */
export function recordExists({ schemas, states }: MockContext, operation: Operation): RecordExists | undefined {
  const { role } = operation;
  switch (role.kind) {
    case "read":
    case "replace":
    case "update":
    case "delete":
    case "action": {
      // Further parameters below the record have nothing to do with it.
      if (operation.template.parameters.length !== role.resource.parents.length + 1) return undefined;
      const state = states.of(role.resource);
      const read = addressReader(schemas, states, operation, role.resource);
      return async (texts) => {
        const address = read(texts);
        return address.key !== "" && (await state.find(address, address.key)) !== undefined;
      };
    }
    case "list":
    case "create":
    case "view":
    case "singleton":
    case "operation":
      return undefined;
  }
}
