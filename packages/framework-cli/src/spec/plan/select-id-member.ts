import type { Resource } from "@onespec/spec-core";
import { singular } from "./words.js";

/**
 * The member of an answer that holds a record's id, where the answer does not hold the record: named as the record's own, as the
 * path parameter (`accountId`, `account_id`) or after the resource (`exportId` of `/exports`), else `id`.
 *
 * @param names of the answer's members
 */
export function selectIdMember({ id, name }: Resource, names: readonly string[]): string | undefined {
  const [own] = id.property?.length === 1 ? id.property : [];
  const wanted = [own, id.parameter, `${singular(name.split(".").at(-1) ?? "")}Id`, "id"];
  for (const one of wanted) {
    const found = one === undefined ? undefined : names.find((candidate) => fold(candidate) === fold(one));
    if (found !== undefined) return found;
  }
  return undefined;
}

function fold(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
