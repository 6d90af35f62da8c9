import type { Keyword } from "../keyword.js";
import { partOf } from "./part-of.js";

export const allOf: Keyword = (schema, scope) => ({ any: (schema.allOf ?? []).map((part) => partOf(scope, part)) });
