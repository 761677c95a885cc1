-- A library may own no copy any more of a title that patrons wait for. They are told once, and the library may end their holds some days
-- later. The former release neither reads nor writes these columns: copies that it removes are not noticed.
--
-- Locks: ADD COLUMN takes the strongest lock of "hold" and of "library_settings" for a moment, without rewriting them.
ALTER TABLE "hold"
    ADD COLUMN "copies_lost_at" TIMESTAMPTZ,
    ADD COLUMN "copies_loss_told" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "copies_loss_ends_at" TIMESTAMPTZ;
ALTER TABLE "library_settings" ADD COLUMN "days_without_copies" INTEGER;
