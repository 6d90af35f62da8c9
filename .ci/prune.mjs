// Takes away what an earlier build left in dist for sources that are gone: it would be published, and copied into generated clients.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../packages", import.meta.url));

for (const name of readdirSync(packages)) {
  const dist = join(packages, name, "dist");
  if (!existsSync(dist)) continue;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const inside = file.slice(dist.length + 1);
    const [, stem] = /^(.*?)(?:\.d\.ts|\.js)$/.exec(inside) ?? [];
    if (!entry.isFile() || stem === undefined || /^(?:bundle|console)\b/.test(inside)) continue;
    if (!existsSync(join(packages, name, "src", `${stem}.ts`))) rmSync(file);
  }
}
