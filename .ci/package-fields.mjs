// Writes `repository`, `homepage` and `bugs` of every published package from `repository` in the root's package.json: the one place that
// names the owner. With --check it writes nothing and exits with 1 if a package differs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const { repository } = read(join(root, "package.json"));
const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

for (const name of readdirSync(join(root, "packages"))) {
  const file = join(root, "packages", name, "package.json");
  const directory = `packages/${name}`;
  const manifest = Object.assign(read(file), {
    homepage: `${address}/tree/main/${directory}#readme`,
    repository: { ...repository, directory },
    bugs: `${address}/issues`,
  });
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  if (readFileSync(file, "utf8") === text) continue;
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else {
    console.error(
      `${directory}/package.json does not name the repository of the root.\n  hint: npm run package-fields`,
    );
    process.exitCode = 1;
  }
}
