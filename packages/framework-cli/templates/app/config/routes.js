// More addresses for the actions of api/controllers.
export default {
  // Put before every path: "/api/v1".
  prefix: "",
  // "GET /home": "pages/show"
  extra: {},
};
