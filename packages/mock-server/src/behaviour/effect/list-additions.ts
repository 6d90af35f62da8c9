import { declaredProperties } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  nameWords,
  type Operation,
  objectProperties,
  type Resource,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import type { JsonObject } from "../../store/record-store.js";
import { asList, without } from "./property-change.js";

/**
 * Replaces `add_tags` and `tags_to_remove` in an update with the changed `tags` of the record: `{ add_tags: ["a"], tags_to_remove: ["b"] }`
 * becomes `{ tags: [...] }`. `undefined` if the body declares no such property.
 */
export function createListAdditions(
  { schemas }: Pick<MockContext, "schemas">,
  operation: Operation,
  resource: Resource,
): ((before: JsonObject, sent: unknown) => unknown) | undefined {
  const known = objectProperties(schemas, resource.schema.json);
  const lists = new Map(
    [...known.values()].flatMap(({ name, schema }) =>
      schemaShape(schemas, schema).types.has("array") ? [[foldName(name), name] as const] : [],
    ),
  );
  const changes = declaredProperties(schemas, operation).flatMap(({ name }) => {
    const { part, noun } = partOf(name);
    const list = part === undefined || known.has(name) ? undefined : lists.get(noun);
    return list === undefined ? [] : [{ name, part, list }];
  });
  if (changes.length === 0) return undefined;
  return (before, sent) => {
    if (!isObject(sent)) return sent;
    const told = changes.filter(({ name }) => Array.isArray(sent[name]));
    const others = pickBy(sent, (name) => !told.some((one) => one.name === name));
    return told.reduce<JsonObject>((value, { name, part, list }) => {
      const own = asList(value[list] ?? before[list]);
      const items = asList(sent[name]);
      const left = without(own, items);
      return { ...value, [list]: part === "remove" ? left : [...own, ...without(items, own)] };
    }, others);
  };
}

/** Reads `add_member_users`, `members_to_remove` or `users_added`: what happens, and the folded name of the list. */
function partOf(name: string): { readonly part?: "add" | "remove"; readonly noun: string } {
  const words = nameWords(name);
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const end = words.at(-2) === "to" ? -2 : -1;
  if (PARTS.has(first)) return { part: PARTS.get(first) ?? "add", noun: words.slice(1).join("") };
  return PARTS.has(last) ? { part: PARTS.get(last) ?? "add", noun: words.slice(0, end).join("") } : { noun: "" };
}

const PARTS: ReadonlyMap<string, "add" | "remove"> = new Map([
  ["add", "add"],
  ["added", "add"],
  ["remove", "remove"],
  ["removed", "remove"],
]);
