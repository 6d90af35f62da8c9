export async function up({ schema }) {
  await schema.createTable("users", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "username", type: "string(100)", nullable: false },
    { name: "email", type: "string(200)", nullable: false },
    { name: "password_hash", type: "string(200)", nullable: false },
    { name: "bio", type: "text" },
    { name: "image", type: "text" },
    { name: "created_at", type: "timestamp", nullable: false },
    { name: "updated_at", type: "timestamp", nullable: false },
  ], {
    model: "User",
    indexes: [
      { name: "users_email_unique", columns: ["email"], unique: true },
      { name: "users_username_unique", columns: ["username"], unique: true },
    ],
  });
  await schema.createTable("articles", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "slug", type: "string(255)", nullable: false },
    { name: "title", type: "text", nullable: false },
    { name: "description", type: "text", nullable: false },
    { name: "body", type: "text", nullable: false },
    { name: "tag_list", type: "json", nullable: false },
    { name: "favorites_count", type: "integer", nullable: false, default: 0 },
    { name: "author_id", type: "integer", nullable: false },
    { name: "created_at", type: "timestamp", nullable: false },
    { name: "updated_at", type: "timestamp", nullable: false },
  ], {
    model: "Article",
    indexes: [
      { name: "articles_author_id", columns: ["author_id"] },
      { name: "articles_slug_unique", columns: ["slug"], unique: true },
    ],
    foreignKeys: [
      { name: "articles_author_id_fk", columns: ["author_id"], table: "users", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
    ],
  });
  await schema.createTable("comments", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "body", type: "text", nullable: false },
    { name: "article_id", type: "integer", nullable: false },
    { name: "author_id", type: "integer", nullable: false },
    { name: "created_at", type: "timestamp", nullable: false },
    { name: "updated_at", type: "timestamp", nullable: false },
  ], {
    model: "Comment",
    indexes: [
      { name: "comments_article_id", columns: ["article_id"] },
      { name: "comments_author_id", columns: ["author_id"] },
    ],
    foreignKeys: [
      { name: "comments_article_id_fk", columns: ["article_id"], table: "articles", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
      { name: "comments_author_id_fk", columns: ["author_id"], table: "users", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
    ],
  });
  await schema.createTable("favorites", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "user_id", type: "integer", nullable: false },
    { name: "article_id", type: "integer", nullable: false },
  ], {
    model: "Favorite",
    indexes: [
      { name: "favorites_article_id", columns: ["article_id"] },
      { name: "favorites_user_id_article_id", columns: ["user_id", "article_id"], unique: true },
    ],
    foreignKeys: [
      { name: "favorites_article_id_fk", columns: ["article_id"], table: "articles", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
      { name: "favorites_user_id_fk", columns: ["user_id"], table: "users", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
    ],
  });
  await schema.createTable("follows", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "follower_id", type: "integer", nullable: false },
    { name: "author_id", type: "integer", nullable: false },
  ], {
    model: "Follow",
    indexes: [
      { name: "follows_author_id", columns: ["author_id"] },
      { name: "follows_follower_id_author_id", columns: ["follower_id", "author_id"], unique: true },
    ],
    foreignKeys: [
      { name: "follows_author_id_fk", columns: ["author_id"], table: "users", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
      { name: "follows_follower_id_fk", columns: ["follower_id"], table: "users", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
    ],
  });
  await schema.createTable("tags", [
    { name: "id", type: "integer", primaryKey: true, autoIncrement: true },
    { name: "name", type: "string(50)", nullable: false },
    { name: "article_id", type: "integer", nullable: false },
  ], {
    model: "Tag",
    indexes: [
      { name: "tags_article_id", columns: ["article_id"] },
      { name: "tags_name_article_id", columns: ["name", "article_id"], unique: true },
    ],
    foreignKeys: [
      { name: "tags_article_id_fk", columns: ["article_id"], table: "articles", targets: ["id"], onDelete: "CASCADE", onUpdate: "CASCADE" },
    ],
  });
}

export async function down({ schema }) {
  await schema.dropTable("tags");
  await schema.dropTable("follows");
  await schema.dropTable("favorites");
  await schema.dropTable("comments");
  await schema.dropTable("articles");
  await schema.dropTable("users");
}
