import {
  type ApiDescription,
  getOrMake,
  keywordsOf,
  type Operation,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { writtenProperties } from "./written-properties.js";

type PartsOfApi = Pick<ApiDescription, "operations" | "resources" | "schemas">;

/**
 * True if the body of a PUT contains only changes. This is so if it may leave out properties that a new record must
 * have. It is also so if nothing in it is required, and the description or other PUTs of the API show that it is
 * partial. So does the name of an update whose body lacks something that a create takes.
 */
export function takesPart(api: PartsOfApi, operation: Operation, resource: Resource): boolean {
  // Without a body, query parameters contain the changes.
  if (!operation.requestBody) return true;
  const isOpen = requiresNothing(api.schemas, operation);
  if ((isOpen && speaksOfPart(operation)) || leavesOut(api, operation, resource)) return true;
  if (!isOpen || hasBoth(api)) return false;
  return putsArePartial(api) || (saysUpdate(operation) && lacksProperties(api, operation, resource));
}

function requiresNothing(schemas: SchemaRegistry, operation: Operation): boolean {
  const own = writtenProperties(schemas, operation);
  return own.length > 0 && !own.some(({ required }) => required);
}

/** True if no other operation updates and the body may leave out properties that a new record must have. */
function leavesOut(api: PartsOfApi, operation: Operation, resource: Resource): boolean {
  const { schemas } = api;
  const create = createOf(api, resource);
  if (resource.roles.update || !create) return false;
  const own = new Map(writtenProperties(schemas, operation).map((property) => [property.name, property]));
  const made = writtenProperties(schemas, create).filter(({ required, readOnly }) => required && !readOnly);
  const isOptional = (name: string): boolean => own.get(name)?.required === false;
  return (
    made.some(({ name }) => isOptional(name)) || needsOneOf(schemas, create).some((names) => names.every(isOptional))
  );
}

/** True for "Update a person", unless the description says that the update replaces all that is there. */
function saysUpdate({ id, summary, description = "" }: Operation): boolean {
  return UPDATE.test(`${id} ${summary || description}`) && !WHOLE.test(`${summary} ${description}`);
}

function createOf({ resources }: PartsOfApi, { roles, stateKey }: Resource): Operation | undefined {
  return roles.create ?? resources.find((other) => other.stateKey === stateKey && other.roles.create)?.roles.create;
}

/** True if the body cannot contain all that a create takes, except for the id. */
function lacksProperties(api: PartsOfApi, operation: Operation, resource: Resource): boolean {
  const { schemas } = api;
  const names = new Set(writtenProperties(schemas, operation).map(({ name }) => name)).add(
    resource.id.property?.[0] ?? "",
  );
  return writtenProperties(schemas, createOf(api, resource)).some(
    ({ name, readOnly }) => !readOnly && !names.has(name),
  );
}

/** A word of a text or of an `operationId`. `credit` and `exchange` are none. */
const UPDATE = /(?<![A-Za-z])(?:[Uu]pdate|[Ee]dit|[Mm]odif|[Cc]hange)|(?<=[a-z])(?:Update|Edit|Modif|Change)/;
const WHOLE =
  /replac|overw|overrid|upsert|\bentire\b|\bwhole\b|\ball (?:\w+ )?(?:details|fields|properties|values|attributes|parameters)\b|complete/i;

/** True for an API that has replacements beside updates of the same records. */
function hasBoth({ resources }: PartsOfApi): boolean {
  return resources.some(({ roles }) => roles.replace && roles.update);
}

const partial = new WeakMap<object, boolean>();

/**
 * True for an API whose PUTs are mostly partial and stand next to no PATCH: several may leave out what a new record must have, and
 * they are more than those that require something.
 */
function putsArePartial(api: PartsOfApi): boolean {
  const { schemas } = api;
  return getOrMake(partial, api, () => {
    const puts = api.resources.flatMap((resource) =>
      resource.roles.replace?.requestBody ? [{ operation: resource.roles.replace, resource }] : [],
    );
    const changing = puts.filter(({ operation, resource }) => leavesOut(api, operation, resource));
    const whole = puts.filter((one) => !changing.includes(one) && !requiresNothing(schemas, one.operation));
    return changing.length > 1 && changing.length > whole.length;
  });
}

/** For a body with several forms, the properties that the forms require: an `email` or an `external_id`. */
function needsOneOf(schemas: SchemaRegistry, { requestBody }: Operation): readonly (readonly string[])[] {
  return (requestBody?.content ?? []).flatMap(({ schema }) => {
    const { anyOf, oneOf } = keywordsOf(schemas, schema?.json);
    const required = (anyOf ?? oneOf ?? []).map((form) => keywordsOf(schemas, form).required ?? []);
    return required.length > 1 && required.every(({ length }) => length > 0) ? [required.flat()] : [];
  });
}

/** "Supports sparse updates", "a partial update", "only the fields that are sent change". */
function speaksOfPart({ summary, description, requestBody }: Operation): boolean {
  const text = [summary, description, requestBody?.description].join(" ");
  return (
    /\b(?:partial(?:ly)?|sparse)\b|\bonly (?:need|have) to (?:provide|send|include|specify|pass)\b/i.test(text) ||
    ONLY_FIELDS.test(text) ||
    OTHERS_REMAIN.test(text)
  );
}

/** For example, "All other parameters remain as they are." */
const OTHERS_REMAIN =
  /\bother (?:fields|properties|attributes|values|parameters) (?:will )?(?:remain|stay|keep|(?:are|be) (?:left )?unchanged)\b/i;
const ONLY_FIELDS =
  /\bonly (?:the )?(?:\w+ (?:or \w+ )?)?(?:fields|properties|attributes|values|parameters)\b(?! of\b)|\b(?:fields|properties|attributes|values|parameters) (?:that are )?(?:not|n't) (?:provided|specified|included|sent|passed|present|set)\b/i;
