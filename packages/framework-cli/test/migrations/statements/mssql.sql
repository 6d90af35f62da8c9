-- createTable
CREATE TABLE [books] (
  [id] INT IDENTITY(1,1) NOT NULL PRIMARY KEY,
  [title] NVARCHAR(120) COLLATE Latin1_General_100_BIN2 DEFAULT N'it''s \ new' NOT NULL,
  [status] NVARCHAR(16) COLLATE Latin1_General_100_BIN2 DEFAULT N'draft' NOT NULL,
  [notes] NVARCHAR(MAX) COLLATE Latin1_General_100_BIN2 NOT NULL,
  [price] DECIMAL(10,2) NOT NULL,
  [in_print] BIT DEFAULT 1 NOT NULL,
  [details] NVARCHAR(MAX) COLLATE Latin1_General_100_BIN2 NOT NULL CHECK (ISJSON([details]) = 1),
  [created_at] DATETIMEOFFSET(3) NOT NULL,
  [author_id] CHAR(36) COLLATE Latin1_General_100_BIN2,
  CONSTRAINT [books_author_id_fk] FOREIGN KEY ([author_id]) REFERENCES [authors] ([id]),
  CONSTRAINT [books_status_check] CHECK ([status] IN (N'draft', N'it''s out'))
);
CREATE UNIQUE INDEX [books_title_unique] ON [books] ([title]);
CREATE INDEX [books_author_id] ON [books] ([author_id]);
CREATE UNIQUE INDEX [books_author_unique] ON [books] ([author_id]) WHERE [author_id] IS NOT NULL;

-- addColumn
ALTER TABLE [books] ADD [pages] INT;
UPDATE [books] SET [pages] = 1 WHERE [pages] IS NULL;
ALTER TABLE [books] ALTER COLUMN [pages] INT NOT NULL;

-- addColumn
ALTER TABLE [books] ADD [isbn] NVARCHAR(20) COLLATE Latin1_General_100_BIN2;
WITH s AS (SELECT [isbn], ROW_NUMBER() OVER (ORDER BY (SELECT 1)) AS n FROM [books]) UPDATE s SET [isbn] = CAST(n AS NVARCHAR(20)) WHERE [isbn] IS NULL;
ALTER TABLE [books] ALTER COLUMN [isbn] NVARCHAR(20) COLLATE Latin1_General_100_BIN2 NOT NULL;

-- alterColumn
UPDATE [books] SET [pages] = 0 WHERE [pages] IS NULL;
ALTER TABLE [books] ALTER COLUMN [pages] BIGINT NOT NULL;
ALTER TABLE [books] ADD DEFAULT 0 FOR [pages];

-- alterColumn
DECLARE @sql NVARCHAR(MAX) = N''; SELECT @sql += N'ALTER TABLE [books] DROP CONSTRAINT ' + QUOTENAME(name) + N';' FROM (SELECT d.name FROM sys.default_constraints d JOIN sys.columns c ON c.object_id = d.parent_object_id AND c.column_id = d.parent_column_id WHERE d.parent_object_id = OBJECT_ID(N'[books]') AND c.name = N'in_print') constraints; EXEC(@sql);
ALTER TABLE [books] ALTER COLUMN [in_print] NVARCHAR(10) COLLATE Latin1_General_100_BIN2 NULL;
UPDATE [books] SET [in_print] = CASE [in_print] WHEN '1' THEN 'true' ELSE 'false' END WHERE [in_print] IN ('0', '1');

-- renameColumn
EXEC sp_rename N'[books].[title]', N'it''s a "title"', N'COLUMN';

-- renameTable
EXEC sp_rename N'[books]', N'novels';

-- dropIndex
DROP INDEX [books_author_id] ON [books];

-- dropForeignKey
ALTER TABLE [books] DROP CONSTRAINT [books_author_id_fk];

-- dropCheck
ALTER TABLE [books] DROP CONSTRAINT [books_status_check];

-- addCheck
ALTER TABLE [books] ADD CONSTRAINT [books_pages] CHECK ([pages] >= 1 AND [pages] <= 9);

-- dropColumn
DECLARE @sql NVARCHAR(MAX) = N''; SELECT @sql += N'ALTER TABLE [books] DROP CONSTRAINT ' + QUOTENAME(name) + N';' FROM (SELECT d.name FROM sys.default_constraints d JOIN sys.columns c ON c.object_id = d.parent_object_id AND c.column_id = d.parent_column_id WHERE d.parent_object_id = OBJECT_ID(N'[books]') AND c.name = N'price' UNION ALL SELECT d.name FROM sys.check_constraints d JOIN sys.columns c ON c.object_id = d.parent_object_id AND c.column_id = d.parent_column_id WHERE d.parent_object_id = OBJECT_ID(N'[books]') AND c.name = N'price') constraints; EXEC(@sql);
ALTER TABLE [books] DROP COLUMN [price];

-- dropTable
DROP TABLE [books];
