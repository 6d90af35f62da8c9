import type { FastifyInstance, FastifyRequest } from "fastify";
import { createCommonHeaders } from "../server/common-headers.js";
import type { PluginHostParts } from "./create-plugin-host.js";

/**
 * Answers that are not the application's carry the headers of all, and are logged in the same words.
 *
 * @param passed requests that the application answers
 */
export function addCommonHooks(
  instance: FastifyInstance,
  { app, log, isStopping }: PluginHostParts,
  passed: WeakSet<FastifyRequest>,
): void {
  const common = createCommonHeaders(app.config.app);
  instance.addHook("onSend", async (request, reply) => {
    if (isStopping()) reply.header("connection", "close");
    const lines = [...common(request), "x-request-id", request.id];
    for (let at = 0; at < lines.length; at += 2) {
      if (!reply.hasHeader(lines[at] ?? "")) reply.header(lines[at] ?? "", lines[at + 1]);
    }
  });
  if (!log?.isLevelEnabled("info")) return;
  instance.addHook("onResponse", async (request, reply) => {
    if (passed.has(request)) return;
    const { id, method, raw } = request;
    const [path] = (raw.url ?? "/").split("?");
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ reqId: id, method, path, status: reply.statusCode, ms }, "answered");
  });
}
