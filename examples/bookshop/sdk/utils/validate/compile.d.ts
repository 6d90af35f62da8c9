import type { SchemaData } from "../schema-data.js";
import { type Check, type View } from "./check.js";
import { type Issue } from "./issue.js";
export type { Check, View } from "./check.js";
/**
 * A schema as a closure, made on first use and kept. No code is evaluated, so it works under any content security policy.
 * References are followed when data first reaches them.
 */
export declare function compile(schema: SchemaData, view: View): Check;
/** Everything that is wrong with the value; empty when nothing is. */
export declare function issuesOf(schema: SchemaData, view: View, value: unknown, path?: string): Issue[];
