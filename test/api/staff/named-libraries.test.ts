import { librariesNamed } from '../../../src/staff/permissions/named-libraries.js';
import { emptyLibrary, patron, smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService([
    ...smallLibrary(1, [1]),
    ...emptyLibrary(38, { name: 'Other Library' }),
    patron(9001, { websiteId: 38 }),
  ]);
});
afterAll(() => service.close());

const named = (
  source: 'path' | 'patron' | 'query',
  params: Record<string, string>,
  query: Record<string, string | string[]> = {},
): Promise<number[]> => librariesNamed(service.database, source, { params, query });

test.each([
  ['path', { websiteId: '37' }, [37]],
  ['path', { websiteId: '37', patronId: '1' }, [37]],
  ['patron', { patronId: '9001' }, [38]],
] as const)('in the %s: %j', async (source, params, libraries) => {
  expect(await named(source, params)).toEqual(libraries);
});

test.each([
  ['path', { websiteId: '037' }],
  ['path', { websiteId: '37', patronId: '9001' }],
  ['path', { websiteId: '38', patronId: '1' }],
  ['path', { websiteId: '37', patronId: '2' }],
  ['path', { patronId: '1' }],
  ['patron', { patronId: '2' }],
  ['patron', { patronId: 'x' }],
] as const)('nothing is found in the %s: %j', async (source, params) => {
  await expect(named(source, params)).rejects.toMatchObject({ code: 'NotFound' });
});

test.each([
  [{}, []],
  [{ websiteId: '37' }, [37]],
  [{ websiteId: '37', WEBSITEID: '38' }, [37, 38]],
  [{ websiteId: ['37', '38'] }, [37, 38]],
  [{ websiteId: 'x', other: '38' }, []],
])('every library of the query counts: %j', async (query, libraries) => {
  expect(await named('query', {}, query as Record<string, string | string[]>)).toEqual(libraries);
});
