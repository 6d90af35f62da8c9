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

/**
 * Loads the actions in `api/controllers`, one from each file. @param problems receives the mistakes of files without a
 * valid action
 */
export async function loadActions(appFolder: string, problems: string[] = []): Promise<readonly ActionFile[]> {
  const loaded = await Promise.all(
    listAppFiles(appFolder, "api/controllers").map(async ({ name, path: file }) => {
      const { default: action } = await importAppFile(appFolder, file);
      return { name, file, action: action as Action, mistakes: actionProblems(action) };
    }),
  );
  problems.push(...loaded.flatMap(({ file, mistakes }) => mistakes.map((mistake) => `${file}: ${mistake}`)));
  return loaded.filter(({ mistakes }) => mistakes.length === 0);
}

function actionProblems(action: unknown): readonly string[] {
  if (!isObject(action)) return ["exports no action; write: export default defineAction({ ... })"];
  const { method, path, handler, inputs, outputs, policies, security } = action;
  const problems: string[] = [];
  const must = (isRight: boolean, text: string): void => void (isRight || problems.push(text));
  must(METHODS.includes(method as HttpMethod), `method must be one of ${METHODS.join(", ")}`);
  const isPath = typeof path === "string" && path.startsWith("/");
  must(isPath, "path must be text that begins with /");
  if (isPath) problems.push(...inputProblems(path, inputs));
  must(typeof handler === "function", "handler must be a function");
  must(inputs === undefined || isObject(inputs), "inputs must be an object");
  if (isObject(inputs)) {
    const undeclared = isObject(inputs.body) ? inputs.body.undeclared : undefined;
    must(isOneOf(undeclared, "ignore"), 'inputs.body.undeclared must be "ignore", or left out');
    must(isOneOf(inputs.unknownQuery, "refuse"), 'inputs.unknownQuery must be "refuse", or left out');
  }
  must(outputs === undefined || isObject(outputs), "outputs must be an object");
  const wrong = Object.keys(isObject(outputs) ? outputs : {}).filter((status) => !STATUS.test(status));
  must(wrong.length === 0, `outputs must be named by status (200, 4XX, default), not ${wrong.join(", ")}`);
  must(policies === undefined || isTexts(policies), "policies must be a list of names");
  must(security === undefined || isSecurity(security), "security must be a list of requirements: [{ bearerAuth: [] }]");
  for (const key of unknownKeys(action, KEYS)) problems.push(`${key} is not a known key${didYouMean(key, KEYS)}`);
  return problems;
}

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;

function isOneOf(value: unknown, word: string): boolean {
  return value === undefined || value === word;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isSecurity(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => isObject(one) && Object.values(one).every(isTexts));
}

/** Extensions are known. */
function unknownKeys(value: object, known: readonly string[]): readonly string[] {
  return Object.keys(value).filter((key) => !known.includes(key) && !key.startsWith("x-"));
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

function inputProblems(path: string, inputs: unknown): readonly string[] {
  if (!isObject(inputs)) return [];
  const inPath = parsePathTemplate(path).parameters;
  const body = isObject(inputs.body) ? inputs.body : {};
  const named = Object.keys(isObject(inputs.path) ? inputs.path : {});
  return [
    ...Object.keys(inputs)
      .filter((place) => !PLACES.includes(place))
      .map((place) => `inputs.${place} is not a known key${didYouMean(place, PLACES)}`),
    ...unknownKeys(body, BODY_KEYS).map((key) => {
      const next = didYouMean(key, BODY_KEYS) || '; a media type is named in content: { "image/png": {} }';
      return `inputs.body.${key} is not a known key${next}`;
    }),
    ...named.filter((name) => !inPath.includes(name)).map((name) => `inputs.path.${name} is not in the path ${path}`),
  ];
}
