import type { ResourceOptions } from "./utils/index.js";
import type { Error_ } from "./models/index.js";
import type { Authors } from "./resources/Authors.js";
import type { Books } from "./resources/Books.js";
import type { ReviewsRoot } from "./resources/Reviews.js";
import type { Customers } from "./resources/Customers.js";
import type { Orders } from "./resources/Orders.js";
import type { SettingsResource } from "./resources/SettingsResource.js";

/**
 * Client of Bookshop 1.0.0.
 * A small shop that sells books.
 */
export declare class Client {
  constructor(options?: ResourceOptions);
  /** Who wrote the books. */
  readonly authors: Authors;
  /** What the shop sells. */
  readonly books: Books;
  /** What readers say about a book. */
  readonly reviews: ReviewsRoot;
  /** Who buys. */
  readonly customers: Customers;
  /** What was bought. */
  readonly orders: Orders;
  /** One document that says how the shop is run. */
  readonly settings: SettingsResource;
}

declare module "./utils/index.js" {
  interface ErrorBodies {
    400: Error_;
    401: Error_;
    404: Error_;
    409: Error_;
  }
}

export default Client;
export * from "./resources/Authors.js";
export * from "./resources/Books.js";
export * from "./resources/Reviews.js";
export * from "./resources/Customers.js";
export * from "./resources/Orders.js";
export * from "./resources/SettingsResource.js";
export { Address, Author, type AuthorInput, AuthorFields, type AuthorFieldsInput, AuthorPage, type AuthorPageInput, Book, type BookInput, BookFields, type BookFieldsInput, BookPage, type BookPageInput, CountryCode, Customer, type CustomerInput, CustomerFields, type CustomerFieldsInput, CustomerPage, type CustomerPageInput, Error_, Genre, type GenreInput, Order, type OrderInput, OrderFields, OrderItem, OrderPage, type OrderPageInput, OrderStatus, type OrderStatusInput, PageInfo, Review, type ReviewInput, ReviewFields, ReviewPage, type ReviewPageInput, Settings, type SettingsInput, SettingsFields, type SettingsFieldsInput } from "./models/index.js";
export * from "./utils/index.js";
