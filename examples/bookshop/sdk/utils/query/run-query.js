import { executeQuery } from "./execute-query.js";
import { trimRecord } from "./trim-record.js";
/** The query's records, relations loaded and fields selected, one by one. Leaving the loop early stops the reading. */
export async function* runQuery(execution, resource, state) {
    const load = async (target, wanted) => {
        const records = [];
        for await (const record of runQuery(execution, target, wanted))
            records.push(record);
        return records;
    };
    for await (const batch of executeQuery(execution, resource, state)) {
        const populated = (await execution.populating?.load({ ...execution, load }, resource, batch, state.populate)) ?? batch;
        for (const record of populated)
            yield trimRecord(record, state);
    }
}
