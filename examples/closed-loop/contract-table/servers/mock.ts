import { createMockServer, type MockServer } from "@onespec/mock-server";
import type { Group } from "../row.js";
import { createFetchSender, createHttpSender } from "./send.js";
import type { Server } from "./server.js";

function openMock({ description, bodyLimit }: Group): Promise<MockServer> {
  return createMockServer({ description, port: 0, ...(bodyLimit !== undefined && { bodyLimit }) });
}

export async function mockOverHttp(group: Group): Promise<Server> {
  const mock = await openMock(group);
  const { url } = await mock.listen();
  const { send, close } = createHttpSender(url);
  return {
    send,
    close() {
      close();
      return mock.close();
    },
  };
}

export async function mockInProcess(group: Group): Promise<Server> {
  const mock = await openMock(group);
  return { send: createFetchSender((request) => mock.fetch(request)), close: () => mock.close() };
}
