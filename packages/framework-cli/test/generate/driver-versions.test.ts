import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDriver } from "../../src/database/driver.js";
import { emptyFolder, packageFolder } from "../command-line/framework.js";

test("the line that installs a driver and a new application name the version this package is tested with", async () => {
  const { devDependencies } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const source = await readFile(join(packageFolder, "src/database/driver.ts"), "utf8");
  for (const driver of [
    "@photostructure/sqlite",
    "pg",
    "mysql2",
    "mariadb",
    "tedious",
    "oracledb",
    "mongodb",
    "sequelize",
  ]) {
    expect(source).toMatch(new RegExp(`"?${driver}"?: "${devDependencies[driver].replaceAll(/[.^]/g, "\\$&")}"`));
  }
  const { path, remove } = await emptyFolder();
  expect(await loadDriver("pg", path)).toHaveProperty("Pool");
  await remove();
});

test("an application on SQL Server pins what this project pins, so that it runs on Node 20", async () => {
  const workspace = await readFile(join(packageFolder, "../../pnpm-workspace.yaml"), "utf8");
  const pinned = Object.fromEntries(
    [...workspace.matchAll(/^ {2}"(@[^"]+)": (\S+)$/gm)].map(([, name, version]) => [name, version]),
  );
  const { overrides } = JSON.parse(
    await readFile(join(packageFolder, "templates/database-mssql/package.json"), "utf8"),
  );
  expect(overrides).toEqual(pinned);
});
