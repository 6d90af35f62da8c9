import { isObject, parsePathTemplate } from "@onespec/spec-core";
import type { Action, ActionBody, HttpMethod } from "../action/action.js";
import { listAppFiles } from "../files/app-files.js";
import { importAppFile } from "../files/import-app-file.js";
import { didYouMean } from "../text/phrases.js";

/** An action and its file. */
export interface ActionFile {
  /** `books/list` */
  readonly name: string;
  readonly file: string;
  readonly action: Action;
}

/** The methods of actions. */
export const METHODS: readonly HttpMethod[] = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

const KEYS: readonly (keyof Action)[] = [
  "method",
  "path",
  "operationId",
  "summary",
  "description",
  "tags",
  "deprecated",
  "inputs",
  "outputs",
  "policies",
  "security",
  "handler",
];

/** The actions of `api/controllers`, one in each file, and what is wrong with those that are none. */
export async function loadActions(
  appFolder: string,
): Promise<{ readonly actions: readonly ActionFile[]; readonly problems: readonly string[] }> {
  const loaded = await Promise.all(
    listAppFiles(appFolder, "api/controllers").map(async ({ name, path }) => {
      const { default: action } = await importAppFile(appFolder, path);
      return { name, file: path, action, problems: actionProblems(action) };
    }),
  );
  return {
    actions: loaded
      .filter(({ problems }) => problems.length === 0)
      .map(({ name, file, action }) => ({ name, file, action: action as Action })),
    problems: loaded.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`)),
  };
}

function actionProblems(action: unknown): readonly string[] {
  if (!isObject(action)) return ["exports no action; write: export default defineAction({ ... })"];
  const { method, path, handler, inputs, outputs, policies } = action;
  const problems: string[] = [];
  if (!METHODS.includes(method as HttpMethod)) problems.push(`method must be one of ${METHODS.join(", ")}`);
  if (typeof path !== "string" || !path.startsWith("/")) problems.push("path must be text that begins with /");
  else problems.push(...parameterProblems(path, inputs));
  if (typeof handler !== "function") problems.push("handler must be a function");
  if (inputs !== undefined && !isObject(inputs)) problems.push("inputs must be an object");
  else if (isObject(inputs?.body) && ![undefined, "ignore"].includes(inputs.body.undeclared as undefined))
    problems.push('inputs.body.undeclared must be "ignore", or left out');
  if (isObject(inputs) && ![undefined, "refuse"].includes(inputs.unknownQuery as undefined))
    problems.push('inputs.unknownQuery must be "refuse", or left out');
  if (outputs !== undefined && !isObject(outputs)) problems.push("outputs must be an object");
  else {
    const wrong = Object.keys(outputs ?? {}).filter((status) => !/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status));
    if (wrong.length > 0) problems.push(`outputs must be named by status (200, 4XX, default), not ${wrong.join(", ")}`);
  }
  if (policies !== undefined && !(Array.isArray(policies) && policies.every((name) => typeof name === "string"))) {
    problems.push("policies must be a list of names");
  }
  if (action.security !== undefined && !isSecurity(action.security)) {
    problems.push("security must be a list of requirements: [{ bearerAuth: [] }]");
  }
  for (const key of Object.keys(action)) {
    if (KEYS.includes(key as keyof Action) || key.startsWith("x-")) continue;
    problems.push(`${key} is not a known key${didYouMean(key, KEYS)}`);
  }
  return problems;
}

function isSecurity(value: unknown): boolean {
  const isScopes = (scopes: unknown): boolean =>
    Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string");
  return Array.isArray(value) && value.every((one) => isObject(one) && Object.values(one).every(isScopes));
}

const PLACES: readonly string[] = ["path", "query", "unknownQuery", "querystring", "headers", "cookies", "body"];

const BODY_KEYS: readonly (keyof ActionBody)[] = [
  "required",
  "description",
  "schema",
  "content",
  "undeclared",
  "patches",
];

function parameterProblems(path: string, inputs: unknown): readonly string[] {
  if (!isObject(inputs)) return [];
  const inPath = parsePathTemplate(path).parameters;
  const problems: string[] = [];
  for (const place of Object.keys(inputs)) {
    if (!PLACES.includes(place)) problems.push(`inputs.${place} is not a known key${didYouMean(place, PLACES)}`);
  }
  for (const key of Object.keys(isObject(inputs.body) ? inputs.body : {})) {
    if (BODY_KEYS.includes(key as keyof ActionBody) || key.startsWith("x-")) continue;
    const next = didYouMean(key, BODY_KEYS) || '; a media type is named in content: { "image/png": {} }';
    problems.push(`inputs.body.${key} is not a known key${next}`);
  }
  for (const name of Object.keys(isObject(inputs.path) ? inputs.path : {})) {
    if (!inPath.includes(name)) problems.push(`inputs.path.${name} is not in the path ${path}`);
  }
  return problems;
}
