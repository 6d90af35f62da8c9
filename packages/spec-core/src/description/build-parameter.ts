import { isObject } from "../json/is-object.js";
import { joinPointer } from "../json/json-pointer.js";
import type { Parameter, ParameterLocation, ParameterStyle } from "../model/api-description.js";
import { buildContent, buildExamples, HEADER_NAME_HINT, isHeaderName, schemaOrAny } from "./build-content.js";
import {
  type BuildContext,
  builtOnce,
  isSet,
  listMembers,
  type ObjectNode,
  objectAt,
  objectMember,
  textMember,
  warn,
} from "./build-context.js";
import { allowsStyle, defaultExplode, defaultStyle, isParameterLocation, isParameterStyle } from "./parameter-style.js";

/**
 * Header parameters with these names are ignored (OpenAPI 3.1, "Parameter Object"). Media types and security define
 * these headers.
 */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** `undefined` for a parameter that must be ignored, or that no client can send. */
function buildParameter(context: BuildContext, node: ObjectNode): Parameter | undefined {
  return builtOnce(context, "parameter", node, () => parameterOf(context, node));
}

function parameterOf(context: BuildContext, node: ObjectNode): Parameter | undefined {
  const name = textMember(context, node, "name");
  const { in: location } = node.value;
  if (name === undefined || !isParameterLocation(location)) {
    warn(context, node.uri, {
      code: "invalid-parameter",
      message: name === undefined ? "This parameter has no name; it is skipped." : wrongLocation(name, location),
      hint: "A parameter needs `name`, and `in`: path, query, header or cookie.",
    });
    return undefined;
  }
  if (location === "header" && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  if (location === "header" && !isHeaderName(name)) {
    warn(context, node.uri, {
      code: "invalid-header",
      message: `${JSON.stringify(name)} is not a name that a header can have; the parameter is skipped.`,
      hint: HEADER_NAME_HINT,
    });
    return undefined;
  }
  const style = styleOf(context, node, name, location);
  const { explode } = node.value;
  const [content] = buildContent(context, node);
  let examples: Parameter["examples"] | undefined;
  return {
    name,
    in: location,
    required: location === "path" || (isSet(node, "required") && !mayBeEmpty(context, node)),
    deprecated: isSet(node, "deprecated"),
    description: textMember(context, node, "description") ?? ownDescription(node.value.schema),
    style,
    explode: typeof explode === "boolean" ? explode : defaultExplode(style),
    allowReserved: flagAt(node, "allowReserved"),
    allowEmptyValue: flagAt(node, "allowEmptyValue"),
    schema: content?.schema ?? schemaOrAny(context, node, "schema"),
    content,
    get examples() {
      examples ??= [...buildExamples(context, node), ...(content?.examples ?? [])];
      return examples;
    },
  };
}

/** Some descriptions put the parameter's description into its schema. */
function ownDescription(schema: unknown): string | undefined {
  const { description } = isObject(schema) ? schema : {};
  return typeof description === "string" ? description : undefined;
}

/**
 * True for an object without required properties in the exploded style `form`. An empty one leaves no trace in the
 * query.
 */
function mayBeEmpty(context: BuildContext, node: ObjectNode): boolean {
  const { in: location, style = "form", explode = true, schema } = node.value;
  if (location !== "query" || style !== "form" || explode !== true || !schema) return false;
  const { properties, required, allOf, anyOf, oneOf } = objectMember(context, node, "schema")?.value ?? {};
  return properties !== undefined && !allOf && !anyOf && !oneOf && !(Array.isArray(required) && required.length > 0);
}

function flagAt(node: ObjectNode, key: string): boolean | undefined {
  return Object.hasOwn(node.value, key) ? isSet(node, key) : undefined;
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
  return `The parameter \`${name}\` is in ${JSON.stringify(location) ?? "no place"}, which OpenAPI 3 does not know; it is skipped.`;
}

const PAGING = /^(?:page|offset|limit|skip|(?:page|per)_?(?:size|number|index|page|limit))$/i;

/** Most parameters in one list. Real descriptions have at most a tenth of this. */
const MOST_PARAMETERS = 1_000;

/**
 * Builds the parameters of an operation and its path item. If two have the same name and location, the one of the first
 * owner wins. The path item's parameters come first in the result.
 */
export function buildParameters(context: BuildContext, owners: readonly ObjectNode[]): readonly Parameter[] {
  if (!owners.some(({ value }) => Object.hasOwn(value, "parameters"))) return NONE;
  const merged = new Map<string, Parameter>();
  for (const owner of owners.toReversed()) {
    const members = listMembers(context, owner, "parameters");
    if (members.length > MOST_PARAMETERS) warnOfMany(context, `${owner.uri}/parameters`, members.length);
    for (const member of members.slice(0, MOST_PARAMETERS)) {
      const node = objectAt(context, member);
      const parameter = node && buildParameter(context, node);
      if (!parameter) continue;
      const spelledOut = propertyParameters(context, parameter, node);
      if (!spelledOut) merged.set(identityOf(parameter), parameter);
      for (const part of spelledOut ?? []) if (!merged.has(identityOf(part))) merged.set(identityOf(part), part);
    }
  }
  return [...merged.values()];
}

const NONE: readonly Parameter[] = [];

/**
 * Replaces an object that selects a page by its properties: `page` and `size` for `pageable`, whose own name is in no
 * request (OpenAPI 3.1, "Style Values": `form`, exploded). `undefined` for other parameters. Objects of filters are not
 * replaced, because they may be meant as `filter[name]` in any style.
 */
function propertyParameters(
  context: BuildContext,
  parameter: Parameter,
  node: ObjectNode,
): readonly Parameter[] | undefined {
  const { in: location, style, explode, content, schema, required } = parameter;
  if (location !== "query" || style !== "form" || !explode || content) return undefined;
  if (!objectMember(context, node, "schema")?.value.properties) return undefined;
  const { json } = schema;
  if (typeof json !== "object" || json.allOf || json.anyOf || json.oneOf || json.additionalProperties) return undefined;
  const properties = Object.entries(json.properties ?? {});
  if (!properties.some(([name]) => PAGING.test(name))) return undefined;
  const isObjectLike = properties.some(([, property]) => {
    const target = context.schemas.follow(property);
    return typeof target === "object" && (target.properties ?? target.type === "object");
  });
  if (isObjectLike) return undefined;
  // Sorted by name, so that the order in the description does not matter.
  const sorted = properties.sort(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([name, property]) => {
    const target = context.schemas.follow(property);
    return {
      ...parameter,
      name,
      required: required && json.required?.includes(name) === true,
      description: typeof target === "object" && target.description ? target.description : undefined,
      schema: context.schemas.schemaOf(property),
      examples: parameter.examples.flatMap((example) =>
        isObject(example.value) && Object.hasOwn(example.value, name)
          ? [{ ...example, value: example.value[name] }]
          : [],
      ),
    };
  });
}

function warnOfMany(context: BuildContext, uri: string, count: number): void {
  warn(context, uri, {
    code: "too-large",
    message: `${count} parameters are declared here; those after the first ${MOST_PARAMETERS} are ignored.`,
    hint: "Put the values into a request body.",
  });
}

/** Header names are case-insensitive (RFC 9110, section 5.1). */
function identityOf({ name, in: location }: Parameter): string {
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}
