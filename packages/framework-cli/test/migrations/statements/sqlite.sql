-- createTable
CREATE TABLE "books" (
  "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  "title" VARCHAR(120) DEFAULT 'it''s \ new' NOT NULL,
  "status" VARCHAR(16) DEFAULT 'draft' NOT NULL,
  "notes" TEXT NOT NULL,
  "price" DECIMAL(10,2) NOT NULL,
  "in_print" TINYINT(1) DEFAULT 1 NOT NULL CHECK ("in_print" IN (0, 1)),
  "details" JSON NOT NULL CHECK (json_valid("details")),
  "created_at" DATETIME NOT NULL,
  "author_id" CHAR(36),
  CONSTRAINT "books_author_id_fk" FOREIGN KEY ("author_id") REFERENCES "authors" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "books_status_check" CHECK ("status" IN ('draft', 'it''s out'))
);
CREATE UNIQUE INDEX "books_title_unique" ON "books" ("title");
CREATE INDEX "books_author_id" ON "books" ("author_id");
CREATE UNIQUE INDEX "books_author_unique" ON "books" ("author_id");

-- addColumn
ALTER TABLE "books" ADD COLUMN "pages" INTEGER;
UPDATE "books" SET "pages" = 1 WHERE "pages" IS NULL;

-- addColumn
ALTER TABLE "books" ADD COLUMN "isbn" VARCHAR(20);
UPDATE "books" SET "isbn" = CAST(rowid AS TEXT) WHERE "isbn" IS NULL;

-- alterColumn

-- alterColumn

-- renameColumn
ALTER TABLE "books" RENAME COLUMN "title" TO "it's a ""title""";

-- renameTable
ALTER TABLE "books" RENAME TO "novels";

-- dropIndex
DROP INDEX "books_author_id";

-- dropForeignKey
ALTER TABLE "books" DROP CONSTRAINT "books_author_id_fk";

-- dropCheck
ALTER TABLE "books" DROP CONSTRAINT "books_status_check";

-- addCheck
ALTER TABLE "books" ADD CONSTRAINT "books_pages" CHECK ("pages" >= 1 AND "pages" <= 9);

-- dropColumn
ALTER TABLE "books" DROP COLUMN "price";

-- dropTable
DROP TABLE "books";
