import type { AnswerSpecs, OperationSpec } from "../operation-spec.js";
import type { Issue } from "./issue.js";
/** What answers are checked by, and what checks them: clients that check none carry neither. */
export interface Answers {
    readonly specs: AnswerSpecs;
    readonly check: (answers: AnswerSpecs, operation: OperationSpec, response: Response, data: unknown) => Issue[];
}
/** Where an answer differs from the description. */
export declare function answerIssues(answers: AnswerSpecs, { id }: OperationSpec, { status, headers }: Response, data: unknown): Issue[];
