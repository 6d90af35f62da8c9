import type { ApiDescription, JsonSchema, MediaType } from "@onespec/spec-core";
import { referencesIn } from "./schema-parts.js";

/** The URIs of the schemas that requests and answers reach. */
export interface SchemaUses {
  readonly sent: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

/** Finds which schemas requests and answers reach, directly or through others. */
export function schemaUses({ operations, schemas }: ApiDescription): SchemaUses {
  const reached = (used: readonly { readonly uri: string; readonly json: JsonSchema }[]): ReadonlySet<string> => {
    const found = new Set(used.map(({ uri }) => uri));
    for (const { json } of used) referencesIn(json, found);
    // The loop also visits URIs that it adds.
    for (const uri of found) referencesIn(schemas.at(uri).json, found);
    return found;
  };
  const of = (content: readonly MediaType[] = []) =>
    content.flatMap(({ schema, itemSchema }) => [schema ?? [], itemSchema ?? []].flat());
  return {
    sent: reached(
      operations.flatMap(({ parameters, requestBody }) => [
        ...parameters.map(({ schema }) => schema),
        ...of(requestBody?.content),
      ]),
    ),
    answered: reached(operations.flatMap(({ responses }) => responses.flatMap(({ content }) => of(content)))),
  };
}
