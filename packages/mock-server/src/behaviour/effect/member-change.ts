import { coerceValue } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  nameWords,
  nounForms,
  type ObjectProperty,
  type Operation,
  objectProperties,
  REMOVING,
  type Resource,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import { pickBy } from "../../model/pick-by.js";
import type { JsonObject } from "../../store/record-store.js";
import type { ActionChange } from "./action-change.js";

/**
 * `PUT /customers/{id}/groups/{group_id}` adds the id to the `group_ids` of a customer. `DELETE` and `revoke_group/{group_id}` remove it. If the customer has a list
 * `groups` of objects, `DELETE` removes the object with that id, and other methods change it.
 */
export function memberChange(
  { schemas }: MockContext,
  { template, method: told }: Operation,
  resource: Resource,
): ActionChange | undefined {
  const [word, member] = template.segments.slice(-2);
  const isMember = word?.kind === "literal" && member?.kind === "parameter" && MEMBER_METHODS.has(told);
  if (!isMember || template.parameters.length !== resource.parents.length + 2) return undefined;
  const [verb = ""] = nameWords(word.text);
  const method = REMOVING.has(verb) ? "delete" : told;
  const names = [
    ...nounForms(foldName(word.text)).flatMap((form) => [form, `${form}ids`]),
    `${foldName(member.name)}s`,
  ];
  for (const { name, schema } of objectProperties(schemas, resource.schema.json).values()) {
    const { items, types } = schemaShape(schemas, schema);
    const kinds = items === undefined ? undefined : schemaShape(schemas, items).types;
    if (!names.includes(foldName(name)) || !types.has("array") || items === undefined) continue;
    if (kinds?.has("object")) {
      const known = objectProperties(schemas, items);
      const id = [...known.values()].find((own) => isIdOf(own.name, member.name));
      if (id) return itemChange({ schemas, resource, method, known }, name, id, member.name);
    }
    if (!kinds?.has("string") && !kinds?.has("integer")) continue;
    return {
      change(value, _, __, texts = {}) {
        const id = coerceValue(schemas, items, texts[member.name] ?? "");
        const before = Array.isArray(value[name]) ? value[name] : [];
        const others = before.filter((one) => one !== id);
        const isAdded = method !== "delete";
        if (isAdded === others.length < before.length) return value;
        return { ...value, [name]: isAdded ? [...before, id] : others };
      },
      uses: () => false,
      isKnown: true,
    };
  }
  return undefined;
}

const MEMBER_METHODS = new Set(["put", "post", "patch", "delete"]);

/** True if the property is the id that the parameter names: `ContactID` for `{ContactID}`, `id` for `{contactId}`. */
function isIdOf(property: string, parameter: string): boolean {
  const folded = foldName(property);
  return folded === foldName(parameter) || (folded === "id" && foldName(parameter).endsWith("id"));
}

interface ItemParts {
  readonly schemas: SchemaRegistry;
  readonly resource: Resource;
  readonly method: string;
  /** The properties of the list's objects. */
  readonly known: ReadonlyMap<string, unknown>;
}

/** Changes the object of a list whose id is in the path. `DELETE` removes it. `PUT` adds it if it is absent. */
function itemChange(
  { schemas, resource, method, known }: ItemParts,
  list: string,
  { name: id, schema }: ObjectProperty,
  parameter: string,
): ActionChange {
  const { isValid } = schemas.validator(resource.schema, "response");
  return {
    change(value, sent, _, texts = {}) {
      const text = texts[parameter] ?? "";
      const before: readonly unknown[] = Array.isArray(value[list]) ? value[list] : [];
      const part = isObject(sent) ? pickBy(sent, (name) => name !== id && known.has(name)) : {};
      const isMeant = (one: unknown): one is JsonObject => isObject(one) && String(one[id]) === text;
      const changed = (one: JsonObject): JsonObject[] => (method === "delete" ? [] : [{ ...one, ...part }]);
      if (before.some(isMeant))
        return { ...value, [list]: before.flatMap((one) => (isMeant(one) ? changed(one) : [one])) };
      const added = { ...value, [list]: [...before, { ...part, [id]: coerceValue(schemas, schema, text) }] };
      return method === "put" && isValid(added) ? added : value;
    },
    uses: (name) => method !== "delete" && known.has(name),
    isKnown: true,
  };
}
