import type * as everything from "./index.js" with { "resolution-mode": "import" };

/** The client class, with the other exports of `index.js` as properties. Import types with `import type`. */
declare const Client: typeof everything.Client & Omit<typeof everything, "prototype">;
type Client = everything.Client;
export = Client;
