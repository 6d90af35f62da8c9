import { isObject, type Resource } from "@onespec/spec-core";
import type { MockContext } from "../model/mock-context.js";
import type { RecordAddress, ScopePattern } from "../model/resource-states.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { keyInRecord } from "./record-key.js";

/** Links existing records to the parent of an address; who is a member already stays one. */
export type MemberLinks = (
  address: Pick<RecordAddress, "parents" | "scope">,
  sent: readonly unknown[],
) => Promise<readonly Link[]>;

interface Link {
  readonly record: StoredRecord;
  readonly isNew: boolean;
}

/** `undefined` unless the resource has members that bodies name. */
export function createMemberLinks(
  { states, records, seeds, now }: Pick<MockContext, "states" | "records" | "seeds" | "now">,
  resource: Resource,
): MemberLinks | undefined {
  const { members } = resource;
  if (!members?.ids) return undefined;
  const { collection } = states.of(resource);
  const home = states.of(members.resource);
  /** Names are ids to people: `"bug"` among the labels to add. */
  const named = async (scope: ScopePattern, name: string): Promise<StoredRecord | undefined> => {
    const where = [{ property: ["name"], operator: "eq" as const, value: name }];
    return (await home.collection.list({ scope, where, limit: 1 })).records[0];
  };
  const linked = async ({ parents, scope }: Parameters<MemberLinks>[0], sent: unknown): Promise<Link | undefined> => {
    const key = isObject(sent) ? keyInRecord(resource, sent) : String(sent);
    if (key === undefined) return undefined;
    const before = await states.of(resource).find({ scope, where: [] }, key);
    if (before) return { record: before, isNew: false };
    const above = members.resource.parents.map((_, index) => parents[index]);
    await seeds.fill(members.resource, above);
    const member = (await home.find({ scope: above, where: [] }, key)) ?? (await named(above, key));
    if (member && member.key !== key) return linked({ parents, scope }, member.key);
    const value = member ? memberValue(resource, member, isObject(sent) ? sent : {}) : {};
    const record = await records.make(resource, value, { scope, parents, key, now: now() });
    await collection.insert(record);
    return { record, isNew: true };
  };
  return async (address, sent) => {
    const links: Link[] = [];
    for (const one of sent) links.push(...[await linked(address, one)].filter((link) => link !== undefined));
    return links;
  };
}

/** The value of a link: the member, or the sent object if links have only a type and an id. */
export function memberValue({ schema, members }: Resource, { value }: StoredRecord, sent: JsonObject = {}): JsonObject {
  return schema === members?.resource.schema ? value : sent;
}
