import { type ApiDescription, createGroupFinder, hasPages, type Operation, type Resource } from "@onespec/spec-core";
import type { AppliedConfig } from "../config/config-of.js";
import { camelCase, singular, wordsOf } from "./identifier.js";

/** A group before its name is decided. */
export interface GroupDraft {
  readonly key: string;
  readonly wanted: string;
  readonly resource: Resource | undefined;
  readonly operations: Operation[];
}

/**
 * Groups operations. A resource gets its own operations, and those below it with the same tag. Other operations are
 * grouped by tag, or else by path.
 */
export function draftGroups(api: ApiDescription, config: AppliedConfig): GroupDraft[] {
  const drafts = new Map<string, GroupDraft>();
  const names = resourceNames(api.resources);
  for (const resource of api.resources) {
    const wanted = config.resources[resource.collectionPath]?.name ?? names.get(resource) ?? resource.name;
    drafts.set(resource.collectionPath, { key: resource.collectionPath, wanted, resource, operations: [] });
  }
  const kept = api.operations.filter(({ id }) => config.operations[id]?.skip !== true);
  const operations = kept.sort((left, right) => (left.id < right.id ? -1 : 1));
  // A tag with the name of a resource joins that resource. If several have the name, the first one wins.
  const named = new Map([...drafts.values()].reverse().map((draft) => [nameKey(draft.wanted), draft]));
  const groupOf = createGroupFinder(api.resources);
  for (const operation of operations) {
    const { resource: found, text } = groupOf(operation);
    const wanted = SIGNING.test(text) ? "auth" : text;
    const resource = found && isLeaving(operation, found) ? undefined : found;
    const key = resource?.collectionPath ?? `:${wanted}`;
    let draft = drafts.get(key) ?? named.get(nameKey(wanted));
    if (!draft) {
      draft = { key, wanted, resource: undefined, operations: [] };
      drafts.set(key, draft);
      named.set(nameKey(wanted), draft);
    }
    draft.operations.push(operation);
  }
  return [...drafts.values()]
    .filter(({ operations: own }) => own.length > 0)
    .map((draft) => (draft.resource ? draft : { ...draft, resource: onlyList(api, draft) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1));
}

/**
 * The records of a group without a resource, if the group has one list with pages. `GET /projects` lists projects, and
 * no other list does.
 */
function onlyList(api: ApiDescription, { operations, wanted }: GroupDraft): Resource | undefined {
  const [list, ...others] = operations.flatMap((operation) => {
    const listed = api.listOf(operation);
    return listed?.list && hasPages(listed.list) ? listed : [];
  });
  const isOwn = ({ method, path }: Operation): boolean =>
    method === "get" && nameKey(path.split("/").at(-1) ?? "") === nameKey(wanted);
  const isTaken = operations.some((operation) => operation !== list?.roles.list && isOwn(operation));
  return others.length === 0 && !isTaken ? list : undefined;
}

/**
 * Names of resources: the last word of each path if it is unique, or else as few last words as necessary.
 * `/admin/environments` and `/admin/projects/{id}/environments` become `environments` and `project environments`. If
 * names are still equal, the shortest path gets the name.
 */
function resourceNames(resources: readonly Resource[]): ReadonlyMap<Resource, string> {
  const length = ({ name }: Resource): number => name.split(".").length;
  const identifier = (words: string): string => camelCase(words, "").toLowerCase();
  const shortNames = new Map(resources.map((resource) => [resource, identifier(shortName(resource))]));
  return new Map(
    resources.map((resource): [Resource, string] => {
      const rivals = resources.filter(
        (other) => shortNames.get(other) === shortNames.get(resource) && other !== resource,
      );
      const isFirst = rivals.every((other) => length(other) > length(resource));
      const isUnique = (count: number): boolean =>
        rivals.every((other) => identifier(lastWords(other, count)) !== identifier(lastWords(resource, count)));
      const first = rivals.length === 0 || (isFirst && resource.parents.length === 0) ? 1 : 2;
      let count = first;
      while (count < length(resource) && !(isFirst || isUnique(count))) count += 1;
      return [resource, lastWords(resource, count)];
    }),
  );
}

/**
 * True for a `DELETE /users/@me/guilds/{id}` called `leave_guild`. It removes a reference to a guild, not the guild
 * itself, so it is a method of `users`.
 */
function isLeaving({ role, operationId = "" }: Operation, { roles, collectionPath }: Resource): boolean {
  const isReference = !roles.read && !roles.create && !roles.update && !roles.replace;
  const isBelow = collectionPath.split("/").filter((segment) => segment !== "").length > 1;
  return role.kind === "delete" && isReference && isBelow && LEAVING.test(wordsOf(operationId)[0] ?? "");
}

const LEAVING =
  /^(leave|un(follow|star|watch|subscribe|link|assign|join|like|save)|quit|exit|disconnect|detach|withdraw)$/i;

/** Operations that sign in or out are called `auth.login` and `auth.logout`, not `login.login`. */
const SIGNING = /^(?:log|sign)[-_ ]?(?:in|out|up)$/i;

/** The name of a group if its shorter name is taken: the words of its path. */
export function pathName({ resource, wanted }: GroupDraft): string {
  const words = resource?.collectionPath
    .split("/")
    .filter((one) => !/^(api|rest|v\d+(\.\d+)*)?$/i.test(one) && !one.includes("{"));
  return words?.join(" ") ?? wanted;
}

/** The key of a group: the same for `Workflow`, `workflows` and `work-flows`. */
export function nameKey(text: string): string {
  return singular(camelCase(text, "").toLowerCase());
}

/** Counts each text. */
export function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** `authors.books` as `books`. */
export function shortName({ name }: Resource): string {
  return name.split(".").at(-1) ?? name;
}

/** Turns `authors.books` into `author books`. The last word stays plural. */
function longName(resource: Resource): string {
  return lastWords(resource, resource.name.split(".").length);
}

function lastWords({ name }: Resource, count: number): string {
  const isBy = (part: string): boolean => part.startsWith("by-");
  const all = name.split(".");
  const parts = all.filter((part) => !isBy(part)).slice(-count);
  // `taskTries` and `taskTriesByIndex` of `/tasks/{id}/tries` and `/tasks/{id}/{index}/tries`.
  const words = parts.map((part, at) => (at < parts.length - 1 ? singular(part) : part));
  return [...words, ...all.filter(isBy)].join(" ");
}

/** The words for the records of a group, the longest first. */
export function nounsOf({ resource, operations }: GroupDraft, name: string): string[] {
  const segments = resource?.collectionPath.split("/").filter((one) => one !== "" && !one.includes("{")) ?? [];
  const tags = operations.flatMap(({ tags: [tag = ""] }) => (resource ? `${tag} ${shortName(resource)}` : tag));
  const nouns = [
    name,
    ...(resource ? [longName(resource), shortName(resource)] : []),
    ...segments.slice(-1),
    segments.slice(-2).join(" "),
    ...tags,
  ];
  const spoken = nouns.map((noun) => wordsOf(noun).join(" ").toLowerCase()).filter((noun) => noun !== "");
  const words = new Set(spoken.flatMap((noun) => [noun, noun.replaceAll(" ", "")]));
  return [...words].sort((left, right) => right.split(" ").length - left.split(" ").length || (left < right ? -1 : 1));
}
