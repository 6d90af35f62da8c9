import { isOwnDefault } from "./attribute-field.js";
import { readFieldType } from "./data-types.js";
import type { ModelAttribute, ModelDefinition } from "./define-model.js";
import { RULE_VALIDATORS } from "./validator-rules.js";

/** Features that a statement outside of Sequelize's model would skip. */
export function beyondOf(
  { options, factory }: ModelDefinition,
  attributes: Readonly<Record<string, ModelAttribute>>,
): string[] {
  const parts: string[] = [];
  for (const [name, { get, set, validate = {}, defaultValue, type }] of Object.entries(attributes)) {
    if (get !== undefined) parts.push(`${name}.get`);
    if (set !== undefined) parts.push(`${name}.set`);
    if (type?.key === "VIRTUAL" && get === undefined) parts.push(`${name} (VIRTUAL)`);
    if (type?.key === "ARRAY") parts.push(`${name} (ARRAY)`);
    if (factory !== undefined && type?.key === "DECIMAL") {
      const field = readFieldType(type, name, true);
      // MySQL rounds it, other databases do not.
      if (field.kind === "decimal" && field.precision === undefined) parts.push(`${name} (DECIMAL)`);
    }
    if (isOwnDefault(defaultValue)) parts.push(`${name}.defaultValue`);
    for (const validator of Object.keys(validate)) {
      if (!RULE_VALIDATORS.has(validator) || typeof validate[validator] === "function") {
        parts.push(`${name}.validate.${validator}`);
      }
    }
  }
  const columns = Object.entries(attributes).flatMap(([name, { field, type }]) =>
    type?.key === "VIRTUAL" ? [] : [field ?? name],
  );
  parts.push(...columns.filter((column, at) => columns.indexOf(column) !== at).map((column) => `${column} (twice)`));
  for (const option of ["hooks", "validate", "getterMethods", "setterMethods", "defaultScope"] as const) {
    if (Object.keys(options[option] ?? {}).length > 0) parts.push(option);
  }
  if (options.version) parts.push("version");
  return parts;
}
