import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { BOOKSHOP } from "../run-command.js";
import { type ConsolePage, consoleBench, missing } from "./console-browser.js";

const bench = consoleBench();
const { open, json } = bench;

describe.skipIf(missing)("the console", () => {
  test("shows records; the server sorts, searches and pages them, and a reload keeps the place", async () => {
    const page = await open("#/resources/books");
    await page.getByRole("button", { name: "title", exact: true }).click();
    await expect.poll(() => page.locator("th[aria-sort=ascending]").textContent()).toBe("title");
    await page.getByRole("button", { name: "title", exact: true }).click();
    await expect.poll(() => page.url()).toContain("sort=-title");
    const titles = await page.locator("tbody tr td:nth-child(3)").allTextContents();
    expect(titles).toEqual([...titles].sort().reverse());
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("51–60 of 60").waitFor();
    await page.reload();
    await page.getByText("51–60 of 60").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type((titles[0] ?? "").toLowerCase());
    await page.getByText(/^1–\d+ of \d+$/).waitFor();
    await expect.poll(() => page.locator("tbody tr").first().textContent()).toContain(titles[0]);
    await page.keyboard.type(" that nobody wrote");
    await page.getByText("No record matches").waitFor();
    await page.getByRole("button", { name: "Show all records" }).click();
    await page.getByText("1–50 of 60").waitFor();
  });

  test("edits, creates and deletes records, and shows each problem at its field", async () => {
    const page = await open("#/resources/books");
    await page.getByRole("button", { name: "Open record 3", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: /^Book/ });
    await drawer.getByLabel("price").fill("3");
    await drawer.getByLabel("title").fill("");
    await drawer.getByRole("button", { name: "Save" }).click();
    const price = drawer.getByLabel("price");
    await expect.poll(() => price.getAttribute("aria-invalid")).toBe("true");
    const wrong = await price.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${wrong}"]`).textContent()).toBe("must be at least 100");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"))).toBe("true");
    await price.fill("1250");
    await drawer.getByLabel("title").fill("A Wizard of Earthsea");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Record 3 is saved").waitFor();
    await page.getByRole("cell", { name: "A Wizard of Earthsea" }).waitFor();
    expect(await json("/books/3")).toMatchObject({ title: "A Wizard of Earthsea", price: 1250 });

    await page.keyboard.press("n");
    const created = page.getByRole("dialog", { name: "New Book" });
    const hasFocus = () => created.getByLabel("title").evaluate((field) => field === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await created.getByRole("button", { name: "JSON" }).click();
    await created.getByRole("button", { name: "Form" }).click();
    await created.getByLabel("title").fill("Tehanu");
    await created.getByRole("button", { name: "Create" }).click();
    await page.getByText("61 records").waitFor();
    expect(await json("/books/61")).toMatchObject({ title: "Tehanu" });

    await page.getByRole("button", { name: "Open record 1", exact: true }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog", { name: "Delete record 1?" }).getByRole("button", { name: "Delete" }).click();
    await page.getByText("60 records").waitFor();
    expect((await fetch(`${bench.url}/books/1`)).status).toBe(404);
  });

  test("creates records below a parent that it suggests", async () => {
    const page = await open("#/resources/books.reviews");
    await page.getByRole("button", { name: "New record" }).click();
    const drawer = page.getByRole("dialog");
    await expect.poll(() => drawer.getByLabel("bookId").inputValue()).toBe("1");
    await drawer.getByLabel("bookId").fill("7777");
    await drawer.getByRole("button", { name: "Create" }).click();
    await drawer.getByText('books has no record "7777"').waitFor();
    await drawer.getByLabel("bookId").fill("2");
    await drawer.getByRole("button", { name: "Create" }).click();
    await page.getByText("61 records").waitFor();
  });

  test("links from a record to the records below it", async () => {
    const page = await open("#/resources/books");
    await page.getByRole("button", { name: "Open record 2", exact: true }).click();
    await page.getByRole("link", { name: "reviews", exact: true }).click();
    await page.getByText("bookId 2", { exact: true }).waitFor();
    const { total } = (await json("/__mock/state/books.reviews?scope=2")) as { total: number };
    await page.getByText(new RegExp(`^1–${total} of ${total}$`)).waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByText("1–50 of 60").waitFor();
  });

  test("works below a path of a proxy", async () => {
    const proxy = createServer((incoming, outgoing) => {
      const path = incoming.url?.replace(/^\/tools\/mock/, "") ?? "/";
      const { method = "GET", headers } = incoming;
      incoming.pipe(
        request(`${bench.url}${path}`, { method, headers }, (reply) => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(outgoing);
        }),
      );
    });
    await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
    const outside = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const page = await open("#/resources/books", { origin: outside, path: "/tools/mock/__mock" });
    await page.getByText("1–50 of 60").waitFor();
    await page.getByRole("link", { name: "Operations" }).click();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "The answer", exact: true }).getByText("200", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Documentation" }).click();
    await page.frameLocator("iframe").getByRole("heading", { name: "Bookshop" }).waitFor();
    proxy.closeAllConnections();
    proxy.close();
  });

  test("shows requests as they come, with the reason of a rejection, and sends one again", async () => {
    const page = await open("#/requests");
    await page.getByText("Waiting for requests").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await fetch(`${bench.url}/books/7`, { headers: { "mock-session": "worker-1" } });
    await fetch(`${bench.url}/books/8`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ price: -3 }),
    });
    await page.getByRole("cell", { name: "worker-1" }).waitFor();
    await page.getByRole("button", { name: "Errors" }).click();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await page.getByRole("link", { name: "/books/8" }).click();
    await page.getByText("/price").first().waitFor();
    expect(await page.getByRole("region", { name: "Why it was rejected" }).textContent()).toContain(
      "must be at least 100",
    );
    await page.getByRole("link", { name: "Open as draft" }).click();
    expect(await page.getByRole("textbox", { name: /^bookId/ }).inputValue()).toBe("8");
    await page.getByLabel(/^Body,/).fill('{ "price": 900 }');
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "The answer", exact: true }).getByText("200", { exact: true }).waitFor();
    expect(await json("/books/8")).toMatchObject({ price: 900 });
  });

  test("sends a valid request of any operation, and shows the role of the operation", async () => {
    const page = await open("#/operations/createReview");
    await page.getByText("POST on the collection makes a record").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("delete review");
    await expect.poll(() => page.locator(".links li").count()).toBe(1);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("region", { name: "The answer", exact: true }).getByText("201", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Fail calls" }).click();
    await page.getByLabel("Answer with").selectOption("503");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText(/^Every call of createReview/).waitFor();
    await page.getByRole("button", { name: "Send" }).click();
    await page
      .getByRole("region", { name: "The answer", exact: true })
      .getByText("503", { exact: true })
      .first()
      .waitFor();
  });

  test("sends forms, and forms of parts, written as JSON", async () => {
    const schema = {
      type: "object",
      required: ["name", "size", "tags", "at"],
      properties: {
        name: { type: "string" },
        size: { type: "integer" },
        tags: { type: "array", minItems: 2, items: { type: "string" } },
        at: { type: "object", required: ["city"], properties: { city: { type: "string" } } },
      },
    };
    const item = { ...schema, properties: { ...schema.properties, id: { type: "integer", readOnly: true } } };
    const answer = (status: number) => ({
      [status]: { description: "It.", content: { "application/json": { schema: item } } },
    });
    const taking = (path: string, operationId: string, type: string) => ({
      [path]: {
        post: { operationId, requestBody: { required: true, content: { [type]: { schema } } }, responses: answer(201) },
      },
      [`${path}/{id}`]: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: answer(200) },
      },
    });
    await bench.serve({
      description: {
        openapi: "3.1.0",
        info: { title: "Forms", version: "1" },
        paths: {
          ...taking("/forms", "form", "application/x-www-form-urlencoded"),
          ...taking("/parts", "parts", "multipart/form-data"),
        },
      },
    });
    for (const operation of ["form", "parts"]) {
      const page = await open(`#/operations/${operation}`);
      const written = { name: "Ann & Bo", size: 3, tags: ["a", "b c"], at: { city: "Ulm" } };
      await page.getByLabel(/^Body,/).fill(JSON.stringify(written));
      await page.getByRole("button", { name: "Send" }).click();
      const reply = page.getByRole("region", { name: "The answer", exact: true });
      await reply.getByText("201", { exact: true }).waitFor();
      expect(JSON.parse((await reply.locator("pre").textContent()) ?? "")).toMatchObject(written);
    }
  });

  test("adds and removes overrides", async () => {
    const page = await open("#/overrides");
    await page.getByText("No override is pending").waitFor();
    const offered = () => page.locator("datalist option").first().getAttribute("value");
    await page.getByLabel("Operation").selectOption("getBook");
    await expect.poll(offered).toBe("404");
    expect(await page.getByLabel("Status").inputValue()).toBe("500");
    expect(await page.getByLabel("Calls").inputValue()).toBe("");
    await page.getByLabel("Status").fill("429");
    await page.getByLabel("Calls").fill("1");
    await page.getByText("Clients often retry a 429.").waitFor();
    await page.getByRole("button", { name: "Add override" }).click();
    await page.getByRole("link", { name: "getBook" }).waitFor();
    expect((await fetch(`${bench.url}/books/1`)).status).toBe(429);
    await page.getByText("No override is pending").waitFor();
    await page.getByRole("button", { name: "Add override" }).click();
    await page.getByRole("button", { name: "Remove override of getBook" }).click();
    await page.getByText("No override is pending").waitFor();
    expect((await fetch(`${bench.url}/books/1`)).status).toBe(200);
  });

  test("saves and restores snapshots, and resets, after a confirmation", async () => {
    const page = await open("#/snapshots");
    await page.getByLabel("Name").fill("not a name");
    await page.getByRole("button", { name: "Save snapshot" }).click();
    await page.getByText("Use letters, digits").waitFor();
    await page.getByLabel("Name").fill("before");
    await page.getByRole("button", { name: "Save snapshot" }).click();
    await page.getByText(/^\d+ records ·/).waitFor();
    await fetch(`${bench.url}/books/1`, { method: "DELETE" });
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
    await page.getByText("before is restored").waitFor();
    expect((await fetch(`${bench.url}/books/1`)).status).toBe(200);
    await page.getByRole("button", { name: "Delete snapshot before" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete snapshot before" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No snapshot yet").waitFor();
    await fetch(`${bench.url}/books/2`, { method: "DELETE" });
    await page.getByRole("button", { name: "Reset to seeds" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await page.getByText("All records are reset to the seeds").waitFor();
    expect((await fetch(`${bench.url}/books/2`)).status).toBe(200);
    await fetch(`${bench.url}/books/2`, { method: "DELETE" });
    await page.getByRole("link", { name: "Resources" }).click();
    await page.getByRole("link", { name: "/books 59", exact: true }).waitFor();
    await page.getByRole("button", { name: "Reset to seeds" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    await page.getByRole("link", { name: "/books 60", exact: true }).waitFor();
  });

  test("shows a session, which has its own records", async () => {
    await fetch(`${bench.url}/books/1`, { method: "DELETE", headers: { "mock-session": "worker-1" } });
    const page = await open("#/sessions");
    await page.getByRole("button", { name: "Look at worker-1" }).click();
    await expect.poll(() => page.getByRole("combobox", { name: "Session", exact: true }).inputValue()).toBe("worker-1");
    await page.getByRole("link", { name: "Resources" }).click();
    await page.getByRole("link", { name: "/books 59", exact: true }).waitFor();
    await page.getByRole("link", { name: "Sessions", exact: true }).click();
    await page.getByRole("button", { name: "Drop session worker-1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Drop" }).click();
    await page.getByText("No session is open").waitFor();
    await page.getByRole("link", { name: "Resources" }).click();
    await page.getByRole("link", { name: "/books 60", exact: true }).waitFor();
  });

  test("shows the documentation without requests to other servers", async () => {
    const page = await open("#/docs");
    const frame = page.frameLocator("iframe");
    await frame.getByRole("heading", { name: "Bookshop" }).waitFor();
    await frame.getByText("Change some fields of an author").first().waitFor();
  });

  test("has keyboard shortcuts, and lists them", async () => {
    const page = await open("");
    await page.getByRole("heading", { name: "Resources" }).waitFor();
    await page.keyboard.press("3");
    await page.getByRole("heading", { name: "Operations" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("fits a narrow page, without scrolling it sideways", async () => {
    const page = await open("#/resources/books", { width: 360 });
    await page.getByRole("button", { name: "Open record 1", exact: true }).waitFor();
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await widthOf()).toBe(360);
    await page.getByRole("button", { name: "New record" }).waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("button", { name: "Open record 1", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: /^Book/ });
    await drawer.getByLabel("title").waitFor();
    expect(await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await drawer.getByRole("button", { name: "Close" }).click();
    expect(await widthOf()).toBe(360);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Operations" }).click();
    await page
      .getByRole("link", { name: /\/authors / })
      .first()
      .click();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(await widthOf()).toBe(360);
  });

  test("reconnects by itself after the server was down", async () => {
    const page = await open("#/requests");
    await page.getByText("Live", { exact: true }).waitFor();
    const { port } = new URL(bench.url);
    await bench.mock.close();
    await page.getByText("Reconnecting …").waitFor();
    await bench.serve({ description: BOOKSHOP, seed: 3, port: Number(port) });
    await page.getByText("Live", { exact: true }).waitFor();
    await fetch(`${bench.url}/books/1`);
    await page.getByRole("link", { name: "/books/1" }).waitFor();
  });

  test("keeps a request that arrives while the list of earlier requests is loading", async () => {
    const page = await open("#/resources/books");
    await page.getByText("Live", { exact: true }).waitFor();
    await page.route("**/__mock/requests?*", async (route) => {
      const response = await route.fetch();
      await fetch(`${bench.url}/books/2`);
      // The event of that request arrives before this answer.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.fulfill({ response });
    });
    await page.evaluate(() => location.assign("#/requests"));
    await page.getByRole("link", { name: "/books/2" }).waitFor();
    await page.waitForTimeout(700);
    expect(await page.getByRole("link", { name: "/books/2" }).count()).toBe(1);
  });

  test.each([false, true])("has no serious findings of axe (dark: %s)", async (dark) => {
    await fetch(`${bench.url}/books/999`);
    await fetch(`${bench.url}/__mock/snapshots/one`, { method: "POST" });
    const page = await open("#/resources/books", { dark });
    await page.evaluate(axe.source);
    for (const [hash, sign] of [
      ["#/resources/books", "1–50 of 60"],
      ["#/resources/%2Fsettings", "one document"],
      ["#/requests/1", "Why it was rejected"],
      ["#/operations/createBook", "Add a book"],
      ["#/overrides", "No override is pending"],
      ["#/snapshots", "Restore"],
      ["#/sessions", "The server's own data"],
    ] as const) {
      await page.evaluate((next) => location.assign(next), hash);
      await page.getByText(sign).first().waitFor();
      expect(await findings(page), hash).toEqual([]);
    }
    await page.evaluate(() => location.assign("#/resources/books"));
    await page.getByRole("button", { name: "Open record 3", exact: true }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("price").fill("3");
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.getByText("must be at least 100").waitFor();
    expect(await findings(page), "a record with a mistake").toEqual([]);
    await page.evaluate(() => location.assign("#/resources/orders"));
    await page.getByRole("button", { name: "Add filter" }).click();
    await page
      .getByLabel(/^Select record /)
      .first()
      .check();
    expect(await findings(page), "filters and marked records").toEqual([]);
    await page
      .getByRole("button", { name: /^Open record / })
      .first()
      .click();
    await drawer.getByRole("button", { name: "Add to items" }).waitFor();
    expect(await findings(page), "a record with lists and objects").toEqual([]);
    await page.evaluate(() => location.assign("#/operations/createReview"));
    await page.getByLabel(/^Body,/).fill('{ "rating": 99 }');
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Fail calls" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("list", { name: "Pending overrides" }).waitFor();
    expect(await findings(page), "a rejected request with an override").toEqual([]);
  });
});

/** What axe finds serious or critical, with the first place of each. */
async function findings(page: ConsolePage["page"]): Promise<readonly string[]> {
  return page.evaluate(async () => {
    interface Finding {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  });
}
