import type { Operation } from "../../model/api-description.js";
import type { OperationRole } from "../../model/operation-role.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { findBodyPlace } from "../ids/record-place.js";
import type { Route } from "../routes/routes.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { calledTarget, changeRole, MARKERS } from "./bulk-roles.js";
import type { KnownPaths } from "./known-paths.js";
import { listPlace, replyPlace } from "./record-roles.js";

/**
 * The role of an operation with one or two words behind the path of a collection, whose body selects records.
 * `POST /orders/cancel` with ids, or with one id, acts on each record. `PUT /orders/labels` changes that property of
 * each record, and `POST /orders/labels/delete` removes it. `PUT /orders/labels` with a list of ids and labels writes
 * the labels of each order.
 */
export function actsRole(parts: KnownPaths, route: Route, operation: Operation): OperationRole | undefined {
  const { segments, suffix } = route.shape;
  const called = calledTarget(parts, route);
  if (called) return selectedActs(parts, operation, called.owner, [called.word]);
  for (const length of [1, 2]) {
    const behind = segments.slice(-length).map((segment) => (segment.kind === "literal" ? segment.text : ""));
    const owner = behind.includes("") ? undefined : parts.collectionAt(segments.slice(0, -length), suffix);
    if (owner)
      return partWrites(parts.reader, operation, owner, behind) ?? selectedActs(parts, operation, owner, behind);
  }
  return undefined;
}

function partWrites(
  reader: SchemaReader,
  operation: Operation,
  owner: BuiltResource,
  [word = "", ...others]: readonly string[],
): OperationRole | undefined {
  const { pair, resource } = owner;
  const part = [...reader.facts(pair.record).properties.keys()].find((name) =>
    sameNoun(foldName(name), foldName(word)),
  );
  if (part === undefined || part === resource.id.property?.[0] || others.length > 0) return undefined;
  return changeRole(reader, operation, owner, "merge");
}

export function selectedActs(
  parts: KnownPaths,
  operation: Operation,
  owner: BuiltResource,
  behind: readonly string[],
): OperationRole | undefined {
  const { reader } = parts;
  const { pair, resource } = owner;
  const { list } = parts.selecting(owner, operation);
  const id = resource.id.property?.join("/");
  const own = reader.facts(pair.record).properties;
  const sent = [...reader.facts(reader.body(operation) ?? true).properties.keys()];
  const filters = list.filters.filter(({ parameter, property, operator, at }) => {
    if (at.length > 0 || property.join("/") !== id) return at.length > 0;
    // `{ comment_id, text }` creates a comment, because comments have a `text`. `{ partner_id, reason }`, and
    // `{ user, role }` of `set_role`, change the existing record.
    const makes = (name: string): boolean => own.has(name) && !foldName(behind[0] ?? "").endsWith(foldName(name));
    const isPlain = behind.length === 1 && !sent.some((name) => name !== parameter.name && makes(name));
    return operator === "in" || isPlain;
  });
  if (!filters.some(({ at }) => at.length === 0)) return undefined;
  // In a body with ids, `labels` is the new value and not a condition.
  const selectors = list.selectors.filter(({ kind }) => kind !== "entries");
  const [word = "", ...rest] = behind.map((text) => nameWords(text).filter((one) => !MARKERS.has(one))).reverse();
  const words = [...word, ...rest.flat()].join(" ");
  const body = reader.body(operation);
  const clues = { ...pair, idProperty: resource.id.property };
  return {
    kind: "operation",
    acts: {
      resource,
      list: { ...list, filters, selectors },
      words: words === "" ? "update" : words,
      body: body === undefined ? [] : findBodyPlace(reader, body, pair.record, pair.noun),
      reply: listPlace(reader, operation, pair) ?? replyPlace(reader, operation, clues, false),
    },
  };
}
