import type { ApiDescription, Resource } from "@onespec/spec-core";
import type { JsonObject } from "../store/record-store.js";

/** Seed records that a person wrote, checked against the description. */
export interface GivenSeeds {
  /** The seeds of the resource that owns the records, in the order in which they were written. */
  of(owner: Resource): readonly GivenRecord[];
}

export interface GivenRecord {
  /** Values of the parents' path parameters, outermost first. */
  readonly scope: readonly string[];
  /** Its id as text; `undefined`: one is made. */
  readonly key: string | undefined;
  /** As it was written, without properties that only name its parents. */
  readonly value: JsonObject;
}

/** Checked seeds that can be read again. */
export interface SeedBook {
  /** The folder they are read from; `undefined`: a program or the config file has them. */
  readonly folder: string | undefined;
  readonly given: GivenSeeds;
  /** Changes with each reload. */
  readonly version: number;
  /** Reads and checks them again. @throws OptionsError; the previous seeds then stay */
  reload(api: ApiDescription): Promise<void>;
}
