import { ValidationError } from "./errors.js";
import { modelFields } from "./model-fields.js";
import { issuesOf } from "./validate/compile.js";
import { tokensOf } from "./validate/issue.js";
/** The class of a named schema. Values are checked as requests send them unless `view` says otherwise. */
export function model(name, schema) {
    let fields;
    class NamedModel {
        static modelName = name;
        static schema = schema;
        static get fields() {
            fields ??= modelFields(schema);
            return fields;
        }
        constructor(values) {
            // Not assigned: a property called `__proto__` would become the prototype.
            Object.defineProperties(this, Object.getOwnPropertyDescriptors({ ...NamedModel.parse(values) }));
        }
        static parse(value, view = "request") {
            const issues = issuesOf(schema, view, value);
            if (issues.length > 0)
                throw new ValidationError(issues, name);
            return value;
        }
        static safeParse(value, view = "request") {
            const issues = issuesOf(schema, view, value);
            return issues.length === 0 ? { success: true, data: value } : { success: false, issues };
        }
        static isValid(value, view = "request") {
            return issuesOf(schema, view, value).length === 0;
        }
        static "~standard" = {
            version: 1,
            vendor: "onespec",
            validate: (value) => {
                const issues = issuesOf(schema, "request", value);
                return issues.length === 0
                    ? { value }
                    : { issues: issues.map(({ message, path }) => ({ message, path: tokensOf(path) })) };
            },
        };
        toJSON() {
            return { ...this };
        }
    }
    Object.defineProperty(NamedModel, "name", { value: name });
    return NamedModel;
}
