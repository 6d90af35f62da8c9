import type { DiagnosticCode } from "../diagnostic.js";
import type { Located } from "../document/documents.js";
import type { JsonObject } from "../document/json-object.js";
import type { JsonSchema } from "./schema.js";

/** What the conversion needs to know about the description, and where it leaves what it finds. */
export interface SchemaConversion {
  readonly dialect: "3.0" | "3.1";
  /** The URI that a discriminator's mapping value means, written in the schema at `uri`. */
  resolveMapping(target: string, uri: string): string;
  /** What a reference leads to that stands where a reference to a schema does not. */
  resolve(reference: string): Located | undefined;
  /** Does it name so many others for the same value that nobody can try all ways through them? */
  problemOfExtent(raw: JsonObject): "too-deep" | "too-large" | undefined;
  /** Called once for each schema object that was made, with the place of the raw one. */
  made(schema: JsonSchema & object, uri: string): void;
  warn(code: DiagnosticCode, message: string, uri: string): void;
}

/** Keywords of a schema in normal form that is being made. */
export type Keywords = Record<string, unknown>;
