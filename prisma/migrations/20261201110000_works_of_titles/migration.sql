-- The name of a work, from the key of a title: without notes of an edition in brackets at its end or before a subtitle, such as "(unabridged)" and
-- "[large print]", and without ": a novel". Other brackets stay: "essays (first series)" and "(second series)" are two works. A name that is nothing
-- else stays as it is.
--
-- Release 0.3.0 does not use it.
--
-- Locks: none.
CREATE FUNCTION "work_key"("title_key" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN "title_key" ~ '[][(:]' THEN
    COALESCE(
        NULLIF(
            regexp_replace(
                regexp_replace(
                    "title_key",
                    '(\s*[[(]([^][()]*[^][()a-z])?'
                        '((un)?abridged|large (print|type)|audio|e-?book|edition'
                        '|(un)?gekurzt|ausgabe|horbuch|gro(ss|ß)druck|(texte|version) integrale?|livre audio|gros caracteres'
                        '|(version )?integra|edicion|letra grande|كتاب صوتي|النص الكامل|طبعة)'
                        '[^][()]*[])])+\s*(?=$|[:;/])',
                    '', 'g'),
                '\s*:\s*(a novel|ein roman|roman|una novela|novela|رواية)$', ''),
            ''),
        "title_key")
    ELSE "title_key" END;
