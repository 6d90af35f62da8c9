import type { SdkPlan } from "../plan/sdk-plan.js";
import { oneLine } from "./escape.js";

/** `package.json`: the whole client, one entry a resource and a model, for `import` and for `require`. */
export function emitPackageJson({ packageName, version, api, groups, features }: SdkPlan): string {
  const isTyped = features.language === "ts";
  const entry = (path: string): object | string =>
    isTyped ? `./${path}.ts` : { types: `./${path}.d.ts`, default: `./${path}.js` };
  const json = {
    name: packageName,
    version,
    description: `Client of ${oneLine(api.title)} ${oneLine(api.version)}.`,
    type: "module",
    ...(isTyped
      ? { sideEffects: false }
      : { sideEffects: ["./index.cjs"], main: "./index.cjs", module: "./index.js", types: "./index.d.ts" }),
    exports: {
      ".": isTyped
        ? entry("index")
        : { require: { types: "./index.d.cts", default: "./index.cjs" }, default: entry("index") },
      "./models": entry("models/index"),
      ...(features.validation ? { "./answers": entry("resources/answers") } : {}),
      "./testing": entry("testing"),
      "./utils": entry("utils/index"),
      "./resources/*": entry("resources/*"),
      "./models/*": entry("models/*"),
      "./package.json": "./package.json",
    },
    engines: { node: ">=20.19" },
    peerDependencies: { "@onespec/mock-server": ">=0.1.0" },
    peerDependenciesMeta: { "@onespec/mock-server": { optional: true } },
    onespec: { resources: groups.length },
  };
  return `${JSON.stringify(json, null, 2)}\n`;
}
