import { describe, expect, test } from "vitest";
import { consoleBench, missing } from "./console-browser.js";

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

  test("opens a record by its address, also below a parent, and says when it is gone", async () => {
    const { records } = (await json("/__mock/state/books.reviews?limit=1")) as {
      records: { key: string; scope: string[] }[];
    };
    const [{ key, scope } = { key: "", scope: [] }] = records;
    const page = await open(`#/resources/books.reviews/${scope[0]}/${key}`);
    await page.getByText(`Below bookId ${scope[0]}`).waitFor();
    await page.evaluate(() => location.assign("#/resources/books/9999"));
    await page.getByText('books has no record "9999"').waitFor();
  });
});
