import { Inject, Injectable } from '@nestjs/common';
import { refusal, Refusal, refusedField } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { PushKeys } from '../../notifications/push/push-keys.service.js';
import type { PushReceiver } from '../../notifications/push/push-subscriptions.store.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import { problemOfAddress } from '../../platform/outbound/outbound-policy.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { lockPatron } from '../patron-deletion.store.js';
import * as store from './push-subscriptions.store.js';

/** The browsers of a patron, and the key with which others subscribe. */
export interface PushSubscriptions {
  /** Null: the library offers no push messages. */
  readonly publicKey: string | null;
  readonly subscriptions: readonly store.PushSubscription[];
}

/** A SHA-256 in base64url. */
const ID = /^[\w-]{43}$/;

/** The browsers that take a patron's push messages (contract: #push-messages). */
@Injectable()
export class PushSubscriptionsService {
  constructor(
    private readonly database: Database,
    private readonly keys: PushKeys,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(patron: PatronKey): Promise<PushSubscriptions> {
    const isOffered = (await store.findPushOffer(this.database, patron)) === true;
    return {
      publicKey: isOffered ? await this.keys.publicKey() : null,
      subscriptions: await store.listPushSubscriptions(this.database, patron),
    };
  }

  /** @throws Refusal `NotFound` */
  async find(patron: PatronKey, subscriptionId: string): Promise<store.PushSubscription> {
    const all = await store.listPushSubscriptions(this.database, patron);
    const found = all.find((each) => each.subscriptionId === subscriptionId);
    if (found === undefined) throw refusal('NotFound');
    return found;
  }

  /**
   * A browser that the patron has already gets its keys anew.
   * @throws Refusal `InvalidFieldValue` if the library offers no push messages, the address is not one that the service may call, or another
   * patron has it with other keys; `Unauthorized`
   */
  async add(patron: PatronKey, receiver: PushReceiver): Promise<store.PushSubscription> {
    if ((await store.findPushOffer(this.database, patron)) !== true)
      throw refusedField('endpoint', 'is not needed: the library offers no push messages.');
    const problem = await problemOfAddress(receiver.endpoint, this.config.outbound, patron.websiteId);
    if (problem !== undefined) throw refusedField('endpoint', `${problem}.`);
    const now = await readServiceTime(this.database);
    return this.database.transaction(async (connection) => {
      if ((await lockPatron(connection, patron)) === undefined)
        throw new Refusal('Unauthorized', 'The patron of this token is no longer known.');
      const written = await store.writePushSubscription(connection, patron, receiver, now);
      if (written === undefined)
        throw refusedField('keys', 'are not those of the browser with this endpoint.');
      return written;
    });
  }

  /** @throws Refusal `NotFound` */
  async remove(patron: PatronKey, subscriptionId: string): Promise<void> {
    if (!ID.test(subscriptionId) || !(await store.endPushSubscription(this.database, patron, subscriptionId)))
      throw refusal('NotFound');
  }
}
