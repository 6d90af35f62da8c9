import { isObject, objectProperties, type Resource, type SchemaRegistry } from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import type { RecordAddress, ScopePattern } from "../../model/resource-states.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";
import { keyInRecord } from "./record-key.js";

/**
 * Links existing records to the parent of an address. Existing links stay.
 * @param beside other properties that are sent, such as a role
 */
export type MemberLinks = (
  address: Pick<RecordAddress, "parents" | "scope">,
  sent: readonly unknown[],
  beside?: JsonObject,
) => Promise<readonly Link[]>;

interface Link {
  readonly record: StoredRecord;
  readonly isNew: boolean;
}

/** `undefined` unless requests add members to the resource by ids. */
export function createMemberLinks(
  { schemas, states, records, seeds, now }: Pick<MockContext, "schemas" | "states" | "records" | "seeds" | "now">,
  resource: Resource,
): MemberLinks | undefined {
  const { members } = resource;
  if (!members?.ids) return undefined;
  const { collection } = states.of(resource);
  const home = states.of(members.resource);
  /** Finds a member by its name, which clients may send instead of the id: `"bug"` for a label. */
  const named = async (scope: ScopePattern, name: string): Promise<StoredRecord | undefined> => {
    const where = [{ property: ["name"], operator: "eq" as const, value: name }];
    return (await home.collection.list({ scope, where, limit: 1 })).records[0];
  };
  const linked = async (
    { parents, scope }: Parameters<MemberLinks>[0],
    sent: unknown,
    beside: JsonObject,
  ): Promise<Link | undefined> => {
    if (sent === undefined) return undefined;
    const key = isObject(sent) ? keyInRecord(resource, sent) : String(sent);
    if (key === undefined) return undefined;
    const before = await states.of(resource).find({ scope, where: [] }, key);
    if (before) return { record: before, isNew: false };
    const above = members.resource.parents.map((_, index) => parents[index]);
    await seeds.fill(members.resource, above);
    const member = (await home.find({ scope: above, where: [] }, key)) ?? (await named(above, key));
    if (member && member.key !== key) return linked({ parents, scope }, member.key, beside);
    const value = member ? memberValue(schemas, resource, member, isObject(sent) ? sent : {}, beside) : {};
    const record = await records.make(resource, value, { scope, parents, key, now: now() });
    await collection.insert(record);
    return { record, isNew: true };
  };
  return async (address, sent, beside = {}) => {
    const links: Link[] = [];
    for (const one of sent) links.push(...[await linked(address, one, beside)].filter((link) => link !== undefined));
    return links;
  };
}

/**
 * The value of a link. This is the member if links have the same schema. If links have all properties of members and more, it is the member
 * with the sent properties. Otherwise it is the sent object.
 */
export function memberValue(
  schemas: SchemaRegistry,
  { schema, members }: Resource,
  { value }: StoredRecord,
  sent: JsonObject = {},
  beside: JsonObject = {},
): JsonObject {
  const home = members?.resource.schema;
  if (schema === home) return value;
  const own = objectProperties(schemas, schema.json);
  const isMore = home && [...objectProperties(schemas, home.json).keys()].every((name) => own.has(name));
  return isMore ? { ...beside, ...sent, ...value } : sent;
}
