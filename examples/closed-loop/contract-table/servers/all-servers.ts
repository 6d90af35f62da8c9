import type { Group } from "../row.js";
import { appInProcess, appOverHttp } from "./app.js";
import { mockInProcess, mockOverHttp } from "./mock.js";
import type { Server } from "./server.js";

/** Each is opened empty for every group; the first is what the others are compared with. */
export const SERVERS: readonly {
  readonly name: string;
  readonly kind: "mock" | "application";
  open(group: Group): Promise<Server>;
}[] = [
  { name: "mock over HTTP", kind: "mock", open: mockOverHttp },
  { name: "mock in process", kind: "mock", open: mockInProcess },
  { name: "application over HTTP", kind: "application", open: appOverHttp },
  { name: "application in process", kind: "application", open: appInProcess },
];
