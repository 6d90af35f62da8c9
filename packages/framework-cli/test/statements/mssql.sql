-- get
SELECT [id], [name] FROM [authors] WHERE [id] = @p1
   [7]
-- get of a paranoid model, fields
SELECT [id], CONVERT(VARCHAR(50), [price]) AS [price] FROM [books] WHERE [id] = @p1 AND [deleted_at] IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- find all
SELECT [id], [name] FROM [authors] ORDER BY [id]
-- pages
SELECT [id], [name] FROM [authors] ORDER BY [id] OFFSET @p1 ROWS FETCH NEXT @p2 ROWS ONLY
   [0, 20]
SELECT [id], [name] FROM [authors] ORDER BY [name] DESC, [id] OFFSET @p1 ROWS FETCH NEXT @p2 ROWS ONLY
   [40, 20]
SELECT [id], [name] FROM [authors] ORDER BY [id] OFFSET @p1 ROWS
   [40]
-- order of nullable fields
SELECT [id] FROM [books] WHERE [deleted_at] IS NULL ORDER BY CASE WHEN [pages] IS NULL THEN 1 ELSE 0 END, [pages], [text] DESC, [at] DESC, [id]
-- comparisons
SELECT COUNT(*) AS n FROM [books] WHERE [title] = @p1 AND [title] <> @p2 AND [title] > @p3 AND [title] <= @p4 AND [text] = @p5 AND [text] >= @p6 AND [pages] > @p7 AND [pages] <> @p8 AND [sold] = @p9 AND [price] < CAST(@p10 AS DECIMAL(38,10)) AND [in_print] = @p11 AND [at] >= @p12 AND [id] = @p13 AND [deleted_at] IS NULL
   ["a", "b", "c", "d", "a", "b", 3, 9999999999, 1152921504606846976n, "10.50", true, "2026-01-31 12:30:00.000 +00:00", "00000000-0000-4000-8000-000000000001"]
-- lists
SELECT COUNT(*) AS n FROM [books] WHERE [pages] IN (@p1, @p2, @p3, @p4) AND [price] IN (CAST(@p5 AS DECIMAL(38,10))) AND [title] NOT IN (@p6, @p7) AND 1 = 0 AND 1 = 1 AND [deleted_at] IS NULL
   [1, 2, 3, 3, "1.50", "a", "b"]
-- texts
SELECT COUNT(*) AS n FROM [books] WHERE CHARINDEX(@p1, [title]) > 0 AND [title] LIKE @p2 ESCAPE '|' AND CHARINDEX(@p3, [text]) > 0 AND CHARINDEX(@p4, [id]) > 0 AND [deleted_at] IS NULL
   ["50%_[|", "50|%|_|[||%", "x", "a"]
-- and, or, not, null
SELECT COUNT(*) AS n FROM [books] WHERE (([pages] IS NULL) OR ((([text] IS NOT NULL) AND (1 = 1)))) AND CASE WHEN [pages] = @p1 THEN 0 ELSE 1 END = 1 AND [deleted_at] IS NULL
   [3]
-- create with a counted key
INSERT INTO [authors] ([name]) OUTPUT INSERTED.[id] VALUES (@p1)
   ["Austen"]
-- create with a given one
SET IDENTITY_INSERT [authors] ON; INSERT INTO [authors] ([id], [name]) VALUES (@p1, @p2); SET IDENTITY_INSERT [authors] OFF
   [7, "Austen"]
-- create
INSERT INTO [books] ([id], [title], [text], [pages], [sold], [price], [in_print], [at], [cover], [extra], [author_id], [deleted_at]) VALUES (@p1, @p2, @p3, @p4, @p5, @p6, @p7, @p8, CAST(@p9 AS VARBINARY(MAX)), @p10, @p11, @p12)
   ["00000000-0000-4000-8000-000000000001", "Emma", null, null, 1152921504606846976n, "9.50", true, "2026-01-31 12:30:00.120 +00:00", null, null, null, null]
-- createMany
INSERT INTO [authors] ([name]) OUTPUT INSERTED.[id] VALUES (@p1)
   ["a"]
INSERT INTO [authors] ([name]) OUTPUT INSERTED.[id] VALUES (@p1)
   ["b"]
-- update
UPDATE [books] SET [title] = @p1, [cover] = CAST(@p2 AS VARBINARY(MAX)), [extra] = @p3 WHERE [id] = @p4 AND [deleted_at] IS NULL
   ["b", null, "{\"a\":1}", "00000000-0000-4000-8000-000000000001"]
SELECT [id], [title], [text], [pages], [sold], CONVERT(VARCHAR(50), [price]) AS [price], [in_print], [at], [cover], [extra], [author_id], [deleted_at] FROM [books] WHERE [id] = @p1 AND [deleted_at] IS NULL
   ["00000000-0000-4000-8000-000000000001"]
-- updateMany
UPDATE [authors] SET [name] = @p1 WHERE [name] LIKE @p2 ESCAPE '|'
   ["b", "a%"]
-- remove
DELETE FROM [authors] WHERE [id] = @p1
   [7]
-- removeMany
DELETE FROM [authors] WHERE [id] > @p1
   [7]
-- upsert
UPDATE [authors] SET [name] = @p1 WHERE [id] = @p2
   ["a", 7]
SELECT [id], [name] FROM [authors] WHERE [id] = @p1
   [7]
-- include
SELECT [id], [title], [author_id] FROM [books] WHERE [deleted_at] IS NULL ORDER BY [id]
SELECT [id], [name] FROM [authors] WHERE [id] IN (@p1) ORDER BY [id]
   [7]
SELECT [id], [book_id], [tag_id] FROM [taggings] WHERE [book_id] IN (@p1) ORDER BY [id]
   ["00000000-0000-4000-8000-000000000001"]
SELECT [name] FROM [tags] WHERE 1 = 0 ORDER BY [name]
