import type { DataType } from "../model/data-types.js";
import type { ModelAttribute, ModelDefinition } from "../model/define-model.js";
import { literal, propertyName } from "./escape.js";
import { Expression, valueText } from "./value-text.js";

/** The file of `api/models` that defines a model, the same in JavaScript and TypeScript. */
export function emitModel({ name, attributes, options }: ModelDefinition): string {
  const lines = Object.entries(attributes).map(([attribute, definition]) => {
    const start = `  ${propertyName(attribute)}: `;
    return `${start}${valueText(attributeValue(definition), 1, start.length + 1)},`;
  });
  const third = Object.keys(options).length === 0 ? "" : `, ${valueText(options, 0, 3)}`;
  return `import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel(${literal(name)}, {
${lines.join("\n")}
}${third});
`;
}

function attributeValue(definition: ModelAttribute | DataType): unknown {
  if ("key" in definition) return new Expression(typeText(definition));
  const { type, defaultValue, validate, ...rest } = definition;
  return {
    type: new Expression(typeText(type)),
    ...rest,
    ...(defaultValue !== undefined && {
      defaultValue: isDataType(defaultValue) ? new Expression(typeText(defaultValue)) : defaultValue,
    }),
    ...(validate !== undefined && { validate: new Expression(validatorText(validate)) }),
  };
}

/** The source of a type, such as `DataTypes.STRING(120)`, for a value of `DataTypes`. */
function typeText({ key, options = {} }: DataType): string {
  const { values, length, precision, scale, reads } = options;
  const parts = Array.isArray(values)
    ? values
    : length !== undefined
      ? [length]
      : precision !== undefined
        ? [precision, scale, ...(reads === "number" ? [reads] : [])]
        : [];
  return `DataTypes.${key}${parts.length === 0 ? "" : `(${parts.map(literal).join(", ")})`}`;
}

function isDataType(value: unknown): value is DataType {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject && "key" in value && (value.key === "UUIDV4" || value.key === "NOW");
}

function validatorText(validate: Readonly<Record<string, unknown>>): string {
  return valueText(
    Object.fromEntries(
      Object.entries(validate).map(([name, value]) => [
        name,
        value instanceof RegExp ? new Expression(String(value)) : value,
      ]),
    ),
  );
}
