import { expect } from "@playwright/test";
import { MOCK_URL } from "../addresses.js";
import { test } from "./session.js";

test.beforeEach(async ({ request }) => {
  expect((await request.post(`${MOCK_URL}/__mock/snapshots/with-octavia/restore`)).status()).toBe(200);
});

for (const name of ["Ursula K. Le Guin", "Joanna Russ"]) {
  test(`adds ${name} to the snapshot`, async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("listitem")).toHaveCount(11);
    await expect(page.getByText("Octavia E. Butler (US)")).toBeVisible();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Country").fill("US");
    await page.getByRole("button", { name: "Add" }).click();
    await expect(page.getByRole("listitem")).toHaveCount(12);
  });
}
