import type {
  ApiDescription,
  JsonSchema,
  ListConvention,
  Operation,
  RecordPlace,
  Resource,
  Schema,
} from "@onespec/spec-core";
import type { Addition } from "../config/sdk-config.js";
import type { Int64 } from "../runtime/wire/parse-json.js";

/** The language of a client, and the parts that can be left out. */
export interface SdkFeatures {
  /** JavaScript with declarations, or TypeScript source. */
  readonly language: "js" | "ts";
  /** Schemas, and the code that checks calls, responses and values of models. */
  readonly validation: boolean;
  /** Whether the client has the query engine. Without it, a list is a plain method `list`. */
  readonly queries: boolean;
  /** Modules to write in addition to the client. */
  readonly with: readonly Addition[];
}

/** The content of the client with every name decided. Emitters only write it. */
export interface SdkPlan {
  readonly api: ApiDescription;
  readonly features: SdkFeatures;
  readonly packageName: string;
  readonly version: string;
  readonly models: readonly ModelPlan[];
  readonly groups: readonly GroupPlan[];
  readonly groupByName: ReadonlyMap<string, GroupPlan>;
  readonly groupByResource: ReadonlyMap<Resource, GroupPlan>;
  /** Groups whose records have the same schema, by that schema. */
  readonly groupsByRecord: ReadonlyMap<JsonSchema, readonly GroupPlan[]>;
  /** Names of the groups that are the target of a relation. */
  readonly related: ReadonlySet<string>;
  /** How integers beyond 2^53 are read, unless the client's options differ. */
  readonly int64: Int64;
  /** By schema URI. */
  readonly modelAt: ReadonlyMap<string, ModelPlan>;
  /** The file of each model in `models/`, without its extension. */
  readonly modelFiles: ReadonlyMap<ModelPlan, string>;
  /** Names of models and classes, by subject. */
  readonly names: ReadonlyMap<string, string>;
  /** Names that had to differ from the description's, by subject. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** A schema with a class. */
export interface ModelPlan {
  /** Class and type: `Book`. */
  readonly name: string;
  readonly schema: Schema;
  /** True for a named schema of the description, false for another target of a reference. */
  readonly named: boolean;
  /** The type in requests: `BookInput` if it differs from the type in responses, otherwise the name itself. */
  readonly inputName: string;
  /** True if requests contain it. */
  readonly sent: boolean;
  /** True if responses contain it. */
  readonly answered: boolean;
}

/** A class of methods: a resource, a tag, or a first path segment. */
export interface GroupPlan {
  /** Property of the client: `books`. */
  readonly name: string;
  /** `Books`. */
  readonly className: string;
  readonly resource: Resource | undefined;
  readonly description: string | undefined;
  readonly methods: readonly MethodPlan[];
  readonly relations: readonly RelationPlan[];
}

export type RecordMethod = "find" | "create" | "get" | "replace" | "update" | "delete";

export interface MethodPlan {
  readonly name: string;
  readonly operation: Operation;
  /** A record method takes an id and a record. Others (`undefined`) take the operation's parameters. */
  readonly record: RecordMethod | undefined;
  /** The place of the method's result in the answer. `[]`: the whole answer. */
  readonly reply: RecordPlace;
}

/** A relation that `populate` can load. The runtime's `RelationSpec` has the same kinds. */
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
  /** Present if the operation answers a list of records of a resource. */
  readonly list?: { readonly convention: ListConvention; readonly record: JsonSchema };
  /** The group of the records in the response. */
  readonly target?: string;
}
