-- Since "hold_end_in_queue" no statement uses this index. The former release has never known it.
--
-- Locks: DROP INDEX takes the strongest lock of "hold" for a moment.
DROP INDEX "hold_suspension_end_in_queue";
