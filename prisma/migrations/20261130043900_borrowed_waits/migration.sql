-- From when on the waits of a queue rest on what patrons do at other times: the library has not lived such weeks.
--
-- Release 0.3.0 neither reads nor writes it: its waits say nothing of it.
--
-- Locks: the strongest lock of "title_queue", for a moment and without rewriting it.
ALTER TABLE "title_queue" ADD COLUMN IF NOT EXISTS "wait_borrowed_from" INTEGER;
