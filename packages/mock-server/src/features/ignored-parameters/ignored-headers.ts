import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { headerText } from "../../response/ignored-header.js";
import { DELIVERY_HEADER } from "../callbacks/delivery.js";

const KNOWN: ReadonlySet<string> = new Set(["mock-session", DELIVERY_HEADER]);

/** Names in `Mock-Ignored` the request headers that look like those of this server and are none, such as a misspelt `Mock-Session`. */
export const ignoredHeaders: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.addHook("onSend", (request, reply, _payload, done) => {
      const names = unknownHeaders(request);
      if (names.length > 0)
        reply.header(
          "mock-ignored",
          [reply.getHeader("mock-ignored") ?? [], ...names.map(headerText)].flat().join(", "),
        );
      done();
    });
  },
  { name: "mock-ignored-headers" },
);

function unknownHeaders({ headers, contract }: FastifyRequest): readonly string[] {
  const names = Object.keys(headers).filter((name) => name.startsWith("mock-") && !KNOWN.has(name));
  if (names.length === 0) return names;
  const declared = contract?.operation?.parameters ?? [];
  return names.filter((name) => !declared.some((one) => one.in === "header" && one.name.toLowerCase() === name));
}
