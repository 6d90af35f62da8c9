import { allOf, bounds, date, dateTime, email, int64, itemCounts, model, objectMembers, secret, textLimits, uniqueItems, uri, uuid } from "../utils/validate.js";

export const AddressSchema = { type: "object", required: ["street","city","postalCode","country"], properties: { city: { type: "string", minLength: 1, maxLength: 80, uses: [textLimits] }, country: () => CountryCodeSchema, postalCode: { type: "string", minLength: 2, maxLength: 12, uses: [textLimits] }, street: { type: "string", minLength: 1, maxLength: 120, uses: [textLimits] } }, uses: [objectMembers] };
export const Address = /* @__PURE__ */ model("Address", AddressSchema);

export const AuthorSchema = { readOnlyProperties: ["createdAt","id"], allOf: [{ type: "object", required: ["id","name","createdAt"], readOnlyProperties: ["createdAt","id"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1, uses: [bounds] } }, uses: [objectMembers] }, () => AuthorFieldsSchema], uses: [allOf] };
export const Author = /* @__PURE__ */ model("Author", AuthorSchema);

export const AuthorFieldsSchema = { type: "object", properties: { biography: { type: "string", maxLength: 2000, uses: [textLimits] }, bornOn: { format: date, type: ["string","null"] }, country: () => CountryCodeSchema, name: { type: "string", minLength: 1, maxLength: 120, uses: [textLimits] }, website: { format: uri, type: "string" } }, uses: [objectMembers] };
export const AuthorFields = /* @__PURE__ */ model("AuthorFields", AuthorFieldsSchema);

export const AuthorPageSchema = { allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => AuthorSchema } }, uses: [objectMembers] }], uses: [allOf] };
export const AuthorPage = /* @__PURE__ */ model("AuthorPage", AuthorPageSchema);

export const BookSchema = { readOnlyProperties: ["createdAt","id","updatedAt"], allOf: [{ type: "object", required: ["id","title","authorId","genre","price","createdAt","updatedAt"], readOnlyProperties: ["createdAt","id","updatedAt"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1, uses: [bounds] }, updatedAt: { format: dateTime, type: "string" } }, uses: [objectMembers] }, () => BookFieldsSchema], uses: [allOf] };
export const Book = /* @__PURE__ */ model("Book", BookSchema);

export const BookFieldsSchema = { type: "object", properties: { authorId: { format: int64, type: "integer", minimum: 1, uses: [bounds] }, genre: () => GenreSchema, inStock: { type: "boolean" }, isbn: { type: "string", pattern: "^97[89][0-9]{10}$", uses: [textLimits] }, pages: { type: "integer", minimum: 1, maximum: 5000, uses: [bounds] }, price: { type: "integer", minimum: 100, maximum: 50000, uses: [bounds] }, publishedOn: { format: date, type: "string" }, tags: { type: "array", maxItems: 5, uniqueItems: true, items: { type: "string", minLength: 1, maxLength: 30, uses: [textLimits] }, uses: [itemCounts, uniqueItems] }, title: { type: "string", minLength: 1, maxLength: 200, uses: [textLimits] } }, uses: [objectMembers] };
export const BookFields = /* @__PURE__ */ model("BookFields", BookFieldsSchema);

export const BookPageSchema = { allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => BookSchema } }, uses: [objectMembers] }], uses: [allOf] };
export const BookPage = /* @__PURE__ */ model("BookPage", BookPageSchema);

export const CountryCodeSchema = { type: "string", pattern: "^[A-Z]{2}$", uses: [textLimits] };
export const CountryCode = /* @__PURE__ */ model("CountryCode", CountryCodeSchema);

export const CustomerSchema = { readOnlyProperties: ["createdAt","id"], writeOnlyProperties: ["password"], allOf: [{ type: "object", required: ["id","name","email","createdAt"], readOnlyProperties: ["createdAt","id"], properties: { createdAt: { format: dateTime, type: "string" }, id: { format: uuid, type: "string" } }, uses: [objectMembers] }, () => CustomerFieldsSchema], uses: [allOf] };
export const Customer = /* @__PURE__ */ model("Customer", CustomerSchema);

export const CustomerFieldsSchema = { type: "object", writeOnlyProperties: ["password"], properties: { address: () => AddressSchema, email: { format: email, type: "string" }, name: { type: "string", minLength: 1, maxLength: 120, uses: [textLimits] }, newsletter: { type: "boolean" }, password: { format: "password", type: "string", minLength: 8, maxLength: 72, uses: [textLimits, secret] }, phone: { type: "string", pattern: "^\\+[1-9][0-9]{6,14}$", uses: [textLimits] } }, uses: [objectMembers] };
export const CustomerFields = /* @__PURE__ */ model("CustomerFields", CustomerFieldsSchema);

export const CustomerPageSchema = { type: "object", required: ["data","total","limit","offset"], properties: { data: { type: "array", items: () => CustomerSchema }, limit: { type: "integer", minimum: 1, uses: [bounds] }, offset: { type: "integer", minimum: 0, uses: [bounds] }, total: { type: "integer", minimum: 0, uses: [bounds] } }, uses: [objectMembers] };
export const CustomerPage = /* @__PURE__ */ model("CustomerPage", CustomerPageSchema);

export const Error_Schema = { type: "object", required: ["error","details"], properties: { details: { type: "array", items: { type: "object", required: ["message"], properties: { in: { type: "string" }, message: { type: "string" }, path: { type: "string" } }, uses: [objectMembers] } }, error: { type: "string" } }, uses: [objectMembers] };
export const Error_ = /* @__PURE__ */ model("Error_", Error_Schema);

export const GenreSchema = { type: "string", enum: ["fiction","science","history","poetry","children","travel"] };
export const Genre = /* @__PURE__ */ model("Genre", GenreSchema);

export const OrderSchema = { readOnlyProperties: ["cancelledAt","createdAt","id","status","total"], allOf: [{ type: "object", required: ["id","customerId","items","status","total","createdAt"], readOnlyProperties: ["cancelledAt","createdAt","id","status","total"], properties: { cancelledAt: { format: dateTime, type: ["string","null"] }, createdAt: { format: dateTime, type: "string" }, id: { format: uuid, type: "string" }, status: { allOf: [() => OrderStatusSchema], uses: [allOf] }, total: { type: "integer", minimum: 0, uses: [bounds] } }, uses: [objectMembers] }, () => OrderFieldsSchema], uses: [allOf] };
export const Order = /* @__PURE__ */ model("Order", OrderSchema);

export const OrderFieldsSchema = { type: "object", properties: { customerId: { format: uuid, type: "string" }, items: { type: "array", minItems: 1, maxItems: 50, items: () => OrderItemSchema, uses: [itemCounts] }, note: { type: "string", maxLength: 500, uses: [textLimits] }, shippingAddress: () => AddressSchema }, uses: [objectMembers] };
export const OrderFields = /* @__PURE__ */ model("OrderFields", OrderFieldsSchema);

export const OrderItemSchema = { type: "object", required: ["bookId","quantity"], properties: { bookId: { format: int64, type: "integer", minimum: 1, uses: [bounds] }, quantity: { type: "integer", minimum: 1, maximum: 99, uses: [bounds] } }, uses: [objectMembers] };
export const OrderItem = /* @__PURE__ */ model("OrderItem", OrderItemSchema);

export const OrderPageSchema = { type: "object", required: ["data","hasMore","nextCursor"], properties: { data: { type: "array", items: () => OrderSchema }, hasMore: { type: "boolean" }, nextCursor: { type: ["string","null"] } }, uses: [objectMembers] };
export const OrderPage = /* @__PURE__ */ model("OrderPage", OrderPageSchema);

export const OrderStatusSchema = { type: "string", enum: ["pending","paid","shipped","delivered","cancelled"] };
export const OrderStatus = /* @__PURE__ */ model("OrderStatus", OrderStatusSchema);

export const PageInfoSchema = { type: "object", required: ["page","limit","total"], properties: { limit: { type: "integer", minimum: 1, uses: [bounds] }, page: { type: "integer", minimum: 1, uses: [bounds] }, total: { type: "integer", minimum: 0, uses: [bounds] } }, uses: [objectMembers] };
export const PageInfo = /* @__PURE__ */ model("PageInfo", PageInfoSchema);

export const ReviewSchema = { readOnlyProperties: ["bookId","createdAt","id"], allOf: [{ type: "object", required: ["id","bookId","rating","reviewer","createdAt"], readOnlyProperties: ["bookId","createdAt","id"], properties: { bookId: { format: int64, type: "integer", minimum: 1, uses: [bounds] }, createdAt: { format: dateTime, type: "string" }, id: { format: int64, type: "integer", minimum: 1, uses: [bounds] } }, uses: [objectMembers] }, () => ReviewFieldsSchema], uses: [allOf] };
export const Review = /* @__PURE__ */ model("Review", ReviewSchema);

export const ReviewFieldsSchema = { type: "object", properties: { comment: { type: "string", maxLength: 2000, uses: [textLimits] }, rating: { type: "integer", minimum: 1, maximum: 5, uses: [bounds] }, reviewer: { type: "string", minLength: 1, maxLength: 80, uses: [textLimits] } }, uses: [objectMembers] };
export const ReviewFields = /* @__PURE__ */ model("ReviewFields", ReviewFieldsSchema);

export const ReviewPageSchema = { allOf: [() => PageInfoSchema, { type: "object", required: ["data"], properties: { data: { type: "array", items: () => ReviewSchema } }, uses: [objectMembers] }], uses: [allOf] };
export const ReviewPage = /* @__PURE__ */ model("ReviewPage", ReviewPageSchema);

export const SettingsSchema = { readOnlyProperties: ["updatedAt"], allOf: [{ type: "object", required: ["shopName","currency","taxRate","updatedAt"], readOnlyProperties: ["updatedAt"], properties: { updatedAt: { format: dateTime, type: "string" } }, uses: [objectMembers] }, () => SettingsFieldsSchema], uses: [allOf] };
export const Settings = /* @__PURE__ */ model("Settings", SettingsSchema);

export const SettingsFieldsSchema = { type: "object", properties: { currency: { type: "string", enum: ["EUR","GBP","USD"] }, freeShippingFrom: { type: "integer", minimum: 0, uses: [bounds] }, shopName: { type: "string", minLength: 1, maxLength: 80, uses: [textLimits] }, supportEmail: { format: email, type: "string" }, taxRate: { type: "number", minimum: 0, maximum: 1, uses: [bounds] } }, uses: [objectMembers] };
export const SettingsFields = /* @__PURE__ */ model("SettingsFields", SettingsFieldsSchema);

