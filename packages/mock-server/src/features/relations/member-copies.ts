import { type Resource, valueAtPlace } from "@onespec/spec-core";
import { memberValue } from "../../behaviour/record/member-links.js";
import { withFollower } from "../../behaviour/record/write-record.js";
import type { BehaviourWrapper, MockContext, RecordChange } from "../../model/mock-context.js";
import { writtenResource } from "./nested-records.js";

/**
 * Keeps links equal to their members: `/groups/{id}/users` shows a user as `/users/{id}` does, and a deleted user is in no group. A link
 * with the schema of its member, or more, contains a copy of it.
 */
export const withMemberCopies: BehaviourWrapper = (context, { operation }, behave) => {
  const written = writtenResource(operation);
  const links = written && operation.role.kind !== "create" ? linksTo(context, written) : [];
  if (links.length === 0) return behave;
  return (call) =>
    behave(
      withFollower(call, async (change) => {
        for (const link of links) await follow(context, link, change);
        return undefined;
      }),
    );
};

/** The resources whose records are links to the written one. */
function linksTo({ api, states }: MockContext, written: Resource): readonly Resource[] {
  const { owner } = states.of(written);
  return [...api.resources].filter(
    ({ members, id }) =>
      members && !members.isMade && id.property !== undefined && states.of(members.resource).owner === owner,
  );
}

async function follow(
  { schemas, states }: MockContext,
  link: Resource,
  { kind, record: member }: RecordChange,
): Promise<void> {
  const { collection } = states.of(link);
  const place = link.members?.resource.id.property;
  const value = (place && valueAtPlace(member.value, place)) ?? member.key;
  const { records } = await collection.list({
    scope: member.scope,
    where: [{ property: link.id.property ?? [], operator: "eq", value }],
  });
  for (const { scope, key, value: before } of records) {
    if (kind === "deleted") await collection.delete(scope, key);
    // A link that is no copy stays.
    else if (memberValue(schemas, link, member, before) !== before)
      await collection.update(scope, key, (current) => memberValue(schemas, link, member, current.value));
  }
}
