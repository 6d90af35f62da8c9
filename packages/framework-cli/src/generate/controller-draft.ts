import type { JsonSchema } from "@onespec/spec-core";
import type { ActionInputs, ActionOutput, HttpMethod } from "../action/action.js";
import type { ControllerDraft, Handler } from "../emit/emit-controller.js";
import { literal } from "../emit/escape.js";
import { type ActionName, type ActionRole, actionRole, identifier, singular } from "./action-name.js";

export interface ControllerOptions {
  readonly method?: HttpMethod;
  readonly path?: string;
  /** The schema of a path parameter that is the key of a model: `issueId`. */
  readonly keySchema?: (parameter: string) => JsonSchema | undefined;
}

/** An action with the method, the path, the inputs and the answer that its name promises, as long as there is no model behind it. */
export function controllerDraft(name: ActionName, options: ControllerOptions): ControllerDraft {
  const role = actionRole(name.action, name.group);
  const group = name.group.split("/").map((part) => part.replaceAll("_", "-"));
  const last = group[group.length - 1] as string;
  const id = `${identifier(singular(last))}Id`;
  const collection = `/${group.join("/")}`;
  const { method, path, status } = shapeOf(role, collection, id, name.action);
  const words = { one: singular(last).replaceAll("-", " "), many: last.replaceAll("-", " ") };
  const usedPath = options.path ?? path;
  const usedMethod = options.method ?? method;
  // With another path the record's id may be called otherwise; without a parameter there is no record to speak of.
  const parameters = [...usedPath.matchAll(/\{([^{}]+)\}/g)].map(([, parameter = ""]) => parameter);
  const ownId = parameters[parameters.length - 1];
  const needsId = role === "get" || role === "update" || role === "replace" || role === "delete";
  const inputs = inputsOf(role, usedMethod, parameters, options.keySchema);
  return {
    method: usedMethod,
    path: usedPath,
    summary: summaryOf(role, words, name.action),
    tags: [last],
    ...(inputs !== undefined && { inputs }),
    outputs: outputsOf(role, status, words),
    handler: needsId && ownId === undefined ? plainHandler("do", words) : plainHandler(role, words),
  };
}

interface Shape {
  readonly method: HttpMethod;
  readonly path: string;
  readonly status: "200" | "201" | "204";
}

function shapeOf(role: ActionRole, collection: string, id: string, action: string): Shape {
  const item = `${collection}/{${id}}`;
  switch (role) {
    case "list":
      return { method: "GET", path: collection, status: "200" };
    case "get":
      return { method: "GET", path: item, status: "200" };
    case "create":
      return { method: "POST", path: collection, status: "201" };
    case "update":
      return { method: "PATCH", path: item, status: "200" };
    case "replace":
      return { method: "PUT", path: item, status: "200" };
    case "delete":
      return { method: "DELETE", path: item, status: "204" };
    case "read":
      return { method: "GET", path: `${collection}/${action}`, status: "200" };
    case "do":
      return { method: "POST", path: `${collection}/${action}`, status: "200" };
  }
}

function inputsOf(
  role: ActionRole,
  method: HttpMethod,
  parameters: readonly string[],
  keySchema: ControllerOptions["keySchema"] = () => undefined,
): ActionInputs | undefined {
  const hasBody =
    (role === "create" || role === "update" || role === "replace" || role === "do") &&
    method !== "GET" &&
    method !== "HEAD";
  if (parameters.length === 0 && !hasBody) return undefined;
  return {
    ...(parameters.length > 0 && {
      path: Object.fromEntries(parameters.map((name) => [name, { schema: keySchema(name) ?? { type: "string" } }])),
    }),
    ...(hasBody && { body: { ...(role !== "do" && { required: true }), schema: { type: "object" } } }),
  };
}

function outputsOf(role: ActionRole, status: string, { one, many }: Words): Record<string, ActionOutput> {
  switch (role) {
    case "list":
      return { [status]: { description: `The ${many}.`, schema: { type: "array", items: { type: "object" } } } };
    case "delete":
      return { [status]: { description: "It is gone." } };
    case "read":
    case "do":
      return { [status]: { description: "Done.", schema: { type: "object" } } };
    case "get":
    case "create":
    case "update":
    case "replace":
      return { [status]: { description: `The ${one}.`, schema: { type: "object" } } };
  }
}

interface Words {
  readonly one: string;
  readonly many: string;
}

function summaryOf(role: ActionRole, { one, many }: Words, action: string): string {
  switch (role) {
    case "list":
      return `Lists ${many}`;
    case "get":
      return `Reads one of the ${many}`;
    case "create":
      return `Adds to the ${many}`;
    case "update":
      return `Changes one of the ${many}`;
    case "replace":
      return `Replaces one of the ${many}`;
    case "delete":
      return `Deletes one of the ${many}`;
    case "read":
    case "do":
      return `${one.charAt(0).toUpperCase()}${one.slice(1)}: ${action.replace(/[-_]/g, " ")}`;
  }
}

/** Answers by itself, as long as there is nothing to answer from. */
function plainHandler(role: ActionRole, { one }: Words): Handler {
  const noSuch = `throw new HttpError(404, ${literal(`There is no such ${one}.`)});`;
  switch (role) {
    case "list":
      return { imports: [], uses: "nothing", lines: ["return [];"] };
    case "create":
      return { imports: ["reply"], uses: "request", lines: ["return reply(201, request.body);"] };
    case "get":
    case "update":
    case "replace":
    case "delete":
      return { imports: ["HttpError"], uses: "nothing", lines: [noSuch] };
    case "read":
      return { imports: [], uses: "request", lines: ["return { query: request.query };"] };
    case "do":
      return { imports: [], uses: "request", lines: ["return { received: request.body ?? null };"] };
  }
}
