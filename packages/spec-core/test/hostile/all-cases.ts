import { DOCUMENT_CASES } from "./document-cases.js";
import type { HostileCase } from "./hostile-case.js";
import { REFERENCE_CASES } from "./reference-cases.js";
import { SCHEMA_CASES } from "./schema-cases.js";
import { TEXT_CASES } from "./text-cases.js";

export const HOSTILE_CASES: readonly HostileCase[] = [
  ...SCHEMA_CASES,
  ...REFERENCE_CASES,
  ...DOCUMENT_CASES,
  ...TEXT_CASES,
];
