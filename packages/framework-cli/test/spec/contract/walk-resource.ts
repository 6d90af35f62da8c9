import { type ApiDescription, type Operation, objectProperties, type Resource, unwrapSchema } from "@onespec/spec-core";
import { type Answered, type ContractClient, isWritable } from "./contract-client.js";
import { at, isObject, type JsonObject, lostPlace, withoutPlace } from "./json-places.js";
import { readPages } from "./list-pages.js";
import { idOf, type KnownRecord } from "./list-place.js";
import { walkFilters } from "./walk-filters.js";
import { walkOrders } from "./walk-orders.js";

/** The history of one resource's records, a line for each step; faults begin with `!`. */
export type Walk = readonly string[];

/** Can a client make, find, change and remove records with what the description alone says? */
export function walkable({ resources }: ApiDescription): readonly Resource[] {
  return resources.filter(({ roles, itemPath, id }) => {
    const role = roles.create?.role;
    return (
      itemPath !== undefined &&
      id.property !== undefined &&
      (readingOf({ roles }) || roles.list) &&
      role?.kind === "create" &&
      !role.many &&
      isWritable(roles.create as Operation) &&
      role.reply !== undefined
    );
  });
}

/** Reading a record as JSON: not as a file, nor as something else. */
function readingOf({ roles }: Pick<Resource, "roles">): Operation | undefined {
  const role = roles.read?.role;
  return role?.kind === "read" && role.reply !== undefined ? roles.read : undefined;
}

const RECORDS = 3;

/** Creates, reads, lists with filters, orders and pages, updates and deletes records of a resource. */
export async function walkResource(client: ContractClient, resource: Resource): Promise<Walk> {
  const lines: string[] = [];
  const roles = { ...resource.roles, read: readingOf(resource) };
  const fault = (step: string, reason: string): void => void lines.push(`! ${step}: ${reason}`);
  const took = (step: string, answered: Answered, isRight = answered.status < 300): boolean => {
    const [first] = isRight ? answered.faults : [`${answered.status} ${JSON.stringify(answered.body)?.slice(0, 400)}`];
    if (first === undefined) lines.push(`${step} ${answered.status}`);
    else fault(step, first);
    return first === undefined;
  };

  const parents = await makeParents(client, resource);
  const known: KnownRecord[] = [];
  for (let count = 0; count < RECORDS; count++) {
    const made = await make(client, resource, parents, `record ${count}`);
    if (made === undefined || !took("create", made.answered)) return lines;
    const record = recordIn(roles.create, made.answered.body);
    const id = record && idOf(resource, record);
    if (record === undefined || id === undefined) {
      fault("create", "the answer holds no id");
      return lines;
    }
    known.push({ id, sent: made.sent, record });
  }

  const read = async (step: string, id: string, sent: JsonObject): Promise<JsonObject | undefined> => {
    if (roles.read === undefined) return undefined;
    const answered = await client.call({ operation: roles.read, path: [...parents, id] });
    const record = took(step, answered) ? recordIn(roles.read, answered.body) : undefined;
    const lost = record && lostPlace(shownOf(client, resource, sent), record);
    if (lost !== undefined) fault(step, lost);
    return record;
  };
  for (const [index, { id, sent, record }] of known.entries()) {
    known[index] = { id, sent, record: (await read("read", id, sent)) ?? record };
  }

  const list = resource.list;
  const listing = roles.list;
  const list_ = async (step: string, wanted: readonly KnownRecord[], gone: readonly string[]): Promise<void> => {
    if (list === undefined || listing === undefined) return;
    const found = await readPages(client, listing, list, parents, (one) => idOf(resource, one) ?? "");
    const ids = found.records.map((one) => idOf(resource, one));
    const lost = wanted.filter(({ id }) => !ids.includes(id));
    if (found.faults[0] !== undefined) fault(step, found.faults[0]);
    else if (lost.length > 0 && canListAll(listing))
      fault(step, `${lost.length} of ${wanted.length} records are not in it: ${lost[0]?.id} of ${ids.join(", ")}`);
    else if (new Set(ids).size < ids.length) fault(step, "a record is there twice");
    else if (gone.some((id) => ids.includes(id))) fault(step, "a deleted record is there");
    else lines.push(`${step} ${found.status}`);
  };
  await list_("list in pages", known, []);
  if (list !== undefined && listing !== undefined) {
    const place = { client, resource, operation: listing, list, path: parents, known };
    lines.push(...(await walkFilters(place)), ...(await walkOrders(place)));
  }

  const [first] = known;
  const change = roles.update ?? roles.replace;
  if (
    first !== undefined &&
    change !== undefined &&
    "body" in change.role &&
    !("many" in change.role && (change.role.many || change.role.hasIdInBody))
  ) {
    const body = client.bodyOf(change, "change");
    const answered = await client.call({ operation: change, path: [...parents, first.id], body });
    const sent = at(body, change.role.body);
    if (took("update", answered) && isObject(sent))
      await read("read after update", first.id, withoutId(resource, sent));
  }
  if (first !== undefined && roles.delete !== undefined) {
    const body = roles.delete.requestBody?.required ? client.bodyOf(roles.delete, "delete") : undefined;
    const answered = await client.call({ operation: roles.delete, path: [...parents, first.id], body });
    if (took("delete", answered)) {
      if (roles.read)
        took(
          "read after delete",
          await client.call({ operation: roles.read, path: [...parents, first.id] }).then(asGone),
          true,
        );
      await list_("list after delete", known.slice(1), [first.id]);
    }
  }
  return lines;
}

/** 410 counts as 404. */
function asGone(answered: Answered): Answered {
  const isGone = answered.status === 404 || answered.status === 410;
  return isGone ? { ...answered, status: 404 } : { ...answered, faults: [`${answered.status}, not 404`] };
}

/** A list that asks for a filter shows some records only. */
function canListAll({ parameters }: Operation): boolean {
  return !parameters.some((parameter) => parameter.in === "query" && parameter.required);
}

async function make(
  client: ContractClient,
  { roles }: Resource,
  parents: readonly unknown[],
  seed: string,
): Promise<{ readonly answered: Answered; readonly sent: JsonObject } | undefined> {
  const { create } = roles;
  if (create === undefined || create.role.kind !== "create") return undefined;
  for (let attempt = 0; ; attempt++) {
    const body = client.bodyOf(create, `${seed} ${attempt}`);
    const answered = await client.call({ operation: create, path: parents, body });
    // A made-up name may be taken.
    if (answered.status === 409 && attempt < 5) continue;
    const sent = at(body, create.role.body);
    return { answered, sent: isObject(sent) ? sent : {} };
  }
}

/** The values of the path parameters before the id: records that are made for it, where the API makes them. */
async function makeParents(client: ContractClient, resource: Resource): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  const operation = resource.roles.create;
  for (const { parameter, resource: parent } of resource.parents) {
    const declared = operation?.parameters.find((one) => one.in === "path" && one.name === parameter);
    const made =
      parent?.roles.create && parent.parents.length <= values.length
        ? await make(client, parent, values.slice(0, parent.parents.length), `parent of ${resource.name}`)
        : undefined;
    const record = made && recordIn(parent?.roles.create, made.answered.body);
    const id = record && parent && idOf(parent, record);
    const value = id ?? (declared ? client.valueOf(declared, "parent") : "parent");
    const put = parent?.roles.create === undefined ? parent?.roles.replace : undefined;
    // Where the path chooses the id, the parent is put there.
    if (put !== undefined)
      await client.call({ operation: put, path: [...values, value], body: client.bodyOf(put, "parent") });
    values.push(value);
  }
  return values;
}

function recordIn(operation: Operation | undefined, body: unknown): JsonObject | undefined {
  const reply = operation && "reply" in operation.role ? operation.role.reply : undefined;
  const record = reply && at(body, reply);
  return isObject(record) ? record : undefined;
}

/** The sent properties that an answer must hold: declared there, visible, and with a value that fits the declaration. */
function shownOf(
  { api: { schemas } }: ContractClient,
  { schema, parents, id }: Resource,
  sent: JsonObject,
): JsonObject {
  const properties = objectProperties(schemas, unwrapSchema(schemas, schema.json));
  const isShown = ([name, value]: [string, unknown]): boolean => {
    const property = properties.get(name);
    if (property === undefined || property.writeOnly || property.readOnly || value === null) return false;
    return schemas.validator(schemas.schemaOf(property.schema), "response").isValid(value);
  };
  // The path decides about these, whatever the body says.
  const places = [...parents.map(({ property }) => property), id.property].filter((place) => place !== undefined);
  return places.reduce(withoutPlace, Object.fromEntries(Object.entries(sent).filter(isShown)));
}

/** The path says which record it is, whatever the body says. */
function withoutId({ id }: Resource, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== id.parameter));
}
