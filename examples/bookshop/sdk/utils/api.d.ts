import type { ClientContext } from "./send.js";

export declare const api: Omit<ClientContext, "options">;
