import { essence, selectSuccess, writtenProperties } from "@onespec/http-contract";
import {
  type ApiDescription,
  type JsonSchemaObject,
  keywordsOf,
  nameWords,
  type Operation,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import { allows, propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";
import { givesFiles } from "./gives-file.js";
import { MADE_UP, type OwnAddress, SELF_ORIGIN } from "./own-address.js";

type Api = Pick<ApiDescription, "schemas" | "operations">;

/**
 * Replaces generated URLs of a record by the path that serves its file: `/photos/1/content` in `url`. `undefined` if no operation below the
 * record serves files, or if no property that only the server writes is a URL of them.
 */
export function createFileAddresses({ schemas, operations }: Api, resource: Resource): OwnAddress | undefined {
  const paths = servingOperations(operations, resource).map(({ at }) => at);
  if (paths.length === 0) return undefined;
  const { create, replace, update } = resource.roles;
  const writers = [create, replace, update].flatMap((operation) => writtenProperties(schemas, operation));
  const written = new Set(writers.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
  const [only] = paths.length === 1 && paths.every(isGeneric) ? paths : [];
  const named = urlProperties(schemas, resource)
    .filter(({ name }) => !written.has(name))
    .map(({ name, stem, isValid }) => {
      const own = stem === "" ? undefined : paths.find((at) => foldedPath(at) === stem);
      return { name, stem, isValid, at: own ?? (stem === "" || isGeneric(stem) ? only : undefined) };
    });
  // A plain `url` beside a `downloadUrl` is the URL of the record.
  const isNamed = named.some(({ stem, at }) => stem !== "" && at !== undefined);
  const meant = named.filter(({ stem, at }) => at !== undefined && (stem !== "" || !isNamed));
  if (meant.length === 0) return undefined;
  return (value, path) => {
    const addresses = meant.flatMap(({ name, at, isValid }) => {
      const before = value[name];
      const address = `${SELF_ORIGIN}${path}/${at}`;
      return typeof before === "string" && before.startsWith(MADE_UP) && isValid(address) ? [[name, address]] : [];
    });
    return addresses.length === 0 ? value : { ...value, ...Object.fromEntries(addresses) };
  };
}

/** Sets the media type in a generated record to the type of the only file that is served for it, and the ending of its file name. */
export function createFileFacts(
  { schemas, operations }: Api,
  resource: Resource,
): ((value: JsonObject) => JsonObject) | undefined {
  const serving = servingOperations(operations, resource);
  const [type] = serving
    .flatMap(({ operation }) => selectSuccess(operation).response?.content ?? [])
    .map((media) => essence(media.type));
  const facts = propertiesOf(schemas, resource.schema.json).filter(
    ({ name, schema }) => FACT.test(foldedFact(name)) && !hasExample(keywordsOf(schemas, schema)),
  );
  if (serving.length !== 1 || type === undefined || type.includes("*") || facts.length === 0) return undefined;
  return (value) => {
    const changed = facts.flatMap(({ name, schema }) => {
      const before = value[name];
      if (typeof before !== "string") return [];
      const now = FILE_TYPE.test(foldedFact(name)) ? type : before.replace(/\.pdf$/, endingOf(type));
      return allows(schemas, schema, now) ? [[name, now]] : [];
    });
    return { ...value, ...Object.fromEntries(changed) };
  };
}

/** Names of properties with a file's name, media type and size. @see foldedFact */
export const FILE_NAME: RegExp = /^(?:(?:original)?(?:file)?name|originalname)$/;
export const FILE_TYPE: RegExp = /^(?:contenttype|mimetype|mediatype|mime|filetype)$/;
export const FILE_SIZE: RegExp = /^(?:(?:file)?size(?:in)?(?:bytes)?|bytes|bytesize|contentlength|length|filelength)$/;
const FACT = new RegExp(`${FILE_NAME.source}|${FILE_TYPE.source}`);

/** Folds a name: `fileName` and `file_name` become `filename`. */
export function foldedFact(name: string): string {
  return name.replace(/[^A-Za-z]/g, "").toLowerCase();
}

export function hasExample({ default: usual, examples = [] }: JsonSchemaObject): boolean {
  return usual !== undefined || examples.length > 0;
}

const ENDINGS: Readonly<Record<string, string>> = { jpeg: "jpg", "svg+xml": "svg", plain: "txt", mpeg: "mp3" };

function endingOf(type: string): string {
  const subtype = type.split("/")[1] ?? "";
  const ending = ENDINGS[subtype] ?? subtype;
  return /^[a-z0-9]{2,4}$/.test(ending) ? `.${ending}` : "";
}

/** The operations that serve files at a fixed path below a record: `content` of `/photos/{id}/content`. */
export function servingOperations(
  operations: readonly Operation[],
  { itemPath }: Resource,
): { readonly operation: Operation; readonly at: string }[] {
  if (itemPath === undefined) return [];
  const plain = (path: string): string => path.replace(/\{[^{}]*\}/g, "{}");
  const top = `${plain(itemPath)}/`;
  return operations.flatMap((operation) => {
    const path = plain(operation.path);
    const at = path.slice(top.length);
    return path.startsWith(top) && !at.includes("{") && givesFiles(operation) ? [{ operation, at }] : [];
  });
}

interface UrlProperty {
  readonly name: string;
  /** Its words, without those that mean a URL: `photo` for `photoUrl`. */
  readonly stem: string;
  isValid(address: string): boolean;
}

const ADDRESS = new Set(["url", "uri", "href", "link", "src", "location"]);

/** The texts of a record that are URLs by their format or name. */
export function urlProperties(schemas: SchemaRegistry, { schema }: Resource): readonly UrlProperty[] {
  return propertiesOf(schemas, schema.json).flatMap((property) => {
    const { format } = keywordsOf(schemas, property.schema);
    const shape = schemaShape(schemas, property.schema);
    if (property.writeOnly || (shape.types.size > 0 && !shape.types.has("string")) || shape.values.length > 0)
      return [];
    const words = nameWords(property.name);
    const isNamed = ADDRESS.has(words.at(-1) ?? "") && format === undefined;
    if (!isNamed && !/^(?:uri|url|iri)(?:-reference)?$/.test(String(format))) return [];
    const { isValid } = schemas.validator(schemas.schemaOf(property.schema), "response");
    return [{ name: property.name, stem: words.filter((word) => !ADDRESS.has(word)).join(""), isValid }];
  });
}

/** Words in a path that mean only the file itself. */
const GENERIC = new Set(
  "attachment binary blob body content contents data document download file media object original raw source stream value".split(
    " ",
  ),
);

/** True for a word that fits any file, such as `download`. */
export function isGeneric(word: string): boolean {
  return GENERIC.has(word) || GENERIC.has(word.replace(/s$/, ""));
}

export function foldedPath(text: string): string {
  return nameWords(text).join("");
}
