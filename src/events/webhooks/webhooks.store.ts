import type { EventPlace } from '../event-iterator.js';
import type { EventType } from '../event-types.js';
import type { Prisma } from '../../generated/prisma/client.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import type { OlderSecret } from './secrets.store.js';

export interface WebhookKey {
  readonly websiteId: number;
  readonly webhookId: string;
}

/** Why nothing is sent any more: all attempts failed for three days, the receiver answered 410, or staff have stopped it. */
export type DisabledBecause = 'failing' | 'gone' | 'staff';

/** A webhook as staff see it: without its secrets. */
export interface Webhook extends WebhookKey {
  readonly url: string;
  readonly types: readonly EventType[];
  readonly createdAt: Date;
  readonly formerSecretUntil: Date | null;
  readonly failingSince: Date | null;
  readonly retryAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledBecause: DisabledBecause | null;
}

const WEBHOOK = {
  webhookId: true,
  websiteId: true,
  url: true,
  types: true,
  createdAt: true,
  formerSecretUntil: true,
  failingSince: true,
  retryAt: true,
  disabledAt: true,
  disabledBecause: true,
} as const;

type WebhookRow = Prisma.WebhookGetPayload<{ select: typeof WEBHOOK }>;

/** Shows the former secret only as long as it signs. */
function webhookAt(now: Date, row: WebhookRow): Webhook {
  const { formerSecretUntil: until } = row;
  return { ...row, formerSecretUntil: until !== null && until > now ? until : null } as Webhook;
}

export async function listWebhooks(database: Database, websiteId: number): Promise<Webhook[]> {
  const now = await readServiceTime(database);
  const rows = await database.prisma.webhook.findMany({
    where: { websiteId },
    orderBy: [{ createdAt: 'asc' }, { webhookId: 'asc' }],
    select: WEBHOOK,
  });
  return rows.map((row) => webhookAt(now, row));
}

export async function findWebhook(database: Database, key: WebhookKey): Promise<Webhook | undefined> {
  const now = await readServiceTime(database);
  const row = await database.prisma.webhook.findFirst({ where: key, select: WEBHOOK });
  return row === null ? undefined : webhookAt(now, row);
}

/** A library whose webhooks all fail at the moment. */
export interface SilentWebhook {
  readonly websiteId: number;
  readonly url: string;
  readonly failingSince: Date | null;
  readonly disabledBecause: DisabledBecause | null;
}

const SILENT_FOR_MS = 60 * 60 * 1000;

/**
 * Some webhooks that send nothing. Those that staff have stopped themselves are no news to them.
 * @param websiteIds undefined: of all libraries
 */
export async function findSilentWebhooks(
  database: Database,
  websiteIds: readonly number[] | undefined,
  most: number,
): Promise<SilentWebhook[]> {
  const now = await readServiceTime(database);
  const rows = await database.prisma.webhook.findMany({
    where: {
      ...(websiteIds !== undefined && { websiteId: { in: [...websiteIds] } }),
      OR: [
        { disabledBecause: { not: 'staff' } },
        { failingSince: { lt: new Date(now.getTime() - SILENT_FOR_MS) } },
      ],
    },
    orderBy: [{ websiteId: 'asc' }, { createdAt: 'asc' }],
    take: most,
    select: { websiteId: true, url: true, failingSince: true, disabledBecause: true },
  });
  return rows as SilentWebhook[];
}

export interface NewWebhook {
  readonly webhookId: string;
  readonly websiteId: number;
  readonly url: string;
  readonly types: readonly EventType[];
  /** Sealed. */
  readonly secret: string;
}

/** @returns false if the library has reached its limit */
export async function insertWebhook(
  { prisma }: Connection,
  { types, ...webhook }: NewWebhook,
  place: EventPlace,
  { most, at }: { readonly most: number; readonly at: Date },
): Promise<boolean> {
  const { websiteId } = webhook;
  // If several are added at once, each counts those before it.
  await prisma.$queryRaw`SELECT website_id FROM library WHERE website_id = ${websiteId} FOR NO KEY UPDATE`;
  if ((await prisma.webhook.count({ where: { websiteId } })) >= most) return false;
  await prisma.webhook.create({
    data: { ...webhook, types: [...types], ...positionsOf(place), createdAt: at },
  });
  return true;
}

const positionsOf = ({ patrons, titles, shuffledTo }: EventPlace) => ({
  patronsPosition: patrons,
  titlesPosition: titles,
  shuffledTo,
});

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** Deliveries that began before a change are not recorded after it. */
const CHANGED = { revision: { increment: 1 } } as const;

/** Another address, or being enabled again, is a new beginning; waiting events are sent at once. */
export async function changeWebhook(
  { prisma }: Connection,
  key: WebhookKey,
  { url, types, enabled }: WebhookChange,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.webhook.updateMany({
    where: key,
    data: {
      ...CHANGED,
      ...(url !== undefined && { url }),
      ...(types !== undefined && { types: [...types] }),
      ...(enabled === true && { disabledAt: null, disabledBecause: null }),
      failures: 0,
      failingSince: null,
      retryAt: null,
    },
  });
  const { webhookId } = key;
  if (count > 0)
    await prisma.webhookRetry.updateMany({ where: { webhookId }, data: { failures: 0, retryAt: at } });
  if (count > 0 && types !== undefined)
    await prisma.webhookRetry.deleteMany({ where: { webhookId, type: { notIn: [...types] } } });
  // A disabled webhook keeps its reason.
  if (enabled === false)
    await prisma.webhook.updateMany({
      where: { ...key, disabledAt: null },
      data: { disabledAt: at, disabledBecause: 'staff' },
    });
  return count > 0;
}

export async function deleteWebhook({ prisma }: Connection, key: WebhookKey): Promise<boolean> {
  return (await prisma.webhook.deleteMany({ where: key })).count > 0;
}

/** The secret before signs too for so long. */
const BOTH_SECRETS_MS = 24 * 60 * 60 * 1000;
/** Beside the secret and the one before it: a header contains a signature of each. */
const MAX_OLDER_SECRETS = 18;

const FORMER_SECRETS = { formerSecret: true, formerSecretUntil: true, olderSecrets: true } as const;

/** The secrets that still sign: another rotation does not shorten their time. */
function formerSecretsAt(
  now: Date,
  row: Prisma.WebhookGetPayload<{ select: typeof FORMER_SECRETS }>,
): OlderSecret[] {
  const { formerSecret: secret, formerSecretUntil: until } = row;
  const last = secret !== null && until !== null ? [{ secret, until: until.toISOString() }] : [];
  return [...(row.olderSecrets as OlderSecret[]), ...last].filter(({ until: end }) => new Date(end) > now);
}

/**
 * Undefined if there is no such webhook.
 * @param secret sealed
 */
export async function rotateSecret(
  { prisma }: Connection,
  key: WebhookKey,
  secret: string,
  at: Date,
): Promise<{ formerSecretUntil: Date } | undefined> {
  // It locks the row, so that two rotations at once come one after the other.
  const [former] = await prisma.webhook.updateManyAndReturn({
    where: key,
    data: CHANGED,
    select: { secret: true, ...FORMER_SECRETS },
  });
  if (former === undefined) return undefined;
  const olderSecrets = formerSecretsAt(at, former).slice(-MAX_OLDER_SECRETS);
  const formerSecretUntil = new Date(at.getTime() + BOTH_SECRETS_MS);
  await prisma.webhook.updateMany({
    where: key,
    data: { secret, formerSecret: former.secret, formerSecretUntil, olderSecrets },
  });
  return { formerSecretUntil };
}

/** Everything behind this place is sent, again or for the first time. */
export async function moveWebhook(
  { prisma }: Connection,
  key: WebhookKey,
  place: EventPlace,
): Promise<boolean> {
  const moved = await prisma.webhook.updateMany({
    where: key,
    data: { ...CHANGED, ...positionsOf(place), accepted: [] },
  });
  return moved.count > 0;
}

/** The secrets are sealed. */
export async function findSecrets(
  database: Database,
  key: WebhookKey,
): Promise<{ url: string; secrets: string[] } | undefined> {
  const now = await readServiceTime(database);
  const row = await database.prisma.webhook.findFirst({
    where: key,
    select: { url: true, secret: true, ...FORMER_SECRETS },
  });
  if (row === null) return undefined;
  const former = formerSecretsAt(now, row).map(({ secret }) => secret);
  return { url: row.url, secrets: [row.secret, ...former] };
}
