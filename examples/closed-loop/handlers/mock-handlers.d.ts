// Types of the handlers, written by mock-server. Do not edit: it is written again when the description changes.
// Bookshop 1.0.0
//
// import type { Handler } from "./mock-handlers.js";
// const handler: Handler<"listAuthors"> = async ({ next }) => next();
// export default handler;

type Values = Readonly<Record<string, unknown>>;

/** Your own code for one operation. The description fills in missing parts of its answer; without a result the server answers as usual. */
export type Handler<K extends keyof Operations> = (call: HandlerCall<K>) => HandlerResult<K> | Promise<HandlerResult<K>>;

export type HandlerResult<K extends keyof Operations> = Partial<Answer<Operations[K]["answers"]>> | undefined | void;

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export interface HandlerCall<K extends keyof Operations> {
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly body: string | Uint8Array | undefined;
  };
  readonly params: Operations[K]["params"];
  readonly query: Operations[K]["query"];
  readonly body: Operations[K]["body"];
  /** The records of a resource, by its name (`pets`) or collection path (`/pets`). */
  readonly state: (resource: string) => Records;
  /** A valid body of the success response; the same text makes the same one. */
  sample(text?: string): Operations[K]["answers"];
  /** Runs the operation as the server would without the handler, and gives its answer, errors too: look at `status` first. */
  next(changes?: { readonly query?: Operations[K]["query"]; readonly body?: unknown }): Promise<Answer<Operations[K]["answers"]>>;
}

/** `parents`: the values of the path parameters before the id, outermost first. */
export interface Records {
  get(id: string | number, ...parents: (string | number)[]): Promise<Values | undefined>;
  /** The records below these parents; without arguments, those of all parents. */
  list(...parents: (string | number)[]): Promise<readonly Values[]>;
  put(record: Values, ...parents: (string | number)[]): Promise<void>;
  update(id: string | number, change: Values | ((record: Values) => Values), ...parents: (string | number)[]): Promise<Values | undefined>;
  delete(id: string | number, ...parents: (string | number)[]): Promise<Values | undefined>;
}

/** Request and answer types of each operation. */
export interface Operations {
  /** GET /authors */
  "listAuthors": {
    params: Values;
    query: { readonly "page"?: number; readonly "limit"?: number; readonly "q"?: string; readonly "country"?: string; readonly "sort"?: "name" | "-name" | "bornOn" | "-bornOn" };
    body: undefined;
    answers: AuthorPage | Error;
  };
  /** POST /authors */
  "createAuthor": {
    params: Values;
    query: Values;
    body: Author;
    answers: Author | Error;
  };
  /** GET /authors/{authorId} */
  "getAuthor": {
    params: { readonly "authorId": number };
    query: Values;
    body: undefined;
    answers: Author | Error;
  };
  /** DELETE /authors/{authorId} */
  "deleteAuthor": {
    params: { readonly "authorId": number };
    query: Values;
    body: undefined;
    answers: undefined | Error;
  };
  /** PATCH /authors/{authorId} */
  "updateAuthor": {
    params: { readonly "authorId": number };
    query: Values;
    body: AuthorFields;
    answers: Author | Error;
  };
  /** GET /books */
  "listBooks": {
    params: Values;
    query: { readonly "page"?: number; readonly "limit"?: number; readonly "q"?: string; readonly "authorId"?: number; readonly "genre"?: readonly (Genre)[]; readonly "minPrice"?: number; readonly "maxPrice"?: number; readonly "sort"?: "title" | "-title" | "price" | "-price" | "publishedOn" | "-publishedOn" };
    body: undefined;
    answers: BookPage | Error;
  };
  /** POST /books */
  "createBook": {
    params: Values;
    query: Values;
    body: Book;
    answers: Book | Error;
  };
  /** GET /books/{bookId} */
  "getBook": {
    params: { readonly "bookId": number };
    query: Values;
    body: undefined;
    answers: Book | Error;
  };
  /** PUT /books/{bookId} */
  "replaceBook": {
    params: { readonly "bookId": number };
    query: Values;
    body: Book;
    answers: Book | Error;
  };
  /** DELETE /books/{bookId} */
  "deleteBook": {
    params: { readonly "bookId": number };
    query: Values;
    body: undefined;
    answers: undefined | Error;
  };
  /** PATCH /books/{bookId} */
  "updateBook": {
    params: { readonly "bookId": number };
    query: Values;
    body: BookFields;
    answers: Book | Error;
  };
  /** GET /books/{bookId}/reviews */
  "listReviews": {
    params: { readonly "bookId": number };
    query: { readonly "page"?: number; readonly "limit"?: number; readonly "rating"?: number; readonly "sort"?: "rating" | "-rating" | "createdAt" | "-createdAt" };
    body: undefined;
    answers: ReviewPage | Error;
  };
  /** POST /books/{bookId}/reviews */
  "createReview": {
    params: { readonly "bookId": number };
    query: Values;
    body: Review;
    answers: Review | Error;
  };
  /** GET /books/{bookId}/reviews/{reviewId} */
  "getReview": {
    params: { readonly "bookId": number; readonly "reviewId": number };
    query: Values;
    body: undefined;
    answers: Review | Error;
  };
  /** DELETE /books/{bookId}/reviews/{reviewId} */
  "deleteReview": {
    params: { readonly "bookId": number; readonly "reviewId": number };
    query: Values;
    body: undefined;
    answers: undefined | Error;
  };
  /** PATCH /books/{bookId}/reviews/{reviewId} */
  "updateReview": {
    params: { readonly "bookId": number; readonly "reviewId": number };
    query: Values;
    body: ReviewFields;
    answers: Review | Error;
  };
  /** GET /customers */
  "listCustomers": {
    params: Values;
    query: { readonly "limit"?: number; readonly "offset"?: number; readonly "email"?: string };
    body: undefined;
    answers: CustomerPage | Error;
  };
  /** POST /customers */
  "createCustomer": {
    params: Values;
    query: Values;
    body: Customer;
    answers: Customer | Error;
  };
  /** GET /customers/{customerId} */
  "getCustomer": {
    params: { readonly "customerId": string };
    query: Values;
    body: undefined;
    answers: Customer | Error;
  };
  /** DELETE /customers/{customerId} */
  "deleteCustomer": {
    params: { readonly "customerId": string };
    query: Values;
    body: undefined;
    answers: undefined | Error;
  };
  /** PATCH /customers/{customerId} */
  "updateCustomer": {
    params: { readonly "customerId": string };
    query: Values;
    body: CustomerFields;
    answers: Customer | Error;
  };
  /** GET /orders */
  "listOrders": {
    params: Values;
    query: { readonly "limit"?: number; readonly "cursor"?: string; readonly "status"?: "pending" | "paid" | "shipped" | "delivered" | "cancelled"; readonly "customerId"?: string; readonly "createdAfter"?: string; readonly "createdBefore"?: string };
    body: undefined;
    answers: OrderPage | Error;
  };
  /** POST /orders */
  "createOrder": {
    params: Values;
    query: Values;
    body: Order;
    answers: Order | Error;
  };
  /** GET /orders/{orderId} */
  "getOrder": {
    params: { readonly "orderId": string };
    query: Values;
    body: undefined;
    answers: Order | Error;
  };
  /** PATCH /orders/{orderId} */
  "updateOrder": {
    params: { readonly "orderId": string };
    query: Values;
    body: OrderFields;
    answers: Order | Error;
  };
  /** POST /orders/{orderId}/cancel */
  "cancelOrder": {
    params: { readonly "orderId": string };
    query: Values;
    body: { readonly "reason"?: string } | undefined;
    answers: Order | Error;
  };
  /** GET /settings */
  "getSettings": {
    params: Values;
    query: Values;
    body: undefined;
    answers: Settings | Error;
  };
  /** PUT /settings */
  "replaceSettings": {
    params: Values;
    query: Values;
    body: Settings;
    answers: Settings | Error;
  };
  /** PATCH /settings */
  "updateSettings": {
    params: Values;
    query: Values;
    body: SettingsFields;
    answers: Settings | Error;
  };
}

export type AuthorPage = (PageInfo) & ({ readonly "data": readonly (Author)[] });

export type PageInfo = { readonly "page": number; readonly "limit": number; readonly "total": number };

export type Author = ({ readonly "id": number; readonly "createdAt": string }) & (AuthorFields);

export type AuthorFields = { readonly "name"?: string; readonly "country"?: CountryCode; readonly "bornOn"?: string | null; readonly "website"?: string; readonly "biography"?: string };

export type CountryCode = string;

export type Error = { readonly "error": string; readonly "details": readonly ({ readonly "message": string; readonly "in"?: string; readonly "path"?: string })[] };

export type BookPage = (PageInfo) & ({ readonly "data": readonly (Book)[] });

export type Book = ({ readonly "id": number; readonly "createdAt": string; readonly "updatedAt": string }) & (BookFields);

export type BookFields = { readonly "title"?: string; readonly "authorId"?: number; readonly "genre"?: Genre; readonly "price"?: number; readonly "isbn"?: string; readonly "publishedOn"?: string; readonly "pages"?: number; readonly "inStock"?: boolean; readonly "tags"?: readonly (string)[] };

export type Genre = "fiction" | "science" | "history" | "poetry" | "children" | "travel";

export type ReviewPage = (PageInfo) & ({ readonly "data": readonly (Review)[] });

export type Review = ({ readonly "id": number; readonly "bookId": number; readonly "createdAt": string }) & (ReviewFields);

export type ReviewFields = { readonly "rating"?: number; readonly "reviewer"?: string; readonly "comment"?: string };

export type CustomerPage = { readonly "data": readonly (Customer)[]; readonly "total": number; readonly "limit": number; readonly "offset": number };

export type Customer = ({ readonly "id": string; readonly "createdAt": string }) & (CustomerFields);

export type CustomerFields = { readonly "name"?: string; readonly "email"?: string; readonly "password"?: string; readonly "phone"?: string; readonly "address"?: Address; readonly "newsletter"?: boolean };

export type Address = { readonly "street": string; readonly "city": string; readonly "postalCode": string; readonly "country": CountryCode };

export type OrderPage = { readonly "data": readonly (Order)[]; readonly "hasMore": boolean; readonly "nextCursor": string | null };

export type Order = ({ readonly "id": string; readonly "status": OrderStatus; readonly "total": number; readonly "createdAt": string; readonly "cancelledAt"?: string | null }) & (OrderFields);

export type OrderStatus = "pending" | "paid" | "shipped" | "delivered" | "cancelled";

export type OrderFields = { readonly "customerId"?: string; readonly "items"?: readonly (OrderItem)[]; readonly "shippingAddress"?: Address; readonly "note"?: string };

export type OrderItem = { readonly "bookId": number; readonly "quantity": number };

export type Settings = ({ readonly "updatedAt": string }) & (SettingsFields);

export type SettingsFields = { readonly "shopName"?: string; readonly "currency"?: "EUR" | "GBP" | "USD"; readonly "taxRate"?: number; readonly "freeShippingFrom"?: number; readonly "supportEmail"?: string };
