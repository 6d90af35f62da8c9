import type { Answer } from "@onespec/http-contract";
import type { ListConvention } from "@onespec/spec-core";
import { withIgnored } from "../response/answer-headers.js";
import type { PageRequest } from "../response/page-request.js";
import { type Awaitable, after } from "../store/record-store.js";

/**
 * Names a cursor that leads nowhere in `Mock-Ignored`: an empty page alone would look like the end of the list. It is not refused, because
 * the description allows any text.
 * @param has tells whether there is a record with this key
 */
export type CursorCheck = (
  asked: PageRequest,
  has: (key: string) => Awaitable<boolean>,
  answer: () => Awaitable<Answer>,
) => Awaitable<Answer>;

export function createCursorCheck({ cursor }: ListConvention): CursorCheck {
  return ({ after: from, before }, has, answer) => {
    const [key, parameter] = from === undefined ? [before, cursor?.before] : [from, cursor?.after];
    if (key === undefined || parameter === undefined) return answer();
    return after(has(key), (isKnown) =>
      isKnown ? answer() : after(answer(), (one) => withIgnored(one, [parameter.name])),
    );
  };
}
