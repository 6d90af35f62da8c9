import { joinPointer } from "../json/json-pointer.js";
import type {
  Operation,
  OperationResponse,
  Parameter,
  RequestBody,
  SecurityRequirement,
  Server,
} from "../model/api-description.js";
import type { Role } from "../model/operation-role.js";
import type { PathTemplate } from "../paths/path-template.js";
import type { InferredRole } from "../resources/infer-resources.js";
import { buildRequestBody } from "./build-content.js";
import {
  type BuildContext,
  builtOnce,
  extensionsOf,
  isSet,
  type ObjectNode,
  textMember,
  warn,
} from "./build-context.js";
import { buildParameters } from "./build-parameter.js";
import { buildResponses } from "./build-response.js";
import { buildSecurity } from "./build-security.js";
import { buildCallbacks } from "./build-sent-requests.js";
import { buildServers } from "./build-server.js";

/** An operation object, and values from the path item and the document. */
export interface OperationInput {
  readonly method: string;
  /** The path as its member of `paths` is called. */
  readonly key: string;
  readonly path: string;
  /** For parameters in a query that is part of the path: their names in the query. */
  readonly queryNames: ReadonlyMap<string, string> | undefined;
  readonly template: PathTemplate;
  readonly node: ObjectNode;
  /** The JSON pointer tokens from its path item to the operation. */
  readonly tokens: readonly string[];
  /** The objects with parameters that it shares with other operations. */
  readonly pathItems: readonly ObjectNode[];
  readonly security: readonly SecurityRequirement[];
  /** Used if neither the operation nor the path item has servers. */
  readonly servers: readonly Server[];
  roleOf(operation: Operation): InferredRole;
}

/** Builds the operation. Its parts are built at first use. */
export function buildOperation(context: BuildContext, input: OperationInput, id: string): Operation {
  return new LazyOperation(context, input, id);
}

/**
 * Methods whose requests have no body in browsers and `fetch`. So a body cannot be required, whatever the description
 * says (OpenAPI 3.0.4, Operation Object).
 */
const UNSENDABLE: ReadonlySet<string> = new Set(["get", "head"]);

/** A class is faster: creating a thousand objects with their own getters would take longer than using them. */
class LazyOperation implements Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly template: PathTemplate;
  readonly #context: BuildContext;
  readonly #input: OperationInput;
  #parameters: Operation["parameters"] | undefined;
  #requestBody: Operation["requestBody"] | null = null;
  #responses: Operation["responses"] | undefined;
  #security: Operation["security"] | undefined;
  #servers: Operation["servers"] | undefined;
  #callbacks: Operation["callbacks"] | undefined;
  #role: InferredRole | undefined;

  constructor(context: BuildContext, input: OperationInput, id: string) {
    this.#context = context;
    this.#input = input;
    this.id = id;
    this.method = input.method;
    this.path = input.path;
    this.template = input.template;
  }

  get pointer(): string {
    return joinPointer("/paths", this.#input.key, ...this.#input.tokens);
  }

  get operationId(): string | undefined {
    const { operationId } = this.#input.node.value;
    return typeof operationId === "string" ? operationId : undefined;
  }

  get tags(): readonly string[] {
    const { tags } = this.#input.node.value;
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  }

  get summary(): string | undefined {
    return textMember(this.#context, this.#input.node, "summary");
  }

  get description(): string | undefined {
    return textMember(this.#context, this.#input.node, "description");
  }

  get deprecated(): boolean {
    return isSet(this.#input.node, "deprecated");
  }

  get parameters(): readonly Parameter[] {
    if (this.#parameters === undefined) {
      const { node, pathItems, queryNames } = this.#input;
      const written = buildParameters(this.#context, [node, ...pathItems]);
      const placed = queryNames ? written.map((parameter) => inQuery(parameter, queryNames)) : written;
      this.#parameters = matchTemplate(this.#context, this.#input, this, placed);
    }
    return this.#parameters;
  }

  get requestBody(): RequestBody | undefined {
    if (this.#requestBody === null) {
      const built = buildRequestBody(this.#context, this.#input.node);
      this.#requestBody = built?.required && UNSENDABLE.has(this.method) ? { ...built, required: false } : built;
    }
    return this.#requestBody;
  }

  get responses(): readonly OperationResponse[] {
    this.#responses ??= buildResponses(this.#context, this.#input.node);
    return this.#responses;
  }

  get security(): readonly SecurityRequirement[] {
    this.#security ??= buildSecurity(this.#context, this.#input.node) ?? this.#input.security;
    return this.#security;
  }

  get servers(): readonly Server[] {
    if (this.#servers === undefined) {
      const ofPath = pathServers(this.#context, this.#input);
      this.#servers = buildServers(this.#context, this.#input.node) ?? ofPath ?? this.#input.servers;
    }
    return this.#servers;
  }

  get callbacks(): Operation["callbacks"] {
    this.#callbacks ??= buildCallbacks(this.#context, this.#input.node, this.pointer);
    return this.#callbacks;
  }

  get role(): Role {
    return this.#inferred.role;
  }

  get roleReason(): string {
    return this.#inferred.reason;
  }

  get extensions(): Readonly<Record<string, unknown>> {
    return extensionsOf(this.#input.node);
  }

  get #inferred(): InferredRole {
    this.#role ??= this.#input.roleOf(this);
    return this.#role;
  }
}

/** The servers of the path item, built once for all its operations. */
function pathServers(context: BuildContext, { pathItems }: OperationInput): readonly Server[] | undefined {
  return pathItems
    .map((item) => builtOnce(context, "servers", item, () => buildServers(context, item)))
    .find((servers) => servers !== undefined);
}

/** Builds all parts of an operation, which adds diagnostics for their problems. */
export function buildWhole({ parameters, requestBody, responses, security, servers, callbacks }: Operation): void {
  const content = [requestBody, ...responses].flatMap((part) => part?.content ?? []);
  // Looking at a part builds it.
  void [parameters, security, servers, callbacks, responses.map(({ headers, links }) => [headers, links])];
  void content.map(({ examples, encoding }) => [examples, encoding]);
}

/** `{page}` of `/rides?page={page}` is a parameter of the query. */
function inQuery(parameter: Parameter, names: ReadonlyMap<string, string>): Parameter {
  const name = parameter.in === "path" ? names.get(parameter.name) : undefined;
  return name === undefined ? parameter : { ...parameter, name, in: "query", style: "form", explode: true };
}

/** The declared path parameters must be exactly those in the path. */
function matchTemplate(
  context: BuildContext,
  { node, path, template }: OperationInput,
  { id, pointer }: Operation,
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const named = template.parameters;
  if (parameters.length === 0 && named.length === 0) return parameters;
  const declared: string[] = [];
  const kept = parameters.filter(({ name, in: location }) => {
    if (location !== "path") return true;
    declared.push(name);
    if (named.includes(name)) return true;
    warn(context, pointer, {
      code: "path-parameter-not-in-path",
      message: `The path parameter \`${name}\` does not occur in the path \`${path}\`; it is skipped.`,
      hint: "Correct its name, or remove it.",
      operations: [id],
    });
    return false;
  });
  const missing = named.filter((name, at) => !declared.includes(name) && named.indexOf(name) === at);
  if (missing.length === 0) return kept;
  return [...missing.map(undeclared), ...kept];

  function undeclared(name: string): Parameter {
    warn(context, pointer, {
      code: "undeclared-path-parameter",
      message: `The path \`${path}\` names \`{${name}}\`, but no parameter declares it; any text is accepted.`,
      hint: `Add a parameter with \`name: ${name}\` and \`in: path\`.`,
      operations: [id],
    });
    return {
      name,
      in: "path",
      required: true,
      deprecated: false,
      description: undefined,
      style: "simple",
      explode: false,
      allowReserved: undefined,
      allowEmptyValue: undefined,
      schema: context.schemas.of({ type: "string" }, joinPointer(node.uri, "parameters", `{${name}}`)),
      content: undefined,
      examples: [],
    };
  }
}
