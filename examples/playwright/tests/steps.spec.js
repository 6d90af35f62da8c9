import { expect } from "@playwright/test";
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

test("then the next test finds her", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Octavia E. Butler (US)")).toBeVisible();
});
