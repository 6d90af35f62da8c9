import type { Operation, Resource } from "@onespec/spec-core";
import { recordPathMaker } from "../../behaviour/record/record-key.js";
import { recordOwner } from "../../behaviour/record/write-record.js";
import type { FileReference } from "../../model/files.js";
import type { MockContext } from "../../model/mock-context.js";
import { foldedPath, isGeneric, urlProperties } from "../../response/file-facts.js";
import { givesFiles } from "../../response/gives-file.js";
import { SELF_ORIGIN } from "../../response/own-address.js";
import type { StoredRecord } from "../../store/record-store.js";
import { selectFile } from "./file-answer.js";
import { recordHolder } from "./file-holder.js";

/**
 * Sets the properties of a record that are URLs of its files to the paths that serve them. Returns the record if it changed.
 * @param written properties that the client sent, which stay unchanged
 */
type UrlWriter = (
  resource: Resource,
  record: StoredRecord,
  written: readonly string[],
) => Promise<StoredRecord | undefined>;

export function createUrlWriter(context: MockContext): UrlWriter {
  const { files, states } = context;
  const servingOf = servingOperations(context);
  return async (resource, record, written) => {
    const state = states.of(resource);
    const urls = urlProperties(context.schemas, resource).filter(({ name }) => !written.includes(name));
    if (urls.length === 0) return undefined;
    const kept = await files.references.of(recordOwner(context, resource, record));
    const served = servingOf(resource, record).flatMap((one): ServedFile[] => {
      const file = selectFile(kept, one.at, one.operation);
      return file === undefined || file === "gone" ? [] : [{ ...one, file }];
    });
    const isOnly = new Set(served.map(({ file }) => file.digest)).size === 1;
    const named = urls.map((url) => ({ ...url, found: served.find((one) => isMeant(url.stem, one, isOnly)) }));
    // A plain `url` beside a `downloadUrl` is the URL of the record.
    const isNamed = named.some(({ stem, found }) => stem !== "" && found);
    const changes = named.flatMap(({ name, stem, found, isValid }) => {
      if (!found || (stem === "" && isNamed)) return [];
      const address = SELF_ORIGIN + found.path;
      return isValid(address) ? [[name, address] as const] : [];
    });
    if (changes.every(([name, address]) => record.value[name] === address)) return undefined;
    return state.collection.update(record.scope, record.key, ({ value }) => ({
      ...value,
      ...Object.fromEntries(changes),
    }));
  };
}

interface ServingOperation {
  readonly operation: Operation;
  /** The path after the record: `content` of `/documents/{id}/content`. */
  readonly at: string;
  readonly path: string;
}

interface ServedFile extends ServingOperation {
  readonly file: FileReference;
}

/** Finds the operations that serve files at or below the path of a record. */
function servingOperations(context: MockContext): (resource: Resource, record: StoredRecord) => ServingOperation[] {
  const { api, states } = context;
  const serving = api.operations.flatMap((operation) => {
    const holder = givesFiles(operation) ? recordHolder(context, operation) : undefined;
    return holder === undefined || holder.rest.includes("{") ? [] : [{ operation, ...holder }];
  });
  return (resource, { scope, key }) =>
    serving.flatMap(({ operation, resource: owner, rest: at }) => {
      if (states.of(owner) !== states.of(resource) || owner.parents.length !== scope.length) return [];
      const path = recordPathMaker(owner)?.(scope, key);
      return path === undefined ? [] : [{ operation, at, path: at === "" ? path : `${path}/${at}` }];
    });
}

/** True if a name matches the file: by the end of its path, the form part, its media type, or because there is only one file. */
function isMeant(stem: string, { at, file }: ServedFile, isOnly: boolean): boolean {
  if (stem !== "" && [foldedPath(at), foldedPath(file.part), `${foldedPath(file.part)}s`].includes(stem)) return true;
  return isOnly && (stem === "" || isGeneric(stem) || file.type.split("/").includes(stem));
}
