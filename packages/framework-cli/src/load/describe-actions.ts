import type { JsonSchema, SecurityScheme } from "@onespec/spec-core";
import type { Action, ActionBody, ActionOutput, ActionParameter } from "../action/action.js";
import type { App, LoadedAction } from "./app.js";

/**
 * The OpenAPI 3.1 description of the application. Each route of each action is an operation, and `api/schemas` has the
 * components. Requests are read with this description, so it is always true.
 */
export function describeActions(app: Pick<App, "actions" | "policies" | "schemas" | "config">): DescriptionDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const loaded of app.actions) {
    for (const { method, path } of loaded.routes) {
      const item = paths[path] ?? {};
      item[method.toLowerCase()] = describeAction(loaded, path, app.policies);
      paths[path] = item;
    }
  }
  const securitySchemes = Object.fromEntries(
    [...app.policies.values()].flatMap((policy) => ("scheme" in policy ? [[policy.name, policy.scheme]] : [])),
  );
  return {
    // The oldest version that can describe the actions.
    openapi: app.actions.some(({ action }) => action.inputs?.querystring !== undefined) ? "3.2.0" : "3.1.0",
    info: { title: app.config.app.name, version: "1.0.0" },
    paths,
    components: {
      schemas: Object.fromEntries(app.schemas),
      ...(Object.keys(securitySchemes).length > 0 && { securitySchemes }),
    },
  };
}

export interface DescriptionDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

function describeAction(
  { name, action, policies }: LoadedAction,
  path: string,
  known: App["policies"],
): Readonly<Record<string, unknown>> {
  const { inputs = {}, outputs = {}, summary, description, tags, deprecated } = action;
  const security = action.security ?? securityOf(policies, known);
  const parameters = [
    ...pathParameters(path, inputs.path ?? {}),
    ...describeParameters("query", inputs.query),
    ...describeParameters("querystring", inputs.querystring),
    ...describeParameters("header", inputs.headers),
    ...describeParameters("cookie", inputs.cookies),
  ];
  return {
    operationId: action.operationId ?? name.replace(/[^A-Za-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase()),
    ...present({ summary, description, tags, deprecated, security }),
    ...(parameters.length > 0 && { parameters }),
    ...(inputs.body !== undefined && { requestBody: describeBody(inputs.body) }),
    responses: Object.fromEntries(Object.entries(outputs).map(([status, output]) => [status, describeOutput(output)])),
  };
}

/** The schemes that an action's policies check. All of them are needed. `undefined` if there are none. */
function securityOf(policies: readonly string[], known: App["policies"]): Action["security"] {
  const names = policies.filter((name) => "scheme" in (known.get(name) ?? {}));
  return names.length === 0
    ? undefined
    : [Object.fromEntries(names.map((name) => [known.get(name)?.name ?? name, []]))];
}

/** Each parameter of the template, declared or not. */
function pathParameters(path: string, declared: Readonly<Record<string, ActionParameter>>): readonly object[] {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
  return names.map((name) => ({
    schema: { type: "string" },
    ...declared[name],
    name,
    in: "path",
    required: true,
  }));
}

function describeParameters(
  place: string,
  parameters: Readonly<Record<string, ActionParameter>> = {},
): readonly object[] {
  return Object.entries(parameters).map(([name, parameter]) => ({ ...parameter, name, in: place }));
}

function describeBody({ schema, content, undeclared: _, patches: __, ...rest }: ActionBody): object {
  return { ...rest, content: content ?? { "application/json": present({ schema }) } };
}

function describeOutput({ schema, content, description = "", headers }: ActionOutput): object {
  const media = content ?? (schema === undefined ? undefined : { "application/json": { schema } });
  return { description, ...present({ headers, content: media }) };
}

function present(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
