import { randomUUID } from 'node:crypto';
import { URLSearchParams } from 'node:url';
import { CLIENT, isCardholder, PIN, reserveIdOf, TITLES, tokenOf, cardOf, WEBSITE_ID } from './library.mjs';

const ME = '/v1/patrons/me';
const HOLDS = `${ME}/holds`;
const CHECKOUTS = `${ME}/checkouts`;

/** What a patron does next, by weight. Reads are half of it, as in a discovery layer. */
const STEPS = [
  [20, 'list'],
  [5, 'readHold'],
  [5, 'profile'],
  [8, 'loans'],
  [7, 'search'],
  [5, 'availability'],
  [22, 'place'],
  [6, 'remove'],
  [4, 'changeAddress'],
  [6, 'suspend'],
  [5, 'release'],
  [14, 'borrow'],
  [10, 'returnTitle'],
  [1, 'signIn'],
  [1, 'askOperator'],
];

/** A patron who sends one request after another, and remembers the answers as a client does. */
export class Patron {
  isBusy = false;
  #client;
  #random;
  #id;
  /** The last list of holds, with its ETag. */
  #holds = [];
  #etag;
  #loans = [];
  #collectionToken;

  constructor(client, random, id) {
    this.#client = client;
    this.#random = random;
    this.#id = id;
  }

  async step() {
    this.isBusy = true;
    try {
      await this[this.#random.weighted(STEPS)]();
    } finally {
      this.isBusy = false;
    }
  }

  async list() {
    const headers = this.#etag !== undefined && this.#isOneIn(2) ? { 'if-none-match': this.#etag } : {};
    const answer = await this.#send('GET', HOLDS, { headers });
    if (answer.status !== 200) return;
    this.#holds = JSON.parse(answer.text).holds;
    this.#etag = answer.headers.etag;
  }

  async readHold() {
    await this.#send('GET', `${HOLDS}/${this.#someHold() ?? this.#someTitle()}`);
  }

  async profile() {
    const answer = await this.#send('GET', ME);
    if (answer.status === 200) this.#collectionToken = JSON.parse(answer.text).collectionToken;
  }

  async loans() {
    const answer = await this.#send('GET', CHECKOUTS);
    if (answer.status === 200)
      this.#loans = JSON.parse(answer.text).checkouts.map(({ reserveId }) => reserveId);
  }

  async search() {
    const words = this.#random.pick(['harbour', 'lights', `lights ${this.#random.integerBelow(TITLES)}`]);
    await this.#inCatalog(`products?q=${encodeURIComponent(words)}&limit=10`);
  }

  async availability() {
    await this.#inCatalog(`products/${this.#someTitle()}/availability`);
  }

  /** One in four has a key, and one in three of those is sent again, as after a lost answer. */
  async place() {
    const reserveId = this.#someTitle();
    const body = fields({ reserveId, emailAddress: `patron${this.#id}@example.org` });
    if (!this.#isOneIn(4)) return void (await this.#send('POST', HOLDS, { body }));
    const request = { body, headers: { 'idempotency-key': randomUUID() } };
    const first = await this.#send('POST', HOLDS, request);
    if (first.status !== 201 || !this.#isOneIn(3)) return;
    const again = await this.#send('POST', HOLDS, request);
    if (again.status < 500 && (again.status !== 201 || again.text !== first.text))
      throw new Error(`A repeated request was answered with ${again.status} ${again.text}`);
  }

  async remove() {
    await this.#onHold('removeHold', (id) => this.#send('DELETE', `${HOLDS}/${id}`));
  }

  async changeAddress() {
    const body = fields({ emailAddress: `new${this.#id}@example.org` });
    await this.#onHold('editHold', (id) => this.#send('PUT', `${HOLDS}/${id}`, { body }));
  }

  async suspend() {
    const numberOfDays = 1 + this.#random.integerBelow(14);
    const body = fields(
      this.#isOneIn(5) ? { suspensionType: 'indefinite' } : { suspensionType: 'limited', numberOfDays },
    );
    await this.#onHold('addSuspension', (id) => this.#send('POST', `${HOLDS}/${id}/suspension`, { body }));
  }

  async release() {
    await this.#onHold('releaseSuspension', (id) => this.#send('DELETE', `${HOLDS}/${id}/suspension`));
  }

  /** What is set aside for the patron, or anything. */
  async borrow() {
    const reserveId = this.#someHold('checkout') ?? this.#someTitle();
    const answer = await this.#send('POST', CHECKOUTS, { body: fields({ reserveId }) });
    if (answer.status === 201) this.#loans.push(reserveId);
  }

  async returnTitle() {
    const reserveId = this.#loans.shift();
    if (reserveId === undefined) return this.loans();
    await this.#send('DELETE', `${CHECKOUTS}/${reserveId}`);
  }

  /** One PIN in five is wrong. */
  async signIn() {
    if (!isCardholder(this.#id)) return this.profile();
    const { clientId, secret } = CLIENT;
    const form = {
      grant_type: 'password',
      username: cardOf(this.#id),
      password: this.#isOneIn(5) ? 'wrong' : PIN,
      scope: `websiteid:${WEBSITE_ID} authorizationname:main`,
    };
    await this.#client.send('POST', '/patrontoken', {
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    });
  }

  async askOperator() {
    const path = this.#random.pick([
      `libraries/${WEBSITE_ID}/queues`,
      `titles/${this.#someTitle()}/queue?websiteId=${WEBSITE_ID}`,
      `patrons/${this.#id}/export`,
      'mail',
    ]);
    await this.#client.operator('GET', `/operator/v1/${path}`);
  }

  async #inCatalog(path) {
    if (this.#collectionToken === undefined) await this.profile();
    const { status } = await this.#send('GET', `/v1/collections/${this.#collectionToken}/${path}`);
    // An import may have moved the patron to another category.
    if (status === 401 || status === 404) this.#collectionToken = undefined;
  }

  async #onHold(action, request) {
    const reserveId = this.#someHold(action);
    await (reserveId === undefined ? this.list() : request(reserveId));
  }

  /** A hold of the last list, which may have ended since: then the service refuses. */
  #someHold(action) {
    const holds = this.#holds.filter(({ actions }) => action === undefined || action in actions);
    return this.#random.pick(holds)?.reserveId;
  }

  /** A few titles are in great demand. */
  #someTitle() {
    return reserveIdOf(1 + Math.floor(this.#random.next() ** 2 * TITLES));
  }

  #isOneIn(number) {
    return this.#random.integerBelow(number) === 0;
  }

  #send(method, path, options) {
    return this.#client.send(method, path, { token: tokenOf(this.#id), ...options });
  }
}

function fields(values) {
  return JSON.stringify({ fields: Object.entries(values).map(([name, value]) => ({ name, value })) });
}
