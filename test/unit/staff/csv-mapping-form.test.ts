import { mappingIn } from '../../../src/staff/imports/csv-mapping.requests.js';

const chosen = (values: string): ReturnType<typeof mappingIn> =>
  mappingIn({ column0: 'externalId', column1: 'category', 'values-category': values }, 'patrons', [
    'nr',
    'group',
  ]);

test('what stands for values is one a line; empty lines are none', () => {
  const { values } = chosen('ADT = adult\r\n\r\n* = guest\r\n').find(({ member }) => member === 'category')!;
  expect(values).toEqual({ ADT: 'adult', '*': 'guest' });
});

test('a line that is none is refused, and not left out', () => {
  expect(() => chosen('ADT = adult\nStaff > Staff')).toThrow('"Staff > Staff" is none');
});
