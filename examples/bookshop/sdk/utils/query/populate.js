import { NotFoundError, ValidationError } from "../errors.js";
import { parameterNamed } from "../parameters-of.js";
import { send } from "../send.js";
import { isSame } from "../validate/compile.js";
import { isPlainObject } from "../wire/serialize-parameter.js";
import { follow as followSchema } from "./fields.js";
import { inTurns } from "./in-turns.js";
import { nearest } from "./nearest.js";
import { parseSort } from "./order.js";
import { parseWhere } from "./parse-where.js";
import { isWhole } from "./query-plan.js";
import { valueAt } from "./value-at.js";
const CONCURRENCY = 6;
const KEYS_A_REQUEST = 50;
/** Records with their relations loaded: each distinct key once, missing targets as `null`. Records themselves are not changed. */
export async function populateAll(loading, resource, records, steps) {
    let result = records;
    for (const step of steps)
        result = await populateOne(loading, resource, result, step);
    return result;
}
/** @throws ValidationError that lists the relations there are. */
export function relationOf(resource, name) {
    const relations = resource.relations ?? {};
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
    if (relation)
        return relation;
    const known = Object.keys(relations);
    const meant = nearest(name, known);
    const message = meant
        ? `is not a relation: did you mean ${meant}?`
        : known.length === 0
            ? "is not a relation: the description shows none here"
            : `is not a relation: there are ${known.join(", ")}`;
    throw new ValidationError([{ path: `/populate/${name}`, field: `populate.${name}`, keyword: "populate", message }], `${resource.name}.populate`);
}
/** @throws ValidationError when the client was made without the resource. */
export function targetOf(context, resource, relation) {
    const target = Object.hasOwn(context.resources, resource) ? context.resources[resource] : undefined;
    if (target)
        return target;
    const message = `needs the resource ${resource}: give it to the constructor, { resources: [...] }, or use the whole client`;
    throw new ValidationError([
        { path: `/populate/${relation}`, field: `populate.${relation}`, keyword: "populate", message },
    ]);
}
async function populateOne(loading, resource, records, step) {
    const relation = relationOf(resource, step.name);
    switch (relation.kind) {
        case "one":
            return populateTarget(loading, relation, records, step);
        case "many":
            return inTurns(records, CONCURRENCY, async (record) => {
                const target = targetOf(loading.context, relation.resource, step.name);
                const there = expansion(record, relation, step);
                if (there !== undefined)
                    return record;
                const key = resource.id && valueAt(record, resource.id);
                const children = key === undefined
                    ? []
                    : await loading.load(target, { ...subState(target, step), parameters: { [relation.parameter]: key } });
                return withMember(record, step.name, children);
            });
        case "expand":
            return records.map((record) => withMember(record, step.name, expandedAt(valueAt(record, relation.key))));
        case "link":
            return populateLinked(loading, relation, records, step);
    }
}
/** What the server wrote out because it was asked to; `undefined` when it did not. */
function expansion(record, relation, step) {
    if (relation.expand === undefined || !isWhole(step))
        return undefined;
    const value = valueAt(record, [step.name]);
    return isPlainObject(value) || (Array.isArray(value) && value.every(isPlainObject)) ? value : undefined;
}
/** What the server wrote out; a bare id, where it did not, is `null`. */
function expandedAt(value) {
    if (value === undefined)
        return null;
    return Array.isArray(value) ? value.map((one) => expanded(one) ?? null) : (expanded(value) ?? null);
}
/** What links lead to; records whose links hold the same values share a request. */
async function populateLinked(loading, { operation, parameters, reply, many, resource }, records, step) {
    const calls = records.map((record) => Object.fromEntries(Object.entries(parameters).map(([name, place]) => [name, valueAt(record, place)])));
    const distinct = new Map(calls.map((call) => [JSON.stringify(call), call]));
    const target = resource === undefined ? undefined : targetOf(loading.context, resource, step.name);
    const answers = await inTurns([...distinct], CONCURRENCY, async ([key, call]) => {
        const found = Object.values(call).includes(undefined) ? undefined : await follow(loading, operation, call, reply);
        const list = many ? [found ?? []].flat() : found === undefined ? [] : [found];
        const whole = target && step.next.length > 0 ? await populateAll(loading, target, list, step.next) : list;
        return [key, many ? whole : (whole[0] ?? null)];
    });
    const byCall = new Map(answers);
    return records.map((record, at) => withMember(record, step.name, byCall.get(JSON.stringify(calls[at]))));
}
/** `undefined` when what the link leads to is absent. */
async function follow({ context, options }, operation, parameters, reply) {
    try {
        const { data } = await send(context, { operation, parameters, options });
        return valueAt(data, reply);
    }
    catch (error) {
        if (error instanceof NotFoundError)
            return undefined;
        throw error;
    }
}
/** The records that foreign keys point at. Keys that were expanded by the server stay as they are. */
async function populateTarget(loading, relation, records, step) {
    const target = targetOf(loading.context, relation.resource, step.name);
    const id = target.id;
    const open = records.filter((record) => expansion(record, relation, step) === undefined);
    const keys = [...new Set(open.flatMap((record) => keysOf(valueAt(record, relation.key))))];
    if (!id || keys.length === 0)
        return records.map((record) => withMember(record, step.name, expansion(record, relation, step) ?? expandedAt(valueAt(record, relation.key))));
    const found = new Map();
    for (let at = 0; at < keys.length; at += KEYS_A_REQUEST) {
        const some = keys.slice(at, at + KEYS_A_REQUEST);
        const chunks = chunked(some, keysAtOnce(target));
        for (const chunk of chunks) {
            const where = { kind: "test", property: id, operator: "in", value: chunk };
            const state = subState(target, step);
            const both = state.where ? { kind: "and", of: [where, state.where] } : where;
            for (const record of await loading.load(target, { ...state, where: both, limit: undefined }))
                found.set(String(valueAt(record, id)), record);
        }
    }
    return records.map((record) => {
        const there = expansion(record, relation, step);
        if (there !== undefined)
            return withMember(record, step.name, there);
        const key = valueAt(record, relation.key);
        const value = Array.isArray(key)
            ? key.map((one) => expanded(one) ?? found.get(String(one)) ?? null)
            : (expanded(key) ?? found.get(String(key)) ?? null);
        return withMember(record, step.name, value);
    });
}
/** How many keys one request takes; without a parameter for them each is a read of its own, so many at a time as the planner reads by id. */
export function keysAtOnce({ list, id }) {
    const filter = (list?.filters ?? []).find(({ operator, property }) => operator === "in" && isSame(property, id));
    const spec = list && parameterNamed(list.operation, filter?.parameter);
    if (!filter || !spec)
        return 20;
    const schema = spec.schema === undefined ? true : followSchema(spec.schema);
    return Math.min(KEYS_A_REQUEST, (typeof schema === "object" ? schema.maxItems : undefined) ?? KEYS_A_REQUEST);
}
function chunked(items, size) {
    return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
function keysOf(value) {
    if (Array.isArray(value))
        return value.flatMap(keysOf);
    return typeof value === "string" || typeof value === "number" ? [value] : [];
}
function expanded(value) {
    return isPlainObject(value) ? value : undefined;
}
function subState(target, { sub, next }) {
    const select = sub.select?.map((name) => name.split("."));
    return {
        where: sub.where ? parseWhere(sub.where, target.schema, target.name) : undefined,
        sort: sub.sort ? parseSort(sub.sort, target.schema, target.name) : [],
        limit: sub.limit,
        skip: 0,
        select: select && target.id ? [target.id, ...select] : select,
        omit: [],
        populate: next,
        parameters: {},
    };
}
function withMember(record, name, value) {
    return isPlainObject(record) ? { ...record, [name]: value } : record;
}
