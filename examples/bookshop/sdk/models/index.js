import { model } from "../utils/check.js";
import { allOf, date, dateTime, email, int64, uniqueItems, uri, uuid } from "../utils/keywords.js";

export const AddressSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["street","city","postalCode","country"], properties: { city: { type: "string", minLength: 1, maxLength: 80 }, country: () => CountryCodeSchema, postalCode: { type: "string", minLength: 2, maxLength: 12 }, street: { type: "string", minLength: 1, maxLength: 120 } } }))();
export const Address = /* @__PURE__ */ model("Address", AddressSchema);

export const AuthorSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["createdAt","id"], allOf: [{ type: "object", required: ["id","name","createdAt"], readOnlyProperties: ["createdAt","id"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1 } } }, () => AuthorFieldsSchema], uses: [allOf] }))();
export const Author = /* @__PURE__ */ model("Author", AuthorSchema);

export const AuthorFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { biography: { type: "string", maxLength: 2000 }, bornOn: { format: date, type: ["string","null"] }, country: () => CountryCodeSchema, name: { type: "string", minLength: 1, maxLength: 120 }, website: { format: uri, type: "string" } } }))();
export const AuthorFields = /* @__PURE__ */ model("AuthorFields", AuthorFieldsSchema);

export const AuthorPageSchema = /* @__PURE__ */ (() => ({ allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => AuthorSchema } } }], uses: [allOf] }))();
export const AuthorPage = /* @__PURE__ */ model("AuthorPage", AuthorPageSchema);

export const BookSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["createdAt","id","updatedAt"], allOf: [{ type: "object", required: ["id","title","authorId","genre","price","createdAt","updatedAt"], readOnlyProperties: ["createdAt","id","updatedAt"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1 }, updatedAt: { format: dateTime, type: "string" } } }, () => BookFieldsSchema], uses: [allOf] }))();
export const Book = /* @__PURE__ */ model("Book", BookSchema);

export const BookFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { authorId: { format: int64, type: "integer", minimum: 1 }, genre: () => GenreSchema, inStock: { type: "boolean" }, isbn: { type: "string", pattern: "^97[89][0-9]{10}$" }, pages: { type: "integer", minimum: 1, maximum: 5000 }, price: { type: "integer", minimum: 100, maximum: 50000 }, publishedOn: { format: date, type: "string" }, tags: { type: "array", maxItems: 5, uniqueItems: true, items: { type: "string", minLength: 1, maxLength: 30 }, uses: [uniqueItems] }, title: { type: "string", minLength: 1, maxLength: 200 } } }))();
export const BookFields = /* @__PURE__ */ model("BookFields", BookFieldsSchema);

export const BookPageSchema = /* @__PURE__ */ (() => ({ allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => BookSchema } } }], uses: [allOf] }))();
export const BookPage = /* @__PURE__ */ model("BookPage", BookPageSchema);

export const CountryCodeSchema = /* @__PURE__ */ (() => ({ type: "string", pattern: "^[A-Z]{2}$" }))();
export const CountryCode = /* @__PURE__ */ model("CountryCode", CountryCodeSchema);

export const CustomerSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["createdAt","id"], writeOnlyProperties: ["password"], allOf: [{ type: "object", required: ["id","name","email","createdAt"], readOnlyProperties: ["createdAt","id"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: uuid, type: "string" } } }, () => CustomerFieldsSchema], uses: [allOf] }))();
export const Customer = /* @__PURE__ */ model("Customer", CustomerSchema);

export const CustomerFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", writeOnlyProperties: ["password"], properties: { address: () => AddressSchema, email: { format: email, type: "string" }, name: { type: "string", minLength: 1, maxLength: 120 }, newsletter: { type: "boolean" }, password: { format: "password", type: "string", minLength: 8, maxLength: 72 }, phone: { type: "string", pattern: "^\\+[1-9][0-9]{6,14}$" } } }))();
export const CustomerFields = /* @__PURE__ */ model("CustomerFields", CustomerFieldsSchema);

export const CustomerPageSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["data","total","limit","offset"], properties: { data: { type: "array", items: () => CustomerSchema }, limit: { type: "integer", minimum: 1 }, offset: { type: "integer", minimum: 0 }, total: { type: "integer", minimum: 0 } } }))();
export const CustomerPage = /* @__PURE__ */ model("CustomerPage", CustomerPageSchema);

export const Error_Schema = /* @__PURE__ */ (() => ({ type: "object", required: ["error","details"], properties: { details: { type: "array", items: { type: "object", required: ["message"], properties: { in: { type: "string" }, message: { type: "string" }, path: { type: "string" } } } }, error: { type: "string" } } }))();
export const Error_ = /* @__PURE__ */ model("Error_", Error_Schema);

export const GenreSchema = /* @__PURE__ */ (() => ({ type: "string", enum: ["fiction","science","history","poetry","children","travel"] }))();
export const Genre = /* @__PURE__ */ model("Genre", GenreSchema);

export const OrderSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["cancelledAt","createdAt","id","status","total"], allOf: [{ type: "object", required: ["id","customerId","items","status","total","createdAt"], readOnlyProperties: ["cancelledAt","createdAt","id","status","total"], properties: { cancelledAt: { format: dateTime, type: ["string","null"] }, createdAt: { format: dateTime, type: "string" }, id: { format: uuid, type: "string" }, status: { allOf: [() => OrderStatusSchema], uses: [allOf] }, total: { type: "integer", minimum: 0 } } }, () => OrderFieldsSchema], uses: [allOf] }))();
export const Order = /* @__PURE__ */ model("Order", OrderSchema);

export const OrderFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { customerId: { format: uuid, type: "string" }, items: { type: "array", minItems: 1, maxItems: 50, items: () => OrderItemSchema }, note: { type: "string", maxLength: 500 }, shippingAddress: () => AddressSchema } }))();
export const OrderFields = /* @__PURE__ */ model("OrderFields", OrderFieldsSchema);

export const OrderItemSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["bookId","quantity"], properties: { bookId: { format: int64, type: "integer", minimum: 1 }, quantity: { type: "integer", minimum: 1, maximum: 99 } } }))();
export const OrderItem = /* @__PURE__ */ model("OrderItem", OrderItemSchema);

export const OrderPageSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["data","hasMore","nextCursor"], properties: { data: { type: "array", items: () => OrderSchema }, hasMore: { type: "boolean" }, nextCursor: { type: ["string","null"] } } }))();
export const OrderPage = /* @__PURE__ */ model("OrderPage", OrderPageSchema);

export const OrderStatusSchema = /* @__PURE__ */ (() => ({ type: "string", enum: ["pending","paid","shipped","delivered","cancelled"] }))();
export const OrderStatus = /* @__PURE__ */ model("OrderStatus", OrderStatusSchema);

export const PageInfoSchema = /* @__PURE__ */ (() => ({ type: "object", required: ["page","limit","total"], properties: { limit: { type: "integer", minimum: 1 }, page: { type: "integer", minimum: 1 }, total: { type: "integer", minimum: 0 } } }))();
export const PageInfo = /* @__PURE__ */ model("PageInfo", PageInfoSchema);

export const ReviewSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["bookId","createdAt","id"], allOf: [{ type: "object", required: ["id","bookId","rating","reviewer","createdAt"], readOnlyProperties: ["bookId","createdAt","id"], properties: { bookId: { format: int64, type: "integer", minimum: 1 }, createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1 } } }, () => ReviewFieldsSchema], uses: [allOf] }))();
export const Review = /* @__PURE__ */ model("Review", ReviewSchema);

export const ReviewFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { comment: { type: "string", maxLength: 2000 }, rating: { type: "integer", minimum: 1, maximum: 5 }, reviewer: { type: "string", minLength: 1, maxLength: 80 } } }))();
export const ReviewFields = /* @__PURE__ */ model("ReviewFields", ReviewFieldsSchema);

export const ReviewPageSchema = /* @__PURE__ */ (() => ({ allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => ReviewSchema } } }], uses: [allOf] }))();
export const ReviewPage = /* @__PURE__ */ model("ReviewPage", ReviewPageSchema);

export const SettingsSchema = /* @__PURE__ */ (() => ({ readOnlyProperties: ["updatedAt"], allOf: [{ type: "object", required: ["shopName","currency","taxRate","updatedAt"], readOnlyProperties: ["updatedAt"], properties: { updatedAt: { format: dateTime, type: "string" } } }, () => SettingsFieldsSchema], uses: [allOf] }))();
export const Settings = /* @__PURE__ */ model("Settings", SettingsSchema);

export const SettingsFieldsSchema = /* @__PURE__ */ (() => ({ type: "object", properties: { currency: { type: "string", enum: ["EUR","GBP","USD"] }, freeShippingFrom: { type: "integer", minimum: 0 }, shopName: { type: "string", minLength: 1, maxLength: 80 }, supportEmail: { format: email, type: "string" }, taxRate: { type: "number", minimum: 0, maximum: 1 } } }))();
export const SettingsFields = /* @__PURE__ */ model("SettingsFields", SettingsFieldsSchema);

