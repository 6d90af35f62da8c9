import {
  type Answer,
  ProblemError,
  type ResponsePlan,
  schemaAt,
  validationProblem,
  validationStatus,
} from "@onespec/http-contract";
import { type Operation, valueAtPlace, type WriteRole, withValueAt } from "@onespec/spec-core";
import { addRecord } from "../model/add-record.js";
import { asObject } from "../model/as-object.js";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import type { RecordAddress, ScopePattern } from "../model/resource-states.js";
import { bodyRenaming } from "../response/body-renaming.js";
import { createRecordAnswer } from "../response/record-answer.js";
import { createRecordsAnswer } from "../response/records-answer.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { createActedParent } from "./effect/action-change.js";
import { createMemberLinks, memberValue } from "./record/member-links.js";
import { createNamedReferences } from "./record/named-references.js";
import { createRecordsMaker } from "./record/new-records.js";
import { absentParent, addressReader } from "./record/record-address.js";
import { createBoundsGuard } from "./record/record-guard.js";
import { locationHeader } from "./record/record-location.js";

/** `POST /pets` with one record or a list of records. */
export function createCreateBehaviour(
  context: MockContext,
  operation: Operation,
  role: WriteRole<"create">,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const { resource, body, many, manyAt } = role;
  const read = addressReader(schemas, states, operation, resource);
  const rename = bodyRenaming(schemas, operation, resource.schema.json);
  const actedParent = createActedParent(context, operation, resource);
  const within = boundsOf(context, operation, role);
  const home = resource.members?.isMade ? resource.members.resource : resource;
  const makeRecords = createRecordsMaker(context, operation, home);
  const linkMembers = createMemberLinks(context, resource);
  const nameReferences = createNamedReferences(context, operation, resource);
  const answers = createdAnswers(context, { ...role, resource: home }, plan);

  const create = async (call: Call, address: RecordAddress): Promise<Answer> => {
    const several = manyAt && valueAtPlace(call.body, manyAt);
    const written = several ?? valueAtPlace(call.body, body);
    if (linkMembers) {
      const beside = asObject(body.length === 1 ? withValueAt(call.body, body, undefined) : undefined);
      const links = await linkMembers(address, [written].flat(), beside);
      for (const { record, isNew } of links)
        if (isNew && call.wrote) await call.wrote({ kind: "created", resource, record });
      return answers.linked(
        call,
        address.parents,
        links.map(({ record }) => record),
      );
    }
    const isMany = (many || several !== undefined) && Array.isArray(written);
    // If the body is not an object, such as an uploaded file, the record is created without it.
    const sent = (isMany ? written : [written]).map((one) => within(asObject(rename(one))));
    const acted = actedParent && !isMany ? sent.map((one) => actedParent.named(one, call.pathTexts)) : sent;
    const all = nameReferences ? await Promise.all(acted.map(nameReferences)) : acted;
    if (home === resource) return answers.made(call, address.parents, await makeRecords(call, address, all), all[0]);
    const above = address.parents.slice(0, home.parents.length);
    await context.seeds.fill(home, above);
    const made = await makeRecords(call, { ...address, parents: above, scope: above }, all);
    for (const one of made)
      await addRecord(context, resource, memberValue(schemas, resource, one), { ...address, key: one.key });
    return answers.made(call, above, made, all[0]);
  };

  return async (call) => {
    const address = read(call.pathTexts);
    const absent = await absentParent(states, resource, address.parents);
    if (absent) throw new ProblemError(absent);
    await context.seeds.fill(resource, address.scope);
    const made = await create(call, address);
    await actedParent?.change(asObject(rename(valueAtPlace(call.body, body))), call.pathTexts);
    return made;
  };
}

interface CreatedAnswers {
  /** @param sent the first record of the request */
  made(
    call: Call,
    parents: ScopePattern,
    records: readonly StoredRecord[],
    sent: JsonObject | undefined,
  ): Promise<Answer>;
  /** Answers with existing records that were added to a collection. */
  linked(call: Call, parents: ScopePattern, records: readonly StoredRecord[]): Promise<Answer>;
}

function createdAnswers(
  context: MockContext,
  { resource, body, reply, many, manyAt }: WriteRole<"create">,
  plan: ResponsePlan,
): CreatedAnswers {
  const beside = manyAt && reply && [...reply.slice(0, -1), ...manyAt];
  const isAnswered = beside && plan.preferred?.schema && schemaAt(context.schemas, plan.preferred.schema, beside);
  const answerOne = createRecordAnswer(context, plan, resource, reply, { event: "made" });
  const answerAll = createRecordsAnswer(context, plan, resource, isAnswered ? beside : reply);
  const locate = locationHeader(context.api, resource, plan);
  const isListed = ({ body: sent }: Call): boolean =>
    [body, manyAt].some((place) => place && Array.isArray(valueAtPlace(sent, place)));
  return {
    async made(call, parents, records, sent) {
      const [first] = records;
      if (many || !first || isListed(call)) return answerAll(call, records, isListed(call));
      return answerOne(call, first, locate(call, parents, first), sent);
    },
    async linked(call, parents, records) {
      const [first] = records;
      if (!first || (many && reply)) return answerAll(call, records);
      return answerOne(call, first, locate(call, parents, first), {});
    },
  };
}

/** Returns the sent record unchanged. @throws ProblemError for values that no record of this kind can have */
function boundsOf(
  context: MockContext,
  operation: Operation,
  { resource }: WriteRole<"create">,
): (sent: JsonObject) => JsonObject {
  if (context.isLax) return (sent) => sent;
  const boundsLeft = createBoundsGuard(context.schemas, operation, resource.schema);
  const status = validationStatus(operation);
  return (sent) => {
    const violations = boundsLeft?.(sent) ?? [];
    if (violations.length > 0) throw new ProblemError(validationProblem(status, violations));
    return sent;
  };
}
