import type { SchemaData } from "./schema-data.js";
/** A property of a model, as a form or a table needs to know it. */
export interface ModelField {
    readonly name: string;
    /** Its JSON type besides null; absent where several are allowed, or any. */
    readonly type?: string;
    readonly format?: string;
    readonly required: boolean;
    readonly nullable: boolean;
    /** Only the server sets it. */
    readonly readOnly: boolean;
    /** Only clients know it, such as a password. */
    readonly writeOnly: boolean;
    readonly enum?: readonly unknown[];
    /** The least and the greatest number. */
    readonly min?: number;
    readonly max?: number;
    /** In characters. */
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
}
/** The properties that a schema declares, itself or in its parts and branches, in the order of their names. */
export declare function modelFields(schema: SchemaData): readonly ModelField[];
