import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { before, test } from "node:test";
import sdk from "@medusajs/js-sdk";
import { mockOf } from "../mock.mjs";

const Medusa = sdk.default ?? sdk;
const { admin, client } = new Medusa({ baseUrl: await mockOf("medusa-admin.yaml"), apiKey: "sk_x" });
const options = [{ title: "Size", values: ["S", "M"] }];
const ids = (records) => records.map(({ id }) => id);
const isAbsent = (promise) => rejects(promise, { status: 404 });
let product;

before(async () => {
  product = (await admin.product.create({ title: "Shirt", options, status: "draft" })).product;
});

test("a new product holds the sent fields and options", () => {
  deepEqual([product.title, product.status], ["Shirt", "draft"]);
  deepEqual(
    product.options.map(({ title }) => title),
    ["Size"],
  );
});
test("a product is read by its id", async () =>
  equal((await admin.product.retrieve(product.id)).product.title, "Shirt"));
test("update a product", async () => {
  const { id } = (await admin.product.create({ title: "Hat", options, status: "draft" })).product;
  const changed = (await admin.product.update(id, { title: "Cap", status: "published" })).product;
  deepEqual([changed.title, changed.status], ["Cap", "published"]);
  deepEqual((await admin.product.retrieve(id)).product, changed);
});
test("products page by page", async () => {
  const first = await admin.product.list({ limit: 4, offset: 0 });
  const second = await admin.product.list({ limit: 4, offset: 4 });
  deepEqual([first.limit, first.offset, second.offset, first.count], [4, 0, 4, second.count]);
  equal(new Set([...ids(first.products), ...ids(second.products)]).size, 8);
});
test("products by status", async () => {
  const { products } = await admin.product.list({ status: ["draft"], limit: 100 });
  ok(ids(products).includes(product.id));
  ok(products.every(({ status }) => status === "draft"));
});
test("products by text and by id", async () => {
  const { id } = (await admin.product.create({ title: "Quixotic mug", options })).product;
  deepEqual(ids((await admin.product.list({ q: "Quixotic" })).products), [id]);
  deepEqual(ids((await admin.product.list({ id: [id] })).products), [id]);
});
test("products in the order of their titles", async () => {
  const titles = (await admin.product.list({ order: "-title", limit: 100 })).products.map(({ title }) => title);
  deepEqual(titles, titles.toSorted().toReversed());
});
test("a variant is created, changed and deleted", async () => {
  const sent = { title: "Small", sku: "S1", options: { Size: "S" }, prices: [{ currency_code: "usd", amount: 10 }] };
  equal((await admin.product.createVariant(product.id, sent)).product.id, product.id);
  const { variants } = await admin.product.listVariants(product.id);
  const { id } = variants.find(({ sku }) => sku === "S1");
  await admin.product.updateVariant(product.id, id, { title: "Tiny" });
  equal((await admin.product.retrieveVariant(product.id, id)).variant.title, "Tiny");
  equal((await admin.product.deleteVariant(product.id, id)).deleted, true);
  await isAbsent(admin.product.retrieveVariant(product.id, id));
});
test("a batch creates, updates and deletes products", async () => {
  const [old, gone] = await Promise.all(
    ["Old", "Gone"].map(async (title) => (await admin.product.create({ title, options })).product),
  );
  const batch = { create: [{ title: "New", options }], update: [{ id: old.id, title: "Renewed" }], delete: [gone.id] };
  const { created, updated, deleted } = await admin.product.batch(batch);
  deepEqual([created[0].title, updated[0].title, deleted.ids], ["New", "Renewed", [gone.id]]);
  equal((await admin.product.retrieve(created[0].id)).product.title, "New");
  equal((await admin.product.retrieve(old.id)).product.title, "Renewed");
  await isAbsent(admin.product.retrieve(gone.id));
});
test("create a customer with an email address alone", async () => {
  equal((await admin.customer.create({ email: "ann@example.com" })).customer.email, "ann@example.com");
});
test("list customers", async () => ok(Array.isArray((await admin.customer.list()).customers)));
test("a customer of a group", async () => {
  const person = { first_name: "Ann", last_name: "Lee", company_name: "Tea", phone: "1", metadata: {} };
  const { customer } = await admin.customer.create({ email: "ann@example.com", ...person });
  deepEqual([customer.email, customer.first_name], ["ann@example.com", "Ann"]);
  const { customer_group: group } = await admin.customerGroup.create({ name: "VIP" });
  equal((await admin.customerGroup.batchCustomers(group.id, { add: [customer.id] })).customer_group.id, group.id);
});
test("a region is created, renamed and keeps its currency", async () => {
  const { region } = await admin.region.create({ name: "EU", currency_code: "eur", countries: ["de"] });
  equal((await admin.region.update(region.id, { name: "Europe" })).region.name, "Europe");
  equal((await admin.region.retrieve(region.id)).region.currency_code, "eur");
});
test("the children of a category", async () => {
  const { product_category: above } = await admin.productCategory.create({ name: "Clothes" });
  const sent = { name: "Shirts", parent_category_id: above.id };
  const { product_category: below } = await admin.productCategory.create(sent);
  const { product_categories: found } = await admin.productCategory.list({ parent_category_id: above.id });
  deepEqual(ids(found), [below.id]);
});
test("an API key is shown and revoked", async () => {
  const { api_key: key } = await admin.apiKey.create({ title: "Web", type: "publishable" });
  ok(key.token);
  ok((await admin.apiKey.revoke(key.id, {})).api_key.revoked_at);
});
test("the stock of an item at a location", async () => {
  const { stock_location: place } = await admin.stockLocation.create({ name: "Warehouse" });
  const { inventory_item: item } = await admin.inventoryItem.create({ sku: "I1" });
  const body = { location_id: place.id, stocked_quantity: 10 };
  await client.fetch(`/admin/inventory-items/${item.id}/location-levels`, { method: "POST", body });
  const { inventory_levels: levels } = await admin.inventoryItem.listLevels(item.id);
  ok(levels.some((level) => level.location_id === place.id && level.stocked_quantity === 10));
});
test("an order is canceled", async () => {
  const [{ id }] = (await admin.order.list({ limit: 1 })).orders;
  equal((await admin.order.cancel(id)).order.status, "canceled");
});
test("the errors of an absent product and of a wrong type", async () => {
  await isAbsent(admin.product.retrieve("prod_0"));
  await rejects(admin.product.create({ title: 5, options }), { status: 400 });
});
test("delete a product", async () => {
  const { id } = (await admin.product.create({ title: "Sock", options })).product;
  deepEqual(await admin.product.delete(id), { id, object: "product", deleted: true });
  await isAbsent(admin.product.retrieve(id));
});
