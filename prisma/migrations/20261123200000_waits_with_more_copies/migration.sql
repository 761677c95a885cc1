-- How long a new hold would wait, if the library had more copies in one collection: the worker that computes the waits of a queue
-- writes it, less often than those. NULL: nobody waits who can be served, or no worker has looked since this release began.
--
-- Locks: adds columns without a default, for a moment. The former release neither reads nor writes them.
ALTER TABLE "title_queue"
    ADD COLUMN "more_copies_made_at" TIMESTAMPTZ,
    ADD COLUMN "more_copies_owned" INTEGER,
    ADD COLUMN "more_copies_in" TEXT,
    ADD COLUMN "more_copies_hours" INTEGER[];
