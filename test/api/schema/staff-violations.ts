export type Violation = [sentence: string, statement: string, constraint: string];

/** @param title SQL of a title's reserveId */
export const staffViolations = (title: string): Violation[] => [
  [
    'a machine has a password',
    "UPDATE staff SET password_hash = 'hash' WHERE name = 'machine'",
    'staff_is_person_or_machine',
  ],
  ['two members of staff have one name', "INSERT INTO staff (name) VALUES ('ada')", 'staff_name'],
  [
    'two accounts are one person of the identity provider',
    "INSERT INTO staff (name, oidc_subject) VALUES ('eve', 'subject')",
    'staff_oidc_subject',
  ],
  [
    'two accounts have one e-mail address',
    "INSERT INTO staff (name, email) VALUES ('eve', 'ada@example.org')",
    'staff_email',
  ],
  [
    'two machines have one token',
    "INSERT INTO staff (name, token_hash) VALUES ('other', '\\x01')",
    'staff_token',
  ],
  [
    'a role is unknown',
    "INSERT INTO staff_role SELECT 1, staff_id, 'owner' FROM staff WHERE name = 'ada'",
    'staff_role_is_known',
  ],
  [
    'a role in all libraries is unknown',
    "INSERT INTO staff_role_in_all_libraries SELECT staff_id, 'owner' FROM staff WHERE name = 'ada'",
    'staff_role_in_all_libraries_is_known',
  ],
  [
    'an action ties a patron to a title',
    `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, patron_id, reserve_id)
     VALUES (1, now(), 'hold-removed', 'staff', '1', 'ada', 11, ${title})`,
    'staff_action_has_no_patron_with_title',
  ],
  [
    'a webhook is disabled for no reason',
    `INSERT INTO webhook (website_id, url, types, secret, patrons_position, titles_position, shuffled_to, created_at, disabled_at)
     VALUES (37, 'https://receiver.example.org/', '{}', 'whsec_', 0, 0, 0, now(), now())`,
    'webhook_is_disabled_for_a_reason',
  ],
];
