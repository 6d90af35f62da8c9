import type { SchemaData } from "../schema-data.js";
import { type Condition } from "./condition.js";
/**
 * A criterion such as `{ age: { ">": 18 }, or: [{ name: "a" }, { name: "b" }] }`, checked against the record's schema.
 * @throws ValidationError that lists every unknown field and operator and every value of a wrong type.
 */
export declare function parseWhere(where: unknown, schema: SchemaData, resource: string): Condition;
