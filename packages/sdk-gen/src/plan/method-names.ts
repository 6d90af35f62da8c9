import { foldName, type NamedGroup, type Operation, sameNoun, shortOperationName } from "@onespec/spec-core";
import { countTexts } from "./draft-groups.js";
import { camelCase, singular, wordsOf } from "./identifier.js";
import type { NameTable } from "./name-table.js";

/** A group that gets method names. */
export interface MethodGroup extends NamedGroup {
  /** The words for its records, the longest first: `guild members`, `members`. */
  readonly nouns: readonly string[];
  /** True for the name of another group's records. */
  readonly isOther: (word: string) => boolean;
  /** False for an operation whose answer is an object without a list: `getStats`. */
  readonly mayList: (operation: Operation) => boolean;
  /** True if `find` lists the records. */
  readonly hasFind: boolean;
  /** The module name at the beginning of each function name: `shop_api_`. */
  readonly module: string;
  /** The operationIds of the whole API. */
  readonly ids: ReadonlySet<string>;
}

/** Names of methods that every client has. A generated class must not replace them. */
export const BASE_METHODS: ReadonlySet<string> = new Set([
  "constructor",
  "in",
  "_call",
  "_context",
  "_parents",
  "then",
  "tostring",
  "valueof",
  "hasownproperty",
]);

/**
 * Names the operations of a group that are not record methods, as a person would: `capture` for
 * `PostPaymentIntentsIntentCapture`, `publish` for `publishBook`, `list` for `read_flows`. If several operations would
 * get the same name, none gets it.
 */
export function nameMethods(
  operations: readonly Operation[],
  group: MethodGroup,
  names: NameTable,
): ReadonlyMap<Operation, string> {
  // From the shortest form to the most specific one.
  const forms = [
    (operation: Operation) => {
      const name = withoutNouns(withoutId(shortName(operation, group)), operation, group);
      // `find` already lists all records, so `list` would be unclear.
      const isList = name === "list" || (name === "get" && group.mayList(operation));
      const parent = isList && group.hasFind ? parentOf(operation, group) : undefined;
      if (parent !== undefined) return listFor(parent);
      // `batch.run`, `health.get`, `things.list`: no method has the name of its group.
      if (name !== group.name) return name;
      return operation.method !== "get" ? "run" : isPlural(name) && group.mayList(operation) ? "list" : "get";
    },
    (operation: Operation) => camelCase(shortName(operation, group), ""),
    (operation: Operation) => (isPathInWords(operation) ? camelCase(nameByEnd(operation, group), "") : ""),
    (operation: Operation) => camelCase(operation.id, ""),
    (operation: Operation) => camelCase(nameByPath(operation, group), ""),
  ];
  const given = new Map<Operation, string>();
  // `films.delete(7)` must not empty `/films`.
  const collection = group.collectionPath?.replace(/\/$/, "");
  const isOfOne = (name: string, { path }: Operation): boolean =>
    path.replace(/\/$/, "") === collection && /^(update|replace|delete)$/.test(name);
  const isFree = (name: string): boolean => !names.has(name) && !BASE_METHODS.has(name.toLowerCase());
  for (const form of forms) {
    const open = operations.filter((operation) => !given.has(operation));
    const wanted = open.map((operation) => ({ operation, name: form(operation) }));
    const counts = countTexts(wanted.map(({ name }) => name));
    for (const { operation, name } of wanted)
      if (name !== "" && counts.get(name) === 1 && isFree(name) && !isOfOne(name, operation))
        given.set(operation, names.take(name, operation.id));
  }
  for (const operation of operations)
    if (!given.has(operation)) given.set(operation, names.take(camelCase(operation.id, "call"), operation.id));
  return given;
}

/** `get` for `get by {id}`. */
function withoutId(name: string): string {
  return name.replace(/^(\w+) by \{[^{}]*\}$/, "$1");
}

/** In any spelling. */
function shortName(operation: Operation, group: MethodGroup): string {
  if (isPathInWords(operation)) return nameByPath(operation, group);
  const { operationId, method, path, tags } = operation;
  const [own, id] = [operationId, operation.id].map((text) => withoutNumber(text, group)?.slice(group.module.length));
  return shortOperationName({ operationId: own, method, path, tags }, group) ?? id ?? "";
}

/** `export` for springdoc's `export_1`, if another operation of the API is called `export`. */
function withoutNumber(id: string | undefined, { ids }: MethodGroup): string | undefined {
  const bare = id?.replace(/_\d+$/, "");
  return bare !== undefined && ids.has(bare) ? bare : id;
}

/** The beginning that all ids of a group share, as Django Ninja's `shop_api_list_books` and `shop_api_upload_cover`. */
export function moduleOf(operations: readonly Operation[]): string {
  const ids = operations.map(({ operationId = "" }) => operationId);
  const [first = ""] = ids;
  const length = Array.from(first).findIndex((letter, at) => ids.some((id) => id[at] !== letter));
  const module = first.slice(0, first.lastIndexOf("_", length - 1) + 1);
  const words = wordsOf(module);
  const names = ids.map((id) => wordsOf(id.slice(module.length)));
  const isModule =
    operations.length > 2 &&
    new Set(operations.map(({ method }) => method)).size > 1 &&
    words.length > 0 &&
    !words.some((word) => word.toLowerCase() in VERBS || MANNERS.test(word)) &&
    names.every((name) => name.length > 1);
  return isModule ? module : "";
}

/** `capture` of `POST /charges/{id}/capture`, `close dispute` of `POST /charges/{id}/dispute/close`. */
function nameByPath(operation: Operation, group: MethodGroup): string {
  const [first = "", ...others] = (
    shortOperationName({ ...operation, operationId: undefined }, group) ?? operation.id
  ).split(" ");
  const last = others.at(-1);
  if (last === undefined || operation.method !== "post") return [first, ...others].join(" ");
  return first === "create"
    ? [first, ...others.slice(0, -1), singular(last)].join(" ")
    : [last, first, ...others.slice(0, -1)].join(" ");
}

/** `get export` for `GET /projects/{id}/export` in the group `exports`, if another operation is `get`. */
function nameByEnd(operation: Operation, group: MethodGroup): string {
  const last = operation.template.segments.findLast((segment) => segment.kind === "literal");
  return last?.kind === "literal" ? `${nameByPath(operation, group)} ${last.text}` : "";
}

/** The last word of Django REST framework's names, by method. It follows the words of the path. */
const LAST_WORDS: Readonly<Record<string, RegExp>> = {
  get: /_(?:list|retrieve)$/,
  post: /_create$/,
  put: /_update$/,
  patch: /_partial_update$/,
  delete: /_destroy$/,
};

/**
 * True for an operationId that only repeats the method and the path, such as `GetBalanceTransactionsId` for `GET
 * /v1/balance_transactions/{id}` or Huma's `get-notes-by-note-id`. Also true if there is none.
 */
function isPathInWords({ operationId = "", method, path }: Operation): boolean {
  if (operationId.trim() === "") return true;
  const last = LAST_WORDS[method];
  const literals = path.split("/").filter((part) => /^[\w-]+$/.test(part));
  const before = operationId.replace(last ?? "", "");
  if (before !== operationId && literals.length > 1 && before === literals.join("_").replaceAll("-", "_")) return true;
  const [verb, ...words] = wordsOf(operationId).map((word) => word.toLowerCase());
  const known = new Set(wordsOf(path).map((word) => word.toLowerCase()));
  const literal = wordsOf(path.replace(/\{[^{}]*\}|^\/(api\/)?v\d+(?=\/)/g, " ")).map((word) => word.toLowerCase());
  const places = literal.map((word) => words.indexOf(word));
  return (
    verb === method &&
    // In `putBinary` of `PUT /binary`, every word is needed.
    words.length > Number(!path.includes("{")) &&
    words.every((word) => known.has(word) || word === "by") &&
    // `getDailyStats` of `GET /stats/daily` has an order of its own.
    places.every((place, at) => place >= 0 && place >= (places[at - 1] ?? 0))
  );
}

const VERBS: Readonly<Record<string, { readonly name: string; readonly methods: RegExp }>> = {
  ...verbs("get", /get|query|post/, "get read fetch retrieve show list find index"),
  ...verbs("create", /post/, "create add new insert post"),
  ...verbs("update", /patch|put|post/, "update edit modify patch"),
  ...verbs("replace", /put/, "replace put"),
  ...verbs("delete", /delete/, "delete remove destroy"),
};
const RECORD_METHODS: ReadonlySet<string> = new Set(["find", "create", "get", "replace", "update", "delete"]);
const ARTICLES: ReadonlySet<string> = new Set(["a", "an", "the", "this", "that"]);
const PREPOSITIONS: ReadonlySet<string> = new Set("for of from to in on by with at into as".split(" "));
/** Prepositions that belong to the words after them, and not to the verb as in `powerOn`. */
const LOOSE: ReadonlySet<string> = new Set("for of from to with into".split(" "));

function verbs(name: string, methods: RegExp, words: string): Record<string, { name: string; methods: RegExp }> {
  return Object.fromEntries(words.split(" ").map((word) => [word, { name, methods }]));
}

/** Before a verb: `bulkUpsert`, `softReboot`, `createOrJoin`. */
const MANNERS = /^(bulk|batch|mass|multi|soft|hard|force|quick|auto|or|and)$/i;

/** Leaves out the words for the group's records: `servers.attachIso` for `attach_iso_to_server`. */
function withoutNouns(name: string, operation: Operation, group: MethodGroup): string {
  const words = wordsOf(name);
  const below = listBelow(words, operation, group);
  if (below !== undefined) return below;
  for (const noun of group.nouns) {
    const found = places(words, wordsOf(noun)).map((at) => without(words, at, wordsOf(noun).length, group));
    for (const rest of found) {
      const last = words[rest.end - 1] ?? "";
      if (rest.words.length === 0) continue;
      const short = camelCase(spoken(rest.words, operation, isPlural(last) && group.mayList(operation)), "");
      if (!RECORD_METHODS.has(short) || isOnRecords(operation, group)) return short;
      // `add` for `collection_add`, which does not create a collection.
      const own = rest.words.length === 1 && rest.end < words.length ? camelCase(rest.words.join(" "), "") : "";
      if (own !== "" && !RECORD_METHODS.has(own)) return own;
    }
  }
  const whole = camelCase(name, "");
  return RECORD_METHODS.has(whole) && !isOnRecords(operation, group) ? "" : whole;
}

/**
 * `listForProject` for a list below `/projects/{id}` whose name has only the nouns of both: `tasks` or `projectTasks`.
 */
function listBelow(words: readonly string[], operation: Operation, group: MethodGroup): string | undefined {
  const parent = parentOf(operation, group);
  if (parent === undefined) return undefined;
  const nouns = [...group.nouns.flatMap(wordsOf), ...wordsOf(parent)].map(foldName);
  const isNoun = (word: string): boolean => nouns.some((noun) => sameNoun(noun, foldName(word)));
  return words.every(isNoun) ? listFor(parent) : undefined;
}

/** `projects` of `GET /projects/{id}/tasks`. */
function parentOf(operation: Operation, group: MethodGroup): string | undefined {
  const { segments } = operation.template;
  const parent = segments[segments.length - 3];
  const isBelow = segments.at(-2)?.kind !== "literal" && operation.method === "get" && isOnRecords(operation, group);
  return isBelow && parent?.kind === "literal" ? parent.text : undefined;
}

function listFor(parent: string): string {
  return camelCase(`list for ${singular(parent)}`, "");
}

/**
 * Positions of a noun in words, singular or plural. Positions at the end come first, then the others from the beginning.
 */
function places(words: readonly string[], noun: readonly string[]): number[] {
  const fits = (at: number): boolean =>
    noun.length > 0 && noun.every((part, index) => sameNoun(foldName(part), foldName(words[at + index] ?? "")));
  const found = words.flatMap((_, at) => (fits(at) ? [at] : []));
  const isLast = (at: number): boolean => at + noun.length === words.length;
  return [...found.filter(isLast), ...found.filter((at) => !isLast(at))];
}

interface Rest {
  readonly words: readonly string[];
  /** Index after the noun. */
  readonly end: number;
}

/** The words without a noun and the words that belong only to it. Empty if the rest would mean something else. */
function without(words: readonly string[], at: number, length: number, { isOther }: MethodGroup): Rest {
  const end = at + length;
  const after = words.slice(end);
  let before = words.slice(0, at);
  const last = (): string => before.at(-1)?.toLowerCase() ?? "";
  while (ARTICLES.has(last())) before = before.slice(0, -1);
  const [next = ""] = after;
  const rest = { words: [...before, ...after], end };
  const unclear = { words: [], end };
  // `getTodoList` of a todo reads one of `todoLists`.
  if (at > 0 && after.length > 0 && isOther(words.slice(at).join(" "))) return unclear;
  // `albumsUsers` is a thing, `projectSaveAsTemplate` is something to do.
  if (at === 0)
    return PREPOSITIONS.has(next.toLowerCase()) || (after.length < 2 && (next === "" || isPlural(next)))
      ? unclear
      : rest;
  if (after.length > 0) {
    // `saveAlbumsUser` saves albums, and `moveToAlbumStart` moves to a place.
    const isObject = isPlural(words[end - 1] ?? "") && isOther(next);
    return PREPOSITIONS.has(last()) || isObject || !(isVerb(before) || last() === "my") ? unclear : rest;
  }
  if (LOOSE.has(last())) {
    while (LOOSE.has(last())) before = before.slice(0, -1);
    return { words: before, end };
  }
  // In `listGuildInvites` the word before the noun says which ones, so the rest is unclear.
  return isVerb(before) ? rest : unclear;
}

/** True if the words are a verb, so that a noun after them is its object. `reRun` is one verb. */
function isVerb(words: readonly string[]): boolean {
  const last = words.at(-1)?.toLowerCase() ?? "";
  if (words.length === 1) return last.length > 2;
  return last in VERBS || /^(all|on|off|up|down|out|in)$/.test(last) || MANNERS.test(words.at(-2) ?? "");
}

function isPlural(word: string): boolean {
  return singular(word) !== word;
}

/** Replaces a verb that stands alone by the word that all clients use. */
function spoken(words: readonly string[], { method, role }: Operation, plural: boolean): string {
  const [verb = "", ...others] = words;
  const known = others.length === 0 ? VERBS[verb.toLowerCase()] : undefined;
  if (!known?.methods.test(method)) return words.join(" ");
  return known.name === "get" && plural && role.kind !== "singleton" ? "list" : known.name;
}

/** True if the operation works on the records of the group itself. */
function isOnRecords({ template }: Operation, { nouns }: MethodGroup): boolean {
  const last = template.segments.findLast((segment) => segment.kind === "literal");
  return last?.kind === "literal" && nouns.some((noun) => sameNoun(foldName(noun), foldName(last.text)));
}
