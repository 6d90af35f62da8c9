import type { LoggedRequest } from "../features/request-log/request-log.js";
import { upstreamAddress } from "../modules/upstream-address.js";
import { loggedRequestSummary } from "./log-operations.js";
import type { PlaneParts } from "./plane-operation.js";

/** Streams of server-sent events. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface EventStreams {
  open(): ReadableStream<Uint8Array>;
  /** Ends all streams. */
  close(): void;
}

/** A stream with this many unread events is closed. Otherwise a client that does not read would make memory grow. */
const MOST_UNREAD = 1000;
/** Interval of messages that keep proxies from closing an idle stream, in milliseconds. */
const HEARTBEAT_MS = 15_000;

export function eventStreams({ base, events, upstream }: PlaneParts): EventStreams {
  const open = new Set<() => void>();
  const encoder = new TextEncoder();
  return {
    open() {
      let end = (): void => {};
      let release = (): void => {};
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const send = (text: string): void => {
              if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
              else end();
            };
            const stopListening = events.listen(({ type, data }) => {
              const value = data();
              const { api } = base.backend;
              const told = type === "request" ? loggedRequestSummary(value as LoggedRequest, api) : value;
              send(`event: ${type}\ndata: ${JSON.stringify(told)}\n\n`);
              if (type === "description") send(serverEvent());
            });
            const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT_MS);
            heartbeat.unref();
            release = () => {
              stopListening();
              clearInterval(heartbeat);
              open.delete(end);
            };
            end = () => {
              release();
              controller.close();
            };
            open.add(end);
            // The first event shows the client that it is connected, before anything happens.
            send(serverEvent());
          },
          cancel: () => release(),
        },
        { highWaterMark: MOST_UNREAD },
      );
    },
    close() {
      for (const end of [...open]) end();
    },
  };

  /** The title and version of the served API. */
  function serverEvent(): string {
    const { title, version } = base.backend.api;
    const shown = upstream === undefined ? undefined : upstreamAddress(upstream);
    return `event: server\ndata: ${JSON.stringify({ title, version, upstream: shown })}\n\n`;
  }
}
