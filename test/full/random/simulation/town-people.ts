import { type Answer, PatronClient } from '../../../support/client.js';
import { CHECKOUTS, HOLDS, ME } from '../../../support/paths.js';
import { reserveIdOf } from '../../../support/records.js';
import { type ServiceUnderTest, tokenOf } from '../../../support/service.js';

const DEFERS_FOR_DAYS = 14;
const WATCHES = `${ME}/watches`;

/** What a patron does with a title. */
export interface Act {
  readonly patronId: number;
  readonly title: number;
  readonly kind: 'place' | 'remove' | 'suspend' | 'borrow' | 'return' | 'watch' | 'unwatch';
  /** What is done then, unless the title can be had at once. */
  readonly next?: Act;
  /** The title that the patron would have as gladly. */
  readonly besides?: number;
  /** The hold is an alternative to that on the other title. */
  readonly isAlternative?: boolean;
  /** The patron wants the title, but not soon. */
  readonly isForLater?: boolean;
}

/** The patrons of a town, who use its service over HTTP. */
export class TownPeople {
  private readonly tokens = new Map<number, string>();

  constructor(private readonly service: ServiceUnderTest) {}

  async act({ kind, patronId, title, besides = 0, isAlternative }: Act): Promise<Answer> {
    const token = this.tokens.get(patronId) ?? (await tokenOf(this.service.database, patronId));
    this.tokens.set(patronId, token);
    const client = new PatronClient(this.service.url, token, () => undefined);
    const [reserveId, emailAddress] = [reserveIdOf(title), 'reader@example.org'];
    switch (kind) {
      case 'place':
        return client.post(HOLDS, {
          ...{ reserveId, emailAddress },
          ...(isAlternative === true && { alternativeTo: reserveIdOf(besides) }),
        });
      case 'remove':
        return client.delete(`${HOLDS}/${reserveId}`);
      case 'suspend':
        return client.post(`${HOLDS}/${reserveId}/suspension`, {
          suspensionType: 'limited',
          numberOfDays: DEFERS_FOR_DAYS,
        });
      case 'borrow':
        return client.post(CHECKOUTS, { reserveId });
      case 'return':
        return client.delete(`${CHECKOUTS}/${reserveId}`);
      case 'watch':
        return client.post(WATCHES, { reserveId, emailAddress });
      case 'unwatch':
        return client.delete(`${WATCHES}/${reserveId}`);
    }
  }
}
