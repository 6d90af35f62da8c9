import type { ContractParent } from "./contract-options.js";

/** How a single document of a description is kept in a model: what `spec:import` writes into a service, for people to read and change. */
export interface DocumentOptions {
  readonly model: string;
  /** The path parameters: there is a document for each of their values. */
  readonly parameters?: readonly string[];
  /** Records that must be there for their document to be. */
  readonly parents?: readonly ContractParent[];
  /** Name of its schema in `api/schemas`. What that requires and nobody sent is made up, until the service sets it. */
  readonly shape?: string;
  /** What it is before anybody has written it; what that lacks is made up. */
  readonly first?: unknown;
  /** Members that only the server sets: a replacement keeps them. */
  readonly readOnly?: readonly string[];
  /** Name of the schema in `api/schemas` of what a replacement sends: what it does not declare stays. All is replaced without it. */
  readonly replaced?: string;
  /** A document that was removed is 404; without it, it is as before anybody wrote it. */
  readonly staysRemoved?: boolean;
}
