import { type FieldOptions, IsReadable, Label, readField } from '../../http/fields/validators.js';
import { IsBoolean, IsOptional } from 'class-validator';
import { IsTime } from '../../http/fields/time.js';
import type { NewWebhook, WebhookChange } from '../../events/webhooks/webhooks.store.js';
import { parseTypes, TYPES, typesIn } from '../events/events.requests.js';

const MAX_URL_LENGTH = 2_000;

export const RECEIVER_URL = {
  message: `an https:// address of at most ${MAX_URL_LENGTH} characters, without user, password and fragment`,
  context: { example: 'https://discovery.example.org/holdfast', schema: { maxLength: MAX_URL_LENGTH } },
} as const satisfies FieldOptions;

export function parseReceiverUrl(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, hash, href } = new URL(text);
  return username === '' && password === '' && hash === '' ? href : undefined;
}

export class WebhookRequest {
  /** Of the receiver. */
  @Label('Address', 'It begins with https://') @IsReadable(parseReceiverUrl, RECEIVER_URL) url!: string;
  /** Only these, separated by commas; all by default. */
  @IsOptional() @IsReadable(parseTypes, TYPES) types?: string;
}

export class WebhookChangeRequest {
  /** Of the receiver. */
  @IsOptional() @IsReadable(parseReceiverUrl, RECEIVER_URL) url?: string;
  /** Only these, separated by commas. */
  @IsOptional() @IsReadable(parseTypes, TYPES) types?: string;
  /** Whether it is told. */
  @IsOptional() @IsBoolean() enabled?: boolean;
}

export class ReplayRequest {
  /**
   * The hour of it for events of patrons, the minute for others. Without a zone, in the library’s (`notices.timeZone`, else UTC);
   * a day alone is its beginning.
   */
  @Label('Send again since', 'In the library’s time zone') @IsTime() since!: string;
}

export function webhookIn({ url, types }: WebhookRequest): Pick<NewWebhook, 'url' | 'types'> {
  return { url: readField(parseReceiverUrl, url), types: typesIn(types) };
}

export function webhookChangeIn({ url, types, enabled }: WebhookChangeRequest): WebhookChange {
  return {
    url: url === undefined ? undefined : parseReceiverUrl(url),
    types: types === undefined ? undefined : parseTypes(types),
    enabled,
  };
}
