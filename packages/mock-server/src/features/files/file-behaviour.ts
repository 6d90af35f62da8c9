import {
  type Answer,
  type KeptFile,
  notFoundProblem,
  type PlacedFile,
  type RequestValues,
  type SentFile,
} from "@onespec/http-contract";
import {
  isObject,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { addressReader } from "../../behaviour/record/record-address.js";
import { recordOwner, withFollower } from "../../behaviour/record/write-record.js";
import type { FileReference, NewFile } from "../../model/files.js";
import type { Behaviour, Call, MockContext } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import type { RecordAddress } from "../../model/resource-states.js";
import { allows } from "../../model/schema-questions.js";
import { filledPath } from "../../model/state-key.js";
import { FILE_NAME, FILE_SIZE, FILE_TYPE, foldedFact } from "../../response/file-facts.js";
import type { Contents, KeptContent } from "../../store/contents.js";
import type { StoredRecord } from "../../store/record-store.js";
import { answerFile, selectFile } from "./file-answer.js";
import { recordHolder } from "./file-holder.js";
import { createUrlWriter } from "./file-urls.js";

/** Stores the files of a request with the record that it writes, and serves them at the paths that the description has for them. */
export function createFileBehaviour(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const { references, service } = context.files;
  const read = fileAddressReader(context, operation);
  const strip = withoutFiles(context, operation);
  const writeUrls = createUrlWriter(context);

  const keep = async (owner: string, at: string, files: readonly PlacedFile[]): Promise<void> => {
    const contents = await service.contents();
    const kept: KeptContent[] = [];
    const named: NewFile[] = [];
    try {
      for (const { place, file } of files) {
        const content = await keepContent(contents, file);
        kept.push(content);
        const part = place[0] ?? "";
        const index = named.filter((one) => one.part === part).length;
        named.push({ part, index, name: file.name, type: file.type, size: file.size, digest: content.digest });
      }
      await references.put(owner, at, named);
    } finally {
      for (const content of kept) content.release();
    }
  };

  const upload = async (call: Call, files: readonly PlacedFile[]): Promise<Answer> => {
    let isKept = false;
    const sent = isObject(call.body) ? Object.keys(call.body) : [];
    const written = sent.filter((name) => !files.some(({ place }) => place[0] === name));
    const keeping = withFollower(call, async ({ kind, resource, record }) => {
      const own = { owner: recordOwner(context, resource, record), at: "" };
      const place = kind === "acted" ? await read(call.pathTexts) : own;
      isKept = true;
      await keep(place.owner, place.at, files);
      return writeUrls(resource, record, written);
    });
    const answer = await behave({ ...keeping, body: strip(call, files) });
    const address = isKept || answer.status >= 400 ? undefined : await read(call.pathTexts);
    if (address) {
      await keep(address.owner, address.at, files);
      if (address.record) await writeUrls(address.record.resource, address.record, written);
    }
    return answer;
  };

  const serve = async (call: Call): Promise<Answer> => {
    const address = await read(call.pathTexts);
    const found: readonly FileReference[] = await references.of(address.owner);
    if (found.length === 0) return behave(call);
    const file = selectFile(found, address.at, operation);
    if (file === "gone") return context.refuse(operation, notFoundProblem("Not found", absence(call)));
    return (file && (await answerFile(context, operation, call, file))) ?? behave(call);
  };

  const remove = async (call: Call): Promise<Answer> => {
    const address = await read(call.pathTexts);
    const answer = await behave(call);
    if (answer.status >= 400) return answer;
    const isThere = (await references.of(address.owner)).some(({ at }) => at === address.at);
    if (isThere) {
      await references.remove(address.owner, address.at);
      service.sweepSoon();
    }
    return answer;
  };

  return (call) => {
    const { files } = call;
    if (files && files.length > 0) return upload(call, files);
    if (operation.method === "delete") return remove(call);
    return operation.method === "get" ? serve(call) : behave(call);
  };
}

function absence({ target }: Call) {
  return { in: "path", path: "", message: `The file at ${target.path} was deleted` };
}

/** Stores the content of a file, unless it was stored while it was received. */
async function keepContent(contents: Contents, { bytes, content }: SentFile): Promise<KeptContent> {
  // Only this server's own storage sets `content`.
  if (content) return content as KeptFile & KeptContent;
  const writer = await contents.create();
  try {
    await writer.write(bytes ?? new Uint8Array());
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** The owner of a path's files: a record or, without one, the path itself. */
interface FileAddress {
  readonly owner: string;
  /** The path after the record, filled in: `photo` of `/pets/7/photo`. */
  readonly at: string;
  /** The record, if it is the owner. */
  readonly record?: StoredRecord & { readonly resource: Resource };
}

type FileAddressReader = (texts: Readonly<Record<string, string>>) => Promise<FileAddress>;

function fileAddressReader(context: MockContext, operation: Operation): FileAddressReader {
  const holder = recordHolder(context, operation);
  if (!holder) return async (texts) => ({ owner: filledPath(operation.path, texts), at: "" });
  const { resource, rest } = holder;
  const { schemas, states, seeds } = context;
  const state = states.of(resource);
  const read = addressReader(schemas, states, operation, resource);
  return async (texts) => {
    const address: RecordAddress = read(texts);
    await seeds.fill(resource, address.scope);
    const record: StoredRecord | undefined = await state.find(address, address.key);
    const at = filledPath(rest, texts);
    // If no 404 is documented, files can also be stored below an absent record.
    return record
      ? { owner: recordOwner(context, resource, record), at, record: { ...record, resource } }
      : { owner: filledPath(operation.path, texts), at: "" };
  };
}

/**
 * Replaces the files in a body by text, since their content is stored elsewhere. Fills in properties that describe a file (size, name,
 * type), unless the client sent them.
 */
function withoutFiles(
  { schemas }: MockContext,
  { role }: Operation,
): (values: Pick<RequestValues, "body" | "query">, files: readonly PlacedFile[]) => unknown {
  const resource = "resource" in role ? role.resource : undefined;
  const properties = resource ? objectProperties(schemas, resource.schema.json) : new Map<string, ObjectProperty>();
  const place = "body" in role ? role.body : [];
  return ({ body, query }, files) => {
    const isWhole = files.some((file) => file.place.length === 0);
    // A body that is only a file has no properties of the record.
    const value: unknown = isWhole
      ? undefined
      : stripped(body, files, (name) => showsText(schemas, properties.get(name)));
    if (role.kind !== "create" && role.kind !== "replace" && role.kind !== "update") return isWhole ? undefined : value;
    const written = value === undefined ? {} : valueAtPlace(value, place);
    const [first] = files;
    if (!first || files.length > 1 || typeof written !== "object" || written === null || Array.isArray(written))
      return value;
    const told = toldOf(schemas, properties, first.file, [...Object.keys(written), ...Object.keys(query)]);
    return Object.keys(told).length === 0 ? value : withValueAt(value, place, { ...told, ...written });
  };
}

/** `body` without its files. Small files stay if the record shows them as text. */
function stripped(body: unknown, files: readonly PlacedFile[], isShown: (name: string) => boolean): unknown {
  if (typeof body !== "object" || body === null) return body;
  const taken = new Set(
    files.flatMap(({ place: [name = ""], file }) => (file.content || !isShown(name) ? [name] : [])),
  );
  return pickBy(body, (name) => !taken.has(name));
}

/** True if the record has a text in this property, and not a URL. */
function showsText(schemas: SchemaRegistry, property: ObjectProperty | undefined): boolean {
  if (!property || property.writeOnly) return false;
  const json = schemas.follow(property.schema);
  return (
    typeof json === "object" && schemaShape(schemas, json).isFreeText && !/^(?:uri|url|iri)/.test(json.format ?? "")
  );
}

const TOLD: readonly (readonly [RegExp, (file: SentFile) => unknown])[] = [
  [FILE_SIZE, ({ size }) => size],
  [FILE_NAME, ({ name }) => name],
  [FILE_TYPE, ({ type }) => type],
];

/** The properties of a record that describe its file (size, name, type), if their schemas allow the values. */
function toldOf(
  schemas: SchemaRegistry,
  properties: ReadonlyMap<string, ObjectProperty>,
  file: SentFile,
  written: readonly string[],
): Readonly<Record<string, unknown>> {
  const told: Record<string, unknown> = {};
  for (const { name, schema } of properties.values()) {
    if (written.includes(name)) continue;
    const folded = foldedFact(name);
    const value = TOLD.find(([pattern]) => pattern.test(folded))?.[1](file);
    if (value !== undefined && allows(schemas, schema, value)) told[name] = value;
  }
  return told;
}
