import { expect } from "@playwright/test";
import { MOCK_URL } from "../addresses.js";
import { test } from "./session.js";

test("sends the name and the country, once", async ({ page, request }) => {
  await page.goto("/");
  await page.getByLabel("Name").fill("Ursula K. Le Guin");
  await page.getByLabel("Country").fill("US");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Ursula K. Le Guin (US)")).toBeVisible();
  const log = await request.get(`${MOCK_URL}/__mock/requests?operationId=createAuthor&bodies=true`);
  const { requests } = await log.json();
  expect(requests.map((sent) => JSON.parse(sent.request.body))).toEqual([{ name: "Ursula K. Le Guin", country: "US" }]);
});
