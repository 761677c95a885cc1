import { librariesServed, type StaffPrincipal } from '../../../src/staff/permissions/staff-principal.js';
import { PERMISSIONS } from '../../support/requests/staff-routes.js';

const somebody = (...roles: StaffPrincipal['roles'][number][]): StaffPrincipal => ({
  kind: 'staff',
  id: 'id',
  name: 'name',
  roles,
});
const here = somebody(
  { websiteId: 37, role: 'collections' },
  { websiteId: 38, role: 'desk' },
  { websiteId: 39, role: 'admin' },
  { websiteId: 39, role: 'desk' },
);
const everywhere = somebody({ websiteId: null, role: 'desk' }, { websiteId: 39, role: 'admin' });

test.each<[string, StaffPrincipal, string, number[] | undefined]>([
  ['to the libraries in which the role permits it', here, 'GET /operator/v1/mail', [38, 39]],
  ['to one of them', here, 'GET /operator/v1/actions', [39]],
  ['to none for the operator', { ...here, kind: 'installation' }, 'GET /operator/v1/mail', undefined],
  ['to none by a role in all libraries', everywhere, 'GET /operator/v1/mail', undefined],
  ['to one where that role permits nothing', everywhere, 'GET /operator/v1/actions', [39]],
])('what names no library is confined %s', (_, principal, route, libraries) => {
  expect(librariesServed(principal, PERMISSIONS[route]?.roles)).toEqual(libraries);
});
