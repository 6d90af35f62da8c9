// Addresses beside those that the actions in api/controllers declare.
export default {
  // Put before every path: "/api/v1".
  prefix: "/api",
  // "GET /home": "pages/show"
  extra: {},
};
