import { inSlices } from "@onespec/http-requests";
import type { Steps } from "@onespec/spec-core";
import type { StoredRecord } from "./record-store.js";
import { RecordTable } from "./record-table.js";

/** Records put between two pauses. */
const A_STEP = 200;

/** A table of these records, in this order; others are answered while a large one is made. @param sequence the last number that was given */
export function tableInSlices(records: readonly StoredRecord[], sequence: number): Promise<RecordTable> {
  return inSlices(tableSteps(records, sequence));
}

function* tableSteps(records: readonly StoredRecord[], sequence: number): Steps<RecordTable> {
  const table = new RecordTable();
  for (const [index, record] of records.entries()) {
    table.put(record);
    if (index % A_STEP === A_STEP - 1) yield;
  }
  table.sequence = sequence;
  return table;
}
