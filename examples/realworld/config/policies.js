// Which guards of api/policies run before which actions: "*", "books/*" or "books/list".
export default {};
