import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { safePattern } from "./ecma-pattern.js";
import type { SchemaBook, SchemaPlace } from "./schema-book.js";
import type { Violation } from "./violation.js";

/** A second validator for the same schemas: ajv with ajv-formats, which many tools use. Slow for large descriptions. */
export function createSecondOpinion(book: SchemaBook): (place: SchemaPlace, value: unknown) => Violation[] {
  const uri = "https://judge.test/second";
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    allErrors: false,
    inlineRefs: false,
    // 0.07 is a multiple of 0.01.
    multipleOfPrecision: 9,
    // Most schemas judge only a value or two. Optimizing their code would take longer than running it.
    code: { optimize: false, regExp: safePattern },
  });
  addFormats.default(ajv as never);
  // JSON Schema has no format `url`. The one of ajv-formats rejects all local addresses, such as 127.0.0.1.
  ajv.addFormat("url", (text: string) => URL.canParse(text));
  ajv.addSchema({ $id: uri, ...book.document });
  return (place, value) => {
    const validate = ajv.getSchema(`${uri}#${encodeURI(place)}`);
    if (validate === undefined || accepts(validate, value)) return [];
    return (validate.errors ?? []).map(({ instancePath: at, keyword, message }) => {
      return { at, keyword, text: `${at || "the whole body"} ${message}`, schema: undefined };
    });
  };
}

function accepts(validate: (value: unknown) => unknown, value: unknown): boolean {
  try {
    return validate(value) === true;
  } catch (error) {
    // A schema that refers to itself without testing the value.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
