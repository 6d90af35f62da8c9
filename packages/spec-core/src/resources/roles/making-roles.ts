import type { Operation } from "../../model/api-description.js";
import type { Role } from "../../model/operation-role.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { lastLiteral, type ShapeSegment } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { hasMost, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { answersRecord } from "./keyed-paths.js";
import type { KnownPaths } from "./known-paths.js";
import { writeRole } from "./record-roles.js";

/**
 * The role of another operation that creates a record, with one word behind the collection:
 * `POST /requests/send_with_template` or `PUT /links/upsert`. Its answer must be the record.
 */
export function makingRole(paths: KnownPaths, { shape }: Route, operation: Operation): Role | undefined {
  const { reader, calledAt, collectionsBelow } = paths;
  const { segments } = shape;
  const last = segments.at(-1);
  const [word = "", query] = last?.kind === "literal" ? last.text.split("?") : [];
  // For a path with a query: `POST /templates?desc=html` next to `POST /templates`.
  const plain = query === undefined ? undefined : calledAt([...segments.slice(0, -1), { kind: "literal", text: word }]);
  if (
    plain?.pair.roles.create &&
    operation.method === "post" &&
    hasMost(reader, reader.answer(operation) ?? true, plain.pair.record)
  )
    return writeRole(reader, "create", operation, plain.pair, plain.resource);
  const [verb = ""] = nameWords(word);
  if (verb === "" || !["post", "put"].includes(operation.method) || isPretended(operation)) return undefined;
  const around = segments.slice(0, -1);
  const before = around.at(-1);
  const isWithin = before?.kind === "literal" && MAKING.has(before.text);
  const own = calledAt(around) ?? (isWithin ? calledAt(around.slice(0, -1)) : undefined);
  const isMade = own?.pair.roles.create !== undefined;
  // For `POST /templates/schema`, "Create a template", if nothing else creates templates.
  const isSaid = own !== undefined && !isMade && saysCreate(operation, own.pair.noun);
  // For `POST /documents/text`, "Create a text document". Its answer has only properties of the document, or is the
  // whole document.
  const tells = own === undefined ? 0 : tellsRecord(reader, operation, own);
  const isWhole = (): boolean =>
    own !== undefined && saysCreate(operation, own.pair.noun) && answersRecord(reader, operation, own);
  const isForm = isCreating(operation) && (tells === 1 || isWhole());
  if (!MAKING.has(verb) && !isSaid && !isForm) return own ? undefined : elsewhereRole(paths, segments, operation);
  // For `POST /users/invite_user` or `POST /users/register`, if nothing else creates users.
  const isNamed =
    own !== undefined && !isMade && (word === verb || sameNoun(nameWords(word).slice(1).join(""), own.pair.noun));
  // For `POST /wiki/new` next to `/wiki/pages`, if nothing else creates pages.
  const below = own ? [] : collectionsBelow(around).filter(({ pair }) => pair.roles.list && !pair.roles.create);
  const isOwn = isMade || isSaid || isForm || isNamed;
  const owner = isOwn || below.length !== 1 ? own : below[0];
  if (!owner || (owner === own && !isOwn)) return undefined;
  const isShort = owner === own && (isForm || (isSaid && tells >= 0.5));
  if (!isShort && !answersRecord(reader, operation, owner)) return undefined;
  return writeRole(reader, "create", operation, owner.pair, owner.resource);
}

/**
 * The role of `POST /simulations/documents`, "Simulate a document being created", or of `POST /account/places`. Its
 * answer is a record of `/documents`, and nothing else creates documents.
 */
function elsewhereRole(
  { reader, built }: KnownPaths,
  segments: readonly ShapeSegment[],
  operation: Operation,
): Role | undefined {
  const noun = foldName(lastLiteral(segments.slice(-1)));
  if (!/\bcreat(?:es?|ed|ing)\b/i.test(operation.summary ?? "") || segments.some(({ kind }) => kind === "parameter"))
    return undefined;
  const [owner, ...others] = built.filter(
    ({ pair, resource }) =>
      pair.noun === noun && pair.roles.list && !pair.roles.create && resource.parents.length === 0,
  );
  if (!owner || others.length > 0 || !answersRecord(reader, operation, owner)) return undefined;
  return writeRole(reader, "create", operation, owner.pair, owner.resource);
}

/**
 * The share of the answer's properties that the record has, from 0 to 1. 0 if the answer has no id, or if the body has
 * no property of the record.
 */
function tellsRecord(reader: SchemaReader, operation: Operation, { pair, resource }: BuiltResource): number {
  const [answer, body] = [reader.answer(operation), reader.body(operation)];
  const [id, ...inner] = resource.id.property ?? [];
  if (answer === undefined || body === undefined || id === undefined || inner.length > 0) return 0;
  const { properties } = reader.facts(answer);
  const sent = sharedProperties(reader, body, pair.record);
  return properties.has(id) && sent > 0 ? sharedProperties(reader, answer, pair.record) / properties.size : 0;
}

/**
 * True if the summary says that a record is created: "Create a template" for templates, but not "Create an image" for
 * actions.
 */
function saysCreate(operation: Operation, noun: string): boolean {
  const said = foldName(operation.summary ?? "");
  return isCreating(operation) && nounForms(noun).some((form) => said.includes(form));
}

export function isCreating({ summary = "" }: Operation): boolean {
  return /^(?:creates?|adds?|uploads?)\b/i.test(summary);
}

/** True for `POST /invoices/create_preview`, which returns an invoice without creating it. */
function isPretended({ path, summary = "" }: Operation): boolean {
  const words = nameWords(path.slice(path.lastIndexOf("/") + 1));
  return /\bpreview/i.test(summary) || words.some((word) => /^(?:preview|estimat|simulat|calculat|validat)/.test(word));
}

const MAKING = new Set([
  "create",
  "add",
  "new",
  "insert",
  "send",
  "submit",
  "register",
  "upsert",
  "import",
  "upload",
  "invite",
]);
