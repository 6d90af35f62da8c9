import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { loadDescription } from "../load-description.js";

const MEGABYTE = Buffer.alloc(2 ** 20, " ");

/** The address of a description that a server answers as it likes. */
async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`;
}

test("an answer without end is read no further than a description can be long, and the connection is ended", async () => {
  let closed: Promise<unknown> | undefined;
  let sent = 0;
  const url = await served((_, response) => {
    closed = once(response, "close");
    const send = (): void => {
      do sent += 1;
      while (response.write(MEGABYTE));
    };
    response.on("drain", send);
    send();
  });
  await expect(loadDescription(url)).rejects.toMatchObject({ code: "DESCRIPTION_TOO_LARGE", location: { file: url } });
  await closed;
  expect(sent).toBeLessThan(300);
});

test("neither is one that is small and stands for much", async () => {
  const url = await served((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    pipeline(Readable.from(Array(400).fill(MEGABYTE)), createGzip(), response, () => {});
  });
  await expect(loadDescription(url)).rejects.toMatchObject({ code: "DESCRIPTION_TOO_LARGE" });
});

test("an answer that breaks off is told of", async () => {
  const url = await served((_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"openapi"', () => response.destroy());
  });
  await expect(loadDescription(url)).rejects.toMatchObject({ code: "DESCRIPTION_UNREADABLE" });
});
