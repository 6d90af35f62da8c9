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

/** Finds what parameters of the list of a resource have no other use and name a record that is linked to those that are listed. */
export type LinkedFilterFinder = (shown: BuiltResource, list: ListConvention) => readonly LinkedFilter[];

/** `GET /users?group_id=g` lists what `/groups/g/users` would, if links between the two are known. */
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

  /** Several kinds of links between the same records, such as members and owners, leave open which is meant. */
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
    // Records around both stand in the path of the list.
    const isNear = scope?.slice(0, -1).every(({ parent }) => parent !== undefined);
    return through && isNear ? { parameter, named: last.name, through } : undefined;
  }
}

/** The noun of `group_id`, `groupIds`, `in_group` and `filter[group]`, folded; empty if another word than these says more. */
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

/** True for texts and numbers that no enumeration limits, one or several; those that the name does not call ids are of the type of an id. */
function namesIds(reader: SchemaReader, { name, schema }: Parameter, { resource }: BuiltResource): boolean {
  const facts = reader.facts(schema.json);
  const { types, values } = facts.items === undefined ? facts : reader.facts(facts.items);
  const own = reader.facts(resource.id.schema.json).types;
  const isOfType = [...types].every(
    (type) => own.has(type) || (isId(nameWords(name)) && (type === "string" || type === "integer")),
  );
  return values === undefined && types.size > 0 && isOfType;
}

/** "Sort by the access of the user", "Include tags in the answer". */
const NO_FILTER = /\b(?:sort|order|exclud|expand)|\binclude (?!only)/i;
