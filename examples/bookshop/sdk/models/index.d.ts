import type { Model } from "../utils/index.js";

export interface Address {
  /** (minLength 1, maxLength 80) */
  city: string;
  country: CountryCode;
  /** (minLength 2, maxLength 12) */
  postalCode: string;
  /** (minLength 1, maxLength 120) */
  street: string;
}

export declare const Address: Model<Address>;

export type Author = ({
  /** (date-time) */
  createdAt: string;
  /** (int64, minimum 1) */
  id: number | string;
}) & AuthorFields & {
  name: Exclude<AuthorFields["name"], undefined>;
};

/** As requests take it. */
export type AuthorInput = AuthorFieldsInput & {
  name: Exclude<AuthorFieldsInput["name"], undefined>;
};

export declare const Author: Model<AuthorInput>;

export interface AuthorFields {
  /** (maxLength 2000) */
  biography?: string;
  /** (date) */
  bornOn?: string | null;
  country?: CountryCode;
  /** (minLength 1, maxLength 120) */
  name?: string;
  /** (uri) */
  website?: string;
}

/** As requests take it. */
export interface AuthorFieldsInput {
  /** (maxLength 2000) */
  biography?: string | undefined;
  /** (date) */
  bornOn?: string | null | undefined;
  country?: CountryCode | undefined;
  /** (minLength 1, maxLength 120) */
  name?: string | undefined;
  /** (uri) */
  website?: string | undefined;
}

export declare const AuthorFields: Model<AuthorFieldsInput>;

export type AuthorPage = PageInfo & {
  data: Author[];
};

/** As requests take it. */
export type AuthorPageInput = PageInfo & {
  data: AuthorInput[];
};

export declare const AuthorPage: Model<AuthorPageInput>;

export type Book = ({
  /** (date-time) */
  createdAt: string;
  /** (int64, minimum 1) */
  id: number | string;
  /** (date-time) */
  updatedAt: string;
}) & BookFields & {
  authorId: Exclude<BookFields["authorId"], undefined>;
  genre: Exclude<BookFields["genre"], undefined>;
  price: Exclude<BookFields["price"], undefined>;
  title: Exclude<BookFields["title"], undefined>;
};

/** As requests take it. */
export type BookInput = BookFieldsInput & {
  authorId: Exclude<BookFieldsInput["authorId"], undefined>;
  genre: Exclude<BookFieldsInput["genre"], undefined>;
  price: Exclude<BookFieldsInput["price"], undefined>;
  title: Exclude<BookFieldsInput["title"], undefined>;
};

export declare const Book: Model<BookInput>;

export interface BookFields {
  /**
   * The author's id.
   * (int64, minimum 1)
   */
  authorId?: number | string;
  genre?: Genre;
  inStock?: boolean;
  /**
   * ISBN-13 without dashes.
   * (pattern ^97[89][0-9]{10}$)
   */
  isbn?: string;
  /** (minimum 1, maximum 5000) */
  pages?: number;
  /**
   * In cents.
   * (minimum 100, maximum 50000)
   */
  price?: number;
  /** (date) */
  publishedOn?: string;
  tags?: string[];
  /** (minLength 1, maxLength 200) */
  title?: string;
}

/** As requests take it. */
export interface BookFieldsInput {
  /**
   * The author's id.
   * (int64, minimum 1)
   */
  authorId?: number | bigint | string | undefined;
  genre?: GenreInput | undefined;
  inStock?: boolean | undefined;
  /**
   * ISBN-13 without dashes.
   * (pattern ^97[89][0-9]{10}$)
   */
  isbn?: string | undefined;
  /** (minimum 1, maximum 5000) */
  pages?: number | undefined;
  /**
   * In cents.
   * (minimum 100, maximum 50000)
   */
  price?: number | undefined;
  /** (date) */
  publishedOn?: string | undefined;
  tags?: string[] | undefined;
  /** (minLength 1, maxLength 200) */
  title?: string | undefined;
}

export declare const BookFields: Model<BookFieldsInput>;

export type BookPage = PageInfo & {
  data: Book[];
};

/** As requests take it. */
export type BookPageInput = PageInfo & {
  data: BookInput[];
};

export declare const BookPage: Model<BookPageInput>;

/** Two letters, ISO 3166-1. */
export type CountryCode = string;

export declare const CountryCode: Model<CountryCode>;

export type Customer = {
  /** (date-time) */
  createdAt: string;
  /** (uuid) */
  id: string;
} & CustomerFields & {
  email: Exclude<CustomerFields["email"], undefined>;
  name: Exclude<CustomerFields["name"], undefined>;
};

/** As requests take it. */
export type CustomerInput = CustomerFieldsInput & {
  email: Exclude<CustomerFieldsInput["email"], undefined>;
  name: Exclude<CustomerFieldsInput["name"], undefined>;
};

export declare const Customer: Model<CustomerInput>;

export interface CustomerFields {
  address?: Address;
  /** (email) */
  email?: string;
  /** (minLength 1, maxLength 120) */
  name?: string;
  newsletter?: boolean;
  /** (pattern ^\+[1-9][0-9]{6,14}$) */
  phone?: string;
}

/** As requests take it. */
export interface CustomerFieldsInput {
  address?: Address | undefined;
  /** (email) */
  email?: string | undefined;
  /** (minLength 1, maxLength 120) */
  name?: string | undefined;
  newsletter?: boolean | undefined;
  /** (password, minLength 8, maxLength 72) */
  password?: string | undefined;
  /** (pattern ^\+[1-9][0-9]{6,14}$) */
  phone?: string | undefined;
}

export declare const CustomerFields: Model<CustomerFieldsInput>;

export interface CustomerPage {
  data: Customer[];
  /** (minimum 1) */
  limit: number;
  /** (minimum 0) */
  offset: number;
  /**
   * How many customers there are in all.
   * (minimum 0)
   */
  total: number;
}

/** As requests take it. */
export interface CustomerPageInput {
  data: CustomerInput[];
  /** (minimum 1) */
  limit: number;
  /** (minimum 0) */
  offset: number;
  /**
   * How many customers there are in all.
   * (minimum 0)
   */
  total: number;
}

export declare const CustomerPage: Model<CustomerPageInput>;

export interface Error_ {
  details: {
    /** `body`, `query`, `path`, `header`, `cookie` or `security`. */
    in?: string;
    message: string;
    /** Where in it (JSON pointer). */
    path?: string;
  }[];
  /** What went wrong. */
  error: string;
}

export declare const Error_: Model<Error_>;

export type Genre = "fiction" | "science" | "history" | "poetry" | "children" | "travel" | (string & {});

/** As requests take it. */
export type GenreInput = "fiction" | "science" | "history" | "poetry" | "children" | "travel";

export declare const Genre: Model<GenreInput>;

export type Order = ({
  /** (date-time) */
  cancelledAt?: string | null;
  /** (date-time) */
  createdAt: string;
  /** (uuid) */
  id: string;
  status: OrderStatus;
  /**
   * In cents.
   * (minimum 0)
   */
  total: number;
}) & OrderFields & {
  customerId: Exclude<OrderFields["customerId"], undefined>;
  items: Exclude<OrderFields["items"], undefined>;
};

/** As requests take it. */
export type OrderInput = OrderFields & {
  customerId: Exclude<OrderFields["customerId"], undefined>;
  items: Exclude<OrderFields["items"], undefined>;
};

export declare const Order: Model<OrderInput>;

export interface OrderFields {
  /** (uuid) */
  customerId?: string | undefined;
  items?: OrderItem[] | undefined;
  /** (maxLength 500) */
  note?: string | undefined;
  shippingAddress?: Address | undefined;
}

export declare const OrderFields: Model<OrderFields>;

export interface OrderItem {
  /** (int64, minimum 1) */
  bookId: number | string;
  /** (minimum 1, maximum 99) */
  quantity: number;
}

export declare const OrderItem: Model<OrderItem>;

export interface OrderPage {
  data: Order[];
  hasMore: boolean;
  /** `null` on the last page. */
  nextCursor: string | null;
}

/** As requests take it. */
export interface OrderPageInput {
  data: OrderInput[];
  hasMore: boolean;
  /** `null` on the last page. */
  nextCursor: string | null;
}

export declare const OrderPage: Model<OrderPageInput>;

export type OrderStatus = "pending" | "paid" | "shipped" | "delivered" | "cancelled" | (string & {});

/** As requests take it. */
export type OrderStatusInput = "pending" | "paid" | "shipped" | "delivered" | "cancelled";

export declare const OrderStatus: Model<OrderStatusInput>;

export interface PageInfo {
  /** (minimum 1) */
  limit: number;
  /** (minimum 1) */
  page: number;
  /**
   * How many match in all.
   * (minimum 0)
   */
  total: number;
}

export declare const PageInfo: Model<PageInfo>;

export type Review = ({
  /** (int64, minimum 1) */
  bookId: number | string;
  /** (date-time) */
  createdAt: string;
  /** (int64, minimum 1) */
  id: number | string;
}) & ReviewFields & {
  rating: Exclude<ReviewFields["rating"], undefined>;
  reviewer: Exclude<ReviewFields["reviewer"], undefined>;
};

/** As requests take it. */
export type ReviewInput = ReviewFields & {
  rating: Exclude<ReviewFields["rating"], undefined>;
  reviewer: Exclude<ReviewFields["reviewer"], undefined>;
};

export declare const Review: Model<ReviewInput>;

export interface ReviewFields {
  /** (maxLength 2000) */
  comment?: string | undefined;
  /**
   * Stars.
   * (minimum 1, maximum 5)
   */
  rating?: number | undefined;
  /**
   * The name to show.
   * (minLength 1, maxLength 80)
   */
  reviewer?: string | undefined;
}

export declare const ReviewFields: Model<ReviewFields>;

export type ReviewPage = PageInfo & {
  data: Review[];
};

/** As requests take it. */
export type ReviewPageInput = PageInfo & {
  data: ReviewInput[];
};

export declare const ReviewPage: Model<ReviewPageInput>;

export type Settings = {
  /** (date-time) */
  updatedAt: string;
} & SettingsFields & {
  currency: Exclude<SettingsFields["currency"], undefined>;
  shopName: Exclude<SettingsFields["shopName"], undefined>;
  taxRate: Exclude<SettingsFields["taxRate"], undefined>;
};

/** As requests take it. */
export type SettingsInput = SettingsFieldsInput & {
  currency: Exclude<SettingsFieldsInput["currency"], undefined>;
  shopName: Exclude<SettingsFieldsInput["shopName"], undefined>;
  taxRate: Exclude<SettingsFieldsInput["taxRate"], undefined>;
};

export declare const Settings: Model<SettingsInput>;

export interface SettingsFields {
  currency?: "EUR" | "GBP" | "USD" | (string & {});
  /**
   * In cents.
   * (minimum 0)
   */
  freeShippingFrom?: number;
  /** (minLength 1, maxLength 80) */
  shopName?: string;
  /** (email) */
  supportEmail?: string;
  /**
   * `0.07` is 7 %.
   * (minimum 0, maximum 1)
   */
  taxRate?: number;
}

/** As requests take it. */
export interface SettingsFieldsInput {
  currency?: "EUR" | "GBP" | "USD" | undefined;
  /**
   * In cents.
   * (minimum 0)
   */
  freeShippingFrom?: number | undefined;
  /** (minLength 1, maxLength 80) */
  shopName?: string | undefined;
  /** (email) */
  supportEmail?: string | undefined;
  /**
   * `0.07` is 7 %.
   * (minimum 0, maximum 1)
   */
  taxRate?: number | undefined;
}

export declare const SettingsFields: Model<SettingsFieldsInput>;

