import { fetchKeys } from '../access/providers/provider-keys.js';
import { createMailTransport } from '../notifications/sending/mail-transport.js';
import { composeTestMail } from '../notifications/composing/test-mail.js';
import { type Config, DEFAULT_MAIL_FROM } from '../platform/settings/config.js';
import type { Outbound } from '../platform/outbound/outbound-policy.js';
import type { SettingsRecord } from '../records/kinds/settings/settings.schema.js';
import type { AskedCard } from '../access/ils/sip2-walk.js';
import type { IlsSettings } from '../access/ils/ils-settings.js';
import type { CsvKind } from '../records/csv/csv-members.js';
import { listCounts } from '../records/engine/rejection-messages.js';
import { commandLine } from './called-as.js';
import { ilsPoints } from './ils-checklist.js';
import type { LibraryParts } from './library.store.js';
import { done, failed, open, type ChecklistPoint } from './points.js';

export interface CheckedLibrary {
  readonly websiteId: number;
  readonly name: string;
  readonly settings: SettingsRecord;
  /** The stored settings, or those that were given. */
  readonly ils: IlsSettings | null;
  /** False: a card alone signs in. */
  readonly pinRequired: boolean;
  readonly categories: readonly string[];
  readonly parts: Omit<LibraryParts, 'collections' | 'categories'>;
  /** The lowest patron number. */
  readonly firstPatron?: number | undefined;
}

/** Tests beyond the checklist. */
export interface CheckOptions {
  /** The address that gets a test mail of the library. */
  readonly sendTestMail?: string | undefined;
  /** The card that the library's system is asked about. */
  readonly card?: AskedCard | undefined;
}

/**
 * The points that a library still needs before its patrons can use it. It fetches the identity provider's keys, and connects to the library's
 * system.
 */
export async function checkLibrary(
  config: Config,
  library: CheckedLibrary,
  { sendTestMail, card }: CheckOptions = {},
): Promise<ChecklistPoint[]> {
  const { clients } = library.parts;
  return [
    patronsPoint(library),
    ...pinsPoint(config, library),
    ...titlesPoints(library),
    clients.length > 0
      ? done(`Clients that sign patrons in: ${clients.join(', ')}.`)
      : open("A client for the library's catalog, if it signs patrons in: import a client record."),
    await providerPoint(config, library),
    ...(library.ils === null ? [] : await ilsPoints(config, { ...library, ils: library.ils }, card)),
    senderPoint(config, library.settings),
    ...(sendTestMail === undefined ? [] : [await testMailPoint(config, library, sendTestMail)]),
  ];
}

/** The request that can be tried once the rest is done. */
export function firstRequest(
  { publicUrl }: Config,
  { websiteId, firstPatron }: CheckedLibrary,
): ChecklistPoint {
  const token = commandLine(`token ${firstPatron ?? `--library ${websiteId} --card NUMBER`}`);
  return open(
    `A first request: echo "Authorization: Bearer $(${token})" | curl -H @- ${publicUrl}/v1/patrons/me`,
  );
}

function patronsPoint(library: CheckedLibrary): ChecklistPoint {
  const { patrons } = library.parts;
  if (patrons > 0) return done(`Patrons: ${patrons}.`);
  return library.ils === null
    ? fileToImport('patrons', library)
    : done('Patrons: each is added at the first sign-in.');
}

/** Many systems do not export PINs, and nobody else notices before the first patron is refused. */
function pinsPoint(config: Config, { parts, settings, ils, pinRequired }: CheckedLibrary): ChecklistPoint[] {
  const { patrons, patronsWithoutPin } = parts;
  const provider = settings.identityProvider ?? config.identityProvider;
  if (patronsWithoutPin === 0 || !pinRequired || ils !== null || provider !== undefined) return [];
  return [
    open(
      `PINs: missing for ${patronsWithoutPin} of ${listCounts([patrons, 'patron'])}, who cannot sign in. Import them, or let your own system check them (docs/library-system.md).`,
    ),
  ];
}

function titlesPoints(library: CheckedLibrary): ChecklistPoint[] {
  const { titles, sharedTitles } = library.parts;
  if (titles > 0) return [done(`Titles: ${titles}.`)];
  return [
    sharedTitles > 0
      ? done(`Titles: ${sharedTitles}, which all libraries share.`)
      : fileToImport('titles', library),
    fileToImport('copies', library),
  ];
}

/** Names CSV, the usual form of lists; docs/records.md has the other way. */
function fileToImport(kind: CsvKind, { websiteId }: CheckedLibrary): ChecklistPoint {
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return open(`${name}: ${commandLine(`import ${kind}.csv --library ${websiteId} --kind ${kind}`)}`);
}

async function providerPoint(
  config: Config,
  { settings: { identityProvider }, ils }: CheckedLibrary,
): Promise<ChecklistPoint> {
  const provider = identityProvider ?? config.identityProvider;
  if (provider === undefined)
    return done(
      `Identity provider: none. Patrons sign in with card and PIN${ils === null ? '' : ', by the system of the library'}.`,
    );
  const whose = identityProvider === null ? "the service's own" : 'of the library';
  const { host } = new URL(provider.jwksUrl);
  const usable = await countKeys(provider.jwksUrl, {
    policy: identityProvider === null ? undefined : config.outbound,
    proxy: config.outboundProxy,
  });
  if (usable === 0)
    return failed(
      `Identity provider (${whose}): no keys at ${host}. Its patrons' tokens get 503 until there are.`,
    );
  return done(`Identity provider (${whose}): ${listCounts([usable, 'key'])} at ${host}.`);
}

async function countKeys(jwksUrl: string, to: Outbound): Promise<number> {
  try {
    return (await fetchKeys(new URL(jwksUrl), to)).keys.length;
  } catch {
    return 0;
  }
}

const ASK_A_WORKER =
  'the processes of ROLE=api, as whose this command runs, send none. Run it where a worker runs, which has SMTP_URL.';

/** A process that only answers requests has no settings of the mail server. */
function sendsNoMail({ role, smtpUrl }: Config): boolean {
  return role === 'api' && smtpUrl === undefined;
}

/** Others manage the DNS of the sender's domain, which must be right before the first notice. */
function senderPoint(config: Config, { mail }: SettingsRecord): ChecklistPoint {
  if (sendsNoMail(config)) return open(`Mail: ${ASK_A_WORKER}`);
  if (config.smtpUrl === undefined)
    return open('Mail: SMTP_URL is not set, so notices are written to files and reach no patron.');
  const address = mail?.fromAddress ?? config.mailFrom;
  if (address === DEFAULT_MAIL_FROM)
    return open('Mail: neither the library nor MAIL_FROM names a sender; mail servers refuse such mails.');
  const domain = address.split('@').at(-1) ?? '';
  const hostname = URL.canParse(config.smtpUrl) ? new URL(config.smtpUrl).hostname : 'the mail server';
  return open(
    `Mail from ${address}: the DNS of ${domain} must let ${hostname} send for it (SPF), and publish the key with which that server signs (DKIM).`,
  );
}

const MAX_TEST_MAIL_MS = 30_000;

async function testMailPoint(config: Config, library: CheckedLibrary, to: string): Promise<ChecklistPoint> {
  if (sendsNoMail(config)) return failed(`Test mail: ${ASK_A_WORKER}`);
  const { mail } = library.settings;
  const sender = {
    address: mail?.fromAddress ?? config.mailFrom,
    name: mail?.fromName ?? null,
    replyTo: mail?.replyTo ?? null,
    bouncesTo: config.mailBouncesTo ?? null,
  };
  const transport = createMailTransport(config);
  try {
    await transport.deliver(composeTestMail(library.name, to, sender), AbortSignal.timeout(MAX_TEST_MAIL_MS));
    return done(
      `Test mail: ${config.smtpUrl === undefined ? `a file in ${config.mailFolder}` : 'accepted by the mail server'}.`,
    );
  } catch (error) {
    return failed(`Test mail: ${error instanceof Error ? error.message : 'it could not be sent.'}`);
  } finally {
    transport.close();
  }
}
