/** How a patron gets notices: by mail, as text messages, or both. */
export const NOTICE_CHANNELS = ['mail', 'text', 'both'] as const;
export type NoticeChannels = (typeof NOTICE_CHANNELS)[number];

/** A number of E.164: a plus, the code of a country, and up to 15 digits in all. */
const PHONE = /^\+[1-9][0-9]{6,14}$/;
const MAX_TYPED_LENGTH = 40;

/** Reads a telephone number as people write it, with its country: `+49 (170) 123-4567` is `+491701234567`. Undefined if it is none. */
export function parsePhone(text: string): string | undefined {
  if (text.length > MAX_TYPED_LENGTH) return undefined;
  const number = text.replace(/[ ().\-/\u00a0]/g, '');
  return PHONE.test(number) ? number : undefined;
}

/** Masks a number so that its owner still recognizes it. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)}…${phone.slice(-2)}`;
}

/** The name that the secret of a library's gateway is sealed with. */
export function textSecretOwner(websiteId: number): string {
  return `texts of library ${websiteId}`;
}
