import { statSync } from "node:fs";

const changed = (path) => statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;

/** In a checkout the modules may have been built again after they were bundled. A published package has the bundle alone. */
function isBundleFresh() {
  const bundled = changed("../dist/bundle/bin.js");
  const built = [
    "../dist/.tsbuildinfo",
    "../../spec-core/dist/.tsbuildinfo",
    "../../command-line/dist/.tsbuildinfo",
  ].map(changed);
  return bundled !== undefined && built.every((time) => time === undefined || time <= bundled);
}

/** Where this process takes the framework from: command and application must have the same classes, so it is settled once. */
export const built = new URL(isBundleFresh() ? "../dist/bundle/" : "../dist/", import.meta.url).href;
