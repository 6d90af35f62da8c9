import { type PathSegment, type PathTemplate, parsePathTemplate } from "@onespec/spec-core";
import { decodePathText } from "../request/query-pairs.js";

/** A path template as Fastify's router wants it: `/books/{id}.json` is `/books/:p0(^.+?).json`. */
export function toRouterPath(path: string): string {
  let count = 0;
  const parameter = (): string => `:p${count++}`;
  return `/${parsePathTemplate(path)
    .segments.map((segment) => routerSegment(segment, parameter))
    .join("/")}`;
}

function routerSegment(segment: PathSegment, parameter: () => string): string {
  switch (segment.kind) {
    case "literal":
      return routerLiteral(segment.text, parameter);
    case "parameter":
      return parameter();
    case "pattern":
      return segment.parts
        .map((part) => ("literal" in part ? routerLiteral(part.literal, parameter) : `${parameter()}(^.+?)`))
        .join("");
  }
}

/** A colon is doubled to stand for itself; a star would be a wildcard, and is matched as a parameter that can only be a star. */
function routerLiteral(text: string, parameter: () => string): string {
  return text.replaceAll(":", "::").replaceAll("*", () => `${parameter()}(^\\*)`);
}

/** Cuts the raw texts of a template's parameters out of a raw path that the router took for it. */
export function createPathTexts(path: string): (rawPath: string) => readonly string[] {
  const template = parsePathTemplate(path);
  if (template.parameters.length === 0) return () => [];
  const pattern = pathPattern(template, () => "[^/]*");
  return (rawPath) => pattern.exec(rawPath)?.slice(1) ?? [];
}

/** Does a raw path fit a template? */
export function createPathTest(path: string): (rawPath: string) => boolean {
  const pattern = pathPattern(parsePathTemplate(path), escapeExpression);
  return (rawPath) => pattern.test(rawPath.split("/").map(decodePathText).join("/"));
}

function pathPattern({ segments }: PathTemplate, literal: (text: string) => string): RegExp {
  return new RegExp(`^/${segments.map((segment) => segmentPattern(segment, literal)).join("/")}/?$`);
}

function segmentPattern(segment: PathSegment, literal: (text: string) => string): string {
  switch (segment.kind) {
    case "literal":
      return literal(segment.text);
    case "parameter":
      return "([^/]+)";
    case "pattern":
      return segment.parts.map((part) => ("literal" in part ? escapeExpression(part.literal) : "([^/]+?)")).join("");
  }
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
