-- The origins of a library's sites, which may show the pages on the way to a loan's content in a frame. The former release ignores
-- them; what it stores of a library's settings leaves them as they are.
--
-- Locks: ADD COLUMN with a constant default takes the strongest lock of "library_settings" for a moment, without rewriting it.
ALTER TABLE "library_settings" ADD COLUMN "content_frame_origins" TEXT[] NOT NULL DEFAULT '{}';
