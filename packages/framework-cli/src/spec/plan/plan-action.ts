import { itemSchemaOf } from "@onespec/http-contract";
import type { Operation, RecordPlace, Resource, Role, Schema, SchemaRegistry, WriteRole } from "@onespec/spec-core";
import { isJsonObject } from "../../services/nested-members.js";
import {
  answerSiblings,
  envelopeId,
  onlyMembers,
  plainTypes,
  removalFlags,
  repeatedMembers,
} from "./answered-record.js";
import type { ActionWork, CountWork, ManyWork, ModelPlan, RecordWork, StubWork } from "./contract-plan.js";
import { pascal } from "./names.js";
import { parentNames } from "./plan-keys.js";
import { asksAsSent, planList } from "./plan-list.js";
import { planLocation } from "./plan-location.js";
import {
  type DocumentedAnswer,
  documentedAnswer,
  isJsonMedia,
  placedSchema,
  replySchema,
  sentSchema,
} from "./record-schemas.js";
import { contradicts, requiredSiblings } from "./required-siblings.js";
import { replacedBy, type SchemaFiles } from "./schema-files.js";

/** The service and model that store the records of an operation's resource. */
export interface Keeper {
  readonly service: string;
  readonly model: ModelPlan;
}

type WritingRole = WriteRole<"create" | "update" | "replace">;

const STUB: StubWork = { kind: "stub" };

/**
 * Plans the handler of an operation.
 * @param role its effect on a record, which may differ from its own role
 * @param keeper `undefined` if its resource is not stored in a model
 * @param view its name among the views of the service
 */
export function planWork(
  schemas: SchemaRegistry,
  operation: Operation,
  role: Role,
  keeper: Keeper | undefined,
  files: SchemaFiles,
  view: string | undefined,
): ActionWork {
  if (keeper === undefined || isOtherName(operation)) return STUB;
  const planner = new RecordWorkPlanner(schemas, operation, keeper, files);
  switch (role.kind) {
    case "view":
      return view === undefined ? STUB : planList(schemas, operation, role, keeper, view);
    case "list":
      return planList(schemas, operation, role, keeper, view);
    case "create":
    case "update":
    case "replace":
      if (role.hasIdInBody && idInBody(role) === undefined) return STUB;
      if (!role.many) return planner.write(role) ?? STUB;
      return (role.kind === "create" && planner.createMany(role)) || STUB;
    case "delete":
      return planner.remove(role);
    case "action":
      return planner.act(role);
    case "read":
      return planner.read(role) ?? STUB;
    case "operation":
      return planner.first(role);
    case "singleton":
      return STUB;
  }
}

/** Plans the handler of `GET /pets/count`. `undefined` for an operation that does not count. */
export function planCount(
  schemas: SchemaRegistry,
  operation: Operation,
  keeper: Keeper | undefined,
  view: { readonly name: string } | undefined,
): CountWork | undefined {
  const counts = operation.role.kind === "operation" ? operation.role.counts : undefined;
  if (counts === undefined || keeper === undefined || view === undefined) return undefined;
  const { at, list } = counts;
  const siblings = at.length === 0 ? {} : requiredSiblings(schemas, replySchema(operation), [at]);
  return {
    kind: "count",
    service: keeper.service,
    view: view.name,
    at,
    siblings,
    asksAsSent: asksAsSent(schemas, list),
  };
}

/** Plans the effect of one operation on the records of a model. */
class RecordWorkPlanner {
  readonly #schemas: SchemaRegistry;
  readonly #operation: Operation;
  readonly #keeper: Keeper;
  readonly #files: SchemaFiles;
  readonly #documented: DocumentedAnswer;

  constructor(schemas: SchemaRegistry, operation: Operation, keeper: Keeper, files: SchemaFiles) {
    this.#schemas = schemas;
    this.#operation = operation;
    this.#keeper = keeper;
    this.#files = files;
    this.#documented = documentedAnswer(operation);
  }

  /** `undefined`: the answer is no record. */
  read({ reply }: Extract<Role, { kind: "read" }>): RecordWork | undefined {
    const answer = this.#answer(reply);
    return answer && { kind: "read", service: this.#keeper.service, body: [], ...answer };
  }

  /** `undefined`: the answer is no record. */
  write(role: WritingRole): RecordWork | undefined {
    const { kind, resource, body, reply } = role;
    const { isEmpty, schema, status, response } = this.#documented;
    const { service, model } = this.#keeper;
    const located = resource.itemPath === undefined ? model.located : resource;
    const answer = this.#answer(reply);
    if (answer === undefined) return undefined;
    const idIn = role.hasIdInBody ? idInBody(role) : undefined;
    const sent = sentSchema(this.#schemas, this.#operation, role);
    const createdStatus = kind === "replace" ? this.#createdStatus(resource) : undefined;
    return {
      kind,
      service,
      body,
      ...(kind === "create" && plainTypes(this.#schemas, sent).length > 0 && { sentId: model.id.field }),
      ...answer,
      ...(isEmpty || answer.reply !== undefined ? {} : repeatedMembers(this.#schemas, resource, schema, model)),
      ...(idIn && { idIn }),
      location:
        kind === "create"
          ? planLocation(this.#schemas, this.#operation, located ?? resource, status, response)
          : undefined,
      ...(kind === "replace" && replacedBy(this.#schemas, sent, this.#operation, this.#files)),
      ...(createdStatus !== undefined && { createdStatus }),
    };
  }

  /** `undefined` if the body is a list of plain values instead of records. */
  createMany(role: WriteRole<"create">): ManyWork | undefined {
    const { resource, body, reply } = role;
    if (plainTypes(this.#schemas, sentSchema(this.#schemas, this.#operation, role)).length > 0) return undefined;
    const { isEmpty, schema, status, told } = this.#documented;
    // If a list of users is answered with one user, it is the first one.
    const place = reply ?? (schema?.uri === resource.schema.uri ? [] : undefined);
    const held = placedSchema(this.#schemas, schema, place);
    const item = held && itemSchemaOf(this.#schemas, held);
    return {
      kind: "createMany",
      service: this.#keeper.service,
      body,
      status,
      reply: held && place,
      shows: item === undefined ? "first" : "all",
      siblings: isEmpty ? undefined : this.#siblings(held && place),
      ...this.#only(item ?? held),
      ...told,
    };
  }

  remove({ resource, reply: place }: Extract<Role, { kind: "delete" }>): RecordWork {
    const { isEmpty, schema, status, response, told } = this.#documented;
    const held = placedSchema(this.#schemas, schema, place);
    const reply = held?.uri === resource.schema.uri && !isEmpty ? place : undefined;
    // A JSON answer that is documented without a schema.
    const isAnyJson = response?.content.some(({ type }) => isJsonMedia(type)) === true;
    const siblings = isEmpty ? (isAnyJson ? {} : undefined) : this.#siblings(reply);
    const flags = isEmpty || reply !== undefined ? {} : removalFlags(this.#schemas, schema);
    return {
      kind: "delete",
      service: this.#keeper.service,
      body: [],
      status,
      reply,
      siblings: isJsonObject(siblings) ? { ...siblings, ...flags } : siblings,
      ...this.#only(reply && held),
      ...(isEmpty || reply !== undefined ? {} : repeatedMembers(this.#schemas, resource, schema, this.#keeper.model)),
      ...told,
    };
  }

  act({ resource, reply }: Extract<Role, { kind: "action" }>): StubWork {
    if (reply === undefined || !namesRecord(this.#operation, resource)) return STUB;
    const shown = placedSchema(this.#schemas, this.#documented.schema, reply);
    return { kind: "stub", record: { reply, siblings: this.#siblings(reply), ...this.#only(shown) } };
  }

  /** `GET /users/me`: the first record stands for the client until it is written. */
  first({ finds }: Extract<Role, { kind: "operation" }>): StubWork {
    const answer = finds?.isFirst && finds.role.resource.itemPath ? this.#answer(finds.role.reply) : undefined;
    const { reply, siblings, only } = answer ?? {};
    if (reply === undefined) return STUB;
    return { kind: "stub", first: this.#keeper.service, record: { reply, siblings, ...(only && { only }) } };
  }

  /** The answer with the record. `undefined` for an image or a file, which a model cannot store. */
  #answer(given: RecordPlace | undefined) {
    const { isEmpty, schema, status, response, told } = this.#documented;
    // If no body is documented, the record itself is the answer, unless the status forbids a body.
    const reply = given ?? (isEmpty || schema !== undefined ? undefined : []);
    if (reply === undefined && schema === undefined && (response?.content.length ?? 0) > 0) return undefined;
    const shown = placedSchema(this.#schemas, schema, reply);
    return {
      status,
      reply,
      siblings: isEmpty && reply === undefined ? undefined : this.#siblings(reply),
      ...envelopeId(this.#schemas, this.#keeper.model.resource, schema, reply),
      ...this.#only(shown),
      ...told,
      ...(shown &&
        contradicts(this.#schemas, this.#keeper.model.resource.schema, shown) && {
          shownAs: this.#files.nameOf(shown, pascal(`${this.#operation.id} record`, "Record")),
        }),
    };
  }

  /** The status of a PUT that creates an absent record. `undefined` if it creates none. */
  #createdStatus({ parents, roles }: Resource): number | undefined {
    // A path that identifies a record by other properties cannot create one. Neither can one without a parent.
    const isWhole = parents.length >= this.#keeper.model.parents.size;
    if (this.#operation.role.kind !== "replace" || !isWhole) return undefined;
    if (this.#operation.responses.some(({ status }) => status === "201")) return 201;
    return roles.create === undefined ? this.#documented.status : undefined;
  }

  #siblings(reply: RecordPlace | undefined): unknown {
    return answerSiblings(this.#schemas, this.#documented.schema, reply);
  }

  #only(shown: Schema | undefined): Pick<RecordWork, "only"> {
    return onlyMembers(this.#schemas, shown, this.#keeper.model);
  }
}

/** True if another operation has the same path with another parameter: `/versions/{number}` and `/versions/{id}`. */
function isOtherName({ role, method, template }: Operation): boolean {
  if (!("resource" in role) || role.kind === "view" || role.kind === "list") return false;
  const usual = role.kind === "action" ? undefined : role.resource.roles[role.kind];
  if (usual === undefined || usual.method !== method || usual.template.text === template.text) return false;
  return role.resource.id.otherParameters.includes(template.parameters.at(-1) ?? "");
}

/** True if the path has the parameters of the resource's item path. */
function namesRecord({ template }: Operation, resource: Resource): boolean {
  const needed = [...parentNames(resource), resource.id.parameter];
  return needed.every((name) => name !== undefined && template.parameters.includes(name));
}

/** The place of the id in the body, if the path has none: `PUT /pets`. */
function idInBody({ resource: { id, parents }, body }: WriteRole<"create" | "replace" | "update">) {
  if (id.parameter === undefined || id.property === undefined || parents.length > 0) return undefined;
  return { parameter: id.parameter, place: [...body, ...id.property] };
}
