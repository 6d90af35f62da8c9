import { ApiError, ClientError } from "../errors.js";
import type { ModelField } from "../model-fields.js";
import type { ResourceOptions } from "../resource.js";
import type { SchemaData } from "../schema-data.js";
import type { McpResources } from "./mcp-resources.js";
import { type McpTool, resultText } from "./mcp-tool.js";
import { type McpOptions, mcpTools } from "./mcp-tools.js";

/** A server of the Model Context Protocol, as `@modelcontextprotocol/sdk` makes it. */
export interface McpServer {
  // biome-ignore lint/suspicious/noExplicitAny: the transports are that package's
  connect(transport: any): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
}

/** Longest result, in characters. If it is longer, the caller is asked for less. */
const MOST_CHARACTERS = 60_000;
/** Characters of the body of an error. */
const MOST_OF_BODY = 2_000;

// Not a literal in `import()`, so that bundlers do not require the package.
const SDK: string = "@modelcontextprotocol/sdk";

/**
 * A server with a few tools over a client. Connect it to a transport of the package `@modelcontextprotocol/sdk`.
 * @throws ClientError MCP_SDK_MISSING
 * @see https://modelcontextprotocol.io/specification
 */
export async function mcpServerOf(
  client: object,
  name: string,
  resources: McpResources,
  describe: ((schema: SchemaData) => readonly ModelField[]) | undefined,
  options: McpOptions = {},
): Promise<McpServer> {
  const [{ Server }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all([
    loadSdk("server/index.js"),
    loadSdk("types.js"),
  ]);
  const tools = new Map(mcpTools(client, resources, describe, options).map((tool) => [tool.name, tool]));
  const server = new Server({ name, version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    // The list goes over the wire as JSON, without the function.
    tools: [...tools.values()].map((tool) => ({ ...tool, run: undefined })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }: { params: ToolCall }) => callTool(tools, params));
  return server as McpServer;
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

async function callTool(
  tools: ReadonlyMap<string, McpTool>,
  { name, arguments: args = {} }: ToolCall,
): Promise<object> {
  const tool = tools.get(name);
  if (!tool) return answer(`There is no tool ${JSON.stringify(name)}. Tools: ${[...tools.keys()].join(", ")}.`, true);
  const problem = argumentProblem(tool.inputSchema, args);
  if (problem !== undefined) return answer(problem, true);
  try {
    const text = await resultText(await tool.run(args));
    if (text.length <= MOST_CHARACTERS) return answer(text, false);
    const size = `The result has ${text.length} characters, more than ${MOST_CHARACTERS}.`;
    // The change is already made. An error would make the caller repeat it.
    if (!tool.annotations.readOnlyHint) return answer(`Done. ${size} It begins: ${text.slice(0, MOST_OF_BODY)}`, false);
    return answer(`${size} Ask for less: a smaller limit, or select fewer fields.`, true);
  } catch (error) {
    return answer(errorText(error), true);
  }
}

/** The client checks values. Names are checked here, because a misspelt argument would be ignored. */
function argumentProblem(schema: McpTool["inputSchema"], args: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(schema.properties);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return `There is no argument ${JSON.stringify(unknown)}. Arguments: ${names.join(", ") || "none"}.`;
  const missing = schema.required.find((name) => args[name] === undefined);
  return missing === undefined ? undefined : `The argument ${missing} is missing.`;
}

function answer(text: string, isError: boolean): object {
  return { content: [{ type: "text", text }], isError };
}

/** The message, and what the API answered. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof ApiError) || error.body === undefined) return error.message;
  const body = typeof error.body === "string" ? error.body : JSON.stringify(error.body);
  return `${error.message}\nThe API answered: ${(body ?? "").slice(0, MOST_OF_BODY)}`;
}

// biome-ignore lint/suspicious/noExplicitAny: the types are those of an optional package
async function loadSdk(path: string): Promise<any> {
  try {
    return await import(`${SDK}/${path}`);
  } catch (cause) {
    throw new ClientError(
      "MCP_SDK_MISSING",
      `The MCP server needs ${SDK}, which cannot be loaded. Install it: npm install ${SDK}`,
      { cause },
    );
  }
}

/** The part of Node, Bun and Deno that a program uses. */
interface Process {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: { once(event: "end", listener: () => void): void };
  readonly stderr: { write(text: string): void };
  exitCode: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: modules of Node, whose types clients need not have
  getBuiltinModule(name: string): any;
}

const USAGE = `Serves the Model Context Protocol on standard input and output.

Options:
  --base-url <url>  address of the API; default: the description's first server
  --read-only       only tools that read
  --help            print this help

Environment:
  API_TOKEN         token, sent as the description asks for it
  API_USERNAME, API_PASSWORD  login, for basic authentication
`;

/** Serves on standard input and output if the module is the program that runs. @param url of the module */
export async function serveIfMain(
  url: string,
  Client: new (options: ResourceOptions) => object,
  create: (client: never, options: McpOptions) => Promise<McpServer>,
): Promise<void> {
  const { process } = globalThis as unknown as { readonly process?: Process };
  if (!process || !isMain(process, url)) return;
  try {
    const { parseArgs } = process.getBuiltinModule("node:util");
    const options = { "base-url": { type: "string" }, "read-only": { type: "boolean" }, help: { type: "boolean" } };
    const { values } = parseArgs({ args: process.argv.slice(2), options });
    if (values.help) {
      process.stderr.write(USAGE);
      return;
    }
    const { API_TOKEN: token, API_USERNAME: username = "", API_PASSWORD: password } = process.env;
    const client = new Client({
      ...(values["base-url"] !== undefined && { baseUrl: values["base-url"] }),
      ...(token !== undefined ? { auth: { token } } : password !== undefined ? { auth: { username, password } } : {}),
    });
    const server = await create(client as never, { readOnly: values["read-only"] ?? false });
    const { StdioServerTransport } = await loadSdk("server/stdio.js");
    const ended = new Promise<void>((resolve) => {
      server.onclose = resolve;
      process.stdin.once("end", resolve);
    });
    await server.connect(new StdioServerTransport());
    await ended;
    await server.close();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode =
      error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS") ? 2 : 1;
  }
}

function isMain({ argv, getBuiltinModule }: Process, url: string): boolean {
  const [, program] = argv;
  if (program === undefined || typeof getBuiltinModule !== "function") return false;
  const { realpathSync, existsSync } = getBuiltinModule("node:fs");
  const { pathToFileURL } = getBuiltinModule("node:url");
  // Commands that npm installs are links.
  return existsSync(program) && pathToFileURL(realpathSync(program)).href === url;
}
