import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestApp } from "@onespec/framework-cli/testing";

test("the application starts, and answers 404 to unknown paths", () =>
  withTestApp(async (app) => {
    const answer = await app.request("GET", "/nowhere");
    assert.equal(answer.status, 404);
  }));
