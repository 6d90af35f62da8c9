import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { crud } from "../http-client.js";
import { consoleBench, missing } from "./console-browser.js";

interface Page {
  readonly records: readonly { readonly key: string; readonly value: object }[];
}

const bench = consoleBench();
const { open, json, send } = bench;

describe.skipIf(missing)("editing records in the console", () => {
  test("writes only what changed, and shows both versions when the record changed meanwhile", async () => {
    const page = await open("#/resources/books/3");
    const drawer = page.getByRole("dialog", { name: /^Book/ });
    await drawer.getByLabel("title").fill("The Farthest Shore");
    await send("PATCH", "/books/3", { price: 777, title: "Somebody else's title" });
    await drawer.getByRole("button", { name: "Save" }).click();
    const conflict = drawer.getByRole("alert", { name: /changed on the server/ });
    await conflict.getByText("Somebody else's title").waitFor();
    await conflict.getByText("The Farthest Shore").waitFor();
    expect(await json("/books/3")).toMatchObject({ title: "Somebody else's title" });
    await conflict.getByRole("button", { name: "Keep editing" }).click();
    await expect.poll(() => drawer.getByLabel("price").inputValue()).toBe("777");
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("Record 3 is saved").waitFor();
    expect(await json("/books/3")).toMatchObject({ title: "The Farthest Shore", price: 777 });

    await page.getByRole("button", { name: "Open record 3", exact: true }).click();
    await drawer.getByLabel("title").fill("Mine");
    await send("PATCH", "/books/3", { title: "Theirs" });
    await drawer.getByRole("button", { name: "Save" }).click();
    await conflict.getByRole("button", { name: "Use the server's version" }).click();
    await expect.poll(() => drawer.getByLabel("title").inputValue()).toBe("Theirs");
    // A record without changes follows the server.
    await send("PATCH", "/books/3", { title: "Theirs again" });
    await expect.poll(() => drawer.getByLabel("title").inputValue()).toBe("Theirs again");
  });

  test("shows the status of records among the first columns", async () => {
    const text = { type: "string" };
    const names = Array.from({ length: 15 }, (_, index) => [`field${index}`, text]);
    const status = { type: "string", enum: ["planned", "done"] };
    const job = { type: "object", properties: { id: { type: "integer" }, ...Object.fromEntries(names), status } };
    const info = { title: "Jobs", version: "1" };
    await bench.serve({ description: { openapi: "3.1.0", info, paths: crud("/jobs", job) }, seed: 2 });
    const page = await open("#/resources/jobs");
    await page.getByRole("columnheader", { name: "status" }).waitFor();
  });

  test("shows the full name of a record that others refer to, rather than its email", async () => {
    const text = { type: "string" };
    const person = { type: "object", properties: { id: { type: "integer" }, email: text, full_name: text } };
    const note = { type: "object", properties: { id: { type: "integer" }, person_id: { type: "integer" } } };
    const paths = { ...crud("/persons", person), ...crud("/notes", note) };
    await bench.serve({ description: { openapi: "3.1.0", info: { title: "Notes", version: "1" }, paths } });
    await send("POST", "/persons", { email: "ada@example.com", full_name: "Ada Byron" });
    await send("POST", "/notes", { person_id: 1 });
    const page = await open("#/resources/notes");
    await page.getByRole("cell").getByRole("link", { name: "Ada Byron" }).waitFor();
  });

  test("asks before Esc and the backdrop discard changes, and keeps them on Back, links and reload", async () => {
    const page = await open("#/resources/books");
    await page.getByRole("button", { name: "Open record 4", exact: true }).click();
    const drawer = page.getByRole("dialog", { name: /^Book/ });
    expect(page.url()).toContain("#/resources/books/4");
    const title = await drawer.getByLabel("title").inputValue();
    await drawer.getByLabel("title").fill("Not saved yet");
    const question = page.getByRole("dialog", { name: "Discard your changes?" });
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await page.mouse.click(20, 400);
    await question.getByRole("button", { name: "Keep editing" }).click();
    expect(await drawer.getByLabel("title").inputValue()).toBe("Not saved yet");

    await page.goBack();
    await drawer.waitFor({ state: "detached" });
    await page.getByText("Record 4 has unsaved changes").waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Continue" }).click();
    await expect.poll(() => drawer.getByLabel("title").inputValue()).toBe("Not saved yet");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard" }).click();
    await drawer.waitFor({ state: "detached" });
    await page.getByText("Record 4 has unsaved changes").waitFor({ state: "detached" });
    expect(await json("/books/4")).toMatchObject({ title });
  });

  test("says that an emptied number needs a value", async () => {
    const size = { type: "number" };
    const properties = { id: { type: "integer", readOnly: true }, size, counts: { type: "array", items: size } };
    const toy = { type: "object", required: ["id", "size"], properties };
    const info = { title: "Toys", version: "1" };
    await bench.serve({ description: { openapi: "3.1.0", info, paths: crud("/toys", toy) } });
    await send("POST", "/toys", { size: 3, counts: [4] });
    const page = await open("#/resources/toys/1");
    const drawer = page.getByRole("dialog", { name: /1/ });
    for (const name of ["size", "counts 1"]) {
      const field = drawer.getByRole("textbox", { name });
      await field.fill("");
      await drawer.getByText("needs a value").waitFor();
      await field.fill("5");
    }
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("Record 1 is saved").waitFor();
    expect(await json("/toys/1")).toMatchObject({ size: 5, counts: [5] });
  });

  test("opens a record by its address, also below a parent, and says when it was deleted", async () => {
    const { records } = (await json("/__mock/state/books.reviews?limit=1")) as {
      records: { key: string; scope: string[] }[];
    };
    const [{ key, scope } = { key: "", scope: [] }] = records;
    const page = await open(`#/resources/books.reviews/${scope[0]}/${key}`);
    await page.getByText(`Below bookId ${scope[0]}`).waitFor();
    await page.evaluate(() => location.assign("#/resources/books/9999"));
    await page.getByText('books has no record "9999"').waitFor();
  });

  test("shows and links the records of references, and edits objects and lists in forms", async () => {
    const { records } = (await json("/__mock/state/orders?limit=1")) as {
      records: { key: string; value: { customerId: string; items: { bookId: number }[] } }[];
    };
    const { key, value } = records[0] ?? { key: "", value: { customerId: "", items: [] } };
    const { name } = (await json(`/__mock/state/customers/${value.customerId}`)).value as { name: string };
    const page = await open(`#/resources/orders/${key}`);
    await page.getByRole("cell").getByRole("link", { name, exact: true }).first().waitFor();
    const drawer = page.getByRole("dialog", { name: /^Order/ });
    await drawer.getByRole("link", { name, exact: true }).waitFor();
    const customer = drawer.getByLabel("customerId");
    await customer.fill("Customer that is not there");
    await drawer.getByText("No record of customers has this id").waitFor();
    await customer.fill("");
    await customer.focus();
    const options = page.locator("datalist option");
    await expect.poll(() => options.count()).toBeGreaterThan(5);
    const other = (await options.nth(3).getAttribute("value")) ?? "";
    await customer.fill(other);

    const before = value.items.length;
    await drawer.getByRole("button", { name: "Add to items" }).click();
    await drawer.getByLabel("bookId").last().fill("7");
    await drawer.getByLabel("quantity").last().fill("0");
    await drawer.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => drawer.getByLabel("quantity").last().getAttribute("aria-invalid")).toBe("true");
    await drawer.getByLabel("quantity").last().fill("2");
    await drawer.getByLabel("city").fill("Ulm");
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^Record .* is saved/).waitFor();
    const { value: saved } = (await json(`/__mock/state/orders/${key}`)) as { value: typeof value };
    expect(saved).toMatchObject({ customerId: other, shippingAddress: { city: "Ulm" } });
    expect(saved.items).toHaveLength(before + 1);
    expect(saved.items.at(-1)).toMatchObject({ bookId: 7, quantity: 2 });
  });

  test("lists documents such as /settings, and edits them", async () => {
    const page = await open("#/resources");
    await page.getByRole("link", { name: "/settings" }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    const drawer = page.getByRole("dialog", { name: "/settings" });
    const field = drawer.getByLabel("currency");
    await field.waitFor();
    const settings = await json("/settings");
    expect(await field.inputValue()).toBe(settings.currency);
    const next = settings.currency === "USD" ? "EUR" : "USD";
    await field.selectOption(next);
    await drawer.getByRole("button", { name: "Save" }).click();
    await page.getByText("/settings is saved").waitFor();
    expect(await json("/settings")).toMatchObject({ currency: next });
  });

  test("finds numbers, filters by field and deletes what was found, among 10,000 records", async () => {
    const many = Array.from({ length: 9_940 }, (_, index) => ({
      value: {
        title: `Volume ${index}`,
        authorId: 1,
        isbn: String(9_780_000_000_000 + index),
        price: 40_000 + index,
        publishedOn: "2020-01-01",
      },
    }));
    const sample = (await json("/__mock/resources/books/sample")).value as Record<string, unknown>;
    for (let at = 0; at < many.length; at += 5000) {
      const records = many.slice(at, at + 5000).map(({ value }) => ({ value: { ...sample, ...value } }));
      const sent = await send("POST", "/__mock/import/books", { records });
      expect(await sent.json()).toMatchObject({ failed: 0 });
    }
    const dear = encodeURIComponent('[{"property":"price","operator":"gte","value":40100}]');
    const { total } = (await json(`/__mock/state/books?limit=0&where=${dear}`)) as { total: number };
    const [found, left] = [total.toLocaleString("en"), 10_000 - total];
    const page = await open("#/resources/books");
    await page.getByText("1–50 of 10,000").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("40123");
    await page.getByText(/^1–1 of 1$/).waitFor();
    await page.getByRole("searchbox", { name: "Search records" }).fill("");
    await page.getByText("1–50 of 10,000").waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Property").selectOption("price");
    await page.getByLabel("Condition").selectOption("is at least");
    await page.getByLabel("Value").fill("40100");
    await page.getByLabel("Value").press("Tab");
    await page.getByText(`1–50 of ${found}`).waitFor();
    await page.reload();
    await page.getByText(`1–50 of ${found}`).waitFor();
    await page.getByLabel("Select all records of this page").check();
    await page.getByText("50 selected").waitFor();
    await page.getByRole("button", { name: `Delete all ${found}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete all" }).click();
    await page.getByText("No record matches").waitFor();
    await page.getByRole("button", { name: "Show all records" }).click();
    await page.getByText(`1–50 of ${left}`).waitFor();
    const boxes = page.getByLabel(/^Select record /);
    const first = (await boxes.first().getAttribute("aria-label"))?.split(" ").at(-1);
    await boxes.nth(1).check();
    await boxes.first().check();
    await page.getByRole("button", { name: "Delete selected" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText(`1–50 of ${left - 2}`).waitFor();
    expect((await fetch(`${bench.url}/books/${first}`)).status).toBe(404);
  });

  test("a filter of a property that lists its values begins with the first of them", async () => {
    const page = await open("#/resources/books");
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Property").selectOption("genre");
    expect(await page.getByLabel("Condition").locator("option:checked").textContent()).toBe("is");
    await page.getByLabel("Value").selectOption("poetry");
    const where = encodeURIComponent('[{"property":"genre","operator":"eq","value":"poetry"}]');
    const { total } = await json(`/__mock/state/books?limit=0&where=${where}`);
    await page.getByText(` of ${(total as number).toLocaleString("en")}`).waitFor();
  });

  test("keeps the value of a filter while it is typed, though the list is loaded again", async () => {
    const page = await open("#/resources/books");
    await page.getByText("1–50 of").waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabel("Property").selectOption("title");
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/__mock/state/books*", async (route) => {
      await held;
      await route.continue();
    });
    const loaded = page.waitForResponse("**/__mock/state/books*");
    await page.getByLabel("Condition").selectOption("contains");
    await page.getByLabel("Value").pressSequentially("elsewhere");
    answer();
    await loaded;
    expect(await page.getByLabel("Value").inputValue()).toBe("elsewhere");
    await page.getByLabel("Value").press("Tab");
    await page.getByText("No record matches").waitFor();
  });

  test.each(["JSON", "CSV"])(
    "exports records to %s and imports them again, and shows the rejected ones",
    async (format) => {
      const page = await open("#/resources/customers?sort=name");
      await page.getByText("1–50 of 60").waitFor();
      const before = (await json("/__mock/state/customers?limit=1000&sort=id")) as unknown as Page;
      const download = page.waitForEvent("download");
      await page.getByText("Import, export").click();
      await page.getByRole("button", { name: `Export as ${format}` }).click();
      const file = await (await download).path();
      await send("DELETE", "/__mock/state/customers");
      await page.getByText("No records yet").waitFor();
      const text = await readFile(file, "utf8");
      const name = `customers.${format.toLowerCase()}`;
      const dialog = page.getByRole("dialog", { name: `Import ${name}` });
      const choose = async (content: string): Promise<void> => {
        const chooser = page.waitForEvent("filechooser");
        await page.getByText("Import, export").click();
        await page.getByRole("button", { name: "Import JSON or CSV …" }).click();
        await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
        await dialog.getByRole("button", { name: "Import" }).click();
      };
      // A file that cannot be read stops the import before anything is sent.
      await choose(format === "CSV" ? `${text.trimEnd()}\r\nbroken\r\n` : `${text},`);
      await dialog
        .getByRole("alert")
        .getByText(format === "CSV" ? /row 62/ : /JSON/)
        .waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      const wrong = format === "CSV" ? text.replace(/\r\n[^\r]*$/, "") : text.replace(/\]\s*$/, ', {"name": 5}]');
      await choose(wrong);
      await dialog
        .getByText(format === "CSV" ? "59 created, 0 replaced, 0 rejected" : "60 created, 0 replaced, 1 rejected")
        .waitFor();
      if (format === "JSON") await dialog.getByText("Record 61").waitFor();
      await dialog.getByRole("button", { name: "Close" }).last().click();
      const left = (await json("/__mock/state/customers?limit=1000&sort=id")) as unknown as Page;
      const ids = new Set(left.records.map(({ key }) => key));
      const wanted = before.records.filter(({ key }) => ids.has(key));
      expect(left.records).toHaveLength(format === "CSV" ? 59 : 60);
      expect(left.records).toEqual(wanted);
    },
  );
});
