import { test as base, expect } from "@playwright/test";
import { mockFixtures, routeToMock, type TestFixtures, type WorkerFixtures } from "../bookshop/sdk/testing.js";

const API = "https://api.bookshop.example";
const PAGE = "https://shop.example/";
const HTML = `<ul></ul><button id="load">Load</button><button id="add">Add</button><output></output><script>
  document.querySelector("#add").onclick = async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "Ursula K. Le Guin", country: "US" });
    const response = await fetch("${API}/authors", { method: "POST", headers, body });
    document.querySelector("output").textContent = (await response.json()).id;
  };
  document.querySelector("#load").onclick = async () => {
    const response = await fetch("${API}/books?limit=50");
    const titles = response.ok ? (await response.json()).data.map((book) => book.title) : ["Error " + response.status];
    document.querySelector("ul").replaceChildren(...titles.map((title) => Object.assign(document.createElement("li"), { textContent: title })));
  };
</script>`;

const test = base.extend<TestFixtures, WorkerFixtures>({
  ...mockFixtures({ seed: 5 }),
  page: async ({ page, mock }, use) => {
    await routeToMock(page, mock, API);
    await page.route(PAGE, (route) => route.fulfill({ contentType: "text/html", body: HTML }));
    await page.goto(PAGE);
    await use(page);
  },
});

test("the page shows what the API has", async ({ page, client }) => {
  await client.books.update(1, { title: "The Dispossessed" });
  await page.click("#load");
  await expect(page.locator("li")).toHaveCount(5);
  await expect(page.locator("li", { hasText: "The Dispossessed" })).toHaveCount(1);
});

test("what the page sends arrives, however slow the API is", async ({ page, client, mock }) => {
  await mock.override("createAuthor", { delay: 100 });
  await page.click("#add");
  await expect(page.locator("output")).toHaveText("6");
  const sent = await mock.requests("createAuthor");
  expect(sent.map(({ body }) => body)).toEqual([{ name: "Ursula K. Le Guin", country: "US" }]);
  expect(await client.authors.get(6)).toMatchObject({ name: "Ursula K. Le Guin" });
});

test("the page says that the API failed", async ({ page, mock }) => {
  await mock.override("listBooks", { status: 503 });
  await page.click("#load");
  await expect(page.locator("li")).toHaveText(["Error 503"]);
});

test("each test finds the seeds", async ({ client }) => {
  const titles = (await client.books.find()).map(({ title }) => title);
  expect(titles).toHaveLength(5);
  expect(titles).not.toContain("The Dispossessed");
});
