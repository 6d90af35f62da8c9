import type { Addition } from "../config/sdk-config.js";
import type { SdkPlan } from "../plan/sdk-plan.js";
import { oneLine } from "./escape.js";

/** The packages that each module needs which is written on request. */
const PEERS: Readonly<Record<Addition, Readonly<Record<string, string>>>> = {
  browser: {},
  "tanstack-query": { "@tanstack/query-core": ">=5.89.0" },
  mcp: { "@modelcontextprotocol/sdk": "^1.20.0" },
};

/** A TypeScript client also has JavaScript, because pages import it directly. */
const BROWSER = { types: "./browser.d.ts", default: "./browser.js" };

/** `package.json`: the whole client, one entry a resource and a model, for `import` and for `require`. */
export function emitPackageJson({ packageName, version, api, groups, features }: SdkPlan): string {
  const isTyped = features.language === "ts";
  const entry = (path: string): object | string =>
    isTyped ? `./${path}.ts` : { types: `./${path}.d.ts`, default: `./${path}.js` };
  const peers = {
    "@onespec/mock-server": ">=0.1.0",
    ...Object.assign({}, ...features.with.map((name) => PEERS[name])),
  };
  const json = {
    name: packageName,
    version,
    description: `Client of ${oneLine(api.title)} ${oneLine(api.version)}.`,
    type: "module",
    ...(isTyped
      ? { sideEffects: false }
      : { sideEffects: ["./index.cjs"], main: "./index.cjs", module: "./index.js", types: "./index.d.ts" }),
    ...(features.with.includes("browser") ? { unpkg: "./browser.js", jsdelivr: "./browser.js" } : {}),
    exports: {
      ".": isTyped
        ? entry("index")
        : { require: { types: "./index.d.cts", default: "./index.cjs" }, default: entry("index") },
      "./models": entry("models/index"),
      ...(features.validation ? { "./answers": entry("resources/answers") } : {}),
      "./testing": entry("testing"),
      ...Object.fromEntries(features.with.map((name) => [`./${name}`, name === "browser" ? BROWSER : entry(name)])),
      "./utils": entry("utils/index"),
      "./resources/*": entry("resources/*"),
      "./models/*": entry("models/*"),
      "./package.json": "./package.json",
    },
    ...(features.with.includes("mcp") && !isTyped ? { bin: { [`${packageName}-mcp`]: "./mcp.js" } } : {}),
    engines: { node: ">=20.19" },
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
    onespec: { resources: groups.length },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
