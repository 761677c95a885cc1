-- The first creator as it is filed ("Brontë, Charlotte"), folded, to sort by. Null: no creator, or no import has written the title since.
--
-- Locks: adds a column without a default, for a moment. The former release neither reads nor writes it.
ALTER TABLE "title" ADD COLUMN "author_sort_key" TEXT COLLATE "C";
