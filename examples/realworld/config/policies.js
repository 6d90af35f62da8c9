// Policies of api/policies by action: "*", "books/*" or "books/list".
export default {};
