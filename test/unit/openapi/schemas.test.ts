import { addTo } from '../../../scripts/openapi/schemas.mjs';

test('two types of one name are an error, unless they are the same', () => {
  const schemas = { Title: { type: 'string' } };
  addTo(schemas, { Title: { type: 'string' }, Copies: { type: 'number' } });
  expect(Object.keys(schemas)).toEqual(['Title', 'Copies']);
  expect(() => addTo(schemas, { Copies: { type: 'object' } })).toThrow('Two types are called Copies');
});
