-- When a library's settings were last changed: processes read again only what has changed since (decision 45). The former
-- release does not write it; processes of this release see its changes when they read all settings again, after five minutes.
--
-- Locks: ADD COLUMN and CREATE INDEX keep everybody out of "library_settings" for a moment. It has one row for each library.
ALTER TABLE "library_settings" ADD COLUMN "changed_at" TIMESTAMPTZ NOT NULL DEFAULT now();
CREATE INDEX "library_settings_by_change" ON "library_settings" ("changed_at");
