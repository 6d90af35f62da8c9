import type { FileChange } from "../change/plan-changes.js";
import type { Dialect } from "../database/dialect.js";
import type { SourceLanguage } from "../emit/source-language.js";

export interface AppRequest {
  /** Checked: it is written to JavaScript, JSON and addresses unescaped. */
  readonly name: string;
  readonly dialect: Dialect;
  readonly language: SourceLanguage;
  /** The version range in `package.json`: `^0.1.0`, `file:../framework-cli`. */
  readonly framework: string;
  /** Versions this package was tested with. */
  readonly tested: Readonly<Record<string, string>>;
}

/** The files of a template, by path below it. */
export type Template = ReadonlyMap<string, string>;

export interface Templates {
  readonly app: Template;
  readonly "database-file": Template;
  readonly "database-server": Template;
  /** Dependencies of its driver, in versions that run on Node 20. */
  readonly "database-mssql": Template;
  readonly typescript: Template;
}

/** The files of a new application. Pure. */
export function planApp(request: AppRequest, templates: Templates): readonly FileChange[] {
  const isTyped = request.language === "typescript";
  const files = new Map<string, string>([
    ...templates.app,
    ...templates[request.dialect === "sqlite" ? "database-file" : "database-server"],
    ...(isTyped ? templates.typescript : []),
  ]);
  const manifests = [
    templates.app,
    ...(request.dialect === "mssql" ? [templates["database-mssql"]] : []),
    ...(isTyped ? [templates.typescript] : []),
  ].map((template) => template.get("package.json") ?? "{}");
  files.set("package.json", packageText(manifests, request));
  return [...files].map(([path, content]): FileChange => {
    // npm leaves `.gitignore` out of packages, so templates spell it without the dot. Files that the author edits are TypeScript if wanted.
    const isEdited = isTyped && /^(?:config|tests)\//.test(path);
    const place = path === "gitignore" ? ".gitignore" : isEdited ? path.replace(/\.js$/, ".ts") : path;
    return { kind: "create", path: place, content: fill(content, request) };
  });
}

function fill(text: string, { name, dialect }: AppRequest): string {
  const database = name.replace(/[^a-z0-9]+/g, "_");
  const values: Readonly<Record<string, string>> = {
    name,
    dialect,
    url: databaseUrl(dialect, database),
    testUrl: databaseUrl(dialect, `${database}_test`),
  };
  return text.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}

/** The default address of each server after its installation. */
function databaseUrl(dialect: Dialect, database: string): string {
  switch (dialect) {
    case "sqlite":
      return "";
    case "postgres":
      return `postgres://postgres@127.0.0.1:5432/${database}`;
    case "mysql":
      return `mysql://root@127.0.0.1:3306/${database}`;
    case "mariadb":
      return `mariadb://root@127.0.0.1:3306/${database}`;
    case "mssql":
      return `mssql://sa@127.0.0.1:1433/${database}`;
    case "oracle":
      return `oracle://${database}@127.0.0.1:1521/FREEPDB1`;
    case "mongodb":
      return `mongodb://127.0.0.1:27017/${database}`;
  }
}

const DRIVERS: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: ["@photostructure/sqlite", "sequelize"],
  postgres: ["pg", "sequelize"],
  mysql: ["mysql2", "sequelize"],
  mariadb: ["mariadb", "sequelize"],
  mssql: ["tedious", "sequelize"],
  oracle: ["oracledb", "sequelize"],
  mongodb: ["mongodb"],
};

interface PackageJson {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** The template's package.json, with the versions this package was tested with. */
function packageText(manifests: readonly string[], { dialect, framework, tested }: AppRequest): string {
  const parts = manifests.map((text): PackageJson => JSON.parse(text));
  const drivers = Object.fromEntries(DRIVERS[dialect].map((name) => [name, "*"]));
  const merged = (key: "scripts" | "dependencies" | "devDependencies", more: Readonly<Record<string, string>> = {}) => {
    const all: Record<string, string> = Object.assign({}, ...parts.map((part) => part[key]), more);
    const names = key === "scripts" ? Object.keys(all) : Object.keys(all).sort();
    return Object.fromEntries(
      names.map((name) => [name, all[name] === "*" ? (tested[name] ?? "*") : (all[name] as string)]),
    );
  };
  const devDependencies = merged("devDependencies");
  const overrides: object = Object.assign({}, ...parts.map((part) => part.overrides));
  const manifest = {
    ...parts[0],
    scripts: merged("scripts"),
    dependencies: merged("dependencies", { "@onespec/framework-cli": framework, ...drivers }),
    ...(Object.keys(devDependencies).length > 0 && { devDependencies }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
