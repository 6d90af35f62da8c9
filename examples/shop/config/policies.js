// Which guards of api/policies run before which actions: "*", "books/*" or "books/list".
export default {
  "*": ["signed-in"],
  // The catalogue is public: `security: []` in the description.
  "authors/list": [],
  "authors/get": [],
  "books/list": [],
  "books/get": [],
  "reviews/list": [],
  "reviews/get": [],
};
