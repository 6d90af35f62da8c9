import type { JsonSchema } from "@onespec/spec-core";
import type { Action, Policy, ServiceFactory } from "../action/action.js";
import type { SecurityPolicy } from "../action/security-policy.js";
import type { AppConfig } from "../config/app-config.js";
import type { Entity } from "../entity/entity.js";

/** An application that was loaded from its files and checked. Nothing is opened yet. */
export interface App {
  /** Absolute. */
  readonly folder: string;
  readonly config: AppConfig;
  /** Sorted by name. */
  readonly actions: readonly LoadedAction[];
  readonly services: ReadonlyMap<string, LoadedService>;
  /** By file name. */
  readonly policies: ReadonlyMap<string, Policy | SecurityPolicy>;
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly entities: readonly Entity[];
  /** Findings that do not stop the application. */
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
  /** Alternatives of which a request must meet one before the policies run. Empty: no check. */
  readonly security: readonly (readonly RequiredPolicy[])[];
  /** All its routes, with the prefix. The first is the action's own. */
  readonly routes: readonly Route[];
}

/** A security scheme that an action requires. */
export interface RequiredPolicy {
  readonly scheme: string;
  /** The security policy that checks the scheme. `undefined` if there is none. */
  readonly policy: string | undefined;
  readonly scopes: readonly string[];
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
