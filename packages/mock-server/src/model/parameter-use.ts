import { foldName, type ListConvention, type ListEntries, type Operation, type Parameter } from "@onespec/spec-core";

/**
 * Describes the effect of a query parameter. `undefined`: the parameter is checked and has no effect.
 * @param generated the convention of a list whose records are generated
 */
export function queryUse(
  { role, method }: Operation,
  parameter: Parameter,
  generated?: ListConvention,
): string | undefined {
  if (isDryRun(parameter.name) && method !== "get") return "a dry run: nothing is stored";
  if (isIdProperty(parameter.name) && ["read", "update", "replace", "delete"].includes(role.kind))
    return "names the property that the path holds";
  if (isUpdateMask(parameter.name) && role.kind === "update") return "the properties that change";
  if (role.kind === "read" && role.resource.list?.fields?.name === parameter.name) return "fields to answer with";
  const taken = role.kind === "create" ? takenUse(parameter.name) : undefined;
  if (taken) return TAKEN_USES[taken];
  if (role.kind === "delete" && isForGood(parameter.name)) return "removes the record for good";
  if (role.kind === "operation" && role.finds?.sent === parameter.name) return "id of the record";
  if (role.kind === "operation" && role.entries) return entryUse(role.entries, parameter.name);
  if (role.kind === "singleton" && role.named.includes(parameter.name)) return "names the document";
  if (
    role.kind === "operation" &&
    !(role.removes ?? role.writes ?? role.batch ?? role.counts ?? role.acts ?? role.mixes ?? role.finds ?? role.exists)
  )
    return (
      (generated && !parameter.required && usesText({ ...generated, selectors: [], search: undefined }, parameter)) ||
      "selects the state"
    );
  const list =
    role.kind === "operation"
      ? (role.removes ?? role.counts ?? role.acts ?? role.mixes?.[0] ?? role.finds)?.list
      : "list" in role
        ? role.list
        : undefined;
  if (!list) return undefined;
  if (role.kind === "list" && role.linked.some((one) => one.parameter.name === parameter.name))
    return "lists the records that are linked to its own";
  return usesText(list, parameter);
}

function usesText(list: ListConvention, parameter: Parameter): string | undefined {
  const uses = listUses(list, parameter);
  return uses.length > 0 ? uses.join(", ") : undefined;
}

/** `idProperty=email`: the path identifies the record by that property. */
export function isIdProperty(name: string): boolean {
  return foldName(name) === "idproperty";
}

/** `update_mask=name,labels`: only these properties change. @see AIP-134 */
export function isUpdateMask(name: string): boolean {
  return /^(?:update|field|patch)mask$/.test(foldName(name));
}

/** `hardDelete=true`: the record is removed, although other deletions only deactivate it. */
export function isForGood(name: string): boolean {
  return /^(?:hard|permanent|purge)/i.test(name);
}

function entryUse({ part, by }: ListEntries, name: string): string | undefined {
  if (part === "list") return name === "limit" ? "page size" : name === "offset" ? "records to skip" : undefined;
  return by.some(({ parameter }) => parameter === name) ? "names the item" : undefined;
}

/** True if a value of the parameter or property asks for a dry run. */
export function isDryRun(name: string): boolean {
  return /^(?:is)?(?:dryrun|validateonly|preflightonly)$/.test(foldName(name));
}

/** Returns what a switch such as `overwrite=true` asks for if the new record already exists. */
export function takenUse(name: string): keyof typeof TAKEN_USES | undefined {
  const folded = foldName(name);
  if (ANSWERS.test(folded)) return "answer";
  if (UPDATES.test(folded)) return "update";
  return REFUSES.test(folded) ? "refuse" : undefined;
}

const TAKEN_USES = {
  answer: "answers a record that is there already",
  update: "changes a record that is there already",
  refuse: "rejects a record that is there already",
};
const ANSWERS =
  /^(?:(?:get|return|reuse|use)(?:if)?(?:exists|existing)|getorcreate|findorcreate|ifnotexists?|existok)$/;
const UPDATES = /^(?:upsert|updateif(?:exists|existing)|overwrite(?:existing)?|createorupdate)$/;
const REFUSES = /^(?:fail|error|reject|abort)(?:if|on|when)(?:exists?|existing|duplicates?|conflict)$/;

function listUses(list: ListConvention, { name, in: place }: Parameter): readonly string[] {
  const is = (other: Parameter | undefined): boolean => other?.name === name && other.in === place;
  const filters = list.filters
    .filter(({ parameter }) => is(parameter))
    .map(({ at, property, operator }) => {
      const inside = at.length === 0 ? "" : `${at.join(".")}: `;
      return `filter ${inside}${property.join(".")} ${operator}`;
    });
  const selectors = list.selectors
    .filter(({ parameter }) => is(parameter))
    .map(({ kind, property }) => `selects by ${kind}${property.length > 0 ? ` of ${property.join(".")}` : ""}`);
  return [
    ...([list.limit, ...list.otherLimits].some(is) ? ["page size"] : []),
    ...(is(list.offset) ? ["records to skip"] : []),
    ...(is(list.page?.parameter) ? [`page number, from ${list.page?.first}`] : []),
    ...(is(list.cursor?.after) ? [`what follows a ${list.cursor?.kind}`] : []),
    ...(is(list.cursor?.before) ? [`what precedes a ${list.cursor?.kind}`] : []),
    ...(is(list.sort?.parameter) ? ["order"] : []),
    ...(is(list.sort?.direction) ? ["direction of the order"] : []),
    ...(is(list.age) ? ["direction of the order of creation"] : []),
    ...(list.wrapped.some(({ parameter }) => is(parameter)) ? ["the list in an envelope"] : []),
    ...(is(list.fields) ? ["fields to answer with"] : []),
    ...(is(list.expand) ? ["relations to expand"] : []),
    ...(is(list.search) ? ["free text"] : []),
    ...filters,
    ...selectors,
  ];
}
