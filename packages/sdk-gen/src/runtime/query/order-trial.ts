import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import type { ClientContext } from "../send.js";
import { compile } from "../validate/compile.js";
import { isSame } from "../validate/json-equal.js";
import { formatName } from "../validate/keyword.js";
import { typesOf } from "../validate/types-of.js";
import { valueAt } from "../value-at.js";
import { comparisonOf } from "./compared-as.js";
import { type Execution, firstPage, pagesOf } from "./execute-query.js";
import { fieldAt, formatOf } from "./fields.js";
import { listParameter } from "./list-call.js";
import { type OrderKey, orderName, toOrder } from "./order.js";
import type { Parameters, QueryPlan, QueryState } from "./query-plan.js";
import { shownPaging } from "./shown-paging.js";
import type { SkipPush } from "./skip-records.js";

/** Tests a common spelling of an order. Only lists without documented orders import it. */
export const orderTrial = {
  /** The parameters to test. `undefined` if the query cannot test an order, or the server is known to ignore it. */
  parameters(
    context: ClientContext,
    { list, schema }: ResourceSpec,
    { sort, limit }: QueryState,
  ): Parameters | undefined {
    if (!list || sort.length === 0 || limit === undefined) return undefined;
    if (shownPaging(context, list, orderName(sort)).isHeeded === false) return undefined;
    return guessedOrder(list, schema, sort);
  },
  /** For people. */
  reason: "as such parameters are written: tried both ways, and checked on the records",
  /** The records of the query. `undefined` if the server ignores the order; the client remembers that. */
  run: orderedByServer as SkipPush["run"],
};

/** The server obeys the order if the opposite order begins with another record, and all records are in order with no value missing. */
async function orderedByServer(execution: Execution, plan: QueryPlan): ReturnType<SkipPush["run"]> {
  const { context } = execution;
  const { resource, state } = plan;
  const { sort, skip, limit = 0 } = state;
  const list = resource.list as ListSpec;
  const shown = shownPaging(context, list, orderName(sort));
  const order = toOrder(sort, resource.schema, undefined);
  const isInOrder = (records: readonly unknown[]): boolean =>
    records.every(
      (record, at) =>
        sort.every(({ property }) => (valueAt(record, property) ?? undefined) !== undefined) &&
        (at === 0 || order(records[at - 1], record) <= 0),
    );
  try {
    if (!shown.isHeeded) {
      const [first] = (await firstPage(execution, plan, 1))?.records ?? [];
      const opposite = guessedOrder(list, resource.schema, sort, true);
      const [last] = (await firstPage(execution, plan, 1, opposite))?.records ?? [];
      if (isSame(first, last) || !isInOrder([first, last])) {
        shown.isHeeded = false;
        return undefined;
      }
    }
    const found: unknown[] = [];
    let isSound = true;
    for await (const { records, hasOverlap } of pagesOf(execution, plan)) {
      found.push(...records);
      // Servers may order equal values differently on each page. If a record comes twice, another one is missing.
      isSound &&= hasOverlap !== true;
      if (!isSound || found.length >= skip + limit) break;
    }
    shown.isHeeded = isSound && isInOrder(found);
    return shown.isHeeded ? [found] : undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    shown.isHeeded = false;
    return undefined;
  }
}

/** True for answers that may reject the order. Quarkus and Spring answer 500 to one that they do not know. */
function isRefusal(error: unknown): boolean {
  return [400, 404, 422, 500, 501].includes(Object(error).status);
}

/**
 * The parameters for an order of numbers and dates. Servers differ in how they sort texts.
 * @param isOpposite asks for the opposite order
 */
function guessedOrder(
  list: ListSpec,
  schema: SchemaData,
  keys: readonly OrderKey[],
  isOpposite = false,
): Parameters | undefined {
  const { parameter, spelling } = list.sort ?? {};
  if (parameter === undefined || spelling === undefined) return undefined;
  const each = keys.map(({ property, descending }) => {
    const [name, ...inner] = property[0] === "attributes" ? property.slice(1) : property;
    const field = fieldAt(schema, property);
    const types = typesOf(field ?? true);
    const isText =
      types.size === 0 || types.has("object") || types.has("array") || (types.has("string") && !isMoment(field));
    if (name === undefined || inner.length > 0 || isText) return undefined;
    if (spelling === "-") return descending === isOpposite ? name : `-${name}`;
    return name + (descending === isOpposite ? spelling.replace("desc", "asc").replace("DESC", "ASC") : spelling);
  });
  if (each.includes(undefined)) return undefined;
  const spec = listParameter(list, parameter);
  const joined = keys.length > 1 && spelling.startsWith(",") ? [] : [each.join(",")];
  const value = [each, ...joined].find((one) => spec?.schema === undefined || compile(spec.schema, "request")(one, ""));
  return value === undefined ? undefined : { [parameter]: value };
}

function isMoment(field: SchemaData | undefined): boolean {
  return (
    comparisonOf(field) !== undefined || (field !== undefined && formatName({ format: formatOf(field) }) === "date")
  );
}
