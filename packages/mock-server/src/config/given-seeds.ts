import type { ApiDescription, Resource } from "@onespec/spec-core";
import type { SeedProblem } from "../errors/options-error.js";
import type { JsonObject } from "../store/record-store.js";

/** Seed records that a person wrote, checked against the description. */
export interface GivenSeeds {
  /** The seeds of the resource that owns the records, in the order in which they were written. */
  of(owner: Resource): readonly GivenRecord[];
  /** Parents that they name and that only filling shows to be there, as the ids of some are made. */
  readonly unsureParents: readonly UnsureParent[];
  /** Properties that the description does not declare, each at the first record of a file that has it. */
  readonly undeclared: readonly SeedProblem[];
  /** Documents at one path, such as `/settings`. */
  readonly documents: readonly GivenDocument[];
}

/** A record that seeds name as a parent and that may be one with a made id. */
export interface UnsureParent {
  /** The resource that owns it. */
  readonly owner: Resource;
  /** Its scope and its key. */
  readonly place: readonly string[];
  /** To report where it is not there. */
  readonly problem: SeedProblem;
}

export interface GivenRecord {
  /** Values of the parents' path parameters, outermost first. */
  readonly scope: readonly string[];
  /** Its id as text; `undefined`: one is made. */
  readonly key: string | undefined;
  /** As it was written, without properties that only name its parents. */
  readonly value: JsonObject;
}

export interface GivenDocument {
  /** Its path with the values of its parameters. */
  readonly path: string;
  /** Id of an operation of the path. */
  readonly operation: string;
  readonly value: unknown;
}

/** Checked seeds that can be read again. */
export interface SeedBook {
  /** The folder they are read from; `undefined`: a program or the config file has them. */
  readonly folder: string | undefined;
  readonly given: GivenSeeds;
  /** Changes with each reload. */
  readonly version: number;
  /** Reads and checks them again. @param check throws where they cannot be used @throws OptionsError; the previous seeds then stay */
  reload(api: ApiDescription, check: () => Promise<void>): Promise<void>;
}
