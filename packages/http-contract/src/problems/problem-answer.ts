import { type ApiDescription, isObject, type Operation, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { BodyPlan } from "../model/body-plan.js";
import { type Answer, type Awaitable, after } from "../model/message.js";
import type { Problem } from "../model/problem.js";
import { bodyPlans } from "../response/body-plan.js";
import { encodeBody, jsonText } from "../response/encode-body.js";
import type { Fitting } from "../response/fitting.js";
import { negotiateMediaType } from "../response/negotiate-media-type.js";
import { requiredHeaders, type SampledHeaders } from "../response/required-headers.js";
import { forbidsBody } from "../response/response-plan.js";
import { selectError } from "../response/select-response.js";
import { describeProblem } from "./describe-problem.js";
import { problemText } from "./problem-text.js";
import { createSharedErrors } from "./shared-error.js";

/**
 * Turns a problem into an answer that matches the documentation of its status.
 * @param operation `undefined`: no operation matches the request
 * @param accept the request's `Accept`, which selects one of several documented media types
 */
export type ProblemAnswers = (
  operation: Operation | undefined,
  problem: Problem,
  accept?: string,
) => Awaitable<RefusedAnswer>;

/** An answer that rejects a request. */
export interface RefusedAnswer extends Answer {
  /** The problem to answer with, if another media type can be negotiated. */
  readonly refused?: { readonly operation: Operation; readonly problem: Problem };
}

export function createProblemAnswers(
  api: Pick<ApiDescription, "schemas" | "operations">,
  fitting: Fitting,
  headersOf: SampledHeaders = requiredHeaders,
): ProblemAnswers {
  const { schemas } = api;
  const sharedErrors = createSharedErrors(api);
  return (operation, problem, accept) => {
    const { status } = problem;
    const documented = operation && selectError(operation, status);
    const required = documented && headersOf(fitting, operation, status, documented.headers);
    const headers = { ...required, ...problem.headers };
    const shared = operation && !documented ? sharedErrors(operation, status) : undefined;
    const content = documented?.content ?? (shared ? [shared] : []);
    const bodies = forbidsBody(status) ? [] : bodyPlans(schemas, content).filter(isDescribed);
    const [preferred] = bodies;
    if (!operation || !preferred || (shared && status === 400 && !keepsPlainFields(schemas, preferred))) {
      return { status, headers: { ...headers, "content-type": JSON_TYPE }, body: plainBody(problem) };
    }
    const chosen = accept === undefined ? preferred : (negotiated(bodies, accept) ?? preferred);
    const isOwn = documented?.status === String(status);
    return after(
      problemBody(schemas, fitting, isOwn ? chosen : { ...chosen, examples: [] }, problem, operation),
      (body) => {
        const typed = { ...headers, "content-type": chosen.contentType };
        if (bodies.length === 1) return { status, headers: typed, body };
        const varying = accept === undefined ? typed : { ...typed, vary: "Accept" };
        return { status, headers: varying, body, refused: { operation, problem } };
      },
    );
  };
}

/**
 * True if an invalid request can be answered with a text `error` and a list `details`. The documented schema for 400
 * may forbid that.
 */
function keepsPlainFields(schemas: SchemaRegistry, { kind, schema }: BodyPlan): boolean {
  if (kind !== "json" || !schema) return false;
  const { types, properties, additional } = schemaShape(schemas, schema.json);
  const takes = (name: string, type: string): boolean => {
    const property = properties.get(name);
    return property ? schemaShape(schemas, property.schema).types.has(type) : additional !== false;
  };
  return types.has("object") && takes("error", "string") && takes("details", "array");
}

function negotiated(bodies: readonly BodyPlan[], accept: string): BodyPlan | undefined {
  const type = negotiateMediaType(
    bodies.map(({ contentType }) => contentType),
    accept,
  );
  return bodies.find(({ contentType }) => contentType === type);
}

function problemBody(
  schemas: SchemaRegistry,
  fitting: Fitting,
  body: BodyPlan,
  problem: Problem,
  operation: Operation,
): Awaitable<string | Uint8Array> {
  const { schema, kind } = body;
  if (kind === "json" && !schema) return plainBody(problem);
  const isData = kind === "json" || kind === "xml" || kind === "form";
  const [example] = body.examples;
  // A page is written for people.
  if (body.type === "text/html" && typeof example === "string") return example;
  const described = isData
    ? overExample(describeProblem(schemas, schema?.json ?? true, problem), example)
    : problemText(problem);
  const value = schema
    ? fitting.fit(schema, described, { seed: `${operation.method} ${operation.path} ${problem.status}` })
    : described;
  return encodeBody(schemas, body, value);
}

/** A binary body without a schema cannot describe a problem. */
function isDescribed({ kind, schema }: BodyPlan): boolean {
  return kind !== "binary" || schema !== undefined;
}

/**
 * Combines a problem with the documented example of its status. Messages, paths and numbers come from the problem.
 * Words that programs test (`type`, `code`, ...) and members that the problem does not have come from the example.
 */
function overExample(described: unknown, example: unknown): unknown {
  if (!isObject(example)) {
    if (!Array.isArray(example) || !Array.isArray(described)) return described;
    return described.map((item) => overExample(item, example[0]));
  }
  if (!isObject(described)) return described;
  const merged: Record<string, unknown> = { ...example };
  for (const [name, value] of Object.entries(described)) {
    const shown = example[name];
    // With a `detail` in the example, `title` is the kind of problem (RFC 9457, section 3.1.3).
    const isKind = WORDS.test(name) || (name === "title" && typeof example.detail === "string");
    const isWord = typeof shown === "string" && (isKind || (name === "error" && !/\s/.test(shown)));
    if (!isWord) merged[name] = shown === undefined ? value : overExample(value, shown);
  }
  return merged;
}

const WORDS = /^(?:(?:error|sub)?_?(?:type|code|reason|kind|category|name)|domain)$/i;

const JSON_TYPE = "application/json";

function plainBody({ message, details }: Problem): string {
  return jsonText({ error: message, details });
}
