import { type Condition, ProblemError, selectorReader, validationProblem } from "@onespec/http-contract";
import type { ServiceContext } from "../action/action.js";
import type { ContractList } from "./contract-options.js";
import { contractOf } from "./contract-schemas.js";
import { ownOperations } from "./own-operations.js";

type Query = Readonly<Record<string, unknown>>;
type Reader = ReturnType<typeof selectorReader>;

/**
 * Parses parameters with a filter language of their own, such as `labelSelector=app=web`, as the application's actions
 * describe them.
 * @throws ProblemError 400 for a value that cannot be parsed; TypeError for a parameter in the options that no action
 * describes
 */
export function createSelectorReader(
  context: Pick<ServiceContext, "schemas">,
  resource: string,
  { selectors: names = [] }: ContractList,
): (query: Query) => Promise<readonly Condition[]> {
  let reading: Promise<ReadonlyMap<string, Reader>> | undefined;
  return async (query) => {
    const sent = names.filter((name) => query[name] !== undefined);
    if (sent.length === 0) return [];
    reading ??= readersOf(context, resource);
    const readers = await reading;
    return sent.flatMap((name) => {
      const read = readers.get(name);
      if (read === undefined)
        throw new TypeError(`list.selectors of ${resource} names ${name}, and no action describes its conditions.`);
      const unknown: string[] = [];
      const conditions = read(query[name], unknown);
      if (!unknown.includes(name)) return conditions;
      const message = "is not understood as a condition";
      throw new ProblemError(
        validationProblem(400, [{ in: "query", path: `/${name}`, message, keyword: "selector", params: {} }]),
      );
    });
  };
}

async function readersOf(
  context: Pick<ServiceContext, "schemas">,
  resource: string,
): Promise<ReadonlyMap<string, Reader>> {
  const contract = await contractOf(context);
  const found = ownOperations(contract, resource).flatMap(({ role }) => {
    const lists = role.kind === "view" ? [role.search ?? role.list] : role.kind === "list" ? [role.list] : [];
    return lists.flatMap(({ selectors }) =>
      selectors.map((one) => [one.parameter.name, selectorReader(contract.schemas, role.resource, one)] as const),
    );
  });
  return new Map(found);
}
