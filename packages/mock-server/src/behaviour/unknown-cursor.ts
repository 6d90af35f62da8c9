import { type Answer, ProblemError, selectError, validationProblem, validationStatus } from "@onespec/http-contract";
import type { ListConvention, Operation, Parameter } from "@onespec/spec-core";
import { withIgnored } from "../response/ignored-header.js";
import type { PageRequest } from "../response/page-request.js";
import { type Awaitable, after } from "../store/record-store.js";

/**
 * Refuses a cursor that leads nowhere: an empty page would look like the end of the list. Where no such refusal is documented, the answer
 * names the parameter in `Mock-Ignored`.
 * @param has tells whether there is a record with this key
 * @throws ProblemError
 */
export type CursorCheck = (
  asked: PageRequest,
  has: (key: string) => Awaitable<boolean>,
  answer: () => Awaitable<Answer>,
) => Awaitable<Answer>;

export function createCursorCheck(operation: Operation, { cursor }: ListConvention): CursorCheck {
  const status = validationStatus(operation);
  const isDocumented = selectError(operation, status) !== undefined;
  const refuse = ({ name }: Parameter): never => {
    const part = operation.parameters.some((parameter) => parameter.name === name) ? "query" : "body";
    const message = "is not a cursor of this list: take the one that a page gives, or leave it out for the first page";
    const violation = { in: part, path: `/${name}`, message, keyword: "cursor", params: {} } as const;
    throw new ProblemError(validationProblem(status, [violation]));
  };
  return ({ after: from, before }, has, answer) => {
    const [key, parameter] = from === undefined ? [before, cursor?.before] : [from, cursor?.after];
    if (key === undefined || parameter === undefined) return answer();
    return after(has(key), (isKnown) => {
      if (isKnown) return answer();
      return isDocumented ? refuse(parameter) : after(answer(), (one) => withIgnored(one, [parameter.name]));
    });
  };
}
