import { ClientError } from "./errors.js";
import { refuseUnknownAuth, send } from "./http.js";
import { factsOf, isPlainObject, parametersOf, recordParameters, valueAt } from "./operation.js";

// resource

/** A call under way: await it for the data, or ask for the whole answer. */
export class Call {
    #answer;
    #pick;
    #started;
    constructor(answer, pick) {
        this.#answer = answer;
        this.#pick = pick;
    }
    // biome-ignore lint/suspicious/noThenProperty: a call can be awaited
    then(done, failed) {
        return this.#start().then(done ? (answer) => done(this.#pick(answer)) : this.#pick, failed);
    }
    catch(failed) {
        return this.then(undefined, failed);
    }
    finally(always) {
        return this.then().finally(always);
    }
    /** Data, the whole body around it, status, headers and the response, whose body is read already. */
    async withResponse() {
        const answer = await this.#start();
        return { ...answer, data: this.#pick(answer), body: answer.data };
    }
    /** Sent once, when first asked for. */
    #start() {
        this.#started ??= this.#answer();
        return this.#started;
    }
}
/** Base of every generated resource. Its own methods begin with `_`: the generated ones are what users call. */
export class Resource {
    // Private, so that nobody who prints a client prints its credentials.
    #context;
    #parents;
    /** @param api what the description's resources share */
    constructor(given, parents, api) {
        this.#context = contextOf(given ?? {}, api);
        this.#parents = parents ?? {};
    }
    get _context() {
        return this.#context;
    }
    /** Path parameters that every call of this object has. */
    get _parents() {
        return this.#parents;
    }
    /** The same resource below more parents. */
    _in(parents) {
        const Class = this.constructor;
        return new Class(this.#context, { ...this.#parents, ...parents });
    }
    _call(operation, params, body, options, reply) {
        const parameters = parametersOf(operation).length > 0 ? { ...this.#parents, ...params } : {};
        return new Call(() => send(this.#context, { operation, parameters, body, options }), picking(reply, options));
    }
    /** Creates, or with an id reads, changes or removes a record. */
    _record(name, id, values, options) {
        const { spec } = this.constructor;
        // Only the methods that the resource has call this.
        const of = spec[name];
        const parameters = { ...recordParameters(spec, of, this.#parents, id), ...options?.params };
        const body = values === undefined ? bodyAlone(of, options) : wrap(withId(spec, of, id, values), of, options?.envelope);
        return new Call(() => send(this.#context, { operation: of.operation, parameters, body, options }), picking(spec.whole ? undefined : of.reply, options));
    }
}
/** What a call gives of its answer. */
function picking(reply, options) {
    return ({ data }) => (reply && options?.unwrap !== false ? valueAt(data, reply) : data);
}
/** Of a call that takes no record. Some APIs want a body even where nothing is to be said. */
function bodyAlone({ operation }, options) {
    return options?.body ?? (factsOf(operation).body?.required ? {} : undefined);
}
/** Where the path does not say which record it is, the record does. */
function withId({ id: place, parents = [] }, { path }, id, values) {
    if (id === undefined || !place || path === undefined || path.length > parents.length || !isPlainObject(values))
        return values;
    return setAt(values, place, id);
}
function setAt(record, [name, ...rest], value) {
    if (name === undefined)
        return value;
    const inner = record[name];
    return { ...record, [name]: setAt(isPlainObject(inner) ? inner : {}, rest, value) };
}
/** The record in its envelope, beside what else that takes. */
function wrap(values, { body = [], idempotencyKey }, envelope = {}) {
    if (body.length === 0)
        return values;
    const wrapped = body.reduceRight((inner, name) => ({ [name]: inner }), values);
    const key = idempotencyKey && envelope[idempotencyKey[0] ?? ""] === undefined
        ? { [idempotencyKey[0] ?? ""]: crypto.randomUUID() }
        : {};
    return { ...key, ...envelope, ...wrapped };
}
/** The context of a client, or of a resource used on its own. */
export function contextOf(given, own) {
    if (isContext(given))
        return given;
    const { resources = [], ...options } = given;
    if (!own.checks && (options.validateRequests || (options.validateResponses ?? "off") !== "off"))
        throw new ClientError("NO_VALIDATION", "this client was generated with --no-validation: generate it without, or leave out validateRequests and validateResponses");
    refuseUnknownAuth(options.auth, own.schemes);
    return {
        ...own,
        options: own.int64 ? { int64: own.int64, ...options } : options,
        resources: {
            ...own.resources,
            ...Object.fromEntries(resources.flatMap(({ spec }) => (spec ? [[spec.name, spec]] : []))),
        },
    };
}
function isContext(given) {
    return "defaultBaseUrl" in given && isPlainObject(given.schemes);
}

// add resources

/** Gives a client its resources by name. They share what it was made with, and reach each other by relations. */
export function addResources(client, resources, options, api) {
    const all = [...Object.values(resources), ...(options.resources ?? [])];
    const context = contextOf({ ...options, resources: all }, api);
    for (const [name, Class] of Object.entries(resources))
        Object.assign(client, { [name]: new Class(context) });
}
