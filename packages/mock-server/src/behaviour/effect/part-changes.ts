import { writtenProperties } from "@onespec/http-contract";
import { foldName, isObject, nameWords, type ObjectProperty, type Operation } from "@onespec/spec-core";
import { asObject } from "../../model/as-object.js";
import type { MockContext } from "../../model/mock-context.js";
import { endLiteral } from "../../model/path-words.js";
import { pickBy } from "../../model/pick-by.js";
import { type ActionTerms, isList, shapeOf } from "./action-terms.js";
import { asList, type Change, fitted, propertyChange } from "./property-change.js";

/** `enable_rescue` makes `rescue_enabled` true; `PUT /mails/{id}/favourite` with `{ state: false }` makes `favourite` false. */
export function flagChange(terms: ActionTerms): Change | undefined {
  const { isOn, isPath, noun, properties, declared } = terms;
  const isFlag = ({ schema }: ObjectProperty): boolean => shapeOf(terms, schema).types.has("boolean");
  const [only, ...others] = isPath === true && isOn === undefined ? declared : [];
  const isTold = only && others.length === 0 && isFlag(only) && !properties.some(({ name }) => name === only.name);
  if (isOn === undefined && !isTold) return undefined;
  const word = noun.join("");
  const names = [word, `is${word}`, `${word}enabled`, `enabled${word}`];
  const flag = properties.find((property) => names.includes(foldName(property.name)) && isFlag(property));
  return (
    flag && {
      changes: (_, sent) => [[flag.name, isOn ?? sent[only?.name ?? ""]]],
      uses: (name) => name === only?.name,
    }
  );
}

/** `change_protection` changes members of the object `protection`; `PUT /rooms/{id}/lights` replaces the object `lights`. */
export function partChange(terms: ActionTerms): Change | undefined {
  const { kind, isPath, isMerged, named, declared } = terms;
  if (!named || kind === "remove" || isDeclared(terms, named.name)) return undefined;
  const { types, properties: parts } = shapeOf(terms, named.schema);
  if (!types.has("object") || !declared.some(({ name }) => parts.has(name))) return undefined;
  if (isPath && (kind === "add" || !declared.every(({ name }) => parts.has(name)))) return undefined;
  const isWhole = isPath && !isMerged;
  return {
    changes: (value, sent) => {
      const before = isWhole ? {} : asObject(value[named.name]);
      return fitted(terms, named, { ...before, ...pickBy(sent, (name) => parts.has(name)) });
    },
    uses: (name) => parts.has(name),
  };
}

/** `delete_labels` removes members of the object `labels`. A list in the body has their names. */
export function memberRemoval(terms: ActionTerms): Change | undefined {
  const { kind, isPath, named, declared, properties } = terms;
  if (kind !== "remove" || !named || !shapeOf(terms, named.schema).types.has("object")) return undefined;
  const [list, ...others] = declared.filter(({ name, schema }) => {
    const { items } = shapeOf(terms, schema);
    const isOther = name !== named.name && properties.some((property) => property.name === name);
    return items !== undefined && shapeOf(terms, items).types.has("string") && !isOther;
  });
  if (!list || others.length > 0) return undefined;
  return {
    changes: (value, sent) => {
      const before = value[named.name];
      const gone = new Set(asList(sent[list.name]));
      if (!isObject(before)) return [];
      if (isPath && !Object.hasOwn(sent, list.name)) return [[named.name, {}]];
      return [[named.name, pickBy(before, (name) => !gone.has(name))]];
    },
    uses: (name) => name === list.name,
  };
}

/**
 * `detach` without a body empties the properties that `attach` sets. `clear_labels` empties the labels, whatever the body has.
 * `DELETE /alerts/{id}/tags` removes the `tags` of its query, or all tags if the query has none.
 */
export function clearing(terms: ActionTerms): Change | undefined {
  const { kind, text, context, operation, record, named, properties, declared, queried } = terms;
  const { schemas } = context;
  const isWhole =
    declared.length === queried.length || (/^(?:clear|unset)/i.test(text) && named && !isDeclared(terms, named.name));
  if (kind !== "remove" || !isWhole) return undefined;
  const names = writtenProperties(schemas, oppositeOf(context, operation, text), record).map(({ name }) => name);
  const emptied = properties.flatMap((property) => {
    if (!names.includes(property.name) && property !== named) return [];
    const { isValid: isAllowed } = schemas.validator(schemas.schemaOf(property.schema), "response");
    const empty = [null, [], {}].find(isAllowed);
    return empty === undefined ? [] : [{ property, empty }];
  });
  if (emptied.length === 0) return undefined;
  const isTaken = ({ name }: Pick<ObjectProperty, "name">): boolean =>
    emptied.some(({ property }) => property.name === name && isList(terms, property));
  return {
    changes: (value, sent) =>
      emptied.flatMap(({ property, empty }) =>
        isTaken(property) && Object.hasOwn(sent, property.name)
          ? propertyChange(terms, property, value[property.name], sent[property.name])
          : [[property.name, empty] as const],
      ),
    uses: (name) => queried.some((one) => one.name === name) && isTaken({ name }),
  };
}

function isDeclared({ declared }: ActionTerms, name: string): boolean {
  return declared.some((property) => property.name === name);
}

/** The operation beside this one with the opposite verb: `attach_iso` for `detach_iso`. */
function oppositeOf({ api }: MockContext, { path }: Operation, text: string): Operation | undefined {
  const [verb = "", ...noun] = nameWords(text);
  const rest = noun.join("").replace(/^from/, "to");
  const names = (OPPOSITES.get(verb) ?? []).map((opposite) => `${opposite}${rest}`);
  const place = (one: string): string => one.slice(0, one.lastIndexOf("/"));
  return api.operations.find(
    (other) => place(other.path) === place(path) && names.includes(foldName(endLiteral(other))),
  );
}

const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map([
  ["detach", ["attach"]],
  ["unassign", ["assign"]],
  ["unlink", ["link"]],
  ["disconnect", ["connect"]],
  ["remove", ["add", "assign", "set"]],
  ["delete", ["add", "set"]],
  ["clear", ["set"]],
  ["unset", ["set"]],
  ["disable", ["enable"]],
]);
