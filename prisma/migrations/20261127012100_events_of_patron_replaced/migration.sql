-- Replaced by "event_of_patron_in_order", which begins with the same columns.
--
-- Locks "event" for a moment.
DROP INDEX "event_of_patron";
