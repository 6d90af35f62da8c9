import { joinPointer } from "../document/json-pointer.js";
import type { Operation, Parameter, SecurityRequirement, Server } from "./api-description.js";
import {
  type BuildContext,
  extensionsOf,
  isSet,
  type ObjectNode,
  objectMember,
  textMember,
  warn,
} from "./build-context.js";
import { buildParameters } from "./build-parameters.js";
import { buildRequestBody } from "./build-request-body.js";
import { buildResponses } from "./build-response.js";
import { buildSecurity } from "./build-security.js";
import { buildServers } from "./build-server.js";
import type { PathTemplate } from "./path-template.js";

/** An operation object with what it takes over from its surroundings. */
export interface OperationInput {
  readonly method: string;
  readonly path: string;
  readonly template: PathTemplate;
  readonly node: ObjectNode;
  /** In the root document. */
  readonly pointer: string;
  /** Where the parameters are that it shares with other operations. */
  readonly pathItems: readonly ObjectNode[];
  readonly security: readonly SecurityRequirement[];
  readonly servers: readonly Server[];
}

/** The operation, its role not yet known. What it holds is built when first asked for. */
export function buildOperation(context: BuildContext, input: OperationInput, id: string): Operation {
  const { node, method, path, template, pointer } = input;
  const { operationId, tags } = node.value;
  let parameters: Operation["parameters"] | undefined;
  let requestBody: Operation["requestBody"] | null = null;
  let responses: Operation["responses"] | undefined;
  let security: Operation["security"] | undefined;
  let servers: Operation["servers"] | undefined;
  return {
    id,
    operationId: typeof operationId === "string" ? operationId : undefined,
    method,
    path,
    template,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
    summary: textMember(context, node, "summary"),
    description: textMember(context, node, "description"),
    deprecated: isSet(node, "deprecated"),
    get parameters() {
      parameters ??= matchTemplate(context, input, id, buildParameters(context, [node, ...input.pathItems]));
      return parameters;
    },
    get requestBody() {
      if (requestBody === null) requestBody = buildRequestBody(context, node);
      return requestBody;
    },
    get responses() {
      responses ??= buildResponses(context, node);
      return responses;
    },
    get security() {
      security ??= buildSecurity(context, node) ?? input.security;
      return security;
    },
    get servers() {
      servers ??= buildServers(context, node) ?? input.servers;
      return servers;
    },
    callbacks: objectMember(context, node, "callbacks")?.value ?? {},
    role: { kind: "operation" },
    roleReason: "",
    extensions: extensionsOf(node),
    pointer,
  };
}

/** Builds everything an operation holds, which notes what is wrong with it. */
export function buildWhole({ parameters, requestBody, responses, security, servers }: Operation): void {
  const content = [requestBody, ...responses].flatMap((part) => part?.content ?? []);
  // Looking at a part builds it.
  void [parameters, security, servers, responses.map(({ headers, links }) => [headers, links])];
  void content.map(({ examples, encoding }) => [examples, encoding]);
}

/** Path parameters are those that the path names, neither more nor fewer. */
function matchTemplate(
  context: BuildContext,
  { node, path, template, pointer }: OperationInput,
  id: string,
  parameters: readonly Parameter[],
): readonly Parameter[] {
  const named = new Set(template.parameters);
  const declared = new Set<string>();
  const kept = parameters.filter(({ name, in: location }) => {
    if (location !== "path") return true;
    declared.add(name);
    if (named.has(name)) return true;
    warn(context, pointer, {
      code: "path-parameter-not-in-path",
      message: `The path parameter \`${name}\` does not occur in the path \`${path}\`; it is left out.`,
      hint: "Correct its name, or remove it.",
      operations: [id],
    });
    return false;
  });
  const missing = [...named].filter((name) => !declared.has(name));
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
      allowReserved: false,
      allowEmptyValue: false,
      schema: context.schemas.of({ type: "string" }, joinPointer(node.uri, "parameters", `{${name}}`)),
      content: undefined,
      examples: [],
    };
  }
}
