/**
 * SQL that remembers that collections no longer have a title, for clients that ask what has changed. It runs before their
 * copies `c` are deleted.
 * @param condition which copies
 */
export const rememberWithdrawn = (condition: string): string => `
  INSERT INTO withdrawn_title (website_id, collection_id, reserve_id, cross_ref_id, title, format_class, withdrawn_at)
  SELECT c.website_id, c.collection_id, t.reserve_id, t.cross_ref_id, t.title, t.format_class, service_now()
  FROM copies c JOIN title t USING (reserve_id) WHERE ${condition}
  ON CONFLICT (website_id, collection_id, reserve_id) DO UPDATE SET
    cross_ref_id = EXCLUDED.cross_ref_id, title = EXCLUDED.title, format_class = EXCLUDED.format_class,
    withdrawn_at = EXCLUDED.withdrawn_at`;
