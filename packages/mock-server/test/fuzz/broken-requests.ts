import type { Random } from "../../../contract-check/src/request/random.js";

/** Bytes that are no proper request, or several in one go: what a server must outlive, whatever it answers. */
export function writeBrokenRequest(path: string, random: Random): Buffer {
  const make = BROKEN[random.below(BROKEN.length)] ?? (() => "");
  return Buffer.from(make(path, random), "latin1");
}

const HOST = "Host: 127.0.0.1\r\n";
const JSON_TYPE = "Content-Type: application/json\r\n";

const BROKEN: readonly ((path: string, random: Random) => string)[] = [
  (path) => `GET ${path} HTTP/1.0\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET ${path} HTTP/1.0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.0\r\n${JSON_TYPE}\r\n{}`,
  (path) => `GET ${path} HTTP/0.9\r\n\r\n`,
  (path) => `GET ${path} HTTP/2.0\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/9.9\r\n${HOST}\r\n`,
  () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  (path) => `GET http://evil.example${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  (path) => `GET http://[::1${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  (path) => `GET ftp://user:pw@x:99999${path}?a#b HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  () => `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  () => `GET * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  (path) => `GET ${path.slice(1)} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  () => `GET  HTTP/1.1\r\n${HOST}\r\n`,
  () => `CONNECT 169.254.169.254:80 HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `TRACE ${path} HTTP/1.1\r\n${HOST}Max-Forwards: 0\r\nConnection: close\r\n\r\n`,
  (path) => `${"X".repeat(500)} ${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `get ${path} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n`,
  (path) =>
    `GET ${path} HTTP/1.1\r\n${HOST}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AA\r\n\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}${JSON_TYPE}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Expect: 200-ok\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 999999999999\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 2, 2\r\n\r\n{}`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 1e3\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 99999999999999999999999\r\n\r\n`,
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  (path) => chunks(path, "ffffffffffffffff\r\n{}"),
  (path) => chunks(path, "-2\r\n{}\r\n0\r\n\r\n"),
  (path) => chunks(path, "2\r\n{}xx0\r\n\r\n"),
  (path) => chunks(path, `2;${"a=b;".repeat(3_000)}\r\n{}\r\n0\r\n\r\n`),
  (path) => chunks(path, `2\r\n{}\r\n0\r\n${"X-Trailer: y\r\n".repeat(2_000)}\r\n`),
  (path) => chunks(path, `${"1\r\n \r\n".repeat(3_000)}2\r\n{}\r\n0\r\n\r\n`),
  (path) => chunks(path, "0x2\r\n{}\r\n0\r\n\r\n"),
  (path) => `GET ${path} HTTP/1.1\r\n${"X-Many: y\r\n".repeat(1_200)}${HOST}Connection: close\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X-Long: ${"y".repeat(60_000)}\r\n\r\n`,
  (path) => `GET ${path}?${"a=b&".repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X Space: y\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X-Fold: a\r\n b\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}X-Nul: a\u0000b\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n: nameless\r\n${HOST}\r\n`,
  (path) => `GET ${path} HTTP/1.1\n${HOST.replace("\r", "")}Connection: close\n\n`,
  (path) => `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}${HOST}Connection: close\r\n\r\n`,
  () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
  () => "\r\n\r\n\r\n\r\n",
  (_, random) => Array.from({ length: 300 }, () => String.fromCharCode(random.below(256))).join(""),
  // Many at once, none waiting for the answer to the one before.
  (path) =>
    [...Array.from({ length: 20 }, () => ""), "Connection: close\r\n"]
      .map((header) => `GET ${path} HTTP/1.1\r\n${HOST}${header}\r\n`)
      .join(""),
  (path) =>
    `POST ${path} HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}`.repeat(10) +
    `DELETE ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  (path) =>
    `GET ${path} HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nGET /x HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
];

function chunks(path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n${body}`;
}
