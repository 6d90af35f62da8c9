import { type Resource, type ResourceOptions } from "./resource.js";
import type { ResourceSpec } from "./resource-spec.js";
import type { ClientContext } from "./send.js";
interface ResourceClass {
    new (context: ClientContext): Resource;
    readonly spec?: ResourceSpec;
}
/** Gives a client its resources by name. They share what it was made with, and reach each other by relations. */
export declare function addResources(client: object, resources: Readonly<Record<string, ResourceClass>>, options: ResourceOptions, api: Omit<ClientContext, "options">): void;
export {};
