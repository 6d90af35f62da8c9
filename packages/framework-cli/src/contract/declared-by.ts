import type { ApiDescription } from "@onespec/spec-core";
import type { DeclaredMembers } from "../app/request/declared-members.js";
import type { ServiceContext } from "../app/service.js";
import { contractOf } from "./contract-schemas.js";

const known = new WeakMap<ApiDescription, Map<string, DeclaredMembers>>();

/** What a schema of `api/schemas` declares. `undefined` without a name, or when there is no such schema. */
export async function declaredBy(
  context: ServiceContext,
  name: string | undefined,
): Promise<DeclaredMembers | undefined> {
  if (name === undefined) return undefined;
  const contract = await contractOf(context);
  const members = known.get(contract) ?? new Map<string, DeclaredMembers>();
  known.set(contract, members);
  const schema = contract.schemas.named.get(name);
  if (schema !== undefined && !members.has(name)) {
    const { DeclaredMembers: Members } = await import("../app/request/declared-members.js");
    members.set(name, new Members(contract.schemas, [schema.json]));
  }
  return members.get(name);
}
