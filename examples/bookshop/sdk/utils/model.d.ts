import { type ModelField } from "./model-fields.js";
import type { SchemaData } from "./schema-data.js";
import { type View } from "./validate/compile.js";
import { type Issue } from "./validate/issue.js";
/** A named schema of the description as a class. Also a Standard Schema, so form libraries and routers take it as it is. @see https://standardschema.dev */
export interface Model<T> {
    new (values: T): T & {
        toJSON(): T;
    };
    readonly modelName: string;
    readonly schema: SchemaData;
    /** Its properties as data, for forms and tables. */
    readonly fields: readonly ModelField[];
    /** @throws ValidationError that lists every mistake. */
    parse(value: unknown, view?: View): T;
    safeParse(value: unknown, view?: View): {
        readonly success: true;
        readonly data: T;
    } | {
        readonly success: false;
        readonly issues: readonly Issue[];
    };
    isValid(value: unknown, view?: View): value is T;
    readonly "~standard": StandardProps<T>;
}
interface StandardProps<T> {
    readonly version: 1;
    readonly vendor: "onespec";
    readonly validate: (value: unknown) => {
        readonly value: T;
    } | {
        readonly issues: readonly {
            readonly message: string;
            readonly path: readonly string[];
        }[];
    };
}
/** The class of a named schema. Values are checked as requests send them unless `view` says otherwise. */
export declare function model<T>(name: string, schema: SchemaData): Model<T>;
export {};
