import { isNestedDeeper } from "@onespec/http-contract";
import {
  type ApiDescription,
  isObject,
  joinPointer,
  nearestName,
  type Operation,
  objectProperties,
  type Parent,
  parsePointer,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { keyInRecord, withKey, withParents } from "../../behaviour/record/record-key.js";
import { stateOwners } from "../../behaviour/record/resource-state.js";
import { singletonSchema } from "../../behaviour/record/singleton-document.js";
import type { GivenDocument, GivenRecord, GivenSeeds, UnsureParent } from "../../config/given-seeds.js";
import type { SeedProblem } from "../../errors/options-error.js";
import { documentPath } from "../../model/state-key.js";
import type { JsonObject } from "../../store/record-store.js";
import { createSeedCheck } from "./check-seed.js";
import { generatedHint } from "./generated-hint.js";
import type { SeedFile } from "./read-seed-folder.js";

export interface SeedPlan {
  readonly seeds: GivenSeeds;
  readonly problems: readonly SeedProblem[];
}

type Api = Pick<ApiDescription, "operations" | "resources" | "schemas">;

/**
 * Checks all seeds and finds the scope and key of each record.
 * @param count records that each resource is filled up to
 */
export function planSeeds(
  { operations, resources, schemas }: Api,
  files: readonly SeedFile[],
  count: number,
): SeedPlan {
  const problems: SeedProblem[] = [];
  const undeclared: SeedProblem[] = [];
  const documents: GivenDocument[] = [];
  const byState = new Map<string, PlannedRecord[]>();
  const given = new Map<string, SeedFile>();
  for (const file of files) {
    if (file.resource === DOCUMENTS && !resources.some(({ name }) => name === DOCUMENTS)) {
      documents.push(...readDocuments(operations, schemas, file, problems));
      continue;
    }
    const resource = findSeeded(resources, operations, file, problems);
    if (!resource) continue;
    const other = given.get(resource.stateKey);
    if (other) {
      const message = `${other.name} has the records of ${resource.name} already`;
      problems.push(problemIn(file, "", message, "Put them into one file."));
      continue;
    }
    given.set(resource.stateKey, file);
    byState.set(resource.stateKey, readRecords(schemas, resource, file, problems, undeclared));
  }
  const unsureParents: UnsureParent[] = [];
  const owners = stateOwners(resources);
  for (const [stateKey, file] of given) {
    const owner = owners.get(stateKey);
    const { isSure, parents } = owner ? absentParents(owners, owner, file, byState, count) : NONE;
    if (isSure) problems.push(...parents.map(({ problem }) => problem));
    else unsureParents.push(...parents);
  }
  const of: GivenSeeds["of"] = ({ stateKey }) => byState.get(stateKey) ?? [];
  return { seeds: { of, unsureParents, undeclared, documents }, problems };
}

/** The resource that a file is named after. If several resources share their records, the one that owns them. */
function findSeeded(
  resources: readonly Resource[],
  operations: readonly Operation[],
  file: SeedFile,
  problems: SeedProblem[],
): Resource | undefined {
  const named = resources.find(({ name }) => name === file.resource);
  if (named) return stateOwners(resources).get(named.stateKey) ?? named;
  const document = operations.find(({ role, path }) => role.kind === "singleton" && isLastPart(path, file.resource));
  if (document) {
    const message = `${file.resource} is no resource but one document at ${document.path}`;
    const hint = `Write it under its path into ${DOCUMENTS}.json or .yaml: { "${document.path}": { … } }.`;
    problems.push(problemIn(file, "", message, hint));
    return undefined;
  }
  const names = resources.map(({ name }) => name);
  const near = nearestName(file.resource, names) ?? names.find((name) => name.endsWith(`.${file.resource}`));
  const usual = near === undefined ? `There are: ${someOf(names)}.` : `Did you mean ${near}?`;
  const hint = generatedHint(operations, (path) => isLastPart(path, file.resource)) ?? usual;
  problems.push(problemIn(file, "", `the description has no resource ${file.resource}`, hint));
  return undefined;
}

function problemIn(file: SeedFile, pointer: string, message: string, hint?: string): SeedProblem {
  return { message, hint, location: file.locate(pointer) };
}

function someOf(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
}

/** The file of documents at one path, unless a resource has this name. */
export const DOCUMENTS = "singletons";

/** Reads documents by path: `{ "/settings": { "theme": "dark" } }`. */
function readDocuments(
  operations: readonly Operation[],
  schemas: SchemaRegistry,
  file: SeedFile,
  problems: SeedProblem[],
): GivenDocument[] {
  const tell = (pointer: string, message: string, hint?: string): void => {
    const [path = file.resource, ...inner] = parsePointer(pointer);
    const where = inner.length === 0 ? path : `${path}: ${joinPointer("", ...inner)}`;
    problems.push(problemIn(file, pointer, `${where} ${message}`, hint));
  };
  if (!isObject(file.value)) {
    if (file.value !== undefined && file.value !== null) tell("", "holds no object of documents by path");
    return [];
  }
  const singletons = operations.flatMap(({ id, role }) => (role.kind === "singleton" ? [{ id, role }] : []));
  return Object.entries(file.value).flatMap(([path, value]): GivenDocument[] => {
    const pointer = joinPointer("", path);
    const found =
      singletons.find(({ role }) => documentPath(role) === path) ??
      singletons.find(({ role }) => isFilled(documentPath(role), path));
    if (found === undefined) {
      const keys = [...new Set(singletons.map(({ role }) => documentPath(role)))];
      const hint = generatedHint(operations, (template) => isFilled(template, path));
      tell(pointer, "is the path of no singleton", hint ?? `There are: ${someOf(keys)}.`);
      return [];
    }
    const schema = singletonSchema(schemas, found.role.operations);
    const violations = schema === undefined ? [] : schemas.validator(schema, "response").violations(value);
    for (const { path: inner, message } of violations) tell(pointer + inner, message);
    return [{ path, operation: found.id, value }];
  });
}

/** True if the path is the template with values for its parameters. */
function isFilled(template: string, path: string): boolean {
  const [parts, values] = [template.split("/"), path.split("/")];
  return (
    parts.length === values.length &&
    parts.every((part, at) => {
      const value = values[at] ?? "";
      const [start = "", parameter] = part.split("{");
      return parameter === undefined
        ? part === value
        : value.length > start.length && value.startsWith(start) && !value.includes("{");
    })
  );
}

/** `me.settings` and `settings` name `/me/settings`. */
function isLastPart(path: string, name: string): boolean {
  const parts = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  return parts.at(-1) === name || parts.join(".") === name;
}

interface Written {
  readonly pointer: string;
  readonly record: unknown;
  /** Its key in an object of records by id. */
  readonly key: string | undefined;
}

function readRecords(
  schemas: SchemaRegistry,
  owner: Resource,
  file: SeedFile,
  problems: SeedProblem[],
  undeclared: SeedProblem[],
): PlannedRecord[] {
  const parameters = owner.parents.map(({ parameter }) => parameter);
  const check = createSeedCheck(schemas, owner, parameters);
  const records: PlannedRecord[] = [];
  const taken = new Map<string, string>();
  const toldUndeclared = new Set<string>();
  const tell = (pointer: string, message: string, hint?: string, list = problems): void => {
    list.push(problemIn(file, pointer, `${pointer || file.resource} ${message}`, hint));
  };
  for (const { pointer, record, key: under } of writtenRecords(file, tell)) {
    if (!isObject(record)) {
      tell(pointer, `is no record of ${owner.name}: records are objects`);
      continue;
    }
    if (isNestedDeeper(record)) {
      tell(pointer, "is nested more than 500 levels deep, or contains itself");
      continue;
    }
    const placed = placeSeed(schemas, owner, record);
    const own = keyInRecord(owner, placed.value) ?? placed.key;
    const key = own ?? under;
    if (own !== undefined && under !== undefined && own !== under)
      tell(pointer, `stands under the id ${JSON.stringify(under)} and has the id ${JSON.stringify(own)}`);
    for (const [index, parent] of placed.parents.entries()) {
      const parameter = parameters[index] ?? "";
      if (parent === undefined) tell(joinPointer(pointer, parameter), `is required: it is the id of the parent`);
    }
    const value = key === undefined ? placed.value : withKey(schemas, owner, placed.value, key);
    const whole = withParents(schemas, owner, value, placed.parents);
    for (const { path, message, hint, isWarning } of check(whole)) {
      if (!isWarning) tell(pointer + path, message, hint);
      else if (!toldUndeclared.has(path)) tell(pointer + path, message, hint, undeclared);
      if (isWarning) toldUndeclared.add(path);
    }
    const scope = placed.parents.map((parent) => parent ?? "");
    const place = JSON.stringify([scope, key]);
    const before = taken.get(place);
    if (key !== undefined && before !== undefined) tell(pointer, `has the id of ${before}: ${JSON.stringify(key)}`);
    taken.set(place, pointer);
    records.push({ scope, key, value, pointer });
  }
  return records;
}

/** Reads a list of records, or an object of records by id. An empty file has no records. */
function writtenRecords(
  { value }: SeedFile,
  tell: (pointer: string, message: string, hint?: string) => void,
): readonly Written[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    return value.map((record: unknown, index) => ({ pointer: `/${index}`, record, key: undefined }));
  }
  if (isObject(value) && !(Symbol.iterator in value) && Object.values(value).every(isObject)) {
    return Object.entries(value).map(([key, record]) => ({ pointer: joinPointer("", key), record, key }));
  }
  tell("", "holds neither a list of records nor an object of records by id");
  return [];
}

/** A seed record, with the JSON pointer of its place in the file. */
export interface PlannedRecord extends GivenRecord {
  readonly pointer: string;
}

interface AbsentParents {
  /** False: some records of the parent resource get generated ids, which may turn out to be the missing ones. */
  readonly isSure: boolean;
  readonly parents: readonly UnsureParent[];
}

const NONE: AbsentParents = { isSure: true, parents: [] };

/** Finds parents that records name and that are in no file. No path would reach such records. */
function absentParents(
  owners: ReadonlyMap<string, Resource>,
  { stateKey, parents }: Resource,
  file: SeedFile,
  byState: ReadonlyMap<string, readonly PlannedRecord[]>,
  count: number,
): AbsentParents {
  const parent = parents.at(-1);
  const above = parent?.resource && owners.get(parent.resource.stateKey);
  const known = above && byState.get(above.stateKey);
  if (!parent || !above || !known || known.length === 0) return NONE;
  if (above.parents.length !== parents.length - 1) return NONE;
  const places = new Set(known.map(({ scope, key }) => JSON.stringify([...scope, key])));
  const absent = (byState.get(stateKey) ?? []).flatMap(({ scope, pointer }): UnsureParent[] => {
    const key = scope.at(-1) ?? "";
    if (key === "" || places.has(JSON.stringify(scope))) return [];
    const message = `${joinPointer(pointer, parent.parameter)} names no record of ${above.name}: ${JSON.stringify(key)}`;
    return [{ owner: above, place: scope, problem: problemIn(file, pointer, message) }];
  });
  return { isSure: count <= known.length && known.every(({ key }) => key !== undefined), parents: absent };
}

/** A seed record, split into its parents and the other properties. */
interface PlacedSeed {
  /** Outermost first. `undefined` if the record does not name the parent. */
  readonly parents: readonly (string | undefined)[];
  readonly value: JsonObject;
  /** `$key` of a data file. */
  readonly key: string | undefined;
}

/**
 * Separates a record from its parents. The record can name them by path parameters (`bookId`), by properties with the
 * same value (`book.id`), or by `$scope`, as files in the data directory do. Names that are not declared properties are
 * removed from the record.
 */
function placeSeed(schemas: SchemaRegistry, owner: Resource, record: JsonObject): PlacedSeed {
  const declared = objectProperties(schemas, owner.schema.json);
  const { $scope, $key, ...rest } = declared.has("$scope") ? { ...record, $scope: undefined, $key: undefined } : record;
  const listed = Array.isArray($scope) ? $scope : [];
  const parents = owner.parents.map((parent, index) => textOf(placesOf(parent), rest) ?? scalarText(listed[index]));
  let value: unknown = rest;
  for (const { parameter } of owner.parents) {
    if (!declared.has(parameter) && Object.hasOwn(rest, parameter)) value = withValueAt(value, [parameter], undefined);
  }
  return { parents, value: value as JsonObject, key: scalarText($key) };
}

function placesOf({ parameter, property }: Parent): readonly RecordPlace[] {
  return property ? [property, [parameter]] : [[parameter]];
}

function textOf(places: readonly RecordPlace[], record: JsonObject): string | undefined {
  for (const place of places) {
    const text = scalarText(valueAtPlace(record, place));
    if (text !== undefined) return text;
  }
  return undefined;
}

function scalarText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
