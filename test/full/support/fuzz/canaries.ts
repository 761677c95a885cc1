import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';

/** Words that requests and the library's data contain, and that no error and no line of the log may. */
export const CANARY = {
  token: 'canary-token-of-the-patron-number-0001',
  otherToken: 'canary-token-of-another-patron-2',
  clientSecret: 'canary-secret-of-the-client',
  operatorToken: OPERATOR_TOKEN,
  email: 'canary.reader@canary.example.org',
  emailDomain: 'canary.example.org',
  patronId: 770_077_007,
  otherPatronId: 770_077_008,
  cardNumber: 'canary-card-4711',
  pin: 'canary-pin',
  /** Without its plus. */
  phone: '4915177773197',
  contentKey: 'canary-key-of-the-content-server-0001',
  webhookSecret: `whsec_${Buffer.from('canary-secret-of-the-receiver').toString('base64')}`,
  title: 'Zyzzyvas Quixotically Yclept',
} as const;

export const CLIENT_ID = 'fuzzed';

const WORDS: readonly string[] = [
  CANARY.token,
  CANARY.otherToken,
  CANARY.clientSecret,
  CANARY.operatorToken,
  CANARY.emailDomain,
  String(CANARY.patronId),
  String(CANARY.otherPatronId),
  CANARY.cardNumber,
  CANARY.pin,
  CANARY.phone,
  CANARY.contentKey,
  CANARY.webhookSecret,
  ...CANARY.title.split(' '),
].map((word) => word.toLowerCase());

export const MAX_CANARY_LENGTH = Math.max(...WORDS.map(({ length }) => length));

/** The canaries in the text: plain, percent-encoded or in base64. */
export function canariesIn(text: string): string[] {
  const plain = text.toLowerCase();
  const decoded = plain.includes('%') ? decodeURIComponentSafely(plain) : plain;
  return WORDS.filter(
    (word) => plain.includes(word) || decoded.includes(word) || text.includes(base64(word)),
  );
}

const base64 = (word: string): string =>
  Buffer.from(word).toString('base64').replaceAll('=', '').slice(0, -1);

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Those that no answer may contain, and those that only answers to the patron or an operator may. */
export const SECRETS: readonly string[] = [
  CANARY.token,
  CANARY.otherToken,
  CANARY.clientSecret,
  CANARY.operatorToken,
  CANARY.pin,
  CANARY.contentKey,
  CANARY.webhookSecret,
];
export const PERSONAL: readonly string[] = [
  CANARY.emailDomain,
  String(CANARY.patronId),
  String(CANARY.otherPatronId),
  CANARY.cardNumber,
  CANARY.phone,
];
