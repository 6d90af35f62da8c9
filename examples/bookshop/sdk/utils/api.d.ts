import { Resource, type ResourceOptions } from "./resource.js";
import type { ClientContext } from "./send.js";

export declare const api: Omit<ClientContext, "options">;

export declare class ApiResource extends Resource {
  constructor(given?: ResourceOptions | ClientContext, parents?: Readonly<Record<string, unknown>>);
}
