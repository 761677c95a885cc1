import { URLSearchParams } from 'node:url';
import { findPatronOfToken, findPrincipalOfToken } from '../../dist/access/tokens/tokens.store.js';
import { representAvailability } from '../../dist/catalog/availability/availability.representation.js';
import { CollectionsService } from '../../dist/catalog/collections/collections.service.js';
import { representSearch } from '../../dist/catalog/search.representation.js';
import { searchOf } from '../../dist/catalog/search.requests.js';
import { SearchService } from '../../dist/catalog/search.service.js';
import { TitlesService } from '../../dist/catalog/titles/titles.service.js';
import { UpToDateReads } from '../../dist/circulation/up-to-date-reads.js';
import { representHoldList, representListedHold } from '../../dist/holds/hold.representation.js';
import { findHeldRows, heldTitlesFrom, listHeldRows } from '../../dist/holds/holds.store.js';
import { Addresses } from '../../dist/http/answers/addresses.js';
import { representPatron } from '../../dist/patrons/patron.representation.js';
import { findProfile } from '../../dist/patrons/patrons.store.js';

/**
 * What each measured read does, without HTTP, Nest and everything that the service does for every request: it hashes and
 * checks the token, runs the statements, and makes the answer from their rows, with the service's own stores and
 * representations. Nothing is due in the measured libraries, so nothing has to be applied.
 *
 * @param {import('./bare-connection.mjs').BareConnection} connection
 * @param {object} config of which the addresses in answers are made
 */
export function readsOn(connection, config) {
  const addresses = new Addresses(config);
  const collections = new CollectionsService(connection);
  const upToDate = new UpToDateReads(connection, undefined);
  const titles = new TitlesService(connection, collections, upToDate);
  const searches = new SearchService(connection, collections, upToDate);
  const byId = (reserveId) => ({ kind: 'reserveId', reserveId });
  const list = {
    route: '/v1/patrons/me/holds',
    async answer({ token }) {
      const patron = await findPatronOfToken(connection, token);
      const rows = await listHeldRows(connection, patron);
      return representHoldList(await heldTitlesFrom(connection, patron, rows), addresses);
    },
  };
  return {
    list,
    'list of one patron': list,
    'one hold': {
      route: '/v1/patrons/me/holds/:id',
      async answer({ token, path }) {
        const patron = await findPatronOfToken(connection, token);
        const rows = await findHeldRows(connection, patron, byId(path.slice(path.lastIndexOf('/') + 1)));
        const [held] = await heldTitlesFrom(connection, patron, rows);
        return representListedHold(held, addresses);
      },
    },
    'patron information': {
      route: '/v1/patrons/me',
      async answer({ token }) {
        const patron = await findPatronOfToken(connection, token);
        return representPatron(await findProfile(connection, patron), addresses);
      },
    },
    availability: {
      route: '/v1/collections/:token/products/:id/availability',
      async answer({ token, path }) {
        const principal = await findPrincipalOfToken(connection, token);
        const [, , , collectionToken, , reserveId] = path.split('/');
        return representAvailability(
          await titles.find(principal, collectionToken, byId(reserveId)),
          addresses,
        );
      },
    },
    'search of 20': {
      route: '/v1/collections/:token/products',
      async answer({ token, path }) {
        const principal = await findPrincipalOfToken(connection, token);
        const [, , , collectionToken, , query] = path.split('/');
        const { q, limit } = Object.fromEntries(new URLSearchParams(query));
        const search = searchOf({ q, limit: Number(limit) }, principal);
        return representSearch(await searches.find(principal, collectionToken, search), search, addresses);
      },
    },
  };
}
