-- Searching titles. Adding the generated columns rewrites "title" under its strongest lock: nobody reads a title
-- meanwhile, some 4 minutes for 1,000,000 of them with their indexes. All else is new.
--
-- Words are cut and folded by our own functions over built-in ones, not by the extension unaccent: what it folds depends
-- on a file of the server, so that an index could be wrong after a move, and it is therefore no function of an index.
-- Nor by the parser of text search alone: that one takes "Catch-22" for "catch" and the number -22, and addresses,
-- paths and versions for single words.

-- ── Folding ──────────────────────────────────────────────────────────────────────────────────────────
-- Without case and accents: "Čapek" and "CAPEK" are one. Compatible forms are one as well (a ligature, full width),
-- Hebrew and Arabic points are dropped, and letters that Unicode does not take apart are replaced by what people type.
CREATE FUNCTION "search_fold"("given" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(
    CASE WHEN octet_length("given") = length("given") THEN "given"
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(
        translate(
            normalize(
                regexp_replace(
                    normalize("given", NFKD),
                    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]',
                    '', 'g'),
                NFC),
            'ØøĐđÐðŁłıĦħŦŧŊŋς‘’ʻʼʹ′',
            'OoDdDdLliHhTtNnσ'''''''''''''),
        'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'), 'þ', 'th'), 'Þ', 'TH')
    END);

-- Only letters, digits and single spaces are left; a line end ("\u000a") stays.
CREATE FUNCTION "search_words"("folded" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(
    "folded",
    '[\u0001-\u0009\u000b-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u2000-\u2bff\u3000-\u3020\u30fb\ufe00-\ufe1f\ufe30-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff]+',
    ' ', 'g');

-- What apostrophes, hyphens and points join can be found in parts and as one: "l'étranger" by "etranger" and by
-- "letranger", "Spider-Man" by "spiderman", "R.U.R." by "rur". Up to four parts become one.
CREATE FUNCTION "search_parts"("folded" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN "folded" ~ '\w[''.-]\w'
    THEN regexp_replace(
        "folded", '(\w+)[''.-](\w+)(?:[''.-](\w+))?(?:[''.-](\w+))?', '\1 \2 \3 \4 \1\2\3\4', 'g')
    ELSE "folded" END;

-- ── The words of a title ─────────────────────────────────────────────────────────────────────────────
-- The first line counts most (A), the second less (B), the third least (C). No stemming and no stop words: titles are
-- in many languages, and "The Who" and "It" are titles.
CREATE FUNCTION "search_weighted"("lines" TEXT) RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN setweight(to_tsvector('simple', split_part("lines", E'\n', 1)), 'A')
    || setweight(to_tsvector('simple', split_part("lines", E'\n', 2)), 'B')
    || setweight(to_tsvector('simple', split_part("lines", E'\n', 3)), 'C');

CREATE FUNCTION "title_words"("title" TEXT, "creators" JSONB, "subjects" TEXT[])
    RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN "search_weighted"("search_words"("search_parts"("search_fold"(
    translate("title", E'\n', ' ')
    || E'\n' || regexp_replace(jsonb_path_query_array("creators", '$[*].name')::text, '\\[bfnrt]', ' ', 'g')
    || E'\n' || translate(array_to_string("subjects", ' / '), E'\n', ' ')))));

-- The keys that titles are sorted by are cut: an index entry has room for 2,700 bytes.
ALTER TABLE "title"
    ADD COLUMN "words" TSVECTOR GENERATED ALWAYS AS ("title_words"("title", "creators", "subjects")) STORED,
    ADD COLUMN "title_key" TEXT COLLATE "C" GENERATED ALWAYS AS (left("search_fold"("title"), 250)) STORED,
    ADD COLUMN "author_key" TEXT COLLATE "C"
        GENERATED ALWAYS AS (left("search_fold"("creators" #>> '{0,name}'), 250)) STORED;

CREATE INDEX "title_by_words" ON "title" USING GIN ("words", "formats");
-- Of a word that very many titles have, those with the word in the title itself are found without looking at the others.
CREATE INDEX "title_by_title_words" ON "title" USING GIN ((ts_filter("words", '{a}')));
CREATE INDEX "title_by_title" ON "title" ("title_key", "reserve_id");
CREATE INDEX "title_by_author" ON "title" ("author_key", "title_key", "reserve_id");
CREATE INDEX "title_by_added_date" ON "title" ("added_date" NULLS FIRST, "reserve_id");

-- ── All words ────────────────────────────────────────────────────────────────────────────────────────
-- Each word that some title has or had: how a word that is being typed may go on, and which word a misspelt one resembles.
-- Written with the titles. A word that no title has any more does no harm: searching for it finds nothing.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

CREATE TABLE "search_word" (
    "word" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("word")
);

INSERT INTO "search_word" ("word")
SELECT DISTINCT "word" FROM "title", unnest(tsvector_to_array("title"."words")) AS "word";

CREATE INDEX "search_word_by_resemblance" ON "search_word" USING GIN ("word" gin_trgm_ops);
