import { contextOf, type Resource, type ResourceOptions } from "./resource.js";
import type { ResourceSpec } from "./resource-spec.js";
import type { ClientContext, ClientFacts } from "./send.js";

interface ResourceClass {
  new (context: ClientContext): Resource;
  readonly spec?: ResourceSpec;
}

/** Adds the resources to a client. They share its options, and reach each other by relations. */
export function addResources(
  client: object,
  resources: Readonly<Record<string, ResourceClass>>,
  options: ResourceOptions,
  api: ClientFacts,
): void {
  const all = [...(options.resources ?? []), ...Object.values(resources)];
  const context = contextOf({ ...options, resources: all }, api);
  for (const [name, Class] of Object.entries(resources)) Object.assign(client, { [name]: new Class(context) });
}
