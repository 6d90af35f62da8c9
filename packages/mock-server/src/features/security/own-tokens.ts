import { createHash } from "node:crypto";
import { selectSuccess } from "@onespec/http-contract";
import { foldName, isObject, jsonOf, type Operation, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { lastLiteral } from "../../model/path-words.js";

type States = Pick<MockContext, "operationStates">;

/** Stores the tokens in the answer of an operation that signs in: `token` of `POST /login`. They are valid until the state is reset. */
export async function keepTokens({ operationStates }: States, operation: Operation, text: string): Promise<void> {
  if (!signsIn(operation)) return;
  for (const token of tokensIn(jsonOf(text), 0))
    await operationStates.put(tokenKey(token), operation.id, { value: true });
}

/** True for a token that an operation has returned in this state. */
export async function isOwnToken({ operationStates }: States, token: string): Promise<boolean> {
  return (await operationStates.get(tokenKey(token))) !== undefined;
}

/** The operations whose answers document a token that they issue. */
export function operationsThatSignIn(operations: readonly Operation[], schemas: SchemaRegistry): readonly Operation[] {
  return operations.filter((operation) => {
    const [media] = selectSuccess(operation).response?.content ?? [];
    const shape = schemaShape(schemas, media?.schema?.json ?? true);
    const inner = [...shape.properties.values()].map(({ schema }) => schemaShape(schemas, schema));
    const names = [shape, ...inner].flatMap(({ properties }) => [...properties.keys()]);
    return signsIn(operation) && names.some(isTokenName);
  });
}

/** True for an operation without security, or with a path such as `/login`. */
function signsIn(operation: Operation): boolean {
  const { security, method } = operation;
  const isOpen = security.length === 0 || security.some((requirement) => requirement.length === 0);
  return isOpen || (method === "post" && SIGN_IN.test(foldName(lastLiteral(operation))));
}

const SIGN_IN = /^(?:login|signin|signup|register|refresh|(?:auth|access)?tokens?|sessions?|authenticate)$/;

function isTokenName(name: string): boolean {
  return /^(?:(?:access|auth|session|bearer|id)?token|jwt)$/.test(foldName(name));
}

/** The tokens in an object, or in an object directly inside it. */
function tokensIn(value: unknown, depth: number): readonly string[] {
  if (!isObject(value) || depth > 1) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    typeof one === "string" ? (isTokenName(name) && one !== "" ? [one] : []) : tokensIn(one, depth + 1),
  );
}

function tokenKey(token: string): string {
  return `token ${createHash("sha256").update(token).digest("hex")}`;
}
