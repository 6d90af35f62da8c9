import { schemaAt, writtenProperties } from "@onespec/http-contract";
import {
  type ApiDescription,
  foldName,
  type JsonSchema,
  keywordsOf,
  pathNoun,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  sameNoun,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";

/** Placeholder for this server in stored records, because only a request has the host name that its client uses. */
export const SELF_ORIGIN = "http://this-server.invalid";

/**
 * Replaces the placeholder in a text by the origin that the client uses.
 * @param origin with the base path: `http://localhost:3000/v1`
 */
export function withOrigin(text: string, origin: string): string {
  return text.includes(SELF_ORIGIN) ? text.replaceAll(SELF_ORIGIN, origin) : text;
}

/** The beginning of generated URLs. */
export const MADE_UP = "https://example.com/";

/** Replaces generated URLs of the record by its real URL. @param path of the record */
export type OwnAddress = (value: JsonObject, path: string) => JsonObject;

/**
 * Sets properties that are the URL of the record itself: `self`, `resource_uri`, `_links.self.href`, and a readOnly `url` or `href` whose
 * description says nothing else. For a record without an id, also a `uri` whose example ends in an id. `undefined` if it has none.
 */
export function createOwnAddress(
  { schemas, operations }: Pick<ApiDescription, "schemas" | "operations">,
  resource: Resource,
): OwnAddress | undefined {
  const { create, replace, update } = resource.roles;
  if (!resource.roles.read) return undefined;
  const written = new Set(
    [create, replace, update].flatMap((operation) => writtenProperties(schemas, operation).map(({ name }) => name)),
  );
  const top = propertiesOf(schemas, resource.schema.json);
  const own = top.flatMap(({ name, schema, readOnly }): RecordPlace[] => {
    const isShown = readOnly || (!written.has(name) && isOfResource(schemas, schema));
    const isTold = isShown && PLAIN.test(name) && isOfRecord(schemas, schema);
    return isTold || (SELF.test(name) && (readOnly || !written.has(name))) ? [[name]] : [];
  });
  const names = new Set(own.map(([name]) => name));
  const paths = resource.id.property
    ? []
    : top.flatMap(({ name, schema }) => {
        const address = PLAIN.test(name) && !written.has(name) && idAddress(schemas, operations, resource, schema);
        return address ? [{ name, ...address }] : [];
      });
  // Without `format: uri`, only the description says that it is a URL, so the generated text is any words.
  const texts = new Set(
    top.flatMap(({ name, schema }) => (names.has(name) && isSaidUrl(schemas, schema) ? [name] : [])),
  );
  const places = [...own, ...LINKS].filter((place) => isText(schemas, schemaAt(schemas, resource.schema, place)?.json));
  if (places.length === 0 && paths.length === 0) return undefined;
  return (value, path) => {
    let whole: unknown = value;
    for (const { name, origin, start } of paths) {
      const own = start === undefined ? path : start + path.slice(path.lastIndexOf("/") + 1);
      whole = withValueAt(whole, [name], origin + own);
    }
    for (const place of places) {
      const before = valueAtPlace(value, place);
      const isMissing = (before ?? null) === null && place.length === 1 && names.has(place[0]);
      const isWords = place.length === 1 && texts.has(place[0] ?? "") && !String(before).includes("/");
      if (isMissing || isWords || (typeof before === "string" && before.startsWith(MADE_UP)))
        whole = withValueAt(whole, place, `${SELF_ORIGIN}${path}`);
    }
    return whole as JsonObject;
  };
}

/** The beginning of a URL whose last segment is the id. Without a `start`, it is the path of the record. */
interface IdAddress {
  readonly origin: string;
  readonly start: string | undefined;
}

function idAddress(
  schemas: SchemaRegistry,
  operations: ApiDescription["operations"],
  { collectionPath }: Resource,
  json: JsonSchema,
): IdAddress | undefined {
  const [example] = keywordsOf(schemas, json).examples ?? [];
  if (typeof example !== "string" || !ENDS_IN_ID.test(example)) return undefined;
  const shown = example.slice(0, example.lastIndexOf("/") + 1);
  // `/me/likes/7` shows the video of `/videos/7`.
  const start = operations
    .flatMap(({ path }) => (/^[^{}]+\/\{[^{}]*\}$/.test(path) ? path.slice(0, path.lastIndexOf("/") + 1) : []))
    .find((one) => shown.endsWith(one));
  const isCalled = sameNoun(foldName(pathNoun(shown)), foldName(pathNoun(collectionPath)));
  return start !== undefined || isCalled ? { origin: example.startsWith("/") ? "" : SELF_ORIGIN, start } : undefined;
}

const PLAIN = /^(?:url|uri|href)$/i;
/** `/albums/3706071`, `https://api.example.com/event_types/AAAAAAAAAAAAAAAA` */
const ENDS_IN_ID = /^(?:https?:\/\/[^/]+)?(?:\/[\w.-]+)*\/[a-z_-]+\/[\w-]+$/i;
const SELF = /^(?:self|self_?(?:link|url|uri|href)|resource_?ur[il]|api_?url)$/i;
const LINKS: readonly RecordPlace[] = [
  ["links", "self"],
  ["links", "self", "href"],
  ["_links", "self"],
  ["_links", "self", "href"],
];

function isOfRecord(schemas: SchemaRegistry, json: JsonSchema): boolean {
  const { description: text = "" } = keywordsOf(schemas, json);
  return text === "" || /\b(?:self|this|canonical|resource|API)\b/i.test(text);
}

/** True for descriptions such as "URI of the API key API resource". */
function isOfResource(schemas: SchemaRegistry, json: JsonSchema): boolean {
  return /\bresource\b/i.test(keywordsOf(schemas, json).description ?? "");
}

function isSaidUrl(schemas: SchemaRegistry, json: JsonSchema): boolean {
  const { description = "", format } = keywordsOf(schemas, json);
  return format === undefined && /\bUR[IL]\b/.test(description);
}

function isText(schemas: SchemaRegistry, json: JsonSchema | undefined): boolean {
  return [keywordsOf(schemas, json).type].flat().includes("string");
}
