import { contextOf } from "./resource.js";
/** Gives a client its resources by name. They share what it was made with, and reach each other by relations. */
export function addResources(client, resources, options, api) {
    const all = [...Object.values(resources), ...(options.resources ?? [])];
    const context = contextOf({ ...options, resources: all }, api);
    for (const [name, Class] of Object.entries(resources))
        Object.assign(client, { [name]: new Class(context) });
}
