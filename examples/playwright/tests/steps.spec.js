import { expect } from "@playwright/test";
import { MOCK_URL } from "../addresses.js";
import { test } from "./worker-session.js";

// In this mode the tests of a file run in one worker, in their order.
test.describe.configure({ mode: "serial" });

test("first an author is added", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Name").fill("Octavia E. Butler");
  await page.getByLabel("Country").fill("US");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Octavia E. Butler (US)")).toBeVisible();
});

test("then the next test finds her, and a log of its own requests", async ({ page, request }) => {
  await page.goto("/");
  await expect(page.getByText("Octavia E. Butler (US)")).toBeVisible();
  const log = await request.get(`${MOCK_URL}/__mock/requests`);
  const { requests } = await log.json();
  expect(requests.map(({ operationId }) => operationId)).toEqual(["listAuthors"]);
});
