import { expect } from "@playwright/test";
import { MOCK_URL } from "../addresses.js";
import { test } from "./session.js";

const LOGIN = { grant_type: "password", client_id: "tests", username: "ann", password: "any" };

test("a visitor is not signed in", async ({ page, request }) => {
  expect((await request.get(`${MOCK_URL}/api/me`)).status()).toBe(401);
  await page.goto("/");
  await expect(page.getByText("Not signed in")).toBeVisible();
});

test("a user with a token is signed in", async ({ page, request }) => {
  const answer = await request.post(`${MOCK_URL}/__mock/oauth/token`, { form: LOGIN });
  const { access_token } = await answer.json();
  await page.addInitScript((token) => localStorage.setItem("token", token), access_token);
  await page.goto("/");
  await expect(page.getByText("Signed in as")).toBeVisible();
});
