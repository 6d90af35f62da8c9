import { isJsonObject } from "../document/json-object.js";
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
import { buildParameters, mergeParameters } from "./build-parameters.js";
import { buildRequestBody } from "./build-request-body.js";
import { buildResponses } from "./build-response.js";
import { buildSecurity } from "./build-security.js";
import { buildServers } from "./build-server.js";
import type { PathTemplate } from "./path-template.js";

/** An operation object with what it takes over from its surroundings. */
export interface OperationInput {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly template: PathTemplate;
  readonly node: ObjectNode;
  /** In the root document. */
  readonly pointer: string;
  /** The path item's parameters. */
  readonly shared: readonly Parameter[];
  readonly security: readonly SecurityRequirement[];
  readonly servers: readonly Server[];
}

/** The operation, its role not yet known. */
export function buildOperation(context: BuildContext, input: OperationInput): Operation {
  const { node, id, method, path, template, pointer } = input;
  const { operationId, tags } = node.value;
  const parameters = mergeParameters([buildParameters(context, [node]), input.shared]);
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
    parameters: matchTemplate(context, input, parameters),
    requestBody: buildRequestBody(context, node),
    responses: buildResponses(context, node),
    security: buildSecurity(context, node) ?? input.security,
    servers: buildServers(context, node) ?? input.servers,
    callbacks: callbacksOf(context, node),
    role: { kind: "operation" },
    roleReason: "",
    extensions: extensionsOf(node),
    pointer,
  };
}

/** Path parameters are those that the path names, neither more nor fewer. */
function matchTemplate(
  context: BuildContext,
  { node, id, path, template, pointer }: OperationInput,
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

function callbacksOf(context: BuildContext, node: ObjectNode): Readonly<Record<string, unknown>> {
  if (!isJsonObject(node.value.callbacks)) return {};
  return objectMember(context, node, "callbacks")?.value ?? {};
}
