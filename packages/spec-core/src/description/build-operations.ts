import type { Located } from "../document/documents.js";
import { tooLarge } from "../errors/too-large.js";
import { isReference } from "../json/is-object.js";
import type { Operation, SecurityRequirement, Server } from "../model/api-description.js";
import { type PathSegment, type PathTemplate, parsePathTemplate, splitQuery } from "../paths/path-template.js";
import type { InferredRole } from "../resources/infer-resources.js";
import {
  type BuildContext,
  mapMembers,
  memberOf,
  type ObjectNode,
  objectAt,
  objectMember,
  warn,
} from "./build-context.js";
import { buildOperation, buildWhole, type OperationInput } from "./build-operation.js";
import { createSoundnessCheck } from "./is-sound.js";
import { operationMembers } from "./operation-members.js";

/** Every tool can process this many operations in five seconds. The largest known descriptions have 16,000. */
const MOST_OPERATIONS = 20_000;

/** Values for operations that do not set their own. */
interface OperationDefaults {
  readonly security: readonly SecurityRequirement[];
  readonly servers: readonly Server[];
  roleOf(operation: Operation): InferredRole;
}

/** An operation and its source. */
interface BuiltOperation {
  readonly operation: Operation;
  readonly input: OperationInput;
}

/**
 * The parts of the document that define an operation: its object, and the parameters that it shares with the others of
 * its path item.
 */
export function operationParts({ input: { node, pathItems } }: BuiltOperation): readonly Located[] {
  return [node, ...pathItems.map((item) => memberOf(item, "parameters"))];
}

/** The operations below `paths`, in document order. @throws DescriptionError `DESCRIPTION_TOO_LARGE` */
export function buildOperations(
  context: BuildContext,
  root: ObjectNode,
  defaults: OperationDefaults,
): readonly BuiltOperation[] {
  const found = findOperations(context, root, defaults);
  if (found.length > MOST_OPERATIONS) {
    const message = `The description has ${found.length} operations, more than ${MOST_OPERATIONS}.`;
    throw tooLarge(context.documents.locate("#/paths"), message, "Cut it into several descriptions.");
  }
  const ids = chooseIds(context, found);
  return found.map((input, index) => ({
    operation: buildOperation(context, input, ids[index] ?? ""),
    input,
  }));
}

/** Builds all parts of operations that have problems, which adds diagnostics for them. */
export function buildUnsound(context: BuildContext, built: readonly BuiltOperation[]): void {
  const isSound = createSoundnessCheck(context);
  for (const { operation, input } of built) {
    const { node, template, pathItems } = input;
    const items = pathItems.map(({ value }) => value);
    if (!isSound(node.value, items, template)) buildWhole(operation);
  }
}

function findOperations(context: BuildContext, root: ObjectNode, defaults: OperationDefaults): OperationInput[] {
  const shapes = new Map<string, string>();
  const members = mapMembers(context, root, "paths");
  const plain = new Map<string, number>();
  for (const path of members.map(({ key }) => key.split("?")[0] ?? "")) plain.set(path, (plain.get(path) ?? 0) + 1);
  return members.flatMap((member) => {
    const { key } = member;
    if (key.startsWith("x-") || isEndlessPath(context, member.uri, key)) return [];
    const split = splitQuery(key);
    const asked = split && plain.get(split.path) === 1 ? split : undefined;
    const path = asked?.path ?? key;
    if (asked) {
      warn(context, member.uri, {
        code: "invalid-path",
        message: `The path \`${key}\` has a query; its parameters are read as query parameters.`,
        hint: `Write \`${path}\`, and \`in: query\`.`,
      });
    }
    const pathItems = pathItemNodes(context, member);
    if (pathItems.length === 0) return [];
    const template = parsePathTemplate(path);
    checkPath(context, member.uri, path, template, shapes);
    const methods = new Set<string>();
    return pathItems.flatMap((item) =>
      operationMembers(context, item).flatMap(({ method, owner, key: name, tokens }): OperationInput[] => {
        const node = methods.has(method) ? undefined : objectMember(context, owner, name);
        methods.add(method);
        return node
          ? [{ key, path, queryNames: asked?.names, template, method, node, tokens, pathItems, ...defaults }]
          : [];
      }),
    );
  });
}

/** A path item with `$ref` may also have fields of its own, which override those of the target. */
function pathItemNodes(context: BuildContext, member: { readonly value: unknown; readonly uri: string }): ObjectNode[] {
  const target = objectAt(context, member);
  if (!isReference(member.value)) return target ? [target] : [];
  const own = Object.keys(member.value).length > 1 ? [{ value: member.value, uri: member.uri }] : [];
  return target ? [...own, target] : own;
}

function checkPath(
  context: BuildContext,
  uri: string,
  path: string,
  template: PathTemplate,
  shapes: Map<string, string>,
): void {
  if (!path.startsWith("/")) {
    warn(context, uri, {
      code: "invalid-path",
      message: `The path \`${path}\` does not begin with a slash; it is read as if it did.`,
      hint: `Write \`/${path}\`.`,
    });
  }
  const shape = pathShape(template);
  const other = shapes.get(shape);
  if (other === undefined) shapes.set(shape, path);
  else {
    warn(context, uri, {
      code: "ambiguous-path",
      message: `\`${path}\` and \`${other}\` match the same requests.`,
      hint: "Put their operations under one of the two paths.",
    });
  }
}

/**
 * Makes ids unique. Ids in the description come first, so a generated one never takes the id of another operation. If
 * several operations have the same id, the one that keeps it depends on their paths and methods, not on their order in
 * the document.
 */
function chooseIds(context: BuildContext, found: readonly OperationInput[]): string[] {
  const taken = new UniqueIds();
  const ids = new Map<OperationInput, string>();
  const inOrder = [...found].sort(
    (left, right) => compareText(left.path, right.path) || compareText(left.method, right.method),
  );
  const wanted = inOrder.map((input) => {
    const { operationId: value } = input.node.value;
    if (typeof value !== "string" || value.trim() === "") return makeOperationId(input.method, input.template);
    if (taken.take(value)) {
      ids.set(input, value);
      return value;
    }
    warn(context, memberOf(input.node, "operationId").uri, {
      code: "duplicate-operation-id",
      message: `The operationId \`${value}\` of ${input.method.toUpperCase()} ${input.path} is already used by another operation.`,
      hint: "Give each operation an id of its own.",
    });
    return value;
  });
  for (const [at, input] of inOrder.entries()) {
    if (ids.has(input)) continue;
    ids.set(input, taken.numbered(wanted[at] ?? ""));
  }
  return found.map((input) => ids.get(input) ?? "");
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** In characters. Servers and clients reject request lines of about twice this length. */
const LONGEST_PATH = 8_000;
/** Ten times as many as anyone writes. */
const MOST_PARAMETERS = 100;

/** Adds a diagnostic if no client could send requests to the path, or some of its parameters have no name. */
function isEndlessPath(context: BuildContext, uri: string, path: string): boolean {
  const parameters = path.length > LONGEST_PATH ? 0 : path.split("{").length - 1;
  if (path.length <= LONGEST_PATH && parameters <= MOST_PARAMETERS) return false;
  const reason =
    parameters > MOST_PARAMETERS
      ? `has ${parameters} parameters, more than ${MOST_PARAMETERS}`
      : `is ${path.length} characters long, more than ${LONGEST_PATH}`;
  warn(context, uri, {
    severity: "error",
    code: "too-large",
    message: `The path \`${path.slice(0, 60)}…\` ${reason}; its operations are skipped.`,
    hint: "Move parameters that do not identify the resource to the query or the body.",
  });
  return true;
}

/** An id from method and path: `GET /pets/{petId}` becomes `getPetsByPetId`. */
function makeOperationId(method: string, { segments }: PathTemplate): string {
  const words = segments.flatMap(segmentWords);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return `${method.replace(/[^A-Za-z0-9]/g, "")}${name || "Root"}`;
}

/** The ids that are taken. */
class UniqueIds {
  readonly #taken = new Set<string>();
  /** The highest number that is taken for each id. Thousands of operations may have the same id. */
  readonly #numbers = new Map<string, number>();

  /** Takes `id`, if it is new. */
  take(id: string): boolean {
    const isNew = !this.#taken.has(id);
    this.#taken.add(id);
    return isNew;
  }

  /** Takes `id`, or `id` with the first number from 2 that makes it new. */
  numbered(id: string): string {
    if (this.take(id)) return id;
    let number = this.#numbers.get(id) ?? 2;
    while (!this.take(`${id}${number}`)) number += 1;
    this.#numbers.set(id, number);
    return `${id}${number}`;
  }
}

/** The path without the names of its parameters. Two paths with the same shape match the same requests. */
function pathShape(template: PathTemplate): string {
  return template.text.replace(/\{[^{}]*\}/g, "{}");
}

function segmentWords(segment: PathSegment): string[] {
  switch (segment.kind) {
    case "literal":
      return wordsOf(segment.text);
    case "parameter":
      return ["by", ...wordsOf(segment.name)];
    case "pattern":
      return segment.parts.flatMap((part) =>
        "literal" in part ? wordsOf(part.literal) : ["by", ...wordsOf(part.parameter)],
      );
  }
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}
