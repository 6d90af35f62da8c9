import type { SchemaData } from "../schema-data.js";
import { ValidationError } from "./handed-over.js";
/** What is wrong with one clause of a query, by its name and what it is about: `sort.title`. */
export declare function invalidClause(resource: string, clause: string, message: string, keyword?: string): ValidationError;
/** The path to a field that a clause names. @throws ValidationError when there is none */
export declare function fieldIn({ schema, name: resource }: {
    readonly schema: SchemaData;
    readonly name: string;
}, clause: string, name: string, keyword?: string): readonly string[];
