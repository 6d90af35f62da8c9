import { DatabaseError, type FieldViolation } from "../../../errors/database-error.js";

/** Sequelize's ValidationErrorItem. */
interface ErrorItem {
  readonly message: string;
  readonly path?: string | null;
  readonly type?: string | null;
  /** The validator's name; of an attribute's own type and of NOT NULL another word. */
  readonly validatorKey?: string | null;
  readonly validatorArgs?: readonly unknown[];
}

/**
 * Turns the error of a model's validators into sentences for clients. A validator's own message (`msg`, or the error it
 * throws) stays.
 * @param error Sequelize's ValidationError
 * @param model name of the model, if it is known
 */
export function refusedByModel(error: Error, model?: string): DatabaseError {
  const { errors = [] } = error as Error & { readonly errors?: readonly ErrorItem[] };
  const violations = errors.map(violationOf);
  const text = violations.map(({ field, reason, isSentence }) => {
    const place = [model, field].filter((part) => part !== undefined).join(".");
    return place === "" ? reason : `${place}${isSentence ? ":" : ""} ${reason}`;
  });
  return new DatabaseError("VALUE_REFUSED", `${text.join("; ").replace(/\.$/, "")}.`, {
    cause: error,
    fields: violations.flatMap(({ field }) => field ?? []),
    violations,
  });
}

function violationOf({ message, path, type, validatorKey, validatorArgs = [] }: ErrorItem): FieldViolation {
  // Sequelize names a validator of the whole model as if it were a field.
  const field =
    path == null || path === "" || (path === validatorKey && type === "Validation error") ? undefined : path;
  const named = field === undefined ? {} : { field };
  if (validatorKey === "is_null" && message.endsWith(`.${path} cannot be null`))
    return { ...named, reason: "must have a value" };
  if (type === "string violation") return { ...named, reason: "must be a text" };
  if (message !== `Validation ${validatorKey} on ${path} failed`)
    return { ...named, reason: message, isSentence: true };
  const reason = REASONS[validatorKey ?? ""] ?? `is rejected by the rule ${validatorKey}`;
  return { ...named, reason: typeof reason === "string" ? reason : reason(validatorArgs) };
}

type Reason = string | ((args: readonly unknown[]) => string);

const shown = (args: readonly unknown[]): string =>
  args
    .flat()
    .map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value)))
    .join(", ");

/** Sentences for validators whose default message only has the validator's name. */
const REASONS: Readonly<Record<string, Reason>> = {
  len: ([least, most]) =>
    most === undefined ? `must have at least ${least} characters` : `must have ${least} to ${most} characters`,
  min: ([limit]) => `must be at least ${limit}`,
  max: ([limit]) => `must be at most ${limit}`,
  is: ([pattern]) => `must match ${pattern}`,
  regex: ([pattern]) => `must match ${pattern}`,
  not: ([pattern]) => `must not match ${pattern}`,
  notRegex: ([pattern]) => `must not match ${pattern}`,
  contains: (args) => `must contain ${shown(args)}`,
  notContains: (args) => `must not contain ${shown(args)}`,
  equals: (args) => `must be ${shown(args)}`,
  isIn: (args) => `must be one of ${shown(args)}`,
  notIn: (args) => `must not be one of ${shown(args)}`,
  isAfter: ([time]) => `must be after ${time}`,
  isBefore: ([time]) => `must be before ${time}`,
  isDivisibleBy: ([number]) => `must be divisible by ${number}`,
  notEmpty: "must not be empty",
  isEmail: "must be an email address",
  isUrl: "must be a URL",
  isURL: "must be a URL",
  isIP: "must be an IP address",
  isIPv4: "must be an IPv4 address",
  isIPv6: "must be an IPv6 address",
  isUUID: "must be a UUID",
  isAlpha: "must have letters only",
  isAlphanumeric: "must have letters and digits only",
  isNumeric: "must have digits only",
  isInt: "must be a whole number",
  isFloat: "must be a number",
  isDecimal: "must be a decimal number",
  isLowercase: "must be in lower case",
  isUppercase: "must be in upper case",
  isDate: "must be a date",
  isJSON: "must be JSON",
  isCreditCard: "must be the number of a credit card",
};
