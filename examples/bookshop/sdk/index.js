import { addResources } from "./utils/http.js";
import { api } from "./utils/api.js";
import { Authors } from "./resources/Authors.js";
import { Books } from "./resources/Books.js";
import { Reviews } from "./resources/Reviews.js";
import { Customers } from "./resources/Customers.js";
import { Orders } from "./resources/Orders.js";
import { SettingsResource } from "./resources/SettingsResource.js";

const resources = { authors: Authors, books: Books, reviews: Reviews, customers: Customers, orders: Orders, settings: SettingsResource };

/** Client of Bookshop 1.0.0. */
export class Client {
  constructor(options = {}) {
    addResources(this, resources, options, api);
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
export { Address, Author, AuthorFields, AuthorPage, Book, BookFields, BookPage, CountryCode, Customer, CustomerFields, CustomerPage, Error_, Genre, Order, OrderFields, OrderItem, OrderPage, OrderStatus, PageInfo, Review, ReviewFields, ReviewPage, Settings, SettingsFields } from "./models/index.js";
export * from "./utils/index.js";
