import { describe, expect, test } from "vitest";
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
    await page.getByRole("link", { name: /GET \/books\/\{bookId\} override pending/ }).waitFor();
    for (let call = 0; call < 4; call++) expect((await fetch(`${bench.url}/books/1`)).status).toBe(404);
    await pending.getByRole("button", { name: "Remove" }).click();
    await pending.waitFor({ state: "detached" });
    expect((await fetch(`${bench.url}/books/1`)).status).toBe(200);
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
    await page.getByRole("link", { name: /GET \/books override pending/ }).waitFor();
  });
});
