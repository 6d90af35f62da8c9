import type { OperationSpec } from "./operation-spec.js";
import type { SchemaData } from "./schema-data.js";
/** A generated file of `resources/bodies`. By operation: one schema for all media types, or one for each. */
interface Bodies {
    bodies(): Readonly<Record<string, SchemaData | readonly SchemaData[]>>;
}
/**
 * What gives an operation the schemas of its body. Bundlers make a file of its own of what is imported, and pages load it with the first
 * call that has a body to check.
 * @param resource the class whose operations they are
 */
export declare function loadBodies(resource: string, load: () => Promise<Bodies>): (operation: OperationSpec) => Promise<void> | undefined;
export {};
