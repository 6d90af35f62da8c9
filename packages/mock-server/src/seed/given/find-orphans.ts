import { joinPointer, type Resource } from "@onespec/spec-core";
import { stateOwner } from "../../behaviour/state-owner.js";
import type { SeedProblem } from "../../errors/seeds-error.js";
import type { GivenRecord } from "../given-seeds.js";
import type { SeedFile } from "./seed-file.js";

/** A record, and where it was written. */
export interface PlannedRecord extends GivenRecord {
  readonly pointer: string;
}

/** Records below one that is not among its file's, where no others are made: nobody could reach them. */
export function findOrphans(
  resources: readonly Resource[],
  { stateKey, parents }: Resource,
  file: SeedFile,
  byState: ReadonlyMap<string, readonly PlannedRecord[]>,
  count: number,
): readonly SeedProblem[] {
  const parent = parents.at(-1);
  const above = parent?.resource && stateOwner(resources, parent.resource.stateKey);
  const known = above && byState.get(above.stateKey);
  if (!parent || !above || !known || known.length === 0 || count > known.length) return [];
  if (above.parents.length !== parents.length - 1 || known.some(({ key }) => key === undefined)) return [];
  const places = new Set(known.map(({ scope, key }) => JSON.stringify([...scope, key])));
  return (byState.get(stateKey) ?? []).flatMap(({ scope, pointer }) => {
    const key = scope.at(-1) ?? "";
    if (key === "" || places.has(JSON.stringify(scope))) return [];
    const message = `${joinPointer(pointer, parent.parameter)} names no record of ${above.name}: ${JSON.stringify(key)}`;
    return [{ message, location: file.locate(pointer) }];
  });
}
