// Writes docs/errors.md: codes from the sources that declare them, messages and hints from the places that make them, meanings and
// fixes from src/errors/meanings.md or the README of each package. With --check it writes nothing and exits with 1 when the page is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatError } from "../packages/command-line/dist/index.js";
import { CodedError } from "../packages/spec-core/dist/errors/index.js";

/** `mock-server check` ends so when it cannot check; 1 means that it found something. */
const COULD_NOT_CHECK = 2;

const root = fileURLToPath(new URL("..", import.meta.url));
// The last TypeScript that offers its syntax trees to programs.
const ts = createRequire(join(root, "packages/sdk-gen/package.json"))("typescript-5");
const target = join(root, "docs/errors.md");

const packages = ["spec-core", "contract-check", "mock-server", "sdk-gen", "framework-cli", "gate"].map((name) => {
  const folder = join(root, "packages", name);
  const sources = sourceFiles(join(folder, "src"));
  const codes = sources.flatMap(declaredCodes);
  return { name, codes, sources, meanings: meaningsIn(readFileSync(meaningsFile(folder), "utf8")) };
});
// What it says the packages throw under their own codes.
const shared = sourceFiles(join(root, "packages/http-contract/src"));
// The mock server explains the errors of descriptions for all packages.
const descriptionMeanings = packages.find(({ name }) => name === "mock-server").meanings;

const EXIT_CODES = `| code | meaning |
| --- | --- |
| 0 | Done, or nothing found. |
| 1 | A check found something: \`mock-server check\`, \`mock-server --check\`, \`onespec-gate\`, \`generate-sdk --check\`. Other commands: it could not be done. Standard error says what to do. |
| 2 | The command line is wrong. \`mock-server check\` and \`onespec-gate\`: the check could not begin, because a file or the server cannot be read. |
| 3 | \`framework\`: the command has questions. |
| 70 | A bug in Onespec. |
| 129, 130, 143 | Stopped by a signal. |`;

const text = render();
if (!process.argv.includes("--check")) {
  writeFileSync(target, text);
} else if (readFileSync(target, "utf8") !== text) {
  console.error("docs/errors.md is stale.\n  hint: npm run docs:errors, and commit it");
  process.exitCode = 1;
}

function render() {
  const parts = [
    "# Error codes",
    "<!-- Made by `npm run docs:errors`. Edit src/errors/meanings.md or the README of the package, or the message where it is made. -->",
    `An error is one line, \`file:line:column: error: what is wrong [CODE]\`, and a hint. Codes are stable, so scripts can rely on them. Messages may change. In a program an error is a \`CodedError\` with \`code\`, \`message\` and \`hint\`. In messages, \`<…>\` stands for a value.`,
    "A code in capitals ends a command. A code in small letters is a problem in one part of a description. If it is a warning, the server starts and reads that part loosely. If it is an error, the server does not start; `--lenient` skips the affected operations.",
  ];
  parts.push("## Exit codes", "All commands end with the same codes:", EXIT_CODES);
  for (const { name, codes, sources, meanings } of packages) {
    parts.push(`## ${name}`);
    const known = new Set(codes);
    const places = (name === "spec-core" ? sources : [...sources, ...shared]).flatMap((file) =>
      messagesIn(file, known),
    );
    const others =
      name === "spec-core"
        ? packages.slice(1).flatMap((other) => other.sources.flatMap((file) => messagesIn(file, known)))
        : [];
    for (const code of codes) {
      const [meaning, mend] = meanings.get(code) ?? descriptionMeanings.get(code) ?? [];
      const said = unique(
        [...places, ...others]
          .filter((place) => place.code === code && place.message !== undefined)
          .map(({ message }) => message),
      );
      const hints = unique(
        [...places, ...others].filter((place) => place.code === code).flatMap(({ hint }) => hint ?? []),
      );
      const isRemark = /^[a-z]/.test(code);
      parts.push(
        [
          `### \`${code}\``,
          "",
          ...(meaning === undefined ? [] : [sentence(meaning), ""]),
          ...(said.length > 0 ? [`- Message: ${said.map((message) => `\`${message}\``).join(" · ")}`] : []),
          ...(mend === undefined ? [] : [`- ${isRemark ? "Effect" : "What to do"}: ${sentence(mend)}`]),
          ...(hints.length > 0 ? [`- Hint: ${hints.map((hint) => `\`${hint}\``).join(" · ")}`] : []),
          ...(isRemark ? [] : [`- Exit code: ${name === "contract-check" ? COULD_NOT_CHECK : exitCodeOf(code)}`]),
        ].join("\n"),
      );
    }
  }
  return `${parts.join("\n\n")}\n`;
}

/** Where a package explains its codes, in rows of a table. */
function meaningsFile(folder) {
  const file = join(folder, "src/errors/meanings.md");
  return existsSync(file) ? file : join(folder, "README.md");
}

/** What a command that ends with this error answers to the shell. */
function exitCodeOf(code) {
  return formatError(new CodedError(code, ""), { program: "", color: false, debug: false }).exitCode;
}

function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("fixtures"))
    .sort()
    .map((name) =>
      ts.createSourceFile(join(folder, name), readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.Latest, true),
    );
}

/** Members of `…ErrorCode` types, and the list of diagnostic codes. */
function declaredCodes(file) {
  const codes = [];
  const strings = (node) => {
    if (ts.isStringLiteral(node)) codes.push(node.text);
    else ts.forEachChild(node, strings);
  };
  for (const statement of file.statements) {
    if (ts.isTypeAliasDeclaration(statement) && /ErrorCode$/.test(statement.name.text)) strings(statement.type);
    if (!ts.isVariableStatement(statement)) continue;
    const list = statement.declarationList.declarations.find(({ name }) => name.getText() === "DIAGNOSTIC_CODES");
    if (list !== undefined) strings(list.initializer);
  }
  return codes;
}

/** Calls `f("CODE", message, { hint })` in any order of helpers, and objects `{ code: "CODE", message, hint }`. */
function messagesIn(file, known) {
  const found = [];
  const visit = (node) => {
    if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
      const list = node.arguments ?? [];
      const at = list.findIndex((argument) => codesOf(argument, known).length > 0);
      const message = at < 0 ? undefined : patternOf(list[at + 1]);
      if (message !== undefined) {
        const hint = list
          .slice(at + 2)
          .map((argument) => hintOf(argument))
          .find((text) => text !== undefined);
        for (const code of codesOf(list[at], known)) found.push({ code, message, hint });
      }
    }
    if (ts.isObjectLiteralExpression(node)) {
      const code = fieldOf(node, "code");
      const message = patternOf(fieldOf(node, "message"));
      if (code && message !== undefined)
        for (const each of codesOf(code, known)) found.push({ code: each, message, hint: hintOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function codesOf(node, known) {
  if (ts.isStringLiteral(node)) return known.has(node.text) ? [node.text] : [];
  if (ts.isConditionalExpression(node)) return [...codesOf(node.whenTrue, known), ...codesOf(node.whenFalse, known)];
  return [];
}

function fieldOf(object, name) {
  return object.properties.find((property) => ts.isPropertyAssignment(property) && property.name.getText() === name)
    ?.initializer;
}

function hintOf(node) {
  return ts.isObjectLiteralExpression(node) ? patternOf(fieldOf(node, "hint")) : undefined;
}

/** A text as it is, with `<…>` for what is put into it. */
function patternOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return plain(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  return plain(node.head.text + node.templateSpans.map(({ literal }) => `<…>${literal.text}`).join(""));
}

function plain(text) {
  return text.replaceAll("`", "'").replace(/\s+/g, " ").trim();
}

/** Rows whose first cell is a code: what it means, what to do. */
function meaningsIn(markdown) {
  const rows = [...markdown.matchAll(/^\| `([A-Z_]{4,}|[a-z]+(?:-[a-z]+)+)` \| (.*) \|$/gm)];
  return new Map(rows.map(([, code, rest]) => [code, rest.split(" | ")]));
}

function sentence(text) {
  const [first = ""] = text;
  return `${first.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

function unique(texts) {
  return [...new Set(texts)];
}
