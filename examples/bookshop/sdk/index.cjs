"use strict";
const { everything } = require("./utils/everything.js");
const { Client } = everything;
// `name`, `length` and `prototype` are the class's own.
for (const [name, value] of Object.entries(everything)) if (!Object.hasOwn(Client, name)) Client[name] = value;
module.exports = Client;
