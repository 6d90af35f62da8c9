import { contextOf } from "./utils/resource.js";
import { api } from "./utils/api.js";
import { Authors } from "./resources/Authors.js";
import { Books } from "./resources/Books.js";
import { Reviews } from "./resources/Reviews.js";
import { Customers } from "./resources/Customers.js";
import { Orders } from "./resources/Orders.js";
import { SettingsResource } from "./resources/SettingsResource.js";

const resources = [Authors, Books, Reviews, Customers, Orders];

/** Client of Bookshop 1.0.0. */
export class Client {
  constructor(options = {}) {
    const context = contextOf({ ...options, resources: [...resources, ...(options.resources ?? [])] }, api);
    this.authors = new Authors(context);
    this.books = new Books(context);
    this.reviews = new Reviews(context);
    this.customers = new Customers(context);
    this.orders = new Orders(context);
    this.settings = new SettingsResource(context);
  }
}

export default Client;
export { Client as "module.exports" };
export { Authors } from "./resources/Authors.js";
export { Books } from "./resources/Books.js";
export { Reviews } from "./resources/Reviews.js";
export { Customers } from "./resources/Customers.js";
export { Orders } from "./resources/Orders.js";
export { SettingsResource } from "./resources/SettingsResource.js";
export * from "./models/index.js";
export * from "./utils/index.js";
