import type { JsonSchema } from "@onespec/spec-core";
import type { Entity } from "../entity/entity.js";
import type { Action } from "./action.js";
import type { AppConfig } from "./app-config.js";
import type { Policy } from "./policy.js";
import type { ServiceFactory } from "./service.js";

/** An application as its files tell it: loaded and checked, nothing opened. */
export interface App {
  /** Absolute. */
  readonly folder: string;
  readonly config: AppConfig;
  /** Sorted by name. */
  readonly actions: readonly LoadedAction[];
  readonly services: ReadonlyMap<string, LoadedService>;
  readonly policies: ReadonlyMap<string, Policy>;
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly entities: readonly Entity[];
  /** What is strange, but stops nothing. */
  readonly warnings: readonly string[];
}

export interface LoadedAction {
  /** `books/list` */
  readonly name: string;
  /** `api/controllers/books/list.js` */
  readonly file: string;
  readonly action: Action;
  /** In the order in which they run. */
  readonly policies: readonly string[];
  /** Where it answers, prefix included; the first is the action's own. */
  readonly routes: readonly Route[];
}

export interface Route {
  /** Upper case. */
  readonly method: string;
  /** An OpenAPI path template. */
  readonly path: string;
}

export interface LoadedService {
  readonly file: string;
  readonly factory: ServiceFactory;
}
