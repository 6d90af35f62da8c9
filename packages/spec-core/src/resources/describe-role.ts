import type { Operation } from "../model/api-description.js";
import type { Role } from "../model/operation-role.js";
import type { RecordPlace, Resource } from "../model/resource.js";

/** The reason for an operation's role, in one sentence for users. */
export function describeRole({ method, path }: Operation, role: Role): string {
  const verb = method.toUpperCase();
  switch (role.kind) {
    case "list":
      return `${verb} on the collection answers a list of records${pairText(role.resource)}.`;
    case "create":
      return path === role.resource.collectionPath
        ? `${verb} on the collection makes a record${pairText(role.resource)}.`
        : `${verb} makes records of \`${role.resource.collectionPath}\`.`;
    case "read":
    case "replace":
    case "update":
    case "delete":
      if ("hasIdInBody" in role && role.hasIdInBody) {
        return `${verb} on the collection with a record that holds its id; it writes the record with that id.`;
      }
      return `${verb} on the path of one record of \`${role.resource.collectionPath}\`; ${idText(role.resource)}.`;
    case "view":
      return `${verb} answers a list of the records of \`${role.resource.collectionPath}\`${scopeText(role.scope)}.`;
    case "action":
      return path === role.resource.itemPath
        ? `${verb} on the path of one record, and neither its schemas nor its method say that it writes the record.`
        : `${verb} below \`${role.resource.itemPath}\`, and nothing is read at that path.`;
    case "singleton":
      if (role.first)
        return `${verb} is about the first record of \`${role.first.collectionPath}\`, which stands for the client.`;
      return `One document is read and written at \`${role.key}\`, which is no collection and no record of one.`;
    case "operation":
      if (role.removes)
        return `${verb} removes those records of \`${role.removes.resource.collectionPath}\` that it selects.`;
      if (role.merges)
        return `${verb} merges two records of \`${role.merges.resource.collectionPath}\` that its body names.`;
      if (role.members) return `${verb} ${MEMBER_PARTS[role.members.part]} the list of ids at \`${role.members.key}\`.`;
      if (role.entries) return `${verb} ${ENTRY_PARTS[role.entries.part]} the list at \`${role.entries.key}\`.`;
      if (role.set) return `${verb} ${SET_PARTS[role.set.part]} the set of ids at \`${role.set.key}\`.`;
      if (role.exists) return `${verb} tells whether a record of \`${role.exists.resource.collectionPath}\` is there.`;
      if (role.counts) return `${verb} counts the records of \`${role.counts.resource.collectionPath}\`.`;
      if (role.batch)
        return `${verb} makes, changes and removes records of \`${role.batch.resource.collectionPath}\`, as the lists of its body say.`;
      if (role.mixes) {
        const paths = role.mixes.map(({ resource }) => `\`${resource.collectionPath}\``).join(" and ");
        return `${verb} answers one list of the records of ${paths}.`;
      }
      if (role.acts)
        return `${verb} acts on those records of \`${role.acts.resource.collectionPath}\` that its ${role.acts.isByQuery ? "query" : "body"} selects.`;
      if (role.writes) {
        const effect = role.writes.mode === "replace" ? "the list becomes the collection" : "it changes or makes each";
        return `${verb} on the collection with a list of its records; ${effect}.`;
      }
      if (role.finds) {
        if (role.finds.sent !== undefined)
          return `${verb} on the record of \`${role.finds.role.resource.collectionPath}\` whose id is \`${role.finds.sent}\` of the request.`;
        if (role.finds.list)
          return `${verb} answers the first record of \`${role.finds.role.resource.collectionPath}\` that its ${verb === "POST" ? "body" : "query"} selects.`;
        if (role.finds.isFirst)
          return `${verb} answers the first record of \`${role.finds.role.resource.collectionPath}\`, which stands for the client.`;
        if (role.finds.by.length === 0)
          return `${verb} below \`${role.finds.role.resource.itemPath}\`; the answer is the record with more about it.`;
        const names = role.finds.by.map(
          ({ parameter, property }) => `whose \`${placeText(property)}\` is \`${parameter}\``,
        );
        return `${verb} on the record of \`${role.finds.role.resource.collectionPath}\` ${names.join(" and ")}.`;
      }
      return `${verb} here is part of no collection and of no document that is also ${verb === "GET" ? "written" : "read"}.`;
  }
}

const SET_PARTS = { add: "puts ids into", remove: "takes ids out of", has: "tells which ids are in", list: "lists" };
const ENTRY_PARTS = {
  add: "puts an item into",
  remove: "takes an item out of",
  has: "tells whether an item is in",
  list: "shows",
};
const MEMBER_PARTS = {
  list: "shows",
  change: "adds ids to, or removes them from,",
  replace: "replaces",
  clear: "empties",
};

function pairText({ itemPath }: Resource): string {
  return itemPath === undefined ? "; no path leads to one record" : `; \`${itemPath}\` is the path of one record`;
}

function idText({ id }: Resource): string {
  if (id.property === undefined) return `the record does not hold its id, \`${id.parameter}\``;
  return `\`${id.parameter}\` is its \`${placeText(id.property)}\``;
}

function scopeText(
  scope: readonly { readonly parameter: string; readonly property: RecordPlace | undefined }[],
): string {
  const texts = scope.map(({ parameter, property }) =>
    property === undefined ? `below \`${parameter}\`` : `whose \`${placeText(property)}\` is \`${parameter}\``,
  );
  return texts.length === 0 ? "" : ` ${texts.join(" and ")}`;
}

function placeText(place: RecordPlace): string {
  return place.join(".");
}
