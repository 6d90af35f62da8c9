import { expect } from "@playwright/test";
import { MOCK_URL } from "../addresses.js";
import { test } from "./session.js";

test("lists the authors of the mock", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("listitem")).toHaveCount(10);
});

test("adds an author", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Name").fill("Ursula K. Le Guin");
  await page.getByLabel("Country").fill("US");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(11);
  await expect(page.getByText("Ursula K. Le Guin (US)")).toBeVisible();
});

test("shows why the API rejects an author", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Name").fill("Ursula K. Le Guin");
  await page.getByLabel("Country").fill("USA");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByRole("alert")).toContainText("/country must match the pattern");
});

test("shows that the API is down", async ({ page, request }) => {
  const outage = { operationId: "listAuthors", status: 503, times: 2 };
  expect((await request.post(`${MOCK_URL}/__mock/overrides`, { data: outage })).status()).toBe(201);
  await page.goto("/");
  await expect(page.getByRole("alert")).toBeVisible();
});
