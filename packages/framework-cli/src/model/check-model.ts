import { nearestName } from "@onespec/spec-core";
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

/** Options of Sequelize's `define` that change the table in a way that migrations cannot keep. */
const BEYOND_MIGRATIONS = words("schema engine charset collate comment initialAutoIncrement noPrimaryKey omitNull");

/** Sequelize's own and those of the package `validator` that Sequelize hands on. */
const VALIDATORS = words(
  `is regex not notRegex isEmail isUrl isURL isIP isIPv4 isIPv6 isAlpha isAlphanumeric isNumeric isInt isFloat isDecimal isLowercase
  isUppercase notNull isNull notEmpty equals contains notIn isIn notContains len isUUID isDate isAfter isBefore min max isCreditCard
  isArray isImmutable isMACAddress isIPRange isFQDN isBoolean isIBAN isBIC isPassportNumber isPort isAscii isFullWidth isHalfWidth
  isVariableWidth isMultibyte isSemVer isSurrogatePair isIMEI isHexadecimal isOctal isDivisibleBy isHexColor isRgbColor isHSL isISRC isMD5
  isHash isJWT isJSON isEmpty isLength isLocale isByteLength isMongoId isIdentityCard isEAN isISIN isISBN isISSN isMobilePhone
  isPostalCode isEthereumAddress isCurrency isBtcAddress isISO8601 isRFC3339 isISO31661Alpha2 isISO31661Alpha3 isBase32 isBase58 isBase64
  isDataURI isMagnetURI isMimeType isLatLong isWhitelisted isSlug isStrongPassword isTaxID isTime isLicensePlate isVAT matches`,
);

/**
 * Refuses options that nobody would read: a misspelt validator would let everything through.
 *
 * @throws FrameworkError MODEL_INVALID with the file, the model and the nearest known name
 */
export function checkModel({ name, attributes, options }: ModelDefinition, path: string): void {
  const place = `${path}: ${name}`;
  for (const option in options) {
    if (BEYOND_MIGRATIONS.includes(option)) {
      throw invalid(`${place}: the option ${option} has no effect.`, "Write it in a migration, as SQL.");
    }
    refuseUnknown(option, MODEL_OPTIONS, `${place}: there is no option`);
  }
  for (const [attribute, given] of Object.entries(attributes)) {
    if (typeof given !== "object" || given === null || !("type" in given)) continue;
    for (const option in given) refuseUnknown(option, ATTRIBUTE_OPTIONS, `${place}.${attribute}: there is no option`);
    for (const [validator, value] of Object.entries(given.validate ?? {})) {
      if (typeof value === "function") continue;
      refuseUnknown(validator, VALIDATORS, `${place}.${attribute}: there is no validator`);
    }
  }
  for (const [validator, check] of Object.entries(options.validate ?? {})) {
    if (typeof check === "function") continue;
    throw invalid(`${place}: options.validate.${validator} is no function.`, "Write a function that throws an Error.");
  }
  for (const index of options.indexes ?? []) {
    const { fields } = index;
    if (!Array.isArray(fields) || !fields.every((field) => typeof field === "string")) {
      throw invalid(
        `${place}: an index takes a list of attributes' names as \`fields\`.`,
        "Write an index over expressions, or over parts of texts, in a migration, as SQL.",
      );
    }
    for (const option in index) {
      if (option === "where" || option === "using" || option === "operator") {
        throw invalid(`${place}: an index cannot have ${option} here.`, "Write this index in a migration, as SQL.");
      }
      refuseUnknown(option, INDEX_OPTIONS, `${place}: an index has no option`);
    }
  }
}

function refuseUnknown(given: string, known: readonly string[], text: string): void {
  if (known.includes(given)) return;
  const nearest = nearestName(given, known);
  throw invalid(
    `${text} ${given}.`,
    nearest === undefined ? `There are ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  );
}

function invalid(message: string, hint: string): FrameworkError {
  return new FrameworkError("MODEL_INVALID", message, { hint });
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
