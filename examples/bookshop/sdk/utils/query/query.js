var _a;
import { buildRequest } from "../send.js";
import { countQuery, DEFAULT_GUARD, readingOf } from "./execute-query.js";
import { explainPlan } from "./explain.js";
import { fieldIn, invalidClause } from "./invalid-clause.js";
import { parseSort } from "./order.js";
import { parseWhere } from "./parse-where.js";
import { planQuery } from "./push-down.js";
import { runQuery } from "./run-query.js";
const EMPTY = {
    where: undefined,
    sort: [],
    limit: undefined,
    skip: 0,
    select: undefined,
    omit: [],
    populate: [],
    parameters: {},
};
/**
 * A query on one resource. Every method gives a new query and changes none, so a query can be kept and varied. Nothing is
 * sent before `execute` or another run method; awaiting the query executes it, each time anew.
 */
export class Query {
    #context;
    #resource;
    #state;
    #options;
    constructor(context, resource, state = {}, options = {}) {
        this.#context = context;
        this.#resource = resource;
        this.#state = { ...EMPTY, ...state };
        this.#options = options;
    }
    /** Conditions that must hold beside those already there. @throws ValidationError */
    where(criteria) {
        const added = parseWhere(criteria, this.#resource.schema, this.#resource.name);
        const { where } = this.#state;
        const both = where ? { kind: "and", of: [where, added] } : added;
        return this.#with({ where: both });
    }
    /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
    sort(order) {
        return this.#with({ sort: parseSort(order, this.#resource) });
    }
    /** At most that many records; 0 gives none without asking. */
    limit(count) {
        return this.#with({ limit: this.#whole("limit", count) });
    }
    skip(count) {
        return this.#with({ skip: this.#whole("skip", count) });
    }
    /** Page number `page`, counted from 0. */
    paginate(page, size = 30) {
        return this.skip(this.#whole("page", page) * this.#whole("size", size)).limit(size);
    }
    select(...fields) {
        return this.#with({ select: fields.map((name) => fieldIn(this.#resource, "select", name)) });
    }
    omit(...fields) {
        return this.#with({ omit: fields.map((name) => fieldIn(this.#resource, "omit", name)) });
    }
    populate(name, sub = {}) {
        const { populating, name: resource } = this.#resource;
        if (!populating) {
            const message = "is not a relation: the description shows none here";
            throw invalidClause(resource, `populate.${name}`, message, "populate");
        }
        return this.#with({ populate: populating.add(this.#context, this.#resource, this.#state.populate, name, sub) });
    }
    /** Parameters of the list operation, as the description names them, given as they are. */
    params(parameters) {
        return this.#with({ parameters: { ...this.#state.parameters, ...parameters } });
    }
    /** Signal, timeout, retries, and how much the query may cost: `maxRequests`, `maxRecords`. */
    options(options) {
        return new _a(this.#context, this.#resource, this.#state, { ...this.#options, ...options });
    }
    /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
    async execute() {
        const records = [];
        for await (const record of this)
            records.push(record);
        return records;
    }
    // biome-ignore lint/suspicious/noThenProperty: a query can be awaited
    then(done, failed) {
        return this.execute().then(done, failed);
    }
    /** Record by record, fetched as they are needed. */
    [Symbol.asyncIterator]() {
        return runQuery(this.#execution(), this.#resource, this.#state);
    }
    async first() {
        for await (const record of this.limit(1))
            return record;
        return undefined;
    }
    /** Records that meet the conditions, whatever limit and skip say. */
    count() {
        return countQuery(this.#execution(), this.#resource, this.#state);
    }
    async exists() {
        return (await this.first()) !== undefined;
    }
    /** Lists of `size` records. */
    async *pages(size = 100) {
        let page = [];
        for await (const record of this) {
            page.push(record);
            if (page.length < size)
                continue;
            yield page;
            page = [];
        }
        if (page.length > 0)
            yield page;
    }
    /** What the server would do and what is done here, and why. Sends nothing. */
    explain() {
        const plan = planQuery(this.#resource, this.#state);
        const { populating, list } = this.#resource;
        const loading = populating?.explain(this.#context, this.#resource, this.#state.populate) ?? [];
        const steps = [...plan.steps, ...loading];
        const missing = list?.needing?.missing(this.#context, plan) ?? [];
        return { text: explainPlan({ ...plan, steps }, missing), fetching: plan.fetching, steps, missing };
    }
    /** The first request as it would be sent, without credentials; `undefined` when none is needed. */
    toRequest() {
        const { fetching } = planQuery(this.#resource, this.#state);
        const { list, read } = this.#resource;
        if (fetching.kind === "pages" && list)
            return buildRequest(this.#context, { operation: list.operation, ...fetching.requests[0] });
        return fetching.kind === "ids" && read
            ? buildRequest(this.#context, readingOf(this.#resource, read, this.#state, fetching.ids[0]))
            : undefined;
    }
    #execution() {
        const { maxRequests = DEFAULT_GUARD.maxRequests, maxRecords = DEFAULT_GUARD.maxRecords, ...options } = this.#options;
        return { context: this.#context, options, guard: { maxRequests, maxRecords } };
    }
    #with(change) {
        return new _a(this.#context, this.#resource, { ...this.#state, ...change }, this.#options);
    }
    #whole(clause, count) {
        if (Number.isInteger(count) && count >= 0)
            return count;
        throw invalidClause(this.#resource.name, clause, "must be a whole number, 0 or more");
    }
}
_a = Query;
