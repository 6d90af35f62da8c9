import { inSlices } from "@onespec/http-requests";
import type { Steps } from "@onespec/spec-core";
import type { StoredRecord } from "../record-store.js";
import { formatJournalLine } from "./journal-line.js";

/** Lines written between two pauses. */
const A_STEP = 50;

/** What a journal says when all records of its collection give way to these; written in slices. */
export function replacementText(records: readonly StoredRecord[], sequence: number): Promise<string> {
  return inSlices(replacementSteps(records, sequence));
}

function* replacementSteps(records: readonly StoredRecord[], sequence: number): Steps<string> {
  const lines = [formatJournalLine({ kind: "clear", sequence })];
  for (const [index, record] of records.entries()) {
    lines.push(formatJournalLine({ kind: "put", sequence, record }));
    if (index % A_STEP === A_STEP - 1) yield;
  }
  return lines.join("");
}
