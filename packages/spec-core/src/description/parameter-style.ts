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

/** The default style of a location. Also replaces a style that the location does not allow. */
export function defaultStyle(location: ParameterLocation): ParameterStyle {
  return STYLES[location][0];
}

export function allowsStyle(location: ParameterLocation, style: ParameterStyle): boolean {
  return STYLES[location].includes(style);
}

/** The default of `explode`, which writes arrays and objects as several values. */
export function defaultExplode(style: ParameterStyle): boolean {
  return style === "form" || style === "cookie";
}
