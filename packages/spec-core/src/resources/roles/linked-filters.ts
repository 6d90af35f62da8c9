import type { Parameter } from "../../model/api-description.js";
import type { ListConvention } from "../../model/list-convention.js";
import type { LinkedFilter } from "../../model/operation-role.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { usedParameters } from "../lists/used-parameters.js";
import { lastLiteral } from "../routes/path-shape.js";
import { isSameRecord } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import type { Links } from "./links.js";
import { findScope } from "./view-scope.js";

/** Finds the unused query parameters of a list that contain the id of a linked record. */
export type LinkedFilterFinder = (shown: BuiltResource, list: ListConvention) => readonly LinkedFilter[];

/**
 * `GET /users?group_id=g` returns the same records as `GET /groups/g/users`, if links between users and groups are
 * known.
 */
export function createLinkedFilters(
  reader: SchemaReader,
  built: readonly BuiltResource[],
  links: Links,
): LinkedFilterFinder {
  return (shown, list) => {
    const used = new Set(usedParameters(list));
    const free = (shown.pair.list?.operation.parameters ?? []).filter((one) => one.in === "query" && !used.has(one));
    return free.flatMap((parameter) => {
      const noun = NO_FILTER.test(parameter.description ?? "") ? "" : nounOf(parameter.name);
      const owners = built.filter(
        (one) => noun !== "" && sameNoun(one.pair.noun, noun) && namesIds(reader, parameter, one) && isOnce(shown, one),
      );
      const [only, ...others] = owners.flatMap((owner) => linked(parameter, shown, owner) ?? []);
      return only && others.length === 0 ? [only] : [];
    });
  };

  /**
   * True if there is at most one kind of links between two resources. With several, such as members and owners, the
   * parameter is ambiguous.
   */
  function isOnce({ resource: shown, pair }: BuiltResource, { resource: owner, pair: other }: BuiltResource): boolean {
    const joins = built.filter(({ resource: { members, parents } }) => {
      const ends = members && [members.resource, parents.at(-1)?.resource];
      return ends?.includes(shown) && ends.includes(owner);
    });
    return joins.length <= 1 && !isSameRecord(reader, pair.record, other.record);
  }

  function linked(parameter: Parameter, { resource, pair }: BuiltResource, owner: BuiltResource) {
    const { item } = owner.pair.pair;
    const [last, operation] = [item?.shape.segments.at(-1), pair.list?.operation];
    if (!item || !operation || last?.kind !== "parameter") return undefined;
    const collection = pair.pair.collection.shape.segments;
    const word = lastLiteral(collection);
    const segments = [...item.shape.segments, { kind: "literal", text: word } as const];
    const route = { ...item, path: `${item.path}/${word}`, shape: { segments, suffix: "" } };
    const viewable = { resource, record: pair.record, noun: pair.noun, collection };
    const scope = findScope(reader, route, operation, viewable, built, links);
    const through = scope?.at(-1)?.through;
    // The other restrictions must be parents, which the path of the list contains.
    const isNear = scope?.slice(0, -1).every(({ parent }) => parent !== undefined);
    return through && isNear ? { parameter, named: last.name, through } : undefined;
  }
}

/** The folded noun of a parameter: `group` for `group_id`, `groupIds`, `in_group` and `filter[group]`. */
function nounOf(name: string): string {
  const words = nameWords(name);
  const start = words.findIndex((word) => !PLAIN.has(word));
  const end = isId(words) ? -1 : undefined;
  return foldName(words.slice(Math.max(0, start), end).join(""));
}

function isId(words: readonly string[]): boolean {
  return /^(?:[gsu]?id|uuid|guid)s?$/.test(words.at(-1) ?? "");
}

const PLAIN: ReadonlySet<string> = new Set(["in", "by", "of", "for", "with", "has", "filter"]);

/**
 * True if a parameter may contain ids: one or several strings or integers without an `enum`. If its name does not end
 * in `id`, it must have the type of the resource's ids.
 */
function namesIds(reader: SchemaReader, { name, schema }: Parameter, { resource }: BuiltResource): boolean {
  const facts = reader.facts(schema.json);
  const { types, values } = facts.items === undefined ? facts : reader.facts(facts.items);
  const own = reader.facts(resource.id.schema.json).types;
  const isOfType = [...types].every(
    (type) => own.has(type) || (isId(nameWords(name)) && (type === "string" || type === "integer")),
  );
  return values === undefined && types.size > 0 && isOfType;
}

/** Descriptions of parameters that do not filter: "Sort by the access of the user", "Include tags in the answer". */
const NO_FILTER = /\b(?:sort|order|exclud|expand)|\binclude (?!only)/i;
