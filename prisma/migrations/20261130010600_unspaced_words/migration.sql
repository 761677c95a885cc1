-- The words of titles in scripts without spaces between words: a search looks through them for a part of one.
--
-- Locks: none that holds off readers or writers.
CREATE INDEX CONCURRENTLY "search_word_unspaced" ON "search_word" ("word")
    WHERE "word" ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]';
