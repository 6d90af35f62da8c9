import type { ApiDescription, Resource } from "@onespec/spec-core";
import type { SeedProblem } from "../errors/options-error.js";
import type { JsonObject } from "../store/record-store.js";

/** Seed records that a person wrote, checked against the description. */
export interface GivenSeeds {
  /** The seeds of a resource that owns its records, in the order of the file. */
  of(owner: Resource): readonly GivenRecord[];
  /** Parents that seeds refer to but that may not exist. Only filling decides, since some parents get generated ids. */
  readonly unsureParents: readonly UnsureParent[];
  /** Properties that the description does not declare, each at the first record of a file that has it. */
  readonly undeclared: readonly SeedProblem[];
  /** Documents at one path, such as `/settings`. */
  readonly documents: readonly GivenDocument[];
}

/** A parent that a seed record refers to. It may be a record whose id is still to be generated. */
export interface UnsureParent {
  /** The resource that owns it. */
  readonly owner: Resource;
  /** Its scope and its key. */
  readonly place: readonly string[];
  /** The problem to report if the parent does not exist. */
  readonly problem: SeedProblem;
}

export interface GivenRecord {
  /** Values of the parents' path parameters, outermost first. */
  readonly scope: readonly string[];
  /** Its id as text. `undefined`: the server generates one. */
  readonly key: string | undefined;
  /** The record as written, without properties that only refer to its parents. */
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
  /** The folder with the files. `undefined`: the seeds come from a program or the config file. */
  readonly folder: string | undefined;
  readonly given: GivenSeeds;
  /** Changes with each reload. */
  readonly version: number;
  /**
   * Reads and checks the seeds again.
   * @param check throws if the new seeds cannot be used
   * @throws OptionsError; the previous seeds then stay in use
   */
  reload(api: ApiDescription, check: () => Promise<void>): Promise<void>;
}
