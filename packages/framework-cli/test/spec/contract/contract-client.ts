import type { ApiDescription, JsonSchema, MediaType, Operation, Parameter } from "@onespec/spec-core";
import { sampleSchema } from "@onespec/spec-core";

/** Values of query parameters by name. */
export type Query = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly operation: Operation;
  /** Values of the path's parameters, in the order of the path. */
  readonly path: readonly unknown[];
  readonly query?: Query;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The ways in which the answer differs from its documentation. */
  readonly faults: readonly string[];
}

/** Sends requests as a description says they are written, and holds the answers against it. */
export interface ContractClient {
  readonly api: ApiDescription;
  call(asked: Asked): Promise<Answered>;
  /** A valid body of an operation; `undefined` when it takes none that can be made. */
  bodyOf(operation: Operation, seed: string): unknown;
  /** A valid value of a parameter. */
  valueOf(parameter: Parameter, seed: string): unknown;
}

/** @param url of the server, without the base path of the description */
export function createContractClient(api: ApiDescription, url: string): ContractClient {
  const base = basePath(api);
  const { schemas } = api;
  const client: ContractClient = {
    api,
    valueOf(parameter, seed) {
      const sample = sampleSchema(schemas, parameter.schema, { seed, view: "request" });
      return sample.ok ? sample.value : undefined;
    },
    bodyOf(operation, seed) {
      const schema = mediaOf(operation)?.schema;
      const sample = schema && sampleSchema(schemas, schema, { seed, view: "request", examples: false });
      if (!sample?.ok) return undefined;
      return isForm(mediaOf(operation)) ? flatForm(sample.value, requiredOf(schema?.json)) : sample.value;
    },
    async call({ operation, path, query = {}, body }) {
      const needed = operation.parameters.filter(
        ({ required, name, in: place }) => required && place !== "path" && !(place === "query" && name in query),
      );
      const target = new URL(url);
      let at = 0;
      target.pathname = base + operation.path.replace(/\{[^{}]*\}/g, () => encodeURIComponent(String(path[at++])));
      const headers: Record<string, string> = { accept: "*/*" };
      const pairs: string[] = [];
      for (const parameter of operation.parameters) {
        const isAsked = parameter.in === "query" && parameter.name in query;
        if (!isAsked && !needed.includes(parameter)) continue;
        const value = isAsked ? query[parameter.name] : client.valueOf(parameter, "needed");
        if (parameter.in === "query") pairs.push(...queryPairs(parameter, value));
        else if (parameter.in === "header") headers[parameter.name] = String(value);
      }
      target.search = pairs.join("&");
      const media = body === undefined ? undefined : mediaOf(operation);
      if (media !== undefined) headers["content-type"] = media.type.includes("*") ? "application/json" : media.type;
      const answer = await fetch(target, {
        method: operation.method.toUpperCase(),
        headers,
        ...(media !== undefined && { body: bodyText(media, body) }),
      });
      const text = await answer.text();
      const isJson = /[/+]json\b/.test(answer.headers.get("content-type") ?? "");
      const value: unknown = isJson && text !== "" ? JSON.parse(text) : text === "" ? undefined : text;
      return {
        status: answer.status,
        headers: answer.headers,
        body: value,
        faults: faultsOf(api, operation, answer.status, value),
      };
    },
  };
  return client;
}

/** Is the operation's body, if it takes one, of a media type that is written here? */
export function isWritable(operation: Operation): boolean {
  return (operation.requestBody?.content.length ?? 0) === 0 || mediaOf(operation) !== undefined;
}

/** JSON where the operation takes it, else a form. */
function mediaOf({ requestBody }: Operation): MediaType | undefined {
  const content = requestBody?.content ?? [];
  return (
    content.find(({ type }) => type === "application/json") ??
    content.find(({ type }) => /[/+]json\b/.test(type) && !type.includes("patch")) ??
    content.find(({ type }) => type === "application/x-www-form-urlencoded" || type === "*/*") ??
    content.find(({ type }) => /[/+]json\b/.test(type))
  );
}

function isForm(media: MediaType | undefined): boolean {
  return media?.type === "application/x-www-form-urlencoded";
}

/** Members that every server reads alike: how deeper ones are written is for each description to say. */
function flatForm(value: unknown, required: readonly string[]): unknown {
  const members = Object.entries(value as object);
  return Object.fromEntries(members.filter(([name, one]) => typeof one !== "object" || required.includes(name)));
}

function requiredOf(json: JsonSchema | undefined): readonly string[] {
  return typeof json === "object" ? (json.required ?? []) : [];
}

function bodyText(media: MediaType, body: unknown): string {
  if (!isForm(media)) return JSON.stringify(body);
  const pairs = Object.entries(body as object).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

/** @see OpenAPI 3.1, "Style Values", for what filters use of them */
function queryPairs({ name, style, explode }: Parameter, value: unknown): string[] {
  const encode = (one: unknown): string => encodeURIComponent(String(one));
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value).map(([key, one]) =>
      style === "deepObject" ? `${encode(name)}[${encode(key)}]=${encode(one)}` : `${encode(key)}=${encode(one)}`,
    );
  }
  if (!Array.isArray(value) || explode) return [value].flat().map((one) => `${encode(name)}=${encode(one)}`);
  const separator = style === "pipeDelimited" ? "%7C" : style === "spaceDelimited" ? "%20" : ",";
  return [`${encode(name)}=${value.map(encode).join(separator)}`];
}

function faultsOf(api: ApiDescription, operation: Operation, status: number, body: unknown): string[] {
  const { responses } = operation;
  const documented =
    responses.find((one) => one.status === String(status)) ??
    responses.find((one) => one.status === `${String(status)[0]}XX`) ??
    responses.find((one) => one.status === "default");
  // Errors that are not documented are allowed everywhere; success must be.
  if (documented === undefined) return status < 300 ? [`status ${status} is not documented`] : [];
  const schema = documented.content.find(({ type }) => /[/+]json\b/.test(type) || type === "*/*")?.schema;
  if (schema === undefined) return [];
  if (body === undefined) return [`status ${status} is documented with a body`];
  const violations = api.schemas.validator(schema, "response").violations(body);
  return violations.slice(0, 3).map(({ path, message }) => `answer ${status}: ${path || "/"} ${message}`);
}

function basePath({ servers }: ApiDescription): string {
  const path = new URL(servers[0]?.url ?? "/", "http://localhost").pathname.replace(/\/+$/, "");
  return /[{}]|%7B/i.test(path) ? "" : path;
}
