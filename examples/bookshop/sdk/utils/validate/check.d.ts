import type { SchemaData } from "../schema-data.js";
import { type Issue } from "./issue.js";
/** Requests need no readOnly properties, responses no writeOnly ones. */
export type View = "request" | "response";
/**
 * Is the value right? With a list it goes on after the first mistake and adds every one; without, it stops there.
 * @param depth levels of values inside the value that are looked into when mistakes are listed; all of them by default
 */
export type Rule<T> = (value: T, path: string, issues?: Issue[], depth?: number) => boolean;
/** A rule for values of every type. */
export interface Check extends Rule<unknown> {
    /** Adds the names, or positions, that the schema has looked at. Only where something around it asks for what is left. */
    mark?: Mark;
}
/** @see JSON Schema 2020-12, section 11 */
export type Mark = (value: object, seen: Set<string>) => void;
export declare const ALWAYS: Check;
export declare const NEVER: Check;
/** What the keywords of one schema need to know of where it stands. */
export interface Scope {
    /** Properties that need not be there. */
    readonly optional: ReadonlySet<string>;
    /** Properties that are not looked at. */
    readonly unchecked: ReadonlySet<string>;
    /** Properties whose values messages do not show. */
    readonly secret: ReadonlySet<string>;
    /** Does a keyword around here ask what has been looked at? Tags are of no use then, every branch has its say. */
    readonly marks: boolean;
    /** The check for a value inside the value. */
    inside(schema: SchemaData): Check;
    /** The check of a part for the value itself, the same one each time. `union`: it need not apply. */
    part(schema: SchemaData, union?: boolean): Check;
    /** Are the branches those of a schema that this one is a part of? Who checks a Cat, which is all of Pet, need not ask Pet which pet it is. */
    leadsBack(branches: readonly SchemaData[]): boolean;
}
