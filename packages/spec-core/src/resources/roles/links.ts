import { getOrMake } from "../../lazy/caches.js";
import type { Operation } from "../../model/api-description.js";
import type { ChangedSet, ViewLinks } from "../../model/operation-role.js";
import type { RecordPlace, Resource } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { isIds } from "../build/members.js";
import { lastLiteral, type ShapeSegment, shapeKey } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import { sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

/**
 * Sets of ids that actions on a record change: `POST /sections/{id}/addTask`, `POST /sections/{id}/tasks/add`, `POST`
 * and `DELETE` at `/sections/{id}/tasks` with ids, or `PUT /sections/{id}/tasks/{task_id}`. Lists show the records with
 * these ids.
 */
export interface Links {
  /** The links that a list below a record shows, if its path ends in their noun: `GET /sections/{id}/tasks`. */
  named(route: Route): ViewLinks | undefined;
  /**
   * The links between the record in a list's path and the records in the list: `GET /groups/{id}/members` next to
   * `/groups/{id}/add_user`, or `GET /users/{id}/groups`. `undefined` if there are several kinds of links.
   */
  between(route: Route, shown: Resource): ViewLinks | undefined;
  /** The set that an operation changes. @param isShown true if a list shows the set with that key */
  changed(route: Route, operation: Operation, isShown: (list: Route, key: string) => boolean): ChangedSet | undefined;
}

/** The links that one operation adds, removes or replaces. */
interface LinkChange {
  readonly part: ChangedSet["part"];
  /** The noun of the links, singular and folded. */
  readonly noun: string;
  readonly at: ChangedSet["at"];
  /** The resource of the record in the path. */
  readonly owner: BuiltResource;
  /** The resource of the linked records. */
  readonly other: BuiltResource | undefined;
}

export function createLinks(reader: SchemaReader, routes: Routes, built: readonly BuiltResource[]): Links {
  const items = new Map<string, BuiltResource>();
  for (const one of built) {
    const { item } = one.pair.pair;
    if (item) items.set(shapeKey(item.shape.segments), one);
  }
  const changes = new Map<Operation, LinkChange | undefined>();
  const changeOf = (route: Route, operation: Operation): LinkChange | undefined =>
    getOrMake(changes, operation, () => readChange(route, operation));
  let all: readonly LinkChange[] | undefined;
  /** The kinds of links that some operation adds or replaces. */
  const kinds = (): readonly LinkChange[] =>
    (all ??= [
      ...new Map(
        routes.all.flatMap((route) =>
          route.operations.flatMap((operation) => {
            const change = changeOf(route, operation);
            return change && change.part !== "remove"
              ? [[`${shapeOf(change.owner)} ${change.noun}`, change] as const]
              : [];
          }),
        ),
      ).values(),
    ]);

  return {
    named({ path, shape: { segments } }) {
      const owner = segments.at(-1)?.kind === "literal" ? items.get(shapeKey(segments.slice(0, -1))) : undefined;
      const noun = foldName(lastLiteral(segments));
      const found = owner && kinds().find((one) => one.owner === owner && sameNoun(one.noun, noun));
      return found && { shows: "added", key: keyAt(path, found) };
    },
    between({ path, shape: { segments } }, shown) {
      const owner = items.get(shapeKey(segments.slice(0, -1)));
      if (!owner || segments.at(-1)?.kind !== "literal") return undefined;
      const noun = foldName(lastLiteral(segments));
      const found = kinds().filter(({ owner: own, other }) => {
        const end = own === owner ? other : other === owner ? own : undefined;
        const isCalled = sameNoun(noun, end?.pair.noun ?? "") || (own === owner && noun === "members");
        return end?.resource === shown && isCalled;
      });
      const [only, ...others] = found;
      if (!only || others.length > 0 || hasParents(only)) return undefined;
      return { shows: "added", key: only.owner === owner ? keyAt(path, only) : backAt(path, only) };
    },
    changed(route, operation, isShown) {
      const change = changeOf(route, operation);
      if (!change) return undefined;
      const { part, at, owner, other } = change;
      const key = keyAt(operation.path, change);
      // The list is below the record's path, or its query has the record's id: `/groups/{id}/users`,
      // `/users?group_id=`.
      const isShownBelow = (around: BuiltResource, shown: BuiltResource | undefined, keyOf: typeof keyAt): boolean => {
        const listing = shown?.resource.roles.list;
        const list = listing && routes.of(listing);
        return (
          routes
            .below(around.pair.pair.item?.shape.segments ?? [])
            .some((one) => isShown(one, keyOf(one.path, change))) ||
          (list !== undefined && isShown(list, keyOf(`${around.resource.itemPath}/`, change)))
        );
      };
      const isForward = isShownBelow(owner, other, keyAt);
      const isBack = other !== undefined && !hasParents(change) && isShownBelow(other, owner, backAt);
      const back = isBack ? { back: backAt(`${other.resource.collectionPath}/{}/`, change) } : {};
      const isListed = isForward || isBack;
      return isListed || other ? { part, at, key, isListed, ...back } : undefined;
    },
  };

  function readChange(route: Route, operation: Operation): LinkChange | undefined {
    const { segments } = route.shape;
    let end = segments.length - 1;
    while (end > 0 && !items.has(shapeKey(segments.slice(0, end)))) end -= 1;
    const owner = items.get(shapeKey(segments.slice(0, end)));
    const meaning = owner && meaningOf(segments.slice(end), operation);
    if (!owner || !meaning) return undefined;
    const { part, noun, parameter, isSaid } = meaning;
    const other = otherOf(noun, parameter, owner);
    const body = reader.body(operation);
    const found = { part, noun: singular(noun), owner, other };
    if (parameter === undefined) {
      const at = body === undefined ? undefined : idsIn(body, noun, other, isSaid);
      const isWhole = at && part === "add" && !isSaid && isReplaced(route, operation);
      return at && { ...found, at, ...(isWhole && { part: "replace" }) };
    }
    const isRecord = body !== undefined && other && sharedProperties(reader, body, other.pair.record) > 0;
    return other && !isRecord ? { ...found, at: { parameter } } : undefined;
  }

  /** The only other resource with that noun and without parents. */
  function otherOf(noun: string, parameter: string | undefined, owner: BuiltResource): BuiltResource | undefined {
    const nouns = [noun, ...(parameter === undefined ? [] : [nameWords(parameter).slice(0, -1).join("")])];
    for (const own of nouns) {
      const [only, ...others] = built.filter(
        (one) =>
          one !== owner &&
          one.resource.parents.length === 0 &&
          (one.resource.roles.create ?? one.resource.roles.read) !== undefined &&
          sameNoun(one.pair.noun, own),
      );
      if (only && others.length === 0) return only;
    }
    return undefined;
  }

  /** The place of the ids in a body. @param isSaid true if a verb in the path shows that the body contains ids */
  function idsIn(
    body: JsonSchema,
    noun: string,
    other: BuiltResource | undefined,
    isSaid: boolean,
  ): RecordPlace | undefined {
    const nouns = [noun, ...(other ? [other.pair.noun] : [])].flatMap(nounForms);
    const names = new Set(nouns.flatMap((form) => ["", "s", "id", "ids", "gid", "uuid"].map((end) => form + end)));
    const [idName = "id"] = other?.resource.id.property ?? [];
    const { properties, types } = reader.facts(body);
    if (types.has("array") && isIds(reader, body, idName)) return [];
    for (const holder of [[], ...(properties.size === 1 && properties.has("data") ? [["data"]] : [])]) {
      const facts = reader.facts(reader.at(body, holder) ?? true);
      const isOnly = facts.properties.size === 1;
      const isNamed = (name: string): boolean =>
        names.has(foldName(name)) || (isOnly && (name === "ids" || (isSaid && (name === idName || name === "id"))));
      const [only, ...others] = [...facts.properties].filter(
        ([name, schema]) => isNamed(name) && isIds(reader, schema, idName),
      );
      if (only && others.length === 0) return [...holder, only[0]];
    }
    return undefined;
  }
}

/** The effect and the folded noun of `addTask`, `remove-members`, `tasks/add` or `tasks`. */
function meaningOf(rest: readonly ShapeSegment[], { method, id }: Operation) {
  const last = rest.at(-1);
  const parameter = last?.kind === "parameter" ? last.name : undefined;
  const literals = parameter === undefined ? rest : rest.slice(0, -1);
  if (literals.length === 0 || literals.length > 2) return undefined;
  const texts = literals.map((segment) => (segment.kind === "literal" ? nameWords(segment.text) : []));
  const words = texts.flat();
  if (texts.some((text) => text.length === 0)) return undefined;
  const verbs = [words[0] ?? "", ...(literals.length === 2 ? [texts[1]?.[0] ?? ""] : [])].filter((word) =>
    VERBS.has(word),
  );
  const [verb] = verbs;
  if (verb === undefined && literals.length === 2) return undefined;
  const called = verb ?? nameWords(id)[0] ?? "";
  const own = CHANGING.has(method) && (verb !== undefined || method !== "patch") ? VERBS.get(called) : undefined;
  const part = own ?? (verb === undefined ? METHODS.get(method) : undefined);
  const noun = words.filter((word) => word !== verb).join("");
  return part === undefined || noun === "" ? undefined : { part, noun, parameter, isSaid: verb !== undefined };
}

const CHANGING: ReadonlySet<string> = new Set(["post", "put", "patch"]);
const METHODS: ReadonlyMap<string, ChangedSet["part"]> = new Map([
  ["post", "add"],
  ["put", "add"],
  ["delete", "remove"],
]);
const VERBS: ReadonlyMap<string, ChangedSet["part"]> = new Map(
  (["add append attach assign link connect", "remove delete detach unassign unlink disconnect"] as const).flatMap(
    (verbs, index) => verbs.split(" ").map((verb) => [verb, index === 0 ? "add" : "remove"] as const),
  ),
);

/**
 * True if the sent list replaces the stored one: by `PUT`, or by `POST` with a summary such as "Update the members".
 * False if the description says that ids are added, or if `DELETE` at the path removes ids.
 */
function isReplaced(route: Route, { method, id, summary = "" }: Operation): boolean {
  const isWhole = method === "put" || (method === "post" && /^\W*(?:updates?|sets?|replaces?)\b/i.test(summary));
  return (
    isWhole &&
    !route.get("delete") &&
    !/(?:^|[^a-z])(?:add|append|attach|assign|associat|link)/i.test(`${id} ${summary}`)
  );
}

function singular(noun: string): string {
  return nounForms(noun).reduce((short, form) => (form.length < short.length ? form : short), noun);
}

function shapeOf({ pair }: BuiltResource): string {
  return shapeKey(pair.pair.item?.shape.segments ?? []);
}

function hasParents({ owner, other }: LinkChange): boolean {
  return owner.resource.parents.length > 0 || other?.resource.parents.length !== 0;
}

/** The key of the set of the record at the start of a path. */
function keyAt(path: string, { owner, noun }: LinkChange): string {
  const { itemPath = "" } = owner.resource;
  return `${path
    .split(/\/|:(?=\w+$)/)
    .slice(0, itemPath.split("/").length)
    .join("/")}/${noun}`;
}

/** The key of the set of records that link to the record above a path. */
function backAt(path: string, { owner, noun }: LinkChange): string {
  return `${path.slice(0, path.lastIndexOf("/"))} in ${shapeOf(owner).replaceAll("{}", "*")}/${noun}`;
}
