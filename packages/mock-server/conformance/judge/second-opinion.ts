import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SchemaBook, SchemaPlace } from "./schema-book.js";

/** Another validator over the same schemas, as other judges have it: ajv with ajv-formats. Slow on large descriptions. */
export function createSecondOpinion(book: SchemaBook): (place: SchemaPlace, value: unknown) => string[] {
  const uri = "https://judge.test/second";
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false, allErrors: false, inlineRefs: false });
  addFormats.default(ajv as never);
  ajv.addSchema({ $id: uri, ...book.document });
  return (place, value) => {
    const validate = ajv.getSchema(`${uri}#${encodeURI(place)}`);
    if (validate === undefined || validate(value) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || "the whole body"}: ${message} (ajv)`,
    );
  };
}
