import { headerText } from "@onespec/http-contract";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { Sessions } from "../../state/sessions.js";

export interface SessionOptions {
  readonly sessions: Sessions;
}

/** Gives each request with the header `Mock-Session` the state of its session. */
export const sessionStates: FastifyPluginAsync<SessionOptions> = fp(
  async (fastify: FastifyInstance, { sessions }: SessionOptions) => {
    fastify.decorateRequest("mockState", null);
    fastify.addHook("onRequest", async (request) => {
      const name = headerText(request.headers, "mock-session");
      if (name !== undefined && request.contract) request.mockState = (await sessions.open(name)).state;
    });
  },
  { name: "mock-sessions" },
);
