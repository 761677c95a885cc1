import { type Answer, PatronClient } from '../../../support/client.js';
import { CHECKOUTS, HOLDS } from '../../../support/paths.js';
import { reserveIdOf } from '../../../support/records.js';
import { type ServiceUnderTest, tokenOf } from '../../../support/service.js';

const DEFERS_FOR_DAYS = 14;

/** What a patron does with a title. */
export interface Act {
  readonly patronId: number;
  readonly title: number;
  readonly kind: 'place' | 'remove' | 'suspend' | 'borrow' | 'return';
}

/** The patrons of a town, who use its service over HTTP. */
export class TownPeople {
  private readonly tokens = new Map<number, string>();

  constructor(private readonly service: ServiceUnderTest) {}

  async act({ kind, patronId, title }: Act): Promise<Answer> {
    const token = this.tokens.get(patronId) ?? (await tokenOf(this.service.database, patronId));
    this.tokens.set(patronId, token);
    const client = new PatronClient(this.service.url, token, () => undefined);
    const reserveId = reserveIdOf(title);
    switch (kind) {
      case 'place':
        return client.post(HOLDS, { reserveId, emailAddress: 'reader@example.org' });
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
    }
  }
}
