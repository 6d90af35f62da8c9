import type { Operation } from "../../model/api-description.js";
import type { Role } from "../../model/operation-role.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { nounForms } from "../../words/same-noun.js";
import type { BuiltResource } from "../build/build-resources.js";
import { lastLiteral, type ShapeSegment } from "../routes/path-shape.js";
import type { Route } from "../routes/routes.js";
import { hasMost, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { answersRecord } from "./keyed-paths.js";
import type { KnownPaths } from "./known-paths.js";
import { writeRole } from "./record-roles.js";

/**
 * The role of another way to make a record, one word behind the collection: `POST /requests/send_with_template` or `PUT /links/upsert`.
 * It answers what reading a record answers.
 */
export function makingRole(paths: KnownPaths, { shape }: Route, operation: Operation): Role | undefined {
  const { reader, calledAt, collectionsBelow } = paths;
  const { segments } = shape;
  const last = segments.at(-1);
  const [word = "", query] = last?.kind === "literal" ? last.text.split("?") : [];
  // `POST /templates?desc=html` beside `POST /templates`.
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
  // `POST /templates/schema`, "Create a template", where nothing else makes one.
  const isSaid = own !== undefined && !isMade && saysCreate(operation, own.pair.noun);
  // `POST /documents/text`, "Create a text document", whose answer is a part of the document, or has it whole.
  const tells = own === undefined ? 0 : tellsRecord(reader, operation, own);
  const isWhole = (): boolean =>
    own !== undefined && saysCreate(operation, own.pair.noun) && answersRecord(reader, operation, own);
  const isForm = isCreating(operation) && (tells === 1 || isWhole());
  if (!MAKING.has(verb) && !isSaid && !isForm) return own ? undefined : elsewhereRole(paths, segments, operation);
  // `POST /wiki/new` beside `/wiki/pages`, where nothing else makes them.
  const below = own ? [] : collectionsBelow(around).filter(({ pair }) => pair.roles.list && !pair.roles.create);
  const isOwn = isMade || isSaid || isForm;
  const owner = isOwn || below.length !== 1 ? own : below[0];
  if (!owner || (owner === own && !isOwn)) return undefined;
  const isShort = owner === own && (isForm || (isSaid && tells >= 0.5));
  if (!isShort && !answersRecord(reader, operation, owner)) return undefined;
  return writeRole(reader, "create", operation, owner.pair, owner.resource);
}

/**
 * The role of `POST /simulations/documents`, "Simulate a document being created", or `POST /account/places`: it answers a record of
 * `/documents`, where nothing else makes one.
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

/** The part of an answer's properties that a record has, if its id and something that is sent are among them; else 0. */
function tellsRecord(reader: SchemaReader, operation: Operation, { pair, resource }: BuiltResource): number {
  const [answer, body] = [reader.answer(operation), reader.body(operation)];
  const [id, ...inner] = resource.id.property ?? [];
  if (answer === undefined || body === undefined || id === undefined || inner.length > 0) return 0;
  const { properties } = reader.facts(answer);
  const sent = sharedProperties(reader, body, pair.record);
  return properties.has(id) && sent > 0 ? sharedProperties(reader, answer, pair.record) / properties.size : 0;
}

/** True for "Create a template" of templates, and not for "Create an image" of actions. */
function saysCreate(operation: Operation, noun: string): boolean {
  const said = foldName(operation.summary ?? "");
  return isCreating(operation) && nounForms(noun).some((form) => said.includes(form));
}

export function isCreating({ summary = "" }: Operation): boolean {
  return /^(?:creates?|adds?|uploads?)\b/i.test(summary);
}

/** `POST /invoices/create_preview` shows an invoice that is not there. */
function isPretended({ path, summary = "" }: Operation): boolean {
  const words = nameWords(path.slice(path.lastIndexOf("/") + 1));
  return /\bpreview/i.test(summary) || words.some((word) => /^(?:preview|estimat|simulat|calculat|validat)/.test(word));
}

const MAKING = new Set(["create", "add", "new", "insert", "send", "submit", "register", "upsert", "import", "upload"]);
