import { type ApiDescription, joinPointer, nearestName, type Resource, type SchemaRegistry } from "@onespec/spec-core";
import { keyInRecord, withKey, withParents } from "../../behaviour/record-key.js";
import { stateOwner } from "../../behaviour/state-owner.js";
import type { SeedProblem } from "../../errors/seeds-error.js";
import type { JsonObject } from "../../store/record-store.js";
import type { GivenSeeds } from "../given-seeds.js";
import { createSeedCheck } from "./check-seed.js";
import { findOrphans, type PlannedRecord } from "./find-orphans.js";
import type { SeedFile } from "./seed-file.js";
import { placeSeed } from "./seed-parents.js";

export interface SeedPlan {
  readonly seeds: GivenSeeds;
  readonly problems: readonly SeedProblem[];
}

type Api = Pick<ApiDescription, "resources" | "schemas">;

/**
 * Checks what was written down, all of it, and finds for each record where it goes.
 * @param count records that each resource is filled up to
 */
export function planSeeds({ resources, schemas }: Api, files: readonly SeedFile[], count: number): SeedPlan {
  const problems: SeedProblem[] = [];
  const byState = new Map<string, PlannedRecord[]>();
  const given = new Map<string, SeedFile>();
  for (const file of files) {
    const resource = findSeeded(resources, file, problems);
    if (!resource) continue;
    const other = given.get(resource.stateKey);
    if (other) {
      const message = `${other.name} has the records of ${resource.name} already`;
      problems.push({ message, hint: "Put them into one file.", location: file.locate("") });
      continue;
    }
    given.set(resource.stateKey, file);
    byState.set(resource.stateKey, readRecords(schemas, resource, file, problems));
  }
  for (const [stateKey, file] of given) {
    const owner = stateOwner(resources, stateKey);
    if (owner) problems.push(...findOrphans(resources, owner, file, byState, count));
  }
  return { seeds: { of: ({ stateKey }) => byState.get(stateKey) ?? [] }, problems };
}

/** The resource that a file is named after: the one that keeps the records, where several share them. */
function findSeeded(resources: readonly Resource[], file: SeedFile, problems: SeedProblem[]): Resource | undefined {
  const named = resources.find(({ name }) => name === file.resource);
  if (named) return stateOwner(resources, named.stateKey) ?? named;
  const names = resources.map(({ name }) => name);
  const near = nearestName(file.resource, names) ?? names.find((name) => name.endsWith(`.${file.resource}`));
  const known = names.length === 0 ? "none" : names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
  problems.push({
    message: `the description has no resource ${file.resource}`,
    hint: near === undefined ? `There are: ${known}.` : `Did you mean ${near}?`,
    location: file.locate(""),
  });
  return undefined;
}

interface Written {
  readonly pointer: string;
  readonly record: unknown;
  /** The key that it stands under, in an object of records by id. */
  readonly key: string | undefined;
}

function readRecords(
  schemas: SchemaRegistry,
  owner: Resource,
  file: SeedFile,
  problems: SeedProblem[],
): PlannedRecord[] {
  const parameters = owner.parents.map(({ parameter }) => parameter);
  const check = createSeedCheck(schemas, owner, parameters);
  const records: PlannedRecord[] = [];
  const taken = new Map<string, string>();
  const tell = (pointer: string, message: string, hint?: string): void => {
    problems.push({
      message: `${pointer === "" ? file.resource : pointer} ${message}`,
      hint,
      location: file.locate(pointer),
    });
  };
  for (const { pointer, record, key: under } of writtenRecords(file, tell)) {
    if (!isObject(record)) {
      tell(pointer, `is no record of ${owner.name}: records are objects`);
      continue;
    }
    const placed = placeSeed(schemas, owner, record);
    const own = keyInRecord(owner, placed.value) ?? placed.key;
    const key = own ?? under;
    if (own !== undefined && under !== undefined && own !== under)
      tell(pointer, `stands under the id ${JSON.stringify(under)} and says that it is ${JSON.stringify(own)}`);
    for (const [index, parent] of placed.parents.entries()) {
      const parameter = parameters[index] ?? "";
      if (parent === undefined)
        tell(joinPointer(pointer, parameter), `is required: it says what the record stands below`);
    }
    const value = key === undefined ? placed.value : withKey(schemas, owner, placed.value, key);
    const whole = withParents(schemas, owner, value, placed.parents);
    for (const { path, message, hint } of check(whole)) tell(pointer + path, message, hint);
    const scope = placed.parents.map((parent) => parent ?? "");
    const place = JSON.stringify([scope, key]);
    const before = taken.get(place);
    if (key !== undefined && before !== undefined) tell(pointer, `has the id of ${before}: ${JSON.stringify(key)}`);
    taken.set(place, pointer);
    records.push({ scope, key, value, pointer });
  }
  return records;
}

/** A list of records, or an object of records by id; nothing is no records. */
function writtenRecords(
  { value }: SeedFile,
  tell: (pointer: string, message: string, hint?: string) => void,
): readonly Written[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    return value.map((record: unknown, index) => ({ pointer: `/${index}`, record, key: undefined }));
  }
  if (isObject(value) && Object.values(value).every(isObject)) {
    return Object.entries(value).map(([key, record]) => ({ pointer: joinPointer("", key), record, key }));
  }
  tell("", "holds neither a list of records nor an object of records by id");
  return [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
