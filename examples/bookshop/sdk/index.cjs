"use strict";
const Client = require("./index.js");
const models = require("./models/index.js");
const all = {
  Client,
  default: Client,
  ...require("./utils/index.js"),
  ...require("./resources/Authors.js"),
  ...require("./resources/Books.js"),
  ...require("./resources/Reviews.js"),
  ...require("./resources/Customers.js"),
  ...require("./resources/Orders.js"),
  ...require("./resources/SettingsResource.js"),
  Address: models.Address,
  Author: models.Author,
  AuthorFields: models.AuthorFields,
  AuthorPage: models.AuthorPage,
  Book: models.Book,
  BookFields: models.BookFields,
  BookPage: models.BookPage,
  CountryCode: models.CountryCode,
  Customer: models.Customer,
  CustomerFields: models.CustomerFields,
  CustomerPage: models.CustomerPage,
  Error_: models.Error_,
  Genre: models.Genre,
  Order: models.Order,
  OrderFields: models.OrderFields,
  OrderItem: models.OrderItem,
  OrderPage: models.OrderPage,
  OrderStatus: models.OrderStatus,
  PageInfo: models.PageInfo,
  Review: models.Review,
  ReviewFields: models.ReviewFields,
  ReviewPage: models.ReviewPage,
  Settings: models.Settings,
  SettingsFields: models.SettingsFields,
};
// `name`, `length` and `prototype` are the class's own.
for (const [name, value] of Object.entries(all)) if (!Object.hasOwn(Client, name)) Client[name] = value;
module.exports = Client;
