import type { FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";

/** Prevents browsers from treating answers of the API as pages of this server. */
export const browsers: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.addHook("onSend", (request, reply, payload, done) => {
      const type = reply.getHeader("content-type");
      if (payload !== undefined && payload !== null && request.contract) {
        const isText = typeof type === "string";
        const inert = inertDocument(isText ? type : undefined, reply.hasHeader("content-security-policy"));
        if (inert) reply.headers(inert);
      }
      done(null, payload);
    });
  },
  { name: "mock-browsers" },
);

/** Scripts still run, but with `Origin: null`, which may neither read nor change the control plane. */
const SANDBOX = "sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads";

/** Matches `text/html` and all XML types: `image/svg+xml`, `application/xhtml+xml`. */
const DOCUMENT = /^\s*(?:text\/html|[^;]*[/+]xml)\s*(?:;|$)/i;

/**
 * Headers that prevent a browser from treating an answer as a page of this server. Any website may have uploaded the content of the answer.
 * `undefined` for JSON, which is never a page.
 * @see https://html.spec.whatwg.org/#sandboxing, https://mimesniff.spec.whatwg.org
 */
function inertDocument(type: string | undefined, hasPolicy: boolean): Readonly<Record<string, string>> | undefined {
  if (type?.startsWith("application/json")) return undefined;
  const isDocument = type !== undefined && DOCUMENT.test(type) && !hasPolicy;
  return { "x-content-type-options": "nosniff", ...(isDocument ? { "content-security-policy": SANDBOX } : {}) };
}
