import { joinPointer } from "../document/json-pointer.js";
import type { Parameter, ParameterLocation, ParameterStyle } from "./api-description.js";
import { type BuildContext, builtOnce, isSet, type ObjectNode, textMember, warn } from "./build-context.js";
import { buildExamples } from "./build-example.js";
import { buildContent } from "./build-media-type.js";
import { allowsStyle, defaultExplode, defaultStyle, isParameterLocation, isParameterStyle } from "./parameter-style.js";
import { schemaOrAny } from "./schema-member.js";

/** Header parameters of these names say nothing (OpenAPI 3.1, "Parameter Object"): media types and security do. */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** `undefined` for a parameter that is to be ignored, or that nobody could send. */
export function buildParameter(context: BuildContext, node: ObjectNode): Parameter | undefined {
  return builtOnce(context, "parameter", node, () => parameterOf(context, node));
}

function parameterOf(context: BuildContext, node: ObjectNode): Parameter | undefined {
  const name = textMember(context, node, "name");
  const { in: location } = node.value;
  if (name === undefined || !isParameterLocation(location)) {
    warn(context, node.uri, {
      code: "invalid-parameter",
      message: name === undefined ? "This parameter has no name; it is left out." : wrongLocation(name, location),
      hint: "A parameter needs `name`, and `in`: path, query, header or cookie.",
    });
    return undefined;
  }
  if (location === "header" && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  const style = styleOf(context, node, name, location);
  const { explode } = node.value;
  const [content] = buildContent(context, node);
  let examples: Parameter["examples"] | undefined;
  return {
    name,
    in: location,
    required: location === "path" || isSet(node, "required"),
    deprecated: isSet(node, "deprecated"),
    description: textMember(context, node, "description"),
    style,
    explode: typeof explode === "boolean" ? explode : defaultExplode(style),
    allowReserved: isSet(node, "allowReserved"),
    allowEmptyValue: isSet(node, "allowEmptyValue"),
    schema: content?.schema ?? schemaOrAny(context, node, "schema"),
    content,
    get examples() {
      examples ??= [...buildExamples(context, node), ...(content?.examples ?? [])];
      return examples;
    },
  };
}

function styleOf(context: BuildContext, node: ObjectNode, name: string, location: ParameterLocation): ParameterStyle {
  const { style } = node.value;
  if (style === undefined) return defaultStyle(location);
  if (isParameterStyle(style) && allowsStyle(location, style)) return style;
  warn(context, joinPointer(node.uri, "style"), {
    code: "invalid-style",
    message: `The parameter \`${name}\` in ${location} cannot have the style ${JSON.stringify(style)}; ${defaultStyle(location)} is used.`,
    hint: 'See the table of styles in the OpenAPI specification, "Style Values".',
  });
  return defaultStyle(location);
}

function wrongLocation(name: string, location: unknown): string {
  return `The parameter \`${name}\` is in ${JSON.stringify(location) ?? "no place"}, which OpenAPI 3 does not know; it is left out.`;
}
