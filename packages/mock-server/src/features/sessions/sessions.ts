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
    // An async hook would cost every request a microsecond or two.
    fastify.addHook("onRequest", (request, _reply, done) => {
      const name = headerText(request.headers, "mock-session");
      if (name === undefined || request.contract === undefined) {
        done();
        return;
      }
      const known = sessions.find(name);
      if (known) {
        request.mockState = known.state;
        done();
        return;
      }
      sessions.open(name).then(({ state }) => {
        request.mockState = state;
        done();
      }, done);
    });
  },
  { name: "mock-sessions" },
);
