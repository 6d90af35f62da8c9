import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { emptyFolder, framework, linkDependencies, newApp, packageFolder, run } from "./framework.js";

const { path: parent, remove } = await emptyFolder();
afterAll(remove);

interface CompletedCommand {
  readonly name: string;
  readonly options: readonly string[];
}

async function commands(): Promise<readonly CompletedCommand[]> {
  return JSON.parse((await framework(["completion", "bash", "--json"], parent)).out).commands;
}

test("framework alone says where one stands and lists the commands by what they are for", async () => {
  const { code, out, err } = await framework([], parent);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("Not in an application. Create one: framework new shop\n");
  for (const { name } of await commands()) expect(out).toContain(`  ${name}`);
  expect(out).toMatch(/Start:\n {2}new <app> .*\n\nGenerate:\n {2}resources:generate/);
});

test("in an application it counts what is there", async () => {
  const app = await newApp(parent, "overview");
  await framework(["controllers:generate", "users/list"], app);
  const { out } = await run(process.execPath, ["bin/framework.js"], join(app));
  expect(out).toContain("overview: 1 action, 0 models, 0 services, 0 policies, 0 migrations.");
});

test("every command has --help with examples and --json; those that write files have --dry-run", async () => {
  const all = await commands();
  expect(all.length).toBeGreaterThan(9);
  for (const { name, options } of all) {
    expect(options, name).toContain("--json");
    if (/:generate$|^new$|^destroy$|^spec:import$/.test(name)) expect(options, name).toContain("--dry-run");
  }
  for (const { name } of all) {
    const { out } = await framework([name, "--help"], parent);
    expect(out, name).toContain(`Examples:\n  framework ${name}`);
  }
  const help = await framework(["models:generate", "--help"], parent);
  expect(help).toMatchObject({ code: 0, err: "" });
  expect(help.out).toContain("'price:decimal{10,2}'");
});

test.each([
  [["contorllers:generate", "x"], "Did you mean controllers:generate?"],
  [["migrate:run"], "Did you mean migrations:run?"],
  [["db:migrate"], "Did you mean migrations:run?"],
  [["server"], "Did you mean lift?"],
  [["new"], "missing required argument 'app'"],
  [["models:generate", "Book", "--dryrun"], "Did you mean --dry-run?"],
  [["new", "shop", "--db", "postgrs"], "Allowed choices are sqlite, postgres"],
  [["destroy", "thing", "x"], "Allowed choices are controller, model"],
])("%j is wrong usage: exit code 2 and a hint, no stack", async (args, hint) => {
  const { code, err, out } = await framework(args, parent);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(hint);
  expect(err).not.toContain("    at ");
});

test("outside an application commands say how to get into one", async () => {
  for (const args of [
    ["controllers:generate", "users/list"],
    ["models:generate", "User"],
    ["destroy", "model", "User"],
  ]) {
    const { code, err } = await framework(args, parent);
    expect(code).toBe(1);
    expect(err).toContain("[NOT_AN_APP]");
    expect(err).toContain("framework new shop");
  }
});

test("help is quick, since it loads neither the reader of descriptions nor a database", async () => {
  const { err } = await framework(["--help"], parent, { NODE_DEBUG: "esm" });
  expect(err).toMatch(/framework-cli\/dist\/(?:bundle\/)?bin\.js/);
  const heavy = ["spec-core/dist/index.js", "spec-core/dist/bundle/index.js", "sequelize", "sqlite"];
  for (const name of heavy) expect(err).not.toContain(name);
});

test("--version is the package's", async () => {
  const { version } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  expect((await framework(["--version"], parent)).out).toBe(`${version}\n`);
});

test("bash completes commands with colons and their options", async () => {
  const { out: script } = await framework(["completion", "bash"], parent);
  const complete = async (line: string): Promise<string[]> => {
    const { out } = await run(
      "bash",
      [
        "-c",
        `${script}\nCOMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length} COMP_WORDBREAKS=:; _framework; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      parent,
    );
    return out.trim().split("\n");
  };
  expect(await complete("framework contr")).toEqual(["controllers:generate"]);
  expect(await complete("framework models:g")).toEqual(["generate"]);
  expect(await complete("framework models:generate --fo")).toEqual(["--force"]);
});

test.each(["zsh", "fish"])("%s completion names every command", async (shell) => {
  const { code, out } = await framework(["completion", shell], parent);
  expect(code).toBe(0);
  for (const { name } of await commands()) expect(out.replaceAll("\\:", ":")).toContain(name);
});

test("a command used wrongly names its own help, an unknown one that of the program", async () => {
  expect(await framework(["new"], parent)).toMatchObject({
    code: 2,
    err: expect.stringContaining("framework new --help"),
  });
  expect((await framework(["lift", "--port", "x"], parent)).err).toContain("See framework lift --help.");
  expect((await framework(["nwe"], parent)).err).toContain("See framework --help.");
});

describe("doctor", () => {
  test("all is well in a new application", async () => {
    const app = await newApp(parent, "healthy");
    const { code, out } = await framework(["doctor"], app);
    expect(out).toContain("All is well.");
    expect(code).toBe(0);
  });

  test("says how many warnings there are instead of that all is well", async () => {
    const app = await newApp(parent, "warned");
    await framework(["models:generate", "Book", "title"], app);
    const { code, out } = await framework(["doctor"], app);
    expect(out).toMatch(/\n1 warning\.\n$/);
    expect(code).toBe(0);
  });

  test("tells what a command that was killed left behind", async () => {
    const app = await newApp(parent, "killed");
    await mkdir(join(app, ".framework-x1"));
    expect((await framework(["doctor"], app)).out).toContain(".framework-x1 was left by an interrupted command");
  });

  test("goes on after what is wrong, and never shows a secret", async () => {
    const app = await newApp(parent, "ill", ["--db", "postgres"]);
    await writeFile(
      join(app, "config/database.js"),
      'export default { dialect: "postgres", url: "postgres://u:hunter2@127.0.0.1:1/x", connectTimeoutMs: 500 };',
    );
    await framework(["controllers:generate", "users/list"], app);
    await writeFile(join(app, "api/controllers/users/list.js"), "export default {");
    const { code, out } = await framework(["doctor", "--json"], app);
    expect(code).toBe(1);
    expect(out).not.toContain("hunter2");
    const { ok, checks } = JSON.parse(out);
    expect(ok).toBe(false);
    const states = Object.fromEntries(checks.map(({ name, state }: { name: string; state: string }) => [name, state]));
    expect(states).toMatchObject({ node: "ok", application: "ok", config: "ok", code: "problem", database: "problem" });
    expect(checks.find(({ name }: { name: string }) => name === "code").message).toContain(
      "api/controllers/users/list.js",
    );
  });

  test("compares the imported description with the actions", async () => {
    const app = await newApp(parent, "books", ["--spec", join(packageFolder, "../../examples/bookshop/api.yaml")]);
    expect((await framework(["doctor"], app)).out).toContain("29 operations, each with its action");
    await rm(join(app, "api/controllers/books/list.js"));
    await framework(["controllers:generate", "extras/list"], app);
    const { code, out } = await framework(["doctor"], app);
    expect(code).toBe(0);
    expect(out).toContain("no action answers GET /books\n");
    expect(out).toContain("not in the description: api/controllers/extras/list.js");
  });

  test("tells models that no migration makes", async () => {
    const app = await newApp(parent, "behind");
    await framework(["models:generate", "Book", "title", "--no-migration"], app);
    const { code, out } = await framework(["doctor"], app);
    expect(code).toBe(0);
    expect(out).toContain("1 change without a migration: createTable books");
    expect(out).toContain("migrations:generate");
  });
});

describe("an application's own command", () => {
  test("node run bin/framework.js works word for word, and from a folder inside", async () => {
    const app = await newApp(parent, "literal");
    expect(await run("node", ["run", "bin/framework.js", "controllers:generate", "users/list"], app)).toMatchObject({
      code: 0,
    });
    const inside = await run("node", ["../bin/framework.js", "destroy", "controller", "users/list"], join(app, "api"));
    expect(inside).toMatchObject({ code: 0 });
  });

  test("hints name commands as the person called this one", async () => {
    const app = await newApp(parent, "called");
    const wrong = ["services:generate", "x", "--model", "Nobody"];
    for (const [start, cwd, named] of [
      [["run", "bin/framework.js"], app, "node run bin/framework.js models:generate Nobody"],
      [["bin/framework.js"], app, "node bin/framework.js models:generate Nobody"],
      [["../bin/framework.js"], join(app, "api"), "node ../bin/framework.js models:generate Nobody"],
    ] as const)
      expect((await run("node", [...start, ...wrong], cwd)).err).toContain(`Make it first: ${named}\n`);
    expect((await framework(wrong, app)).err).toContain("Make it first: framework models:generate Nobody\n");
    expect((await run("node", ["bin/framework.js", "lift", "--prt"], app)).err).toContain(
      "See node bin/framework.js lift --help.",
    );
    expect((await run("node", ["bin/framework.js", "routes"], app)).out).toContain(
      "Create one: node bin/framework.js controllers:generate",
    );
  });

  test("before npm install it says so, without a stack", async () => {
    await framework(["new", "bare"], parent);
    const { code, err } = await run("node", ["run", "bin/framework.js", "lift"], join(parent, "bare"));
    expect({ code, err }).toEqual({
      code: 1,
      err: "error: The framework is not installed yet.\n  hint: Run: npm install\n",
    });
  });

  // Both come from the npm registry: npm install --global bun deno
  test.for([
    ["bun", ["run", "bin/framework.js"]],
    ["deno", ["run", "-A", "bin/framework.js"]],
  ] as const)("%s run bin/framework.js works", async ([runtime, start], { skip }) => {
    const version = await run(runtime, ["--version"], parent).catch(() => undefined);
    skip(version?.code !== 0, `${runtime} is not installed`);
    const app = join(parent, `with-${runtime}`);
    await framework(["new", `with-${runtime}`], parent);
    await linkDependencies(app);
    const generated = await run(runtime, [...start, "controllers:generate", "users/list"], app);
    expect(generated.err).toContain("GET /users is answered by users/list.\n");
    expect(generated.code).toBe(0);
    expect((await run(runtime, [...start, "doctor"], app)).out).toContain("1 action");
  });
});
