import type { ApiDescription, Operation, RecordPlace, Resource, Schema } from "@onespec/spec-core";

/** Everything the output says, with every name decided. Emitters only write it down. */
export interface SdkPlan {
  readonly api: ApiDescription;
  readonly packageName: string;
  readonly version: string;
  readonly models: readonly ModelPlan[];
  readonly groups: readonly GroupPlan[];
  /** By schema URI. */
  readonly modelAt: ReadonlyMap<string, ModelPlan>;
  /** Names of models and classes, by what they stand for. */
  readonly names: ReadonlyMap<string, string>;
  /** Names that could not be as the description has them: subject to name. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** A schema that gets a class of its own. */
export interface ModelPlan {
  /** Class and type: `Book`. */
  readonly name: string;
  readonly schema: Schema;
  /** One of the description's named schemas; others are only there because something refers to them. */
  readonly named: boolean;
  /** The type of what requests take, `BookInput` where it differs from what answers hold, else the name itself. */
  readonly inputName: string;
  /** Of the module in `models/` that holds it, without its ending: its name, where it has one to itself. */
  readonly file: string;
}

/** A class of methods: a resource, a tag, or a first path segment. */
export interface GroupPlan {
  /** Property of the client: `books`. */
  readonly name: string;
  /** `Books`. */
  readonly className: string;
  /** Of the modules that hold it, without their ending: its class name, where it has some to itself. */
  readonly file: string;
  readonly resource: Resource | undefined;
  readonly description: string | undefined;
  readonly methods: readonly MethodPlan[];
  readonly relations: readonly RelationPlan[];
}

export type RecordMethod = "find" | "create" | "get" | "replace" | "update" | "delete";

export interface MethodPlan {
  readonly name: string;
  readonly operation: Operation;
  /** One of the record methods, whose arguments are the id and the record; `undefined` for methods that take the operation's parameters. */
  readonly record: RecordMethod | undefined;
}

/** What `populate` can load, and how: the plan's twin of the runtime's RelationSpec. */
export type RelationPlan =
  | {
      readonly name: string;
      readonly kind: "one";
      readonly target: string;
      readonly key: RecordPlace;
      /** The key is a list of ids. */
      readonly many: boolean;
      readonly expand?: string;
    }
  | {
      readonly name: string;
      readonly kind: "many";
      readonly target: string;
      readonly parameter: string;
      readonly expand?: string;
    }
  | { readonly name: string; readonly kind: "expand"; readonly key: RecordPlace; readonly expand: string }
  | LinkRelation;

export interface LinkRelation {
  readonly name: string;
  readonly kind: "link";
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, RecordPlace>>;
  readonly reply: RecordPlace;
  readonly many: boolean;
  /** The group whose records it answers. */
  readonly target?: string;
}
