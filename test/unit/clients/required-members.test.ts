import { readFileSync } from 'node:fs';

function eachOf(list: string, members: string): string[] {
  return members.split(' ').map((member) => `${list}[].${member}`);
}

/**
 * The members that strict clients read without asking whether they are there: Koha, VuFind, Aspen and its indexer, Palace,
 * NYPL, Evergreen and its page. The description must promise them, as test/api sees that all answers conform to it. Below a
 * list are the members of each of its elements.
 */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'GET /v1/collections/{token}/products 200': [
    ...'limit links.first.href links.last.href offset totalItems'.split(' '),
    ...eachOf(
      'products',
      'dateAdded formats[].id id links.availability.href links.availability.type links.availabilityV2.href links.availabilityV2.type links.metadata.href links.metadata.type mediaType sortTitle title',
    ),
  ],
  'GET /v1/collections/{token}/products/{id}/metadata 200': [
    ...'crossRefId id images mediaType popularity sortTitle title'.split(' '),
    ...eachOf('creators', 'fileAs name role'),
    ...eachOf('formats', 'id identifiers[].type identifiers[].value name'),
    ...eachOf('languages', 'code name'),
    ...eachOf('subjects', 'value'),
  ],
  'GET /v1/collections/{token}/products/{id}/availability 200': [
    ...'availabilityType available copiesAvailable copiesOwned id'.split(' '),
  ],
  'GET /v1/patrons/me 200': [
    ...'checkoutLimit collectionToken existingPatron holdLimit linkTemplates.availability.href linkTemplates.availability.type linkTemplates.search.type links.checkouts.href links.checkouts.type links.holds.href links.holds.type patronId websiteId'.split(
      ' ',
    ),
    ...eachOf('actions', 'editLendingPeriod.href editLendingPeriod.method'),
    ...eachOf('lendingPeriods', 'formatType lendingPeriod units'),
  ],
  'GET /v1/patrons/me/holds 200': [
    ...'totalItems'.split(' '),
    ...eachOf(
      'holds',
      'actions autoCheckout crossRefId emailAddress holdListPosition holdPlacedDate links.self.type numberOfHolds reserveId',
    ),
  ],
  'GET /v1/patrons/me/checkouts 200': [
    ...'totalCheckouts totalItems'.split(' '),
    ...eachOf(
      'checkouts',
      'actions.earlyReturn.href actions.earlyReturn.method checkoutDate crossRefId expires formats[].formatType formats[].linkTemplates formats[].linkTemplates.downloadLink.type formats[].linkTemplates.downloadLinkV2.href formats[].links.self.href formats[].links.self.type formats[].reserveId isFormatLockedIn reserveId',
    ),
  ],
  'GET /v1/patrons/me/checkouts/{id}/formats 200': [
    ...eachOf('formats', 'formatType linkTemplates.downloadLink.href reserveId'),
  ],
  'GET /v1/collections/{token}/availability 200': [
    ...eachOf('availability', 'copiesAvailable copiesOwned id'),
  ],
  'GET /v2/collections/{token}/availability 200': [
    ...'totalItems'.split(' '),
    ...eachOf('availability', 'available copiesAvailable copiesOwned numberOfHolds reserveId'),
  ],
  'GET /v1/collections/{token}/bulkmetadata 200': [
    ...eachOf('metadata', 'creators crossRefId id mediaType title'),
  ],
  'GET /v1/libraries/{websiteId} 200': [
    ...'links.advantageAccounts.href links.self.href name type'.split(' '),
    ...eachOf('formats', 'id name'),
  ],
  'GET /v1/libraries/{websiteId}/advantageAccounts 200': [
    ...'id'.split(' '),
    ...eachOf('advantageAccounts', 'collectionToken id links.products.href name'),
  ],
  'GET /v2/collections/{token}/products/{id}/availability 200': [
    ...'availabilityType available copiesAvailable copiesOwned links.self.type numberOfHolds reserveId'.split(
      ' ',
    ),
    ...eachOf('accounts', 'copiesAvailable copiesOwned id shared'),
  ],
  'POST /v1/patrons/me/checkouts/{id}/formats 201': [
    ...'formatType linkTemplates.downloadLink.href links.self.type'.split(' '),
  ],
  'GET /v1/patrons/me/checkouts/{id}/formats/{formatType}/downloadlink 200': [
    ...'formatType links.contentlink.href links.contentlink.type'.split(' '),
  ],
};

test.each(Object.entries(NEEDS))(
  'clients can rely on the members that they read of %s',
  (operation, members) => {
    expect(notRequired(operation, members)).toEqual([]);
  },
);

test('a member that may be absent is not taken for a required one', () => {
  const members = ['totalItems', 'holds[].holdExpires', 'holds[].nonsense'];
  expect(notRequired('GET /v1/patrons/me/holds 200', members)).toEqual(members.slice(1));
});

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Answers {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Answers>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/**
 * Which of these members an answer may lack. A member is a path such as `products[].links.metadata`: each of its steps
 * must be required.
 * @param operation such as `GET /v1/patrons/me 200`
 */
function notRequired(operation: string, members: readonly string[]): string[] {
  const [method = '', path = '', status = ''] = operation.split(' ');
  const answers = document.paths[path]?.[method.toLowerCase()]?.responses;
  const schema = answers?.[status]?.content?.['application/json']?.schema;
  if (schema === undefined) return [`${operation} is no JSON answer`];
  return members.filter((member) => !isRequired(schema, member.split('.')));
}

function isRequired(schema: Schema, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  const name = step.replace('[]', '');
  return alternativesOf(schema).every(({ required, properties }) => {
    const member = properties?.[name];
    if (member === undefined || required?.includes(name) !== true) return false;
    const inner = step.endsWith('[]') ? elementsOf(member) : member;
    return inner !== undefined && isRequired(inner, rest);
  });
}

function elementsOf(list: Schema): Schema | undefined {
  return resolved(list).items;
}

/** What a client gets only if it asks for it: by `minimum`, which none of these clients sends. */
const ON_REQUEST = ['#/components/schemas/ShortProductRecord'];

/** All that the value may be: what is required is required in each. */
function alternativesOf(schema: Schema): readonly Schema[] {
  const { anyOf, oneOf, ...own } = resolved(schema);
  const alternatives = (anyOf ?? oneOf)?.filter(({ $ref }) => !ON_REQUEST.includes($ref ?? ''));
  return alternatives === undefined ? [own] : alternatives.flatMap(alternativesOf);
}

function resolved(schema: Schema): Schema {
  const name = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
  if (name === undefined) return schema;
  const found = document.components.schemas[name];
  if (found === undefined) throw new Error(`There is no schema ${name}.`);
  return resolved(found);
}
