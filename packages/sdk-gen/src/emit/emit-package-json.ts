import type { SdkPlan } from "../plan/sdk-plan.js";
import { oneLine } from "./escape.js";

/**
 * Modules that load at once without a bundler, so that invalid queries throw immediately. Bundlers for browsers take the other
 * module of each pair, which loads its code on demand.
 */
const LOADED_LATER: Readonly<Record<string, string>> = {
  "./utils/query/queries.js": "./utils/query/queries-later.js",
  "./utils/wire/redirects.js": "./utils/wire/redirects-later.js",
  "./utils/wire/streams.js": "./utils/wire/streams-later.js",
};

/** `package.json`: the whole client, one entry a resource and a model, for `import` and for `require`. */
export function emitPackageJson({ packageName, version, api, groups }: SdkPlan): string {
  const entry = (path: string): object => ({ types: `./${path}.d.ts`, default: `./${path}.js` });
  const json = {
    name: packageName,
    version,
    description: `Client of ${oneLine(api.title)} ${oneLine(api.version)}.`,
    type: "module",
    sideEffects: ["./index.cjs"],
    main: "./index.cjs",
    module: "./index.js",
    types: "./index.d.ts",
    browser: LOADED_LATER,
    exports: {
      ".": {
        require: { types: "./index.d.cts", default: "./index.cjs" },
        default: { types: "./index.d.ts", default: "./index.js" },
      },
      "./models": entry("models/index"),
      "./answers": entry("resources/answers/index"),
      "./testing": entry("testing"),
      "./utils": entry("utils/index"),
      "./resources/*": { types: "./resources/*.d.ts", default: "./resources/*.js" },
      "./models/*": { types: "./models/*.d.ts", default: "./models/*.js" },
      "./package.json": "./package.json",
    },
    engines: { node: ">=20.19" },
    peerDependencies: { "@onespec/mock-server": ">=0.1.0" },
    peerDependenciesMeta: { "@onespec/mock-server": { optional: true } },
    onespec: { resources: groups.length },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
