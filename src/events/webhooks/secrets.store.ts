import type { Database } from '../../platform/database/database.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/** The secrets as they are stored. */
export interface StoredSecrets {
  readonly webhookId: string;
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly olderSecrets: readonly OlderSecret[];
}

/** In JSON. */
export type OlderSecret = Readonly<Record<'secret' | 'until', string>>;

const findThoseWith = statement<{ webhookId: string }>(
  'webhook-secrets-find',
  `SELECT w.webhook_id AS "webhookId" FROM webhook w WHERE EXISTS (
     SELECT FROM unnest($1::text[]) AS prefix
     WHERE starts_with(w.secret, prefix) OR starts_with(w.former_secret, prefix) OR EXISTS (
       SELECT FROM jsonb_to_recordset(w.older_secrets) AS o (secret text) WHERE starts_with(o.secret, prefix)))
   LIMIT $2`,
).column('webhookId', (prefixes: readonly string[], most: number) => [prefixes, most]);

/** The secrets of some webhooks that begin with one of these prefixes. */
export async function listSecrets(
  database: Database,
  prefixes: readonly string[],
  most: number,
): Promise<StoredSecrets[]> {
  const webhookIds = await findThoseWith(database, prefixes, most);
  const rows = await database.prisma.webhook.findMany({
    where: { webhookId: { in: webhookIds } },
    select: { webhookId: true, secret: true, formerSecret: true, olderSecrets: true },
  });
  return rows.map((row) => ({ ...row, olderSecrets: row.olderSecrets as OlderSecret[] }));
}

/**
 * Each rotation changes the secret itself.
 * @returns false if there was one meanwhile
 */
export async function replaceSecrets(
  { prisma }: Connection,
  { webhookId, secret }: StoredSecrets,
  { olderSecrets, ...replacing }: Omit<StoredSecrets, 'webhookId'>,
): Promise<boolean> {
  const data = { ...replacing, olderSecrets: [...olderSecrets] };
  return (await prisma.webhook.updateMany({ where: { webhookId, secret }, data })).count > 0;
}
