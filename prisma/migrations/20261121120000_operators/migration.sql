-- How many holds of a queue are suspended, for the library's view of its queues. Few holds are, so the index is small.
-- CREATE INDEX holds off writers of "hold" while it is built; there is none on a first installation.
CREATE INDEX "hold_suspended" ON "hold" ("website_id", "reserve_id") WHERE "suspension_type" IS NOT NULL;
