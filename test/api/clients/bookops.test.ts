import { caller, ok } from './support/caller.js';
import { shelfOf, OWN_TITLES } from './support/lending-library.js';
import {
  all,
  anObject,
  count,
  exactly,
  listOf,
  listOfLength,
  members,
  words,
  whole,
} from './support/reading.js';
import { replay } from './support/replay.js';
import { link, token } from './support/shapes.js';

/** Cataloguers' scripts in Python: True and False as Python writes them, and parameters that we do not know. */
const HTTP = { accept: 'application/json', 'user-agent': 'bookops-overdrive' };
const basic = caller({
  ...HTTP,
  authorization: '<basic>',
  'content-type': 'application/x-www-form-urlencoded',
});
const script = caller({ ...HTTP, authorization: 'Bearer <clientToken>' });

const SHELF = 320;
const COLLECTION = '/v1/collections/<collection>';
const PRODUCTS = `${COLLECTION}/products`;
const EVERYTHING = `${PRODUCTS}?availability=False&limit=25&minimum=False&q=`;

const found = members({
  totalItems: count,
  products: listOf(members({ id: words, title: words }), { atLeast: 1 }),
});
const metadata = members({
  id: words,
  title: words,
  creators: listOf(members({ name: words })),
  languages: listOf(members({ code: words })),
  subjects: listOf(members({ value: words })),
});
const onlyTheFreeTitle = members({
  totalItems: exactly(1),
  products: listOfLength(1, members({ id: exactly('<free>') })),
});
const nothing = members({ totalItems: exactly(0), products: listOfLength(0, anObject) });
const SORTS = ['title%3Aasc', 'dateAdded%3Adesc', 'popularity%3Adesc', 'publisher%3Aasc', 'dateAdded%3Adsc'];

const { operations } = replay(shelfOf(SHELF));

operations({
  "A cataloguer's script (bookops) gets a token and the library with its formats": [
    basic.post('/token', 'grant_type=client_credentials', ok(token), { clientToken: 'access_token' }),
    script.get(
      '/v1/libraries/<websiteId>',
      members({
        collectionToken: words,
        id: whole,
        name: words,
        type: words,
        formats: listOf(members({ id: words, name: words }), { atLeast: 1 }),
      }),
      { collection: 'collectionToken' },
    ),
  ],
  "A cataloguer's script (bookops) reads metadata by either identifier": [
    script.get(`${PRODUCTS}/<free>/metadata`, metadata),
    script.get(`${PRODUCTS}/<freeNumber>/metadata`, all(metadata, members({ id: exactly('<free>') }))),
  ],
  "A cataloguer's script (bookops) reads bulk metadata by either identifier, with encoded commas": [
    script.get(
      `${COLLECTION}/bulkmetadata?reserveIds=<free>%2C<waiting>`,
      members({ metadata: listOfLength(2, metadata) }),
    ),
    script.get(
      `${COLLECTION}/bulkmetadata?reserveIds=<freeNumber>%2C<waitingNumber>`,
      members({ metadata: listOfLength(2, metadata) }),
    ),
  ],
  "A cataloguer's script (bookops) searches among all titles or those with a free copy": [
    script.get(`${PRODUCTS}?availability=False&limit=25&minimum=False&q=moonstone`, found),
    script.get(`${PRODUCTS}?availability=True&limit=25&minimum=False&q=moonstone`, nothing),
  ],
  "A cataloguer's script (bookops) finds a title by its number, its ISBN or its series": [
    script.get(`${EVERYTHING}&crossRefId=<freeNumber>`, onlyTheFreeTitle),
    script.get(`${EVERYTHING}&identifier=9780000000019`, onlyTheFreeTitle),
    script.get(`${EVERYTHING}&identifier=9780000000002`, nothing),
    script.get(`${EVERYTHING}&series=castles`, onlyTheFreeTitle),
  ],
  "A cataloguer's script (bookops) asks for changes since a day": [
    script.get(`${EVERYTHING}&lastUpdateTime=1990-01-01`, found),
    script.get(`${EVERYTHING}&lastUpdateTime=2990-01-01`, nothing),
    script.get(`${EVERYTHING}&lastTitleUpdateTime=2990-01-01`, nothing),
  ],
  "A cataloguer's script (bookops) asks for titles added within 90 days": [
    script.get(`${PRODUCTS}?availability=True&daysSinceAdded=90&limit=25&minimum=False&q=machine`, found),
    script.get(`${PRODUCTS}?availability=True&daysSinceAdded=90&limit=25&minimum=False&q=dracula`, nothing),
  ],
  "A cataloguer's script (bookops) sorts by names that may be unknown": SORTS.map((sort) =>
    script.get(`${PRODUCTS}?availability=False&limit=25&minimum=False&q=the&sort=${sort}`, found),
  ),
  "A cataloguer's script (bookops) asks for 2,000 titles a page, and gets 300 and a link to the next": [
    script.get(
      `${PRODUCTS}?availability=False&limit=2000&minimum=False&q=`,
      members({
        limit: exactly(300),
        totalItems: exactly(SHELF + OWN_TITLES),
        products: listOfLength(300, anObject),
        links: members({ next: link }),
      }),
      { next: 'links.next.href' },
    ),
    script.get('<next>', members({ products: listOfLength(SHELF + OWN_TITLES - 300, anObject) })),
  ],
});
