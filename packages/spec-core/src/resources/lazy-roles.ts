import type { ListConvention } from "./list-convention.js";
import type { ListRole, WriteRole } from "./operation-role.js";
import type { RecordPlace, Resource } from "./resource.js";

// Classes, as every operation of a collection has one: objects with getters of their own take ten times as long to make.

export class LazyListRole implements ListRole {
  readonly kind = "list";
  readonly resource: Resource;

  constructor(resource: Resource) {
    this.resource = resource;
  }

  get list(): ListConvention {
    // A resource with a list operation has a list convention.
    return this.resource.list as ListConvention;
  }
}

/** The role of an operation of which only its answer matters. */
export class LazyReplyRole<Kind extends "read" | "delete" | "action"> {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly #find: () => RecordPlace | undefined;
  #reply: RecordPlace | undefined | null = null;

  constructor(kind: Kind, resource: Resource, find: () => RecordPlace | undefined) {
    this.kind = kind;
    this.resource = resource;
    this.#find = find;
  }

  get reply(): RecordPlace | undefined {
    if (this.#reply === null) this.#reply = this.#find();
    return this.#reply;
  }
}

/** What is to be found out about an operation that writes, when somebody asks. */
export interface WriteFacts {
  body(): RecordPlace;
  reply(isMany: boolean): RecordPlace | undefined;
  many(): boolean;
}

export class LazyWriteRole<Kind extends "create" | "replace" | "update"> implements WriteRole<Kind> {
  readonly kind: Kind;
  readonly resource: Resource;
  readonly hasIdInBody: boolean;
  readonly #facts: WriteFacts;
  #body: RecordPlace | undefined;
  #reply: RecordPlace | undefined | null = null;
  #many: boolean | undefined;

  constructor(kind: Kind, resource: Resource, hasIdInBody: boolean, facts: WriteFacts) {
    this.kind = kind;
    this.resource = resource;
    this.hasIdInBody = hasIdInBody;
    this.#facts = facts;
  }

  get body(): RecordPlace {
    this.#body ??= this.#facts.body();
    return this.#body;
  }

  get reply(): RecordPlace | undefined {
    if (this.#reply === null) this.#reply = this.#facts.reply(this.many);
    return this.#reply;
  }

  get many(): boolean {
    this.#many ??= this.#facts.many();
    return this.#many;
  }
}
