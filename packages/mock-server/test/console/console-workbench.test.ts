import { describe, expect, test } from "vitest";
import { BOOKSHOP } from "../run-command.js";
import { consoleBench, missing } from "./console-browser.js";

const bench = consoleBench();
const { open } = bench;

describe.skipIf(missing)("the console as a workbench", () => {
  test("makes calls fail with a documented status until the override is removed, and shows it everywhere", async () => {
    const page = await open("#/operations/getBook");
    await page.getByRole("button", { name: "Fail calls" }).dblclick();
    const form = page.getByRole("form", { name: "Fail calls" });
    expect(await form.getByLabel("Answer with").locator("optgroup").first().textContent()).toMatch(/^404/);
    await form.getByLabel("Answer with").selectOption("404");
    await form.getByRole("button", { name: "Add", exact: true }).dblclick();
    const pending = page.getByRole("list", { name: "Pending overrides" });
    await pending.getByText("Every call:").waitFor();
    expect(await pending.getByRole("listitem").count()).toBe(1);
    expect((await (await fetch(`${bench.url}/__mock/overrides`)).json()).overrides).toHaveLength(1);
    await page.getByRole("link", { name: /^Overrides 1/ }).waitFor();
    await page.getByRole("link", { name: /GET \/books\/\{bookId\} .*override pending/ }).waitFor();
    for (let call = 0; call < 4; call++) expect((await fetch(`${bench.url}/books/1`)).status).toBe(404);
    await pending.getByRole("button", { name: "Remove" }).click();
    await pending.waitFor({ state: "detached" });
    expect((await fetch(`${bench.url}/books/1`)).status).toBe(200);
  });

  test("adds one override when its button is clicked twice", async () => {
    const page = await open("#/overrides");
    await page.getByLabel("Operation").selectOption("getBook");
    await page.getByRole("button", { name: "Add override" }).dblclick();
    await page.getByRole("link", { name: /^Overrides [1-9]/ }).waitFor();
    await page.getByRole("button", { name: "Remove override of getBook" }).click();
    await page.getByText("No override is pending").waitFor();
  });

  test("counts calls down, and follows overrides that others add", async () => {
    const page = await open("#/operations/getBook");
    await page.getByRole("button", { name: "Fail calls" }).click();
    const form = page.getByRole("form", { name: "Fail calls" });
    await form.getByLabel("Answer with").selectOption("503");
    await form.getByLabel("Calls").selectOption("some");
    await form.getByText("Clients often retry a 503").waitFor();
    await form.getByLabel("How many").fill("2");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    const pending = page.getByRole("list", { name: "Pending overrides" });
    await pending.getByText("The next 2 calls:").waitFor();
    await fetch(`${bench.url}/books/1`);
    await pending.getByText("The next call (of 2):").waitFor();
    await fetch(`${bench.url}/books/1`);
    await pending.waitFor({ state: "detached" });
    await bench.send("POST", "/__mock/overrides", { operationId: "listBooks", status: 500, times: "always" });
    await page.getByRole("link", { name: /GET \/books .*override pending/ }).waitFor();
  });

  test("finds, fills and sends a request only by keyboard, and keeps it while others are shown", async () => {
    const page = await open("#/operations");
    const rowInView = () =>
      page.evaluate(() => {
        const row = document.querySelector(".links [aria-current=true]")?.getBoundingClientRect();
        const pane = document.querySelector(".links")?.getBoundingClientRect();
        return row !== undefined && pane !== undefined && row.top >= pane.top - 1 && row.bottom <= pane.bottom + 1;
      });
    await page.getByText("Authors", { exact: true }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("post review a");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "POST /books/{bookId}/reviews" }).waitFor();
    const bookId = page.getByRole("textbox", { name: /^bookId/ });
    await expect.poll(() => bookId.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+Enter");
    const answer = page.getByRole("region", { name: "The answer", exact: true });
    await answer.getByText("201", { exact: true }).waitFor();

    const body = page.getByLabel(/^Body,/);
    await body.fill('{ "rating": 99 }');
    await page.keyboard.press("Control+Enter");
    const why = answer.getByRole("region", { name: "Why it was rejected" });
    await why.getByText("/rating").waitFor();
    expect(await body.getAttribute("aria-invalid")).toBe("true");
    const wrong = page.locator(`[id="${await body.getAttribute("aria-describedby")}"]`);
    expect(await wrong.textContent()).toContain("/rating");

    await page.evaluate(() => location.assign("#/operations/updateSettings"));
    await page.getByRole("heading", { name: /\/settings/ }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await expect.poll(rowInView).toBe(true);
    await page.goBack();
    await expect.poll(() => body.inputValue()).toBe('{ "rating": 99 }');
    await expect.poll(rowInView).toBe(true);
    await page.evaluate(() => location.assign("#/operations/getBook"));
    await page.getByRole("heading", { name: "GET /books/{bookId}", exact: true }).waitFor();
    await page.getByRole("textbox", { name: /^bookId/ }).fill("none");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => page.getByRole("textbox", { name: /^bookId/ }).getAttribute("aria-invalid")).toBe("true");
  });

  test("keeps the chosen row in view among 221 operations, which have one stop for the Tab key", async () => {
    const ok = { 200: { description: "ok" } };
    const paths = Object.fromEntries(
      Array.from({ length: 221 }, (_, index) => [
        `/things-${index}`,
        { get: { operationId: `op${index}`, responses: ok } },
      ]),
    );
    await bench.serve({ description: { openapi: "3.1.0", info: { title: "Many", version: "1" }, paths } });
    const page = await open("#/operations/op180");
    const row = page.getByRole("link", { name: "GET /things-180", exact: true });
    await expect.poll(() => row.getAttribute("aria-current")).toBe("true");
    const isInView = () =>
      row.evaluate((element) => {
        const pane = element.closest(".links")?.getBoundingClientRect();
        const { top, bottom } = element.getBoundingClientRect();
        return pane !== undefined && top >= pane.top - 1 && bottom <= pane.bottom + 1;
      });
    await expect.poll(isInView).toBe(true);
    await page.keyboard.press("/");
    await page.keyboard.press("Tab");
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "GET /things-181" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Send");
  });

  test("sends named examples and headers of one's own", async () => {
    const thing = { type: "object", properties: { name: { type: "string" } } };
    await bench.serve({
      description: {
        openapi: "3.1.0",
        info: { title: "Things", version: "1" },
        paths: {
          "/things": {
            post: {
              operationId: "addThing",
              requestBody: {
                content: {
                  "application/json": {
                    schema: thing,
                    examples: {
                      small: { summary: "A small one", value: { name: "pin" } },
                      large: { value: { name: "house" } },
                    },
                  },
                },
              },
              responses: { 201: { description: "It.", content: { "application/json": { schema: thing } } } },
            },
          },
        },
      },
    });
    const page = await open("#/operations/addThing");
    await page.getByLabel("Example").selectOption("large");
    await page.getByRole("button", { name: "Add header" }).click();
    await page.getByLabel("Header name").fill("X-Team");
    await page.getByLabel("Value of X-Team").fill("blue");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "The answer", exact: true }).getByText("201", { exact: true }).waitFor();
    const { request } = (await bench.json("/__mock/requests/1")) as { request: { headers: object; body: string } };
    expect(request.headers).toMatchObject({ "x-team": "blue" });
    expect(JSON.parse(request.body)).toEqual({ name: "house" });
  });

  test("goes from an operation to its documentation and back, which keeps its place", async () => {
    const page = await open("#/operations/createOrder");
    await page.getByRole("link", { name: "Docs" }).click();
    const frame = page.frameLocator("iframe");
    await frame.getByRole("heading", { name: "Place an order" }).waitFor();
    await frame.getByRole("heading", { name: "Place an order" }).hover();
    await page.mouse.wheel(0, 60);
    await page.getByRole("main").getByRole("link", { name: "Try it" }).click();
    await page.getByRole("heading", { name: "POST /orders" }).waitFor();
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Documentation" }).click();
    await expect.poll(() => page.locator("iframe").getAttribute("src")).toContain("POST/orders");
  });

  test("switches the session from anywhere, and shows the requests of one", async () => {
    await bench.send("DELETE", "/books/1", undefined, { "mock-session": "worker-1" });
    await fetch(`${bench.url}/books/2`);
    const page = await open("#/resources/books");
    await page.getByText("1–50 of 60").waitFor();
    await page.getByRole("combobox", { name: "Session", exact: true }).selectOption("worker-1");
    await page.getByText("1–50 of 59").waitFor();
    await page.keyboard.press("2");
    const rows = page.getByRole("region", { name: /^Requests/ }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(2);
    const filter = page.getByRole("combobox", { name: "Requests of session" });
    await filter.selectOption("worker-1");
    await expect.poll(() => rows.locator(".method").allTextContents()).toEqual(["DELETE"]);
    await filter.selectOption("Without session");
    await expect.poll(() => rows.locator(".method").allTextContents()).toEqual(["GET"]);
    await page.getByRole("combobox", { name: "Session", exact: true }).selectOption("");
    await page.keyboard.press("Escape");
  });

  test("says that the server is down, and recovers every view; its address is fetched once", async () => {
    const page = await open("about:blank", { path: "/__mock/health" });
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(`${bench.url}/__mock/#/resources/books`);
    await page.getByText("1–50 of 60").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe("Bookshop · mock server");
    expect(fetched.filter((path) => path === "/__mock/")).toHaveLength(1);

    const { port } = new URL(bench.url);
    await bench.mock.close();
    const alert = page.getByRole("alert").filter({ hasText: "The mock server does not answer at" });
    await alert.waitFor();
    const views = [
      ["#/operations/createReview", "POST on the collection makes a record"],
      ["#/resources/books/3", "Save"],
      ["#/overrides", "No override is pending"],
      ["#/sessions", "No session is open"],
    ] as const;
    await page.evaluate(() => location.assign("#/resources/authors/3"));
    await alert.waitFor();
    await bench.serve({ description: BOOKSHOP, seed: 60, port: Number(port) });
    await alert.waitFor({ state: "detached" });
    await page
      .getByRole("dialog", { name: /^Author/ })
      .getByLabel("name")
      .waitFor();
    for (const [hash, sign] of views) {
      await page.evaluate((next) => location.assign(next), hash);
      await page.getByText(sign).first().waitFor();
    }
  });
});
