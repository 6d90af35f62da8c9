import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { loadDescription, type SchemaRegistry } from "@onespec/spec-core";
import { type CallMock, type MockTool, mockTools } from "./mock-tools.js";

/** Longest result, in characters. If it is longer, the caller is asked for a narrower question. */
const MOST_CHARACTERS = 60_000;
/** Characters of a larger result that are shown. */
const BEGINNING = 2_000;

/**
 * Serves the Model Context Protocol on standard input and output, until the client disconnects or `stop` is aborted. If
 * the mock rejects a call, the tool returns an error with the mock's reasons.
 * @param version of this package
 * @see https://modelcontextprotocol.io/specification
 */
export async function serveMcp(call: CallMock, stop: AbortSignal, version: string): Promise<void> {
  const server = await createMcpServer(call, version);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    stop.addEventListener("abort", () => resolve(), { once: true });
    process.stdin.once("end", resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

const INSTRUCTIONS =
  "A mock of an HTTP API that stores records. Begin with list_resources and list_operations. The record tools read and write the state itself; call_operation sends a request as a client does.";

async function createMcpServer(call: CallMock, version: string): Promise<Server> {
  const server = new Server(
    { name: "mock-server", version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const tools = new Map(mockTools(call).map((tool) => [tool.name, tool]));
  const { schemas } = await loadDescription({ openapi: "3.1.0", info: { title: "Tools", version: "1" }, paths: {} });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].map(({ run: _, ...listed }) => listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
    const tool = tools.get(name);
    if (!tool) return answer(`There is no tool ${JSON.stringify(name)}. Tools: ${[...tools.keys()].join(", ")}.`, true);
    const problem = argumentProblem(schemas, tool, args);
    if (problem !== undefined) return answer(problem, true);
    try {
      const text = JSON.stringify(await tool.run(args));
      if (text.length <= MOST_CHARACTERS) return answer(text, false);
      const size = `The result has ${text.length} characters, more than ${MOST_CHARACTERS}.`;
      // The change is already made. An error would make the caller repeat it.
      if (!tool.annotations.readOnlyHint) return answer(`Done. ${size} It begins: ${text.slice(0, BEGINNING)}`, false);
      return answer(`${size} Ask for less with limit or search.`, true);
    } catch (error) {
      return answer(error instanceof Error ? error.message : String(error), true);
    }
  });
  return server;
}

function answer(text: string, isError: boolean): { content: { type: "text"; text: string }[]; isError: boolean } {
  return { content: [{ type: "text", text }], isError };
}

/**
 * Clients need not check arguments. Without this check a misspelt one would be ignored, and a wrong one would become
 * another request.
 */
function argumentProblem(
  schemas: SchemaRegistry,
  { inputSchema }: MockTool,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = Object.keys(inputSchema.properties as object);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return `There is no argument ${JSON.stringify(unknown)}. Arguments: ${names.join(", ") || "none"}.`;
  const missing = (inputSchema.required as readonly string[]).find((name) => args[name] === undefined);
  if (missing !== undefined) return `The argument ${missing} is missing.`;
  const [violation] = schemas.validator(schemas.schemaOf(inputSchema), "request").violations(args);
  return violation && `The argument ${violation.path.slice(1)} ${violation.message}.`;
}
