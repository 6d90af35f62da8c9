import { createHash } from "node:crypto";
import { selectSuccess } from "@onespec/http-contract";
import { foldName, isObject, nameWords, type Operation, type Resource, schemaShape } from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { endLiteral } from "../../model/path-words.js";
import { propertiesOf } from "../../model/schema-questions.js";
import { filledPath, stateKey } from "../../model/state-key.js";
import type { JsonObject } from "../../store/record-store.js";

/**
 * `POST /clients/{id}/rotate-secret` gives `client_secret` a new value, `POST /tokens/{id}/reset` the `token`, and
 * `POST /environments/{id}/apiKey`, "Reset the key", the `apiKey`. `undefined` if the operation renews nothing, or the record has no such
 * text.
 */
export function createSecretRenewal(
  { schemas, fitting }: Pick<MockContext, "schemas" | "fitting">,
  resource: Resource,
  operation: Operation,
): ((value: JsonObject) => JsonObject) | undefined {
  const words = nameWords(endLiteral(operation));
  const told = [...words, ...nameWords(operation.summary ?? "").slice(0, 1)];
  if (operation.method !== "post" || !told.some((word) => RENEWS.has(word))) return undefined;
  const noun = words.filter((word) => !RENEWS.has(word)).join("");
  const own = new Set([resource.id, ...resource.parents].map(({ property }) => property?.[0]));
  const secrets = propertiesOf(schemas, resource.schema.json).filter(
    ({ name, schema }) =>
      !own.has(name) &&
      SECRET.test(foldName(name)) &&
      foldName(name).includes(noun) &&
      schemaShape(schemas, schema).types.has("string"),
  );
  const { isValid } = schemas.validator(resource.schema, "response");
  if (secrets.length === 0) return undefined;
  return (value) => {
    const renewed = secrets.map(({ name, schema }) => {
      const before = value[name] ?? fitting.fit(schemas.schemaOf(schema), undefined, { seed: resource.stateKey });
      return [name, typeof before === "string" ? otherText(before) : before];
    });
    const changed = { ...value, ...Object.fromEntries(renewed) };
    return isValid(changed) || !isValid(value) ? changed : value;
  };
}

/** `POST /hooks/{id}/secret/rotate` renews the secret that `GET /hooks/{id}/secret` shows. `undefined` if no `GET` shows it. */
export function createDocumentRenewal(
  { api, operationStates }: Pick<MockContext, "api" | "operationStates">,
  { method, path, id }: Operation,
): ((texts: Call["pathTexts"]) => Promise<void>) | undefined {
  const [, shown, verb = ""] = /^(.+)\/([^/{}]+)\/?$/.exec(path) ?? [];
  const reading =
    method === "post" && RENEWS.has(foldName(verb))
      ? api.operations.find((one) => one.method === "get" && one.path === shown)
      : undefined;
  if (!reading) return undefined;
  const { role } = reading;
  const isDocument = role.kind === "singleton";
  if (!isDocument && role.kind !== "operation") return undefined;
  const renewed = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, text]) => [
            name,
            typeof text === "string" && SECRET.test(foldName(name)) ? otherText(text) : text,
          ]),
        )
      : value;
  return async (texts) => {
    const key = isDocument
      ? filledPath(role.key, texts)
      : stateKey(reading, { pathTexts: texts, query: {}, answerAs: undefined }, true);
    // A value that nobody has read yet need not change.
    await operationStates.update(key, id, renewed);
  };
}

/**
 * Stores the answer of `POST /clients/{id}/secret` without a body for the `GET` at its path, if both have the same schema. `undefined` for
 * other operations.
 */
export function createReadBack(
  { api, operationStates }: Pick<MockContext, "api" | "operationStates">,
  operation: Operation,
): ((texts: Call["pathTexts"], value: unknown) => Promise<void>) | undefined {
  const { method, path, requestBody } = operation;
  const answered = (one: Operation): string | undefined => selectSuccess(one).response?.content[0]?.schema?.name;
  const reading = api.operations.find(
    (one) => one.method === "get" && one.path === path && one.role.kind === "operation",
  );
  const name = reading && answered(reading);
  if (method !== "post" || requestBody || !reading || name === undefined || name !== answered(operation))
    return undefined;
  return (texts, value) =>
    operationStates.put(stateKey(reading, { pathTexts: texts, query: {}, answerAs: undefined }, true), reading.id, {
      value,
    });
}

const RENEWS = new Set(
  "rotate rotates regenerate regenerates reset resets refresh refreshes renew renews roll".split(" "),
);
const SECRET = /(?:token|secret|key|password)$/;

/** Another text with the same form and the same prefix, such as `sk-`. Always the same for the same text. */
function otherText(text: string): string {
  const prefix = /^[A-Za-z]+[_-](?=.{3})/.exec(text)?.[0] ?? "";
  let hex = "";
  while (hex.length < text.length)
    hex += createHash("sha256")
      .update(text + hex)
      .digest("hex");
  const other = (letters: string, index: number): string =>
    letters[Number.parseInt(hex[index] ?? "0", 16) % letters.length] ?? "";
  const rest = [...text.slice(prefix.length)].map((one, index) => {
    if (/\d/.test(one)) return other("0123456789", index);
    if (/[a-f]/.test(one)) return other("abcdef", index);
    if (/[g-z]/.test(one)) return other("ghijklmnopqrstuv", index);
    return /[A-Z]/.test(one) ? other("ABCDEFGHJKLMNPQR", index) : one;
  });
  return prefix + rest.join("");
}
