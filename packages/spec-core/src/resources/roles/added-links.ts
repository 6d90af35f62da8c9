import type { Operation } from "../../model/api-description.js";
import type { ChangedSet, ViewLinks } from "../../model/operation-role.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { isIds } from "../build/members.js";
import { lastLiteral, type ShapeSegment } from "../routes/path-shape.js";
import type { Route, Routes } from "../routes/routes.js";
import type { SchemaReader } from "../shapes/schema-reader.js";

/**
 * The set of ids whose records a list below a record shows, where an action on that record adds to it by their ids: `GET
 * /sections/{id}/tasks` beside `POST /sections/{id}/addTask`, or beside `POST` at the same path.
 */
export function addedLinks(
  reader: SchemaReader,
  routes: Routes,
  { path, shape }: Pick<Route, "path" | "shape">,
): ViewLinks | undefined {
  const isAdding = routes.below(shape.segments.slice(0, -1)).some((route) => {
    const adding = route.get("post");
    return adding !== undefined && changedBy(reader, route, adding, path, lastLiteral(shape.segments))?.part === "add";
  });
  return isAdding ? { shows: "added", key: path } : undefined;
}

/** The set that an action changes. @param showsAdded does the `GET` of a route show what actions add? */
export function changedSet(
  reader: SchemaReader,
  routes: Routes,
  route: Route,
  operation: Operation,
  showsAdded: (list: Route) => boolean,
): ChangedSet | undefined {
  if (!PARTS.has(operation.method)) return undefined;
  for (const list of routes.below(route.shape.segments.slice(0, -1))) {
    const noun = lastLiteral(list.shape.segments);
    const changed = list.get("get") ? changedBy(reader, route, operation, list.path, noun) : undefined;
    if (!changed || !showsAdded(list)) continue;
    const end = list.path.endsWith("/") ? "/" : "";
    return { ...changed, key: operation.path.replace(/\/[^/]+\/?$/, `/${noun}${end}`) };
  }
  return undefined;
}

/** Methods at the path of the list itself, and their part. */
const PARTS: ReadonlyMap<string, ChangedSet["part"]> = new Map([
  ["post", "add"],
  ["delete", "remove"],
]);

/** @param noun the last word of the list */
function changedBy(
  reader: SchemaReader,
  { path, shape }: Route,
  operation: Operation,
  listPath: string,
  noun: string,
): Pick<ChangedSet, "part" | "at"> | undefined {
  const part = path === listPath ? PARTS.get(operation.method) : undefined;
  const verb = operation.method === "post" ? meaningOf(shape.segments) : undefined;
  const meaning = part ? { part, noun: foldName(noun) } : verb;
  const body = reader.body(operation);
  if (!meaning || body === undefined || !sameNoun(meaning.noun, foldName(noun))) return undefined;
  const names = new Set(
    nounForms(foldName(noun)).flatMap((form) => ["", "s", "id", "ids", "gid", "uuid"].map((end) => form + end)),
  );
  const { properties } = reader.facts(body);
  const holders = [[], ...(properties.size === 1 && properties.has("data") ? [["data"]] : [])];
  for (const holder of holders) {
    const facts = reader.facts(reader.at(body, holder) ?? true);
    const found = [...facts.properties].filter(
      ([name, schema]) => names.has(foldName(name)) && isIds(reader, schema, "id"),
    );
    const [only, ...others] = found;
    if (only && others.length === 0) return { part: meaning.part, at: [...holder, only[0]] };
  }
  return undefined;
}

/** `addTask`, `remove-members`: the verb, and what it is about, folded. */
function meaningOf(
  segments: readonly ShapeSegment[],
): { readonly part: ChangedSet["part"]; readonly noun: string } | undefined {
  const last = segments.at(-1);
  const [verb = "", ...noun] = last?.kind === "literal" ? nameWords(last.text) : [];
  const part = ADDING.has(verb) ? "add" : REMOVING.has(verb) ? "remove" : undefined;
  return part === undefined || noun.length === 0 ? undefined : { part, noun: noun.join("") };
}

const ADDING = new Set(["add", "append", "attach", "assign", "link", "connect"]);
const REMOVING = new Set(["remove", "delete", "detach", "unassign", "unlink", "disconnect"]);
