/**
 * SQL that remembers which collections no longer have a title, for clients that ask what has changed. It ends a statement
 * whose CTE `gone` has the copies that were deleted (website_id, collection_id, reserve_id).
 */
export const REMEMBER_WITHDRAWN = `
  INSERT INTO withdrawn_title (website_id, collection_id, reserve_id, cross_ref_id, title, format_class, withdrawn_at)
  SELECT gone.website_id, gone.collection_id, t.reserve_id, t.cross_ref_id, t.title, t.format_class, service_now()
  FROM gone JOIN title t USING (reserve_id)
  ON CONFLICT (website_id, collection_id, reserve_id) DO UPDATE SET
    cross_ref_id = EXCLUDED.cross_ref_id, title = EXCLUDED.title, format_class = EXCLUDED.format_class,
    withdrawn_at = EXCLUDED.withdrawn_at`;
