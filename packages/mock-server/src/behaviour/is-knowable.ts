import { findIdPlace, type Operation, type Resource, type SchemaRegistry } from "@onespec/spec-core";
import { chosenKeyReader } from "./chosen-key.js";

/**
 * Could a client know what records there are? Where nothing lists them, and what makes one says nothing that leads to it, a
 * client has to guess.
 */
export function isKnowable(schemas: SchemaRegistry, resource: Resource): boolean {
  const { list, create, replace } = resource.roles;
  if (list !== undefined) return true;
  if (create === undefined) return replace !== undefined;
  // A client that puts records where it likes knows where they are.
  return replace?.responses.some(({ status }) => status === "201") || tellsId(schemas, resource, create);
}

/** By `Location`, in the body of the answer, or because the client chose the id itself. */
function tellsId(schemas: SchemaRegistry, resource: Resource, create: Operation): boolean {
  const successes = create.responses.filter(({ status }) => /^(?:2|default)/.test(status));
  if (successes.length === 0 || successes.some(({ status }) => status === "201")) return true;
  if (chosenKeyReader(schemas, create, resource).canChoose) return true;
  return successes.some(
    ({ content, headers }) =>
      headers.some(({ name }) => name.toLowerCase() === "location") ||
      content.some(({ schema }) => !schema || findIdPlace(schemas, resource, schema.json) !== undefined),
  );
}
