import type { SurfaceChange } from "@onespec/sdk-gen";

/** The effects of a change of the description. Holds no times and no absolute paths of its own: equal input gives equal reports. */
export interface GateReport {
  readonly before: DescriptionFacts;
  readonly after: DescriptionFacts;
  /** True if anything below breaks. */
  readonly breaking: boolean;
  readonly client: ClientChanges;
  /** Each place with kept records that was given. */
  readonly data: readonly KeptData[];
  /** Absent if no application was given. */
  readonly app?: AppChanges;
}

export interface DescriptionFacts {
  /** Path or URL, as it was given. */
  readonly source: string;
  readonly title: string;
  readonly version: string;
  /** Number of errors in it; broken operations are not compared. */
  readonly errors: number;
}

/** Changes of the generated client, by the names that its callers write. */
export interface ClientChanges {
  readonly changes: readonly SurfaceChange[];
  /** The lowest version that semver allows for the changes; absent if the old version is not semver. */
  readonly nextVersion?: string;
  /** True if the description's version is raised as semver requires, and the gate accepts that. */
  readonly isAccepted: boolean;
}

/** Kept records that no longer fit. */
export interface KeptData {
  readonly kind: "data directory" | "store" | "seeds";
  /** The folder, or the address of the database without its password. */
  readonly place: string;
  readonly unfit: readonly UnfitRecords[];
}

/** Kept records of one resource that do not fit the new description. */
export interface UnfitRecords {
  /** The resource; for seeds the file. */
  readonly name: string;
  readonly unfit: number;
  /** The first ones and why: `3 /name is required`. */
  readonly reasons: readonly string[];
  /** The line of the first one, for seeds. */
  readonly line?: number | undefined;
}

/** The effects of importing the new description into an application. */
export interface AppChanges {
  readonly folder: string;
  /** Changes of tables that a migration makes. */
  readonly steps: readonly string[];
  /** Data that the migration loses. */
  readonly losses: readonly string[];
  /** Decisions that the import asks for. */
  readonly questions: readonly string[];
  /** Edited files that the description changes in the same lines. */
  readonly conflicts: readonly string[];
  /** Why no migration can lead to the description. */
  readonly refusal?: string;
}
