import { camelize, dasherize, pluralize, underscore } from "inflection";
import { FrameworkError } from "../errors/framework-error.js";
import { checkFileName, identifier, singular } from "./action-name.js";
import { RESERVED_MODELS } from "./reserved-names.js";

/** The names derived from a model's name. */
export interface ModelName {
  /** `OrderLine` */
  readonly model: string;
  /** Folder and first segment of paths: `order-lines`. */
  readonly group: string;
  /** `orderLines` */
  readonly service: string;
  /** `orderLineId` */
  readonly idParameter: string;
  /** The name in sentences: `order line`, `an order line`, `order lines`. */
  readonly one: string;
  readonly aOne: string;
  readonly many: string;
}

/** Takes `OrderLine`, `order-line` and `order_lines` alike. @throws FrameworkError NAME_INVALID */
export function parseModelName(text: string): ModelName {
  checkFileName(text, text);
  const single = singular(identifier(text));
  // Only a clear plural becomes a singular, so Address and News stay.
  const word = pluralize(single) === identifier(text) ? single : identifier(text);
  const model = word.charAt(0).toUpperCase() + word.slice(1);
  if (RESERVED_MODELS.has(model)) {
    throw new FrameworkError("NAME_INVALID", `A model cannot be called ${model}: the name is reserved.`, {
      hint: `Choose another, such as ${model}Record.`,
    });
  }
  if (model.length > 50) {
    throw new FrameworkError(
      "NAME_INVALID",
      `${model} is too long for a model: its table's name must fit every database.`,
      { hint: "Use at most 50 characters." },
    );
  }
  const one = underscore(model).replaceAll("_", " ");
  const many = pluralize(underscore(model));
  return {
    model,
    group: dasherize(many),
    service: camelize(many, true),
    idParameter: `${camelize(underscore(model), true)}Id`,
    one,
    aOne: `${articleOf(one)} ${one}`,
    many: many.replaceAll("_", " "),
  };
}

/** `a book`, `an order line`. */
export function articleOf(noun: string): "a" | "an" {
  return /^(?:[aeio]|u[mnp](?!i))/.test(noun) ? "an" : "a";
}
