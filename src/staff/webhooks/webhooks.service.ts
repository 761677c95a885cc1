import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Refusal, refusal, refusedField } from '../../domain/errors.js';
import { representTime } from '../../http/answers/timestamp.representation.js';
import { placeBefore, placeNow } from '../../events/event-feed.service.js';
import { announceEvents } from '../../events/publisher.store.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { type OutboundPolicy, problemOfAddress } from '../../platform/outbound/outbound-policy.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { type ActionName, recordAction } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { insertAttempts, listAttempts } from '../../events/webhooks/attempts.store.js';
import { sendOnce } from '../../events/webhooks/delivery.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import { newSecret } from '../../platform/outbound/signature.js';
import * as store from '../../events/webhooks/webhooks.store.js';
import type { Page } from '../requests/paging.requests.js';
import { readTypedTime } from '../requests/typed-time.js';
import {
  type AttemptListRecord,
  representAttempts,
  representTest,
  representWebhook,
  type RotatedSecretRecord,
  type TestAttemptRecord,
  type WebhookListRecord,
  type WebhookRecord,
  type WebhookSecretRecord,
} from './webhooks.representation.js';

export type { WebhookKey } from '../../events/webhooks/webhooks.store.js';

const MAX_WEBHOOKS = 20;

type WebhookSettings = Pick<Config, 'outbound' | 'outboundProxy'>;

/** The receivers of a library's events, for the API, the console and the command line. `WebhookDeliveries` sends the events. */
@Injectable()
export class WebhooksService {
  private readonly policy: OutboundPolicy;

  constructor(
    private readonly database: Database,
    private readonly seal: SecretSeal,
    @Inject(CONFIG) private readonly config: WebhookSettings,
  ) {
    this.policy = config.outbound;
  }

  async list(websiteId: number): Promise<WebhookListRecord> {
    const webhooks = await store.listWebhooks(this.database, websiteId);
    return { webhooks: webhooks.map(representWebhook) };
  }

  /** @throws Refusal `NotFound` */
  async find(key: store.WebhookKey): Promise<WebhookRecord> {
    return representWebhook(found(await store.findWebhook(this.database, key)));
  }

  /** The receiver gets events from now on. @throws Refusal `NotFound`, `InvalidFieldValue` */
  async add(
    websiteId: number,
    { url, types }: Pick<store.NewWebhook, 'url' | 'types'>,
    staff: StaffPrincipal,
  ): Promise<WebhookSecretRecord> {
    await this.requireAllowed(url, websiteId);
    const [webhookId, secret] = [randomUUID(), newSecret()];
    const place = await placeNow(this.database);
    const at = await readServiceTime(this.database);
    await this.database.transaction(async (transaction) => {
      const webhook = { webhookId, websiteId, url, types, secret: this.seal.seal(webhookId, secret) };
      if (!(await store.insertWebhook(transaction, webhook, place, { most: MAX_WEBHOOKS, at })))
        throw new Refusal('InvalidFieldValue', `A library has at most ${MAX_WEBHOOKS} webhooks.`);
      await recordAction(transaction, { staff, action: 'webhook-added', websiteId });
    });
    return { webhookId, secret };
  }

  /** Sends waiting events at once. @throws Refusal `NotFound`, `InvalidFieldValue` */
  async change(key: store.WebhookKey, change: store.WebhookChange, staff: StaffPrincipal): Promise<void> {
    if (change.url !== undefined) await this.requireAllowed(change.url, key.websiteId);
    await this.changed(key, 'webhook-changed', staff, (transaction, at) =>
      store.changeWebhook(transaction, key, change, at),
    );
  }

  /** @throws Refusal `NotFound` */
  async delete(key: store.WebhookKey, staff: StaffPrincipal): Promise<void> {
    await this.changed(key, 'webhook-deleted', staff, (transaction) => store.deleteWebhook(transaction, key));
  }

  /** Both secrets sign for 24 hours. @throws Refusal `NotFound` */
  async rotate(key: store.WebhookKey, staff: StaffPrincipal): Promise<RotatedSecretRecord> {
    const secret = newSecret();
    const { webhookId } = key;
    const { formerSecretUntil } = await this.changed(
      key,
      'webhook-secret-rotated',
      staff,
      (transaction, at) => store.rotateSecret(transaction, key, this.seal.seal(webhookId, secret), at),
    );
    return { webhookId, secret, formerSecretUntil: representTime(formerSecretUntil) };
  }

  /** Sends the kept events since that moment again. @throws Refusal `NotFound` */
  async replay(key: store.WebhookKey, typed: string, staff: StaffPrincipal): Promise<void> {
    const since = await readTypedTime(this.database, key.websiteId, {
      name: 'since',
      text: typed,
      day: 'begins',
    });
    const place = await placeBefore(this.database, since);
    await this.changed(key, 'webhook-replayed', staff, (transaction) =>
      store.moveWebhook(transaction, key, place),
    );
  }

  /** Sends a test event now. @throws Refusal `NotFound` */
  async test(key: store.WebhookKey): Promise<TestAttemptRecord> {
    const { websiteId, webhookId } = key;
    const target = found(await store.findSecrets(this.database, key));
    const id = randomUUID();
    const event = {
      specversion: '1.0',
      id,
      source: `/operator/v1/libraries/${websiteId}`,
      type: 'webhook.test',
      time: representTime(new Date()),
      subject: `libraries/${websiteId}`,
      datacontenttype: 'application/json',
      data: { websiteId },
    };
    const message = { id, type: event.type, patronId: null, body: JSON.stringify(event) };
    const attempt = await sendOnce({ ...target, ...key }, message, {
      seal: this.seal,
      policy: this.policy,
      proxy: this.config.outboundProxy,
    });
    await insertAttempts(this.database, webhookId, [attempt]);
    return representTest(attempt);
  }

  /** Latest first. @throws Refusal `NotFound` */
  async attempts(key: store.WebhookKey, page: Page): Promise<AttemptListRecord> {
    await this.find(key);
    return representAttempts(await listAttempts(this.database, key, page));
  }

  /** @param change resolves to undefined or false if there is no such webhook */
  private async changed<Result>(
    { websiteId }: store.WebhookKey,
    action: ActionName,
    staff: StaffPrincipal,
    change: (transaction: Connection, at: Date) => Promise<Result | false | undefined>,
  ): Promise<Result> {
    const at = await readServiceTime(this.database);
    const result = await this.database.transaction(async (transaction) => {
      const changed = found(await change(transaction, at));
      await recordAction(transaction, { staff, action, websiteId });
      return changed;
    });
    await announceEvents(this.database);
    return result;
  }

  private async requireAllowed(url: string, websiteId: number): Promise<void> {
    const problem = await problemOfAddress(url, this.policy, websiteId);
    if (problem !== undefined)
      throw refusedField('url', `${problem}. For a receiver on your own machine, run "holdfast listen".`);
  }
}

function found<Found>(result: Found | false | undefined): Found {
  if (result === undefined || result === false) throw refusal('NotFound');
  return result;
}
