import type { ParameterLocation, ParameterStyle } from "../model/api-description.js";

/** The styles each location takes, its default first. @see OpenAPI 3.2, "Style Values" */
const STYLES: Readonly<Record<ParameterLocation, readonly [ParameterStyle, ...ParameterStyle[]]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  querystring: ["form"],
};

export function isParameterLocation(value: unknown): value is ParameterLocation {
  return typeof value === "string" && Object.hasOwn(STYLES, value);
}

export function isParameterStyle(value: unknown): value is ParameterStyle {
  return Object.values(STYLES).some((styles) => styles.some((style) => style === value));
}

/** The style of a parameter without one, and of one whose style its location does not take. */
export function defaultStyle(location: ParameterLocation): ParameterStyle {
  return STYLES[location][0];
}

export function allowsStyle(location: ParameterLocation, style: ParameterStyle): boolean {
  return STYLES[location].includes(style);
}

/** Whether arrays and objects become several values when the description does not say. */
export function defaultExplode(style: ParameterStyle): boolean {
  return style === "form" || style === "cookie";
}
