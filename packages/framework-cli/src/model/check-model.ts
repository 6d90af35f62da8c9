import { isObject, nearestName } from "@onespec/spec-core";
import { FrameworkError } from "../errors/framework-error.js";
import type { ModelDefinition } from "./define-model.js";

const ATTRIBUTE_OPTIONS = words(
  "type primaryKey autoIncrement allowNull unique defaultValue field references onDelete onUpdate comment validate get set renamedFrom hidden",
);

const MODEL_OPTIONS = words(
  `tableName freezeTableName renamedFrom underscored timestamps createdAt updatedAt paranoid deletedAt version indexes associations
  hooks validate scopes defaultScope getterMethods setterMethods name`,
);

const INDEX_OPTIONS = words("fields unique name");

/** Options of Sequelize's `define` that change the table in a way that migrations do not support. */
const BEYOND_MIGRATIONS = words("schema engine charset collate comment initialAutoIncrement noPrimaryKey omitNull");

/** Sequelize's validators, and those of the package `validator` that Sequelize offers. */
const VALIDATORS = words(
  `is regex not notRegex isEmail isUrl isURL isIP isIPv4 isIPv6 isAlpha isAlphanumeric isNumeric isInt isFloat isDecimal isLowercase
  isUppercase notNull isNull notEmpty equals contains notIn isIn notContains len isUUID isDate isAfter isBefore min max isCreditCard
  isArray isImmutable isMACAddress isIPRange isFQDN isBoolean isIBAN isBIC isPassportNumber isPort isAscii isFullWidth isHalfWidth
  isVariableWidth isMultibyte isSemVer isSurrogatePair isIMEI isHexadecimal isOctal isDivisibleBy isHexColor isRgbColor isHSL isISRC isMD5
  isHash isJWT isJSON isEmpty isLength isLocale isByteLength isMongoId isIdentityCard isEAN isISIN isISBN isISSN isMobilePhone
  isPostalCode isEthereumAddress isCurrency isBtcAddress isISO8601 isRFC3339 isISO31661Alpha2 isISO31661Alpha3 isBase32 isBase58 isBase64
  isDataURI isMagnetURI isMimeType isLatLong isWhitelisted isSlug isStrongPassword isTaxID isTime isLicensePlate isVAT matches`,
);

/** The allowed keys of each kind of association. */
const ASSOCIATIONS: Readonly<Record<string, readonly string[]>> = {
  belongsTo: ["foreignKey"],
  hasMany: ["foreignKey"],
  hasOne: ["foreignKey"],
  belongsToMany: ["through", "foreignKey", "otherKey"],
};

/** Words of Rails and Knex for options that have another name here. */
const SAME_AS: Readonly<Record<string, string>> = {
  null: "allowNull",
  nullable: "allowNull",
  default: "defaultValue",
  validates: "validate",
  column: "field",
  table: "tableName",
  length: "len",
  presence: "notEmpty",
  format: "is",
  inclusion: "isIn",
  exclusion: "notIn",
};

/** Options that belong elsewhere. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  index: "Write it in the options: indexes: [{ fields: [...] }].",
  length: "Write it in the type: DataTypes.STRING(120).",
  limit: "Write it in the type: DataTypes.STRING(120).",
  as: "The key of the association is its name: associations: { comments: { hasMany: ... } }.",
};

/** A mistake in a model. */
export interface ModelProblem {
  /** `Book.title: there is no option alowNull.` */
  readonly message: string;
  readonly hint?: string;
}

/** Finds every mistake of a model, also options with unknown names: a misspelt validator would accept everything. */
export function modelProblems({ name, attributes, options }: ModelDefinition): readonly ModelProblem[] {
  const problems: ModelProblem[] = [];
  const add = (place: string, message: string, hint: string): void =>
    void problems.push({ message: `${place}: ${message}`, hint });
  const refuseUnknown = (given: string, known: readonly string[], place: string, what: string): void => {
    if (!known.includes(given)) add(place, `${what} ${given}.`, meant(given, known));
  };
  for (const option in options) {
    if (BEYOND_MIGRATIONS.includes(option)) {
      add(name, `the option ${option} has no effect.`, "Write it in a migration, as SQL.");
    } else refuseUnknown(option, MODEL_OPTIONS, name, "there is no option");
  }
  for (const [attribute, given] of Object.entries(attributes)) {
    if (typeof given !== "object" || given === null || !("type" in given)) continue;
    const place = `${name}.${attribute}`;
    for (const option in given) refuseUnknown(option, ATTRIBUTE_OPTIONS, place, "there is no option");
    for (const [validator, value] of Object.entries(given.validate ?? {})) {
      if (typeof value !== "function") refuseUnknown(validator, VALIDATORS, place, "there is no validator");
    }
  }
  for (const [validator, check] of Object.entries(options.validate ?? {})) {
    if (typeof check === "function") continue;
    add(name, `options.validate.${validator} is no function.`, "Write a function that throws an Error.");
  }
  for (const index of options.indexes ?? []) {
    const { fields } = index;
    if (!Array.isArray(fields) || !fields.every((field) => typeof field === "string")) {
      const hint = "Write an index over expressions, or over parts of texts, in a migration, as SQL.";
      add(name, "an index takes a list of attributes' names as `fields`.", hint);
    }
    for (const option in index) {
      if (option === "where" || option === "using" || option === "operator") {
        add(name, `an index cannot have ${option} here.`, "Write this index in a migration, as SQL.");
      } else refuseUnknown(option, INDEX_OPTIONS, name, "an index has no option");
    }
  }
  for (const [association, given] of Object.entries(options.associations ?? {})) {
    if (association in attributes) {
      add(`${name}.associations.${association}`, "an attribute has this name.", "Give the association another name.");
    }
    for (const [message, hint] of associationProblems(given)) add(`${name}.associations.${association}`, message, hint);
  }
  return problems;
}

function associationProblems(given: unknown): readonly (readonly [message: string, hint: string])[] {
  const example = 'Write one as { hasMany: "Comment" }.';
  if (!isObject(given)) return [["it is no association.", example]];
  const names = Object.keys(given);
  const kinds = Object.keys(ASSOCIATIONS);
  const [kind, ...others] = names.filter((key) => kinds.includes(key));
  if (others.length > 0)
    return [[`it has ${kind} and ${others.join(", ")}.`, "Write an association for each of them."]];
  const details = kind === undefined ? ["through", "foreignKey", "otherKey"] : (ASSOCIATIONS[kind] ?? []);
  const unknown = names.filter((key) => key !== kind && !details.includes(key));
  if (kind === undefined) {
    return unknown.length === 0
      ? [["it names no model.", example]]
      : unknown.map((key) => [`${key} is no association.`, meant(key, kinds)]);
  }
  return [
    ...unknown.map((key) => [`${kind} has no option ${key}.`, meant(key, details)] as const),
    ...(typeof given[kind] === "string" ? [] : [[`${kind} takes the name of a model.`, example] as const]),
    ...(kind === "belongsToMany" && typeof given.through !== "string"
      ? [["through takes the name of the model between.", 'Write: through: "Membership".'] as const]
      : []),
  ];
}

/** The hint for an unknown option. */
function meant(given: string, known: readonly string[]): string {
  const same = SAME_AS[given];
  const nearest = same !== undefined && known.includes(same) ? same : nearestName(given.replaceAll("_", ""), known);
  if (nearest !== undefined) return `Did you mean ${nearest}?`;
  return ELSEWHERE[given] ?? `Use one of ${known.join(", ")}.`;
}

/** One error for all mistakes. @param problems with the file at the beginning, if it is known */
export function invalidModels(problems: readonly ModelProblem[], cause?: unknown): FrameworkError {
  const [only] = problems;
  const details = cause === undefined ? {} : { cause };
  if (only !== undefined && problems.length === 1) {
    const { message, hint } = only;
    return new FrameworkError("MODEL_INVALID", message, { hint, ...details });
  }
  const list = problems.map(({ message, hint }) => {
    const text = message.replace(/\.$/, "");
    return hint === undefined ? text : `${text} (${hint[0]?.toLowerCase()}${hint.slice(1).replace(/\.$/, "")})`;
  });
  return new FrameworkError("MODEL_INVALID", `The models have ${problems.length} mistakes: ${list.join("; ")}.`, {
    hint: "Fix the named places.",
    ...details,
  });
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
