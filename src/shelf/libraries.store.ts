import { NAME_FOR_PATRONS, type NamedLibrary } from '../platform/database/libraries.store.js';
import { lookup, statement } from '../platform/database/statement.js';

/** A library whose patrons can sign in to the shelf. */
export interface ShelfLibrary extends NamedLibrary {
  /** Language tags; null: the library names none. */
  readonly languages: readonly string[] | null;
  /** The name by which its patrons know it. */
  readonly ownName: string;
  readonly homepage: string | null;
  readonly logo: string | null;
  /** Like #1a2b3c. */
  readonly color: string | null;
  /** Each behind its language; null: the library has none. */
  readonly welcome: readonly string[] | null;
  /** Addresses for those who cannot sign in. */
  readonly pinHelp: string | null;
  readonly newCard: string | null;
  readonly help: string | null;
}

/** More would be no list to choose from: a library then links to the shelf with its own number. */
const MAX_LIBRARIES = 500;

const SELECT = `SELECT website_id AS "websiteId", l.name, s.notice_languages AS languages,
     ${NAME_FOR_PATRONS} AS "ownName", s.notice_homepage AS homepage, s.notice_logo AS logo, s.notice_color AS color,
     s.shelf_welcome AS welcome, s.shelf_pin_help AS "pinHelp", s.shelf_new_card AS "newCard", s.shelf_help AS help
   FROM library l LEFT JOIN library_settings s USING (website_id)`;

export const listLibraries = statement<ShelfLibrary>(
  'shelf-libraries',
  `${SELECT} ORDER BY lower(${NAME_FOR_PATRONS}), website_id LIMIT ${MAX_LIBRARIES}`,
).all();

/** Undefined if there is no library with this number. */
export const findLibrary = lookup<ShelfLibrary>('shelf-library', `${SELECT} WHERE website_id = $1`).first(
  (websiteId: number) => [websiteId],
);
