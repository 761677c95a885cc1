import type { FormatClass } from '../../domain/lending-period.js';

/** Words that library systems and spreadsheets write into cells, in lower case. */

const wordsOf = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(', ')));

/** Words for "no value". */
export const NOTHING = wordsOf(
  'n/a, #n/a, na, n.a., none, null, (null), <null>, nil, nan, \\n, undefined, (none), (empty), (blank)',
  'keine, keiner, kein, aucun, aucune, ninguno, ninguna',
);

export const NO = wordsOf(
  'f, false, n, no, off, nein, non, nee, nej, nei, não, nao, nie, ne, nem, ei, нет, いいえ, 否, falsch, faux, falso',
);

/** States in which a patron may do everything. A library may still translate such a word as a block. */
export const GOOD = wordsOf(
  'ok, active, good, good standing, in good standing, current, valid, normal, clear, enabled, open',
  'aktiv, gültig, actif, valide, activo, válido, attivo, valido, ativo, actief, geldig, gyldig, giltig, aktywny, активен, 有効, 正常',
  'not blocked, unblocked, not barred, no block, no blocks, a, delinquent',
);

export const YES = wordsOf(
  't, true, y, yes, on, x, ja, j, oui, o, si, sí, s, sim, tak, igen, kyllä, да, はい, 是, wahr, vrai, verdadero, vero, ✓, ✔',
);

/** Words for "no such day". */
export const NEVER = wordsOf(
  'never, unlimited, indefinite, no expiry, no expiration, does not expire, permanent, forever, nie, unbegrenzt, unbefristet',
  'jamais, illimité, nunca, ilimitado, illimitato, mai, nooit, onbeperkt, aldrig, ubegrænset, obegränsad, infinity, 無期限',
);

/** The reason for a block that a column's name implies. */
export const REASONS: Readonly<Record<string, string>> = {
  active: 'Inactive',
  isactive: 'Inactive',
  inactive: 'Inactive',
  barred: 'Barred',
  deleted: 'Deleted',
  gonenoaddress: 'Address unknown',
  lost: 'Card lost',
};

/** Beginnings of month names in Germanic and Romance languages. */
export const MONTHS: readonly RegExp[] = [
  /^(?:jan|jän|janv|ene|gen)/,
  /^(?:feb|fév|fev)/,
  /^(?:mar|mär|mrz|mrt|maa)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|maj|mei|mag)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|ott|out)/,
  /^(?:nov)/,
  /^(?:dec|dez|déc|dic|des)/,
];

/** The class of a title by words of marketplaces and catalogers, and by codes of MARC's fields 007 and 006. */
export const FORMATS: readonly (readonly [FormatClass, RegExp])[] = [
  [
    'Audiobook',
    /audio|listen|\bmp3\b|\bm4b\b|h(?:ö|oe)rbuch|livres? (?:lu|sonore)|sound recording|spoken word|talking book|^s[dsrz](?:$| ?[a-z|-]{2})|^i {2}/,
  ],
  ['Video', /video|vidéo|\bfilms?\b|movie|\bmp4\b|motion picture|^v[cdfrz](?:$| ?[a-z|-]{2})|^g[\d ]{3} /],
  [
    'eBook',
    /e-?book|e-?pub\b|\bpdf\b|kindle|\bmobi\b|\bread\b|electronic b(?:oo)?k|e-?livre|livre numérique/,
  ],
];
/** Audiobooks and videos can be online, too. */
export const ONLINE =
  /electronic|online|elektronisch|électronique|numérique|electrónico|^cr(?:$| ?[a-z|-]{2})|^[am] {2}/;

/** Stars and hashes that other systems write in place of a PIN. */
export const NO_PIN: readonly RegExp[] = [
  /^[*•●]+$/,
  /^!+$/,
  /^\$\w{1,20}\$/,
  /^\{[\w-]{2,20}\}/,
  /^\*?(?:0x)?(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i,
  /^(?:md5|sha|s?crypt|bcrypt|pbkdf2|argon2)\S*[:$]/i,
  /^[a-z\d+/]{22,}={1,2}$/i,
];
