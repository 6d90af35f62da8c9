import type * as everything from "./index.js" with { "resolution-mode": "import" };

/** The client class; what else `index.js` exports are its properties. Types come from `import type`. */
declare const Client: typeof everything.Client & Omit<typeof everything, "prototype">;
type Client = everything.Client;
export = Client;
