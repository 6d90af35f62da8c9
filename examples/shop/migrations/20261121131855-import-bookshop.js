export async function up({ schema }) {
  await schema.createTable("authors", [
    { name: "id", type: "bigint", primaryKey: true, autoIncrement: true },
    { name: "name", type: "string(120)", nullable: false },
    { name: "country", type: "text" },
    { name: "born_on", type: "date" },
    { name: "website", type: "text" },
    { name: "biography", type: "string(2000)" },
    { name: "created_at", type: "timestamp", nullable: false },
  ], {
    model: "Author",
  });
  await schema.createTable("books", [
    { name: "id", type: "bigint", primaryKey: true, autoIncrement: true },
    { name: "title", type: "string(200)", nullable: false },
    { name: "author_id", type: "bigint", nullable: false },
    { name: "genre", type: "string(16)", nullable: false },
    { name: "price", type: "integer", nullable: false },
    { name: "isbn", type: "text" },
    { name: "published_on", type: "date" },
    { name: "pages", type: "integer" },
    { name: "in_stock", type: "boolean", default: true },
    { name: "tags", type: "json" },
    { name: "created_at", type: "timestamp", nullable: false },
    { name: "updated_at", type: "timestamp", nullable: false },
  ], {
    model: "Book",
    checks: [
      { column: "genre", name: "books_genre_check", values: ["fiction", "science", "history", "poetry", "children", "travel"] },
    ],
  });
  await schema.createTable("customers", [
    { name: "id", type: "uuid", primaryKey: true },
    { name: "name", type: "string(120)", nullable: false },
    { name: "email", type: "text", nullable: false },
    { name: "password", type: "string(72)" },
    { name: "phone", type: "text" },
    { name: "address", type: "json" },
    { name: "newsletter", type: "boolean", default: false },
    { name: "created_at", type: "timestamp", nullable: false },
  ], {
    model: "Customer",
  });
  await schema.createTable("orders", [
    { name: "id", type: "uuid", primaryKey: true },
    { name: "status", type: "string(16)", nullable: false },
    { name: "total", type: "bigint", nullable: false },
    { name: "cancelled_at", type: "timestamp" },
    { name: "customer_id", type: "uuid", nullable: false },
    { name: "items", type: "json", nullable: false },
    { name: "shipping_address", type: "json" },
    { name: "note", type: "string(500)" },
    { name: "created_at", type: "timestamp", nullable: false },
  ], {
    model: "Order",
    checks: [
      { column: "status", name: "orders_status_check", values: ["pending", "paid", "shipped", "delivered", "cancelled"] },
    ],
  });
  await schema.createTable("reviews", [
    { name: "id", type: "bigint", primaryKey: true, autoIncrement: true },
    { name: "book_id", type: "bigint", nullable: false },
    { name: "rating", type: "integer", nullable: false },
    { name: "reviewer", type: "string(80)", nullable: false },
    { name: "comment", type: "string(2000)" },
    { name: "created_at", type: "timestamp", nullable: false },
  ], {
    model: "Review",
    indexes: [
      { name: "reviews_book_id", columns: ["book_id"] },
    ],
    foreignKeys: [
      { name: "reviews_book_id_fk", columns: ["book_id"], table: "books", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
    ],
  });
}

export async function down({ schema }) {
  await schema.dropTable("reviews");
  await schema.dropTable("orders");
  await schema.dropTable("customers");
  await schema.dropTable("books");
  await schema.dropTable("authors");
}
