import type { Answer, BodyPlan, ResponsePlan } from "@onespec/http-contract";
import {
  getOrMake,
  isObject,
  type Operation,
  pathNoun,
  type SingletonRole,
  schemaShape,
  valueAtPlace,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../model/mock-context.js";
import { unusedNames } from "../response/answer-headers.js";
import { createNamedJobs, type NamedJobs } from "../response/named-jobs.js";
import { createRememberedAnswers } from "../response/remembered-answers.js";
import { withoutUnanswered } from "../response/unanswered-properties.js";
import { answerValue } from "../response/value-answer.js";
import { type Awaitable, after, type JsonObject } from "../store/record-store.js";
import type { DocumentFacts } from "./record/document-facts.js";
import type { NamedRecord } from "./record/named-document.js";
import { singletonBody } from "./record/singleton-document.js";
import { withPathValues, withQueryValues } from "./selection/asked-values.js";

/** The answers of an operation on a document. */
export interface SingletonAnswers {
  /** @param named the record that the document shows */
  answer(call: Call, key: string, value: unknown, named?: NamedRecord): Awaitable<Answer>;
  /** As `answer`, but cached until the document changes. */
  show(call: Call, key: string, value: unknown): Awaitable<Answer>;
  /** The names of all sent properties, if reading the document shows none of them; `body` for a text. */
  unseenNames(sent: unknown, value: unknown, key: string): readonly string[];
}

export function createSingletonAnswers(
  context: MockContext,
  operation: Operation,
  role: SingletonRole,
  plan: ResponsePlan,
  { reader, document, writes }: DocumentFacts,
): SingletonAnswers {
  const { schemas } = context;
  const hide = document && withoutUnanswered(schemas, document, document.schema.json);
  const declared = document && schemaShape(schemas, document.schema.json).properties;
  /** A write may answer something else than the document, such as a job that clients poll. */
  const isOther = role.part !== "read" && role.reply === undefined;
  const jobs = new Map<BodyPlan, NamedJobs | undefined>();
  const remembered = createRememberedAnswers();

  const answer: SingletonAnswers["answer"] = (call, key, value, named) => {
    const { answerAs: body } = call;
    if (!body) return answerValue(context, plan, call, undefined);
    if (named) return answerValue(context, plan, call, named.shown(value, body, role.reply));
    const shown = hide && isObject(value) ? hide(value as JsonObject) : value;
    const whole = singletonBody(context, body, role.reply, writes, { path: role.key, seed: key }, shown, call.body);
    const addressed = withPathValues(schemas, body, whole, call.pathTexts, role.key);
    const answered =
      role.named.length > 0 ? withQueryValues(schemas, operation, body, addressed, call.query) : addressed;
    const keepJob = isOther ? getOrMake(jobs, body, () => createNamedJobs(context, body)) : undefined;
    return after(keepJob ? keepJob(answered) : answered, (kept) => answerValue(context, plan, call, kept));
  };

  return {
    answer,
    show(call, key, value) {
      const make = (): Awaitable<Answer> => answer(call, key, value);
      return call.answerAs ? remembered(key, [value], call.answerAs, make) : make();
    },
    unseenNames(sent, value, key) {
      if (!reader) return [];
      if (sent === undefined) return role.part === "replace" && !operation.requestBody ? [pathNoun(role.key)] : [];
      const body = singletonBody(context, reader.body, reader.reply, writes, { path: role.key, seed: key }, value);
      const shown = isObject(body) ? valueAtPlace(body, reader.reply) : body;
      const isShown = (part: unknown): boolean => JSON.stringify(shown ?? null).includes(JSON.stringify(part));
      if (!isObject(sent)) return typeof sent !== "string" || isShown(sent) ? [] : ["body"];
      const unused = unusedNames(sent, shown, (name) => declared?.has(name) === true || isShown(sent[name]));
      return unused.length === Object.keys(sent).length ? unused : [];
    },
  };
}
