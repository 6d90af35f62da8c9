import { send } from "./http.js";
import { nameInCall, parametersOf, valueAt } from "./operation.js";

// resource

/** A promise of the data, with `withResponse` for the whole answer. */
export class Call {
    #answer;
    #pick;
    constructor(answer, pick) {
        this.#answer = answer;
        this.#pick = pick;
    }
    get [Symbol.toStringTag]() {
        return "Call";
    }
    /* oxlint-disable unicorn/no-thenable */
    // biome-ignore lint/suspicious/noThenProperty: a call can be awaited
    then(done, failed) {
        return this.#answer.then(done ? (answer) => done(this.#pick(answer)) : this.#pick, failed);
    }
    catch(failed) {
        return this.then(undefined, failed);
    }
    finally(always) {
        return this.then().finally(always);
    }
    /** The data, the whole body, status, headers, and the response, whose body is already read. */
    async withResponse() {
        const answer = await this.#answer;
        return { ...answer, data: this.#pick(answer), body: answer.data };
    }
}
/** Base class of the generated resources. Its own methods begin with `_`, to keep apart from the generated ones. */
export class Resource {
    // Private, so that printing a client does not print its credentials.
    #context;
    #parents;
    /** @param api facts that all resources of the description share */
    constructor(given, parents, api) {
        this.#context = contextOf(given ?? {}, api);
        this.#parents = parents ?? {};
    }
    get _context() {
        return this.#context;
    }
    /** Path parameters of every call of this object. */
    get _parents() {
        return this.#parents;
    }
    /**
     * @param params given before those of the options; a value alone is that of the path parameter
     * @param reply place of the result in the answer
     */
    _call(operation, params, body, options, reply) {
        const [first] = parametersOf(operation);
        const parents = first ? this.#parents : {};
        // A value that is no path parameter gets its own name, which no parameter has: it must not be ignored.
        const isValue = params !== undefined && params !== null && Object(params) !== params;
        const given = isValue ? { [first?.in === "path" ? nameInCall(first) : `${params}`]: params } : params;
        const call = {
            operation,
            parameters: { ...parents, ...given, ...options?.params },
            body: body === undefined ? options?.body : body,
            options,
        };
        return new Call(send(this.#context, call), ({ data }) => (reply && options?.unwrap !== false ? valueAt(data, reply) : data));
    }
}
/** Creates the context of a client, or of a resource that is used on its own. */
export function contextOf(given, own) {
    if ("checkOptions" in given)
        return given;
    const { resources = [], ...options } = given;
    own.checkOptions(options, own.schemes);
    return {
        ...own,
        options: own.int64 ? { int64: own.int64, ...options } : options,
        resources,
    };
}

// add resources

/** Adds the resources to a client. They share its options, and reach each other by relations. */
export function addResources(client, resources, options, api) {
    const all = [...(options.resources ?? []), ...Object.values(resources)];
    const context = contextOf({ ...options, resources: all }, api);
    for (const [name, Class] of Object.entries(resources))
        Object.assign(client, { [name]: new Class(context) });
}
