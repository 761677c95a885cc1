import { calendarViolations } from './calendar-violations.js';
import { holdViolations } from './hold-violations.js';
import { staffViolations, type Violation } from './staff-violations.js';
import { tokenViolations } from './token-violations.js';

const title = "'00000000-0000-4000-8000-000000000001'";

/** Library 1 has two copies of one title: one is on loan to patron 11, one set aside for patron 12; patron 13 waits. */
export const library = `
  INSERT INTO library (website_id, name) VALUES (1, 'Town'), (2, 'Village');
  INSERT INTO collection VALUES (1, 'main', 'Main'), (1, 'extra', 'Extra'), (2, 'main', 'Main');
  INSERT INTO patron_category (website_id, category, collection_token) VALUES (1, 'adult', 't1'), (2, 'adult', 't2');
  INSERT INTO category_collection VALUES (1, 'adult', 'main');
  INSERT INTO patron_directory VALUES (11, 1), (12, 1), (13, 1), (14, 1), (21, 2);
  INSERT INTO patron (website_id, patron_id, category, card_number)
    VALUES (1, 11, 'adult', 'c11'), (1, 12, 'adult', 'c12'), (1, 13, 'adult', 'c13'), (1, 14, 'adult', NULL);
  INSERT INTO title (reserve_id, cross_ref_id, title, format_class, formats, subjects, languages)
    VALUES (${title}, 101, 'A Title', 'eBook', '{}', '{}', '{}');
  INSERT INTO title_queue VALUES (1, ${title}, 3, 2);
  INSERT INTO copies VALUES (1, ${title}, 'main', 2, 1, 1, 0);
  INSERT INTO checkout VALUES (1, 11, ${title}, 'main', now(), now() + interval '21 days');
  INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at, collection_id, expires_at)
    VALUES (1, ${title}, 1, 12, 'adult', now(), 'main', now() + interval '3 days');
  INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at)
    VALUES (1, ${title}, 2, 13, 'adult', now());
  INSERT INTO queue_block VALUES (1, ${title}, 1, 0, 2), (1, ${title}, 2, 0, 2);
  INSERT INTO queue_category VALUES (1, ${title}, 'adult', 2);
  INSERT INTO client VALUES ('app', '\\x00', '{1}');
  INSERT INTO staff (name, password_hash, oidc_subject, email, token_hash)
    VALUES ('ada', 'hash', 'subject', 'ada@example.org', NULL), ('machine', NULL, NULL, NULL, '\\x01');
`;

/** What must never be true, the statement that would make it true, and the constraint that prevents it. */
export const violations: Violation[] = [
  [
    'an event names a patron and a title',
    `INSERT INTO event (stream, position, website_id, type, patron_id, reserve_id, detail, moment)
     VALUES ('patrons', 1, 1, 'hold.ready', 11, ${title}, '{}', now())`,
    'event_names_patron_or_title',
  ],
  [
    'an event of a patron is among those of titles',
    `INSERT INTO event (stream, position, website_id, type, patron_id, detail, moment)
     VALUES ('titles', 1, 1, 'hold.ready', 11, '{}', now())`,
    'event_in_stream',
  ],
  ['there are two clocks', 'INSERT INTO service_clock DEFAULT VALUES', 'service_clock_pkey'],
  ['there is a clock called false', 'INSERT INTO service_clock VALUES (false)', 'service_clock_is_one_row'],

  [
    'notices are sent from two databases',
    "INSERT INTO mail_origin VALUES (false, '1/1', '')",
    'mail_origin_is_one_row',
  ],

  ['there are two keys of tokens', "INSERT INTO token_key VALUES (false, '')", 'token_key_is_one_row'],
  [
    'there are two keys of push messages',
    "INSERT INTO push_key VALUES (false, '', '')",
    'push_key_is_one_row',
  ],
  [
    'a library allows fewer than no holds',
    'UPDATE library SET hold_limit = -1',
    'library_limits_not_negative',
  ],
  [
    'a library allows fewer than no checkouts',
    'UPDATE library SET checkout_limit = -1',
    'library_limits_not_negative',
  ],
  ['a pickup window has no length', 'UPDATE library SET pickup_hours = 0', 'library_pickup_is_a_time'],
  [
    'the policy for missed pickups is unknown',
    "UPDATE library SET missed_pickup = 'shrug'",
    'library_missed_pickup_known',
  ],
  [
    'a suspension ends before its patron can be warned',
    'UPDATE library SET suspension_ends_after_days = 30',
    'library_suspension_end_can_be_announced',
  ],
  [
    'loans are renewed after their end',
    'UPDATE library SET renewal_days = -1',
    'library_renewal_days_not_negative',
  ],
  [
    'a library has no lending period for videos',
    `UPDATE library SET lending_periods = '{"eBook": 21, "Audiobook": 21}'`,
    'library_lends_every_format',
  ],
  [
    'tokens are accepted whose audience nobody checks',
    "INSERT INTO library_settings (website_id, jwt_issuer, jwt_jwks_url, jwt_patron_claim) VALUES (1, 'i', 'u', 'c')",
    'library_settings_whole_provider',
  ],
  [
    'a library allows fewer than no requests',
    'INSERT INTO library_settings (website_id, requests_per_library) VALUES (1, -1)',
    'library_settings_rates',
  ],
  [
    'settings are those of no library',
    'INSERT INTO library_settings (website_id) VALUES (3)',
    'library_settings_library_fkey',
  ],
  [
    'an account has no number that counts',
    'UPDATE collection SET account_number = 0',
    'collection_account_number_positive',
  ],
  [
    'two collections of a library are one account',
    'UPDATE collection SET account_number = 7 WHERE website_id = 1',
    'collection_by_account_number',
  ],
  [
    'a title has more stars than there are',
    'UPDATE title SET star_rating = 5.5',
    'title_star_rating_in_range',
  ],
  [
    'a category allows fewer than no holds',
    'UPDATE patron_category SET hold_limit = -1',
    'patron_category_limits_not_negative',
  ],
  [
    'a category allows fewer than no checkouts',
    'UPDATE patron_category SET checkout_limit = -1',
    'patron_category_limits_not_negative',
  ],
  [
    'a category uses a collection of another library',
    "INSERT INTO category_collection VALUES (2, 'adult', 'extra')",
    'category_collection_collection_fkey',
  ],

  [
    'a patron belongs to two libraries',
    'INSERT INTO patron_directory VALUES (11, 2)',
    'patron_directory_pkey',
  ],
  [
    'a patron is listed twice under one library',
    'ALTER TABLE patron_directory DROP CONSTRAINT patron_directory_pkey; INSERT INTO patron_directory VALUES (11, 1)',
    'patron_directory_by_library',
  ],
  [
    'a patron is stored under another library than their own',
    "INSERT INTO patron (website_id, patron_id, category) VALUES (2, 11, 'adult')",
    'patron_directory_fkey',
  ],
  [
    'a card belongs to two patrons',
    "UPDATE patron SET card_number = 'c11' WHERE patron_id = 12",
    'patron_by_card',
  ],
  [
    'a further card belongs to two patrons',
    "INSERT INTO further_card (website_id, patron_id, place, card_number) VALUES (1, 11, 2, 'x'), (1, 12, 2, 'x')",
    'further_card_by_card',
  ],
  [
    'two patrons have one external number',
    "UPDATE patron SET external_id = 'E' WHERE website_id = 1",
    'patron_by_external_id',
  ],
  [
    'a patron is allowed fewer than no holds',
    'UPDATE patron SET hold_limit = -1',
    'patron_limits_not_negative',
  ],
  [
    'a patron is allowed fewer than no checkouts',
    'UPDATE patron SET checkout_limit = -1',
    'patron_limits_not_negative',
  ],

  [
    'a title has an unknown format class',
    "UPDATE title SET format_class = 'Record'",
    'title_format_class_known',
  ],
  [
    'two titles have the same cross-reference number',
    `INSERT INTO title SELECT gen_random_uuid(), cross_ref_id, title, creators, format_class, formats, subjects, languages FROM title`,
    'title_by_cross_ref',
  ],
  [
    'a queue has fewer than no holds',
    'UPDATE title_queue SET live_holds = -1',
    'title_queue_holds_have_tickets',
  ],
  [
    'a queue has more holds than it has given out tickets',
    'UPDATE title_queue SET live_holds = 3',
    'title_queue_holds_have_tickets',
  ],

  [
    'a library owns fewer than no copies',
    'UPDATE copies SET owned = -1, retiring = 3',
    'copies_not_negative',
  ],
  [
    'a licence lends to fewer than none at a time',
    `INSERT INTO licence (website_id, reserve_id, collection_id, licence_id, concurrency, is_counted) VALUES (1, ${title}, 'main', 'x', -1, true)`,
    'licence_counts',
  ],
  [
    'a licence ends before it begins',
    `INSERT INTO licence (website_id, reserve_id, collection_id, licence_id, starts_at, ends_at, is_counted)
     VALUES (1, ${title}, 'main', 'x', '2026-02-01', '2026-01-01', false)`,
    'licence_times',
  ],
  ['fewer than no lucky copies are lent', 'UPDATE copies SET lucky_on_loan = -1', 'copies_lucky_counts'],
  ['fewer than no copies are on loan', 'UPDATE copies SET on_loan = -1', 'copies_not_negative'],
  ['fewer than no copies are set aside', 'UPDATE copies SET set_aside = -1', 'copies_not_negative'],
  ['fewer than no copies are retiring', 'UPDATE copies SET owned = 9, retiring = -1', 'copies_not_negative'],
  [
    'more copies are lent than there are',
    'UPDATE copies SET on_loan = 2',
    'copies_never_more_out_than_there_are',
  ],
  [
    'more copies are set aside than there are',
    'UPDATE copies SET set_aside = 2',
    'copies_never_more_out_than_there_are',
  ],
  [
    'a library has fewer copies than are out',
    'UPDATE copies SET owned = 1',
    'copies_never_more_out_than_there_are',
  ],

  [
    'tickets are counted on a third level',
    'UPDATE queue_block SET level = 3 WHERE level = 2',
    'queue_block_level_known',
  ],
  ['a block has no holds', 'UPDATE queue_block SET live_holds = 0', 'queue_block_not_empty'],
  [
    'a category has fewer than no holds in a queue',
    'UPDATE queue_category SET live_holds = -1',
    'queue_category_not_negative',
  ],

  ['a patron wants no hold ready', 'INSERT INTO pace VALUES (1, 11, 0)', 'pace_has_room'],

  [
    'a patron borrows a title twice',
    `INSERT INTO checkout VALUES (1, 11, ${title}, 'main', now(), now())`,
    'checkout_pkey',
  ],

  [
    'a card without attempts is stored',
    "INSERT INTO pin_guessing VALUES (1, '\\x00', '{}', now())",
    'pin_guessing_counts',
  ],
  ...calendarViolations,
  ...holdViolations(title),
  ...tokenViolations,
  ...staffViolations(title),
];
