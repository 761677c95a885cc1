-- Which account or API token an entry of the log of actions is about: that it was added, changed or removed. The former release
-- neither writes nor reads it.
--
-- Locks: adds a column to "staff_action", which holds off its readers and writers for a moment.
ALTER TABLE "staff_action" ADD COLUMN "account" TEXT;
