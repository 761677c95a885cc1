-- Walks by author and by date have new indexes.
--
-- Locks: DROP INDEX takes the strongest lock of "title" for a moment. The former release sorts by author and by date without
-- an index until it is replaced.
DROP INDEX "title_by_author";
DROP INDEX "title_by_added_date";
