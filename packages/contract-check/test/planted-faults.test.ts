import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type CheckOptions, type CheckReport, checkContract, distinctFindings, type RuleCode } from "../src/index.js";
import { FAULTS, type Fault, KEY, type Shop, startShop } from "./shop-server.js";

const SHOP = fileURLToPath(new URL("shop.yaml", import.meta.url));

const shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

async function open(...faults: Fault[]): Promise<Shop> {
  const shop = await startShop(...faults);
  shops.push(shop);
  return shop;
}

const check = ({ url }: Shop, options: CheckOptions = {}): Promise<CheckReport> =>
  checkContract(SHOP, url, { auth: { key: { value: KEY, variable: "SHOP_KEY" } }, seed: "1", ...options });

const found = (report: CheckReport): string[] =>
  distinctFindings(report).map(({ rule, operation, details }) => `${rule}: ${operation}: ${details.join(" | ")}`);

test("nothing is found in a server that keeps its contract", async () => {
  const report = await check(await open());
  expect(found(report)).toEqual([]);
  expect(report.skipped.filter(({ reason }) => !reason.includes("of its own"))).toEqual([]);
  expect(report.stories.filter(({ outcome }) => outcome !== "whole")).toEqual([]);
  expect(report.answers).toBeGreaterThan(50);
  expect(report.invalid).toBeGreaterThan(15);
});

/** Each fault with the rule that names it, and the operation to blame. */
const EXPECTED: Readonly<Record<Fault, readonly [rule: RuleCode, operation: string]>> = {
  "create answers 200": ["status-undocumented", "POST /items"],
  "create has no Location": ["header-missing", "POST /items"],
  "Location leads nowhere": ["location-broken", "POST /items"],
  "create forgets the record": ["record-not-found", "GET /items/{itemId}"],
  "create loses a field": ["field-lost", "POST /items"],
  "the id is a text": ["body-invalid", "GET /items"],
  "the secret is shown": ["write-only-shown", "POST /items"],
  "read fails for new records": ["server-error", "GET /items/{itemId}"],
  "missing fields are accepted": ["invalid-accepted", "POST /items"],
  "the wrong media type": ["media-type-undocumented", "GET /items"],
  "PATCH forgets a field": ["update-lost", "PATCH /items/{itemId}"],
  "PATCH clears other fields": ["update-touches-others", "PATCH /items/{itemId}"],
  "PATCH takes deleted records": ["update-of-absent", "PATCH /items/{itemId}"],
  "delete keeps the record": ["delete-kept", "DELETE /items/{itemId}"],
  "delete leaves the record in the list": ["delete-listed", "DELETE /items/{itemId}"],
  "list ignores a filter": ["list-filter-ignored", "GET /items"],
  "list ignores the least price": ["list-filter-ignored", "GET /items"],
  "list ignores the sort order": ["list-sort-ignored", "GET /items"],
  "list ignores the page size": ["list-limit-ignored", "GET /items"],
  "page 2 repeats page 1": ["list-page-repeats", "GET /items"],
  "list leaves records out": ["list-misses", "GET /items"],
  "entity tag never changes": ["etag-stale", "PATCH /items/{itemId}"],
  "stale changes are accepted": ["etag-precondition-ignored", "PATCH /items/{itemId}"],
  "current tags get a body": ["etag-not-modified", "GET /items/{itemId}"],
  "idempotency keys are ignored": ["idempotency-ignored", "POST /items"],
  "settings are forgotten": ["update-lost", "PUT /settings"],
  "files are cut": ["upload-differs", "PUT /items/{itemId}/picture"],
  "no key is needed": ["auth-ignored", "GET /items"],
  "bad queries fail": ["server-error", "GET /items"],
  "long numbers fail": ["server-error", "POST /items"],
  "OPTIONS fails": ["server-error", "GET /items"],
  "a 405 hides methods": ["allow-incomplete", "GET /items"],
  "numbers pass for texts": ["invalid-accepted", "POST /items"],
  "bounds are ignored": ["invalid-accepted", "POST /items"],
  "types of nested fields are ignored": ["invalid-accepted", "POST /items"],
  "bounds of nested fields are ignored": ["invalid-accepted", "POST /items"],
  "nested fields may be missing": ["invalid-accepted", "POST /items"],
  "null passes for a field": ["invalid-accepted", "POST /items"],
  "unknown fields are accepted": ["invalid-accepted", "PUT /settings"],
  "a NUL fails": ["server-error", "POST /items"],
  "free JSON fails": ["server-error", "POST /items"],
  "an empty list fails": ["server-error", "POST /items"],
  "any media type is read": ["invalid-accepted", "POST /items"],
  "a wrong key is accepted": ["auth-ignored", "GET /items"],
  "a parameter that is sent twice fails": ["server-error", "GET /items"],
  "settings can be deleted": ["method-undocumented", "GET /settings"],
  "a form without a boundary fails": ["server-error", "POST /items"],
  "a bracket that nothing closes fails": ["server-error", "POST /items"],
};

test.each(FAULTS)("found: %s", async (fault) => {
  const [rule, operation] = EXPECTED[fault];
  // Methods that are not documented are tried on a server whose data nobody needs.
  const report = await check(await open(fault), { disposable: rule === "method-undocumented" });
  expect(found(report)).toContainEqual(
    expect.stringMatching(new RegExp(`^${rule}: ${operation.replace(/[{}]/g, ".")}: `)),
  );
});
