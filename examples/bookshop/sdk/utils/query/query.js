var _a;
import { ClientError } from "../errors.js";
import { buildRequest, send } from "../send.js";
/**
 * A query on one resource. Every method gives a new query and changes none, so a query can be kept and varied. Nothing is
 * sent before `execute` or another run method; awaiting the query executes it, each time anew. What cannot be asked is a
 * ValidationError at once; where the engine is still being loaded, when the query is run.
 */
export class Query {
    #draft;
    constructor(draft) {
        this.#draft = draft.resource.queries.now?.collect(draft) ?? draft;
    }
    /** Conditions that must hold beside those already there. @throws ValidationError */
    where(criteria) {
        return this.#with("where", criteria);
    }
    /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
    sort(order) {
        return this.#with("sort", order);
    }
    /** At most that many records; 0 gives none without asking. */
    limit(count) {
        return this.#with("limit", count);
    }
    skip(count) {
        return this.#with("skip", count);
    }
    /** Page number `page`, counted from 0. */
    paginate(page, size = 30) {
        return this.#with("paginate", page, size);
    }
    select(...fields) {
        return this.#with("select", ...fields);
    }
    omit(...fields) {
        return this.#with("omit", ...fields);
    }
    populate(name, sub) {
        return this.#with("populate", name, sub);
    }
    /** Parameters of the list operation, as the description names them, given as they are. */
    params(parameters) {
        return this.#with("params", parameters);
    }
    /** Signal, timeout, retries, and how much the query may cost: `maxRequests`, `maxRecords`. */
    options(options) {
        return new _a({ ...this.#draft, options: { ...this.#draft.options, ...options } });
    }
    /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
    async execute() {
        const records = [];
        for await (const record of this.#run(await this.#load()))
            records.push(record);
        return records;
    }
    // biome-ignore lint/suspicious/noThenProperty: a query can be awaited
    then(done, failed) {
        return this.execute().then(done, failed);
    }
    /** Record by record, fetched as they are needed. */
    async *[Symbol.asyncIterator]() {
        yield* this.#run(await this.#load());
    }
    async first() {
        for await (const record of this.limit(1))
            return record;
        return undefined;
    }
    /** Records that meet the conditions, whatever limit and skip say. */
    async count() {
        return (await this.#load()).count(this.#draft, send);
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
    /** Loads what runs queries, where that is apart, as in bundles of pages. Elsewhere it is there. @throws ClientError FILE_NOT_LOADED */
    async ready() {
        await this.#load();
    }
    /** What the server would do and what is done here, and why. Sends nothing. @throws ClientError NOT_READY before `ready` */
    explain() {
        return this.#engine("explain").explain(this.#draft);
    }
    /** The first request as it would be sent, without credentials; `undefined` when none is needed. @throws ClientError NOT_READY before `ready` */
    toRequest() {
        const call = this.#engine("toRequest").firstCall(this.#draft);
        return call && buildRequest(this.#draft.context, call);
    }
    #load() {
        return this.#draft.resource.queries.load();
    }
    #engine(method) {
        const { name, queries } = this.#draft.resource;
        if (queries.now)
            return queries.now;
        throw new ClientError("NOT_READY", `${name}: what ${method}() needs is still being loaded: await query.ready() first`);
    }
    #run(engine) {
        return engine.run(this.#draft, send);
    }
    #with(...clause) {
        return new _a({ ...this.#draft, clauses: [...this.#draft.clauses, clause] });
    }
}
_a = Query;
