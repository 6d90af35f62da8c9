import { micromark } from "micromark";
import ts from "typescript-5";

/** Marks that turn text around, control characters, separators that end lines, halves of characters. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** Statements and expressions of which generated modules are made. Whatever else turns up was planted. */
const EXPECTED = new Set(
  `SourceFile EndOfFileToken ImportDeclaration ImportClause NamedImports ImportSpecifier ExportDeclaration NamedExports ExportSpecifier
  ExportAssignment Identifier StringLiteral NumericLiteral VariableStatement VariableDeclarationList VariableDeclaration FirstStatement
  ExportKeyword DefaultKeyword ConstKeyword StaticKeyword ClassDeclaration HeritageClause ExpressionWithTypeArguments Constructor
  MethodDeclaration PropertyDeclaration Parameter Block ReturnStatement ExpressionStatement CallExpression NewExpression
  PropertyAccessExpression ElementAccessExpression BinaryExpression FirstAssignment QuestionQuestionToken SpreadAssignment SpreadElement
  ObjectLiteralExpression PropertyAssignment ShorthandPropertyAssignment ComputedPropertyName ArrayLiteralExpression ArrowFunction
  EqualsGreaterThanToken ParenthesizedExpression PrefixUnaryExpression TrueKeyword FalseKeyword NullKeyword ThisKeyword SuperKeyword
  FunctionDeclaration MetaProperty FirstLiteralToken`
    .split(/\s+/)
    .concat(["NamespaceExport", "AwaitExpression", "DotDotDotToken"]),
);
/** The functions that generated files may call. */
const CALLED =
  /^(super|model|addResources|find|testClientOf|mockFixturesOf|createTestClient|queriesOf|filterOf|mcpServerOf|serveIfMain|this\.constructor|this\._call|withId|inEnvelope|bodyOrEmpty|Object\.assign|URL|[A-Z_]\w*|\(\(\) => [\s\S]*\))$/;

/** The problems of a generated file: text of the description that became code, a type or markup, or that cannot be seen. */
export function problemsOf(path: string, content: string): string[] {
  if (path === "utils/description.json" || path === "onespec.manifest.json") return parsed(path, content);
  const unseen = UNSEEN.exec(content);
  const problems = unseen
    ? [`${path}: U+${unseen[0].charCodeAt(0).toString(16)} in ${JSON.stringify(around(content, unseen.index))}`]
    : [];
  if (path.endsWith(".json")) problems.push(...parsed(path, content));
  else if (/\.(md|txt)$/.test(path)) problems.push(...markupProblems(path, content));
  else problems.push(...codeProblems(path, content));
  return problems;
}

function parsed(path: string, content: string): string[] {
  try {
    JSON.parse(content);
    return [];
  } catch (error) {
    return [`${path}: ${String(error)}`];
  }
}

function codeProblems(path: string, content: string): string[] {
  const isTypes = path.endsWith(".d.ts") || path.endsWith(".d.cts");
  const kind = isTypes ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const file = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true, kind);
  const { parseDiagnostics = [] } = file as { parseDiagnostics?: readonly ts.Diagnostic[] };
  const problems = parseDiagnostics.map(({ messageText }) => `${path}: ${JSON.stringify(messageText)}`);
  const isRuntime = path.startsWith("utils/") && !/^utils\/(api|shapes)\.js$/.test(path);
  const visit = (node: ts.Node): void => {
    const name = ts.SyntaxKind[node.kind] ?? "";
    if (ts.isIdentifier(node) && node.text === "planted")
      problems.push(`${path}: ${node.text} is code in ${around(content, node.pos)}`);
    if (!isTypes && !isRuntime && !path.endsWith(".cjs")) {
      if (!EXPECTED.has(name)) problems.push(`${path}: ${name} in ${around(content, node.pos)}`);
      if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && !CALLED.test(node.expression.getText(file)))
        problems.push(`${path}: calls ${node.expression.getText(file).slice(0, 80)}`);
    }
    if (isTypes && /^(CallExpression|NewExpression|BinaryExpression|Block|ExpressionStatement|Decorator)$/.test(name))
      problems.push(`${path}: ${name} in a declaration: ${around(content, node.pos)}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (file.referencedFiles.length > 0) problems.push(`${path}: refers to ${file.referencedFiles[0]?.fileName}`);
  if (isRuntime) return problems;
  for (const [comment] of content.matchAll(/^ *\/\*\*[\s\S]*?\*\//gm)) {
    if (/[@#](ts-|sourceMappingURL|sourceURL|__|jsx)/.test(comment))
      problems.push(`${path}: a directive in ${comment}`);
    problems.push(...markupProblems(path, comment.replace(/^ *(\/\*\*| \*\/| \*) ?/gm, "").replace(/ ?\*\/$/, "")));
  }
  return problems;
}

/** Tags that only format. */
const FORMATTING =
  /^<\/?(a|p|br|b|i|em|strong|code|pre|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|blockquote|hr|del|sup|sub|section|input|span|div)\b/;

/** HTML that is not of Markdown's own, links with another scheme, pictures. */
function markupProblems(path: string, content: string): string[] {
  const safe = micromark(content);
  const open = micromark(content, { allowDangerousHtml: true, allowDangerousProtocol: true });
  const problems: string[] = [];
  if (/<img\b/.test(safe)) problems.push(`${path}: a picture`);
  if (/\.(md|txt)$/.test(path) ? safe !== open : false)
    problems.push(`${path}: markup: ${around(open, firstDifference(safe, open))}`);
  for (const [tag] of open.matchAll(/<[^<>]*>?/g)) {
    const target = /(?:href|src)\s*=\s*"?([^"\s>]*)/i.exec(tag)?.[1] ?? "";
    if (!FORMATTING.test(tag) || /\son\w+\s*=/i.test(tag) || /^(?!https?:|mailto:)[\w+.-]*(:|%3a|&)/i.test(target))
      problems.push(`${path}: the tag ${tag.slice(0, 100)}`);
  }
  return problems;
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (left[at] === right[at]) at += 1;
  return at;
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 40), at + 80);
}
