import type { Client } from "./index.js";
import type * as $utils from "./utils/index.js";
import type { Author, AuthorPage, Book, BookPage, Customer, CustomerPage, Error_, Order, OrderPage, Review, ReviewPage, Settings } from "./models/index.js";

export type { CreateMockServer, LoggedRequest, MockBackend, TestClient, TestClientOptions, TestMock } from "./utils/index.js";

/** Answers by operation id and status. */
export type DocumentedAnswers = { [O in keyof $Answers]: $utils.WithRanges<$Answers[O]> };

/** The failures that most operations document. */
type $Failures = { 400: Error_; 401: Error_ };

interface $Answers {
  cancelOrder: { 200: Order; 400: Error_; 401: Error_; 404: Error_; 409: Error_ };
  createAuthor: { 201: Author } & $Failures;
  createBook: { 201: Book } & $Failures;
  createCustomer: { 201: Customer } & $Failures;
  createOrder: { 201: Order } & $Failures;
  createReview: { 201: Review; 400: Error_; 401: Error_; 404: Error_ };
  deleteAuthor: { 204: undefined; 401: Error_; 404: Error_ };
  deleteBook: { 204: undefined; 401: Error_; 404: Error_ };
  deleteCustomer: { 204: undefined; 401: Error_; 404: Error_ };
  deleteReview: { 204: undefined; 401: Error_; 404: Error_ };
  getAuthor: { 200: Author; 404: Error_ };
  getBook: { 200: Book; 404: Error_ };
  getCustomer: { 200: Customer; 401: Error_; 404: Error_ };
  getOrder: { 200: Order; 401: Error_; 404: Error_ };
  getReview: { 200: Review; 404: Error_ };
  getSettings: { 200: Settings; 401: Error_ };
  listAuthors: { 200: AuthorPage; 400: Error_ };
  listBooks: { 200: BookPage; 400: Error_ };
  listCustomers: { 200: CustomerPage } & $Failures;
  listOrders: { 200: OrderPage } & $Failures;
  listReviews: { 200: ReviewPage; 400: Error_; 404: Error_ };
  replaceBook: { 200: Book; 400: Error_; 401: Error_; 404: Error_ };
  replaceSettings: { 200: Settings } & $Failures;
  updateAuthor: { 200: Author; 400: Error_; 401: Error_; 404: Error_ };
  updateBook: { 200: Book; 400: Error_; 401: Error_; 404: Error_ };
  updateCustomer: { 200: Customer; 400: Error_; 401: Error_; 404: Error_ };
  updateOrder: { 200: Order; 400: Error_; 401: Error_; 404: Error_ };
  updateReview: { 200: Review; 400: Error_; 401: Error_; 404: Error_ };
  updateSettings: { 200: Settings } & $Failures;
}

/** Fixtures of each test: `test.extend<TestFixtures & WorkerFixtures>(…)` in Vitest, `test.extend<TestFixtures, WorkerFixtures>(…)` in Playwright. */
export interface TestFixtures {
  client: Client;
  mock: $utils.TestMock<DocumentedAnswers>;
}

/** Fixtures of each worker. */
export interface WorkerFixtures {
  backend: $utils.TestClient<Client, DocumentedAnswers>;
}

/**
 * Creates a client over a mock server in this process, without a port, or with `mock` over an existing one in a new session. Needs the
 * package `@onespec/mock-server`. Close the mock at the end of the test.
 */
export declare function createTestClient(options?: $utils.TestClientOptions): Promise<$utils.TestClient<Client, DocumentedAnswers>>;

/**
 * Fixtures for Vitest and Playwright: `test.extend(mockFixtures())` gives tests a `client` and a `mock`. Each worker has its own mock, or with
 * `mock` its own session in a shared one. Each test starts with the seeds.
 */
export declare function mockFixtures(options?: $utils.TestClientOptions): $utils.MockFixtures<Client, DocumentedAnswers>;

/** Routes the API calls of a Playwright page to the mock, without a port. */
export declare function routeToMock(page: $utils.RoutedPage, mock: $utils.TestMock<DocumentedAnswers>, baseUrl: string | URL): Promise<void>;
