import { isObject, toMatcher } from "@onespec/spec-core";
import type { FieldRules } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import type { ModelAttribute } from "./define-model.js";

/** Validators that `FieldRules` can say. */
export const RULE_VALIDATORS: ReadonlySet<string> = new Set(["len", "min", "max", "is", "isEmail", "isUrl"]);

/** Validators' own messages: Sequelize reports them. */
export function hasMessages(attributes: Readonly<Record<string, ModelAttribute>>): boolean {
  return Object.values(attributes).some(
    ({ validate, unique }) => validate !== undefined || (typeof unique === "object" && unique.msg !== undefined),
  );
}

/** Sequelize's validators in JSON Schema's words. */
export function rulesOf({ validate = {} }: ModelAttribute, place: string): FieldRules {
  const argument = (name: string): unknown => {
    const given = validate[name];
    return typeof given === "object" && given !== null && "args" in given ? given.args : given;
  };
  const length = argument("len");
  const minimum = argument("min");
  const maximum = argument("max");
  const pattern = argument("is");
  const one = Array.isArray(pattern) ? pattern[0] : pattern;
  const text = one instanceof RegExp ? one.source : one;
  if (typeof text === "string" && toMatcher(text) === undefined) {
    throw new FrameworkError(
      "MODEL_INVALID",
      `${place}: its pattern in \`is\` is not a regular expression that is supported here.`,
      { hint: "Correct its syntax; groups may be nested 250 deep." },
    );
  }
  return {
    ...(Array.isArray(length) && typeof length[0] === "number" && { minLength: length[0] }),
    ...(Array.isArray(length) && typeof length[1] === "number" && { maxLength: length[1] }),
    ...(typeof text === "string" && { pattern: text }),
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
    ...(argument("isEmail") ? { format: "email" } : argument("isUrl") ? { format: "uri" } : {}),
    ...messagesOf(validate),
  };
}

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  len: ["minLength", "maxLength"],
  min: ["minimum"],
  max: ["maximum"],
  is: ["pattern"],
  isEmail: ["format"],
  isUrl: ["format"],
  isIn: ["enum"],
  notNull: ["required"],
};

/** The `msg` of validators. */
function messagesOf(validate: NonNullable<ModelAttribute["validate"]>): Pick<FieldRules, "messages"> {
  const messages = Object.entries(validate).flatMap(([validator, given]) => {
    const text = isObject(given) && "msg" in given ? given.msg : undefined;
    return typeof text === "string" ? (KEYWORDS[validator] ?? []).map((keyword) => [keyword, text]) : [];
  });
  return messages.length === 0 ? {} : { messages: Object.fromEntries(messages) };
}
