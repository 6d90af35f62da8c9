import { describe, expect, test } from "vitest";
import { inPath, serve } from "./http-client.js";

/** Paths whose GET answers with what they are called. */
function named(...paths: string[]): object {
  return Object.fromEntries(
    paths.map((path) => [
      path,
      {
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name ?? "")),
        get: { responses: { 200: { description: "ok", content: { "text/plain": { schema: { const: path } } } } } },
      },
    ]),
  );
}

describe("a path", () => {
  test.each([
    ["/pets/mine", "/pets/mine"],
    ["/pets/%40me", "/pets/@me"],
    ["/pets/@me", "/pets/@me"],
    ["/pets/7", "/pets/{id}"],
    ["/pets/7/", "/pets/{id}"],
    ["//pets//7", "/pets/{id}"],
    ["/pets/a%2Fb", "/pets/{id}"],
    ["/pets/mine/toys", "/pets/{id}/toys"],
    ["/pets/mine/food", "/pets/mine/food"],
    ["/reports/7.json", "/reports/{id}.json"],
    ["/reports/7.csv", "/reports/{id}"],
    ["/jobs/7:cancel", "/jobs/{id}:cancel"],
    ["/jobs/7%3Acancel", "/jobs/{id}:cancel"],
    ["/diff/a..b", "/diff/{from}..{to}"],
    ["/caf%C3%A9", "/café"],
    ["/", "/"],
  ])("%s leads to %s", async (path, template) => {
    const call = await serve(
      named(
        "/pets/{id}",
        "/pets/mine",
        "/pets/@me",
        "/pets/{id}/toys",
        "/pets/mine/food",
        "/reports/{id}",
        "/reports/{id}.json",
        "/jobs/{id}:cancel",
        "/diff/{from}..{to}",
        "/café",
        "/",
      ),
    );
    expect(await call("GET", path)).toMatchObject({ status: 200, body: template });
  });

  test("that almost fits several parameters in a segment is looked at once", async () => {
    const call = await serve(named("/ranges/{a}-{b}-{c}-{d}-{e}:go"));
    expect(await call("GET", `/ranges/${"-a".repeat(7000)}:g`)).toMatchObject({ status: 404 });
    expect(await call("GET", `/ranges/${"-a".repeat(7000)}:go`)).toMatchObject({ status: 200 });
  });

  test("answers with and without the base path of any server", async () => {
    const servers = [
      { url: "https://a.example/api/v1/" },
      { url: "/root/{version}", variables: { version: { default: "v2", enum: ["v2", "v3"] } } },
      { url: "https://b.example/{base}", variables: { base: { default: "/inventory" } } },
    ];
    const call = await serve(named("/pets"), { servers });
    for (const path of [
      "/pets",
      "/api/v1/pets",
      "/root/v2/pets",
      "/root/v3/pets",
      "/inventory/pets",
      "//inventory/pets",
    ]) {
      expect((await call("GET", path)).status).toBe(200);
    }
    expect((await call("GET", "/api/v1x/pets")).status).toBe(404);
  });

  test("that no operation declares is 404 and names the nearest", async () => {
    const call = await serve(named("/pets", "/pets/{id}", "/orders"));
    const { status, body } = await call("GET", "/pet");
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: "Not found", details: [{ nearest: ["/pets", "/orders", "/pets/{id}"] }] });
  });

  test("without the method is 405 with Allow, also where a template beside it has the method", async () => {
    const call = await serve({
      ...named("/pets/mine"),
      "/pets/{id}": { parameters: [inPath("id")], delete: { responses: { 204: { description: "gone" } } } },
      "/a": { get: { responses: { 204: { description: "ok" } } } },
    });
    const reply = await call("POST", "/a");
    expect(reply).toMatchObject({ status: 405, body: { error: "Method not allowed" } });
    expect(reply.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    for (const path of ["/pets/mine", "/pets/mine/"]) expect((await call("DELETE", path)).status).toBe(405);
  });
});

describe("browsers", () => {
  test("may read every answer, and ask before they send", async () => {
    const call = await serve(named("/pets"));
    const reply = await call("GET", "/pets", undefined, { origin: "https://app.example" });
    expect(reply.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(reply.headers.get("access-control-expose-headers")).toContain("x-total-count");
    const asked = {
      origin: "https://app.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-key",
    };
    const preflight = await call("OPTIONS", "/pets", undefined, asked);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    expect(preflight.headers.get("access-control-allow-headers")).toBe("x-key");
    // A page may send what the path does not have, and read why that is rejected.
    for (const path of ["/pets", "/none"]) {
      const other = await call("OPTIONS", path, undefined, { ...asked, "access-control-request-method": "PUT" });
      expect([other.status, other.headers.get("access-control-allow-methods")]).toEqual([
        204,
        path === "/pets" ? "GET, HEAD, OPTIONS, PUT" : "PUT",
      ]);
    }
    expect((await call("OPTIONS", "/none")).status).toBe(404);
    expect((await call("GET", "/none", undefined, asked)).headers.get("access-control-allow-origin")).toBe(
      "https://app.example",
    );
  });
});

test("the control plane has its own paths", async () => {
  const call = await serve(named("/{anything}"));
  expect(await call("GET", "/__mock/health")).toMatchObject({ status: 200, body: { status: "ok" } });
  expect((await call("GET", "/__mock/none")).status).toBe(404);
  expect((await call("POST", "/__mock/health")).status).toBe(405);
  expect((await call("GET", "/__mocking")).body).toBe("/{anything}");
  for (const [method, path] of [
    ["POST", "/__mock/snapshots//restore"],
    ["DELETE", "/__mock/sessions/"],
    ["DELETE", "/__mock/state/pets/"],
  ] as const)
    expect((await call(method, path)).status).toBe(404);
});
