import { answered, fields, holdfast, Refused, signIn } from '@holdfast/client';

const [, , baseUrl = 'http://localhost:8080'] = process.argv;
const app = { clientId: 'demo-app', clientSecret: 'demo-app-secret-for-laptops', websiteId: 37 };
try {
  const { access_token: token } = await signIn({ baseUrl, ...app, card: '28000000001001', pin: '2468' });
  const client = holdfast({ baseUrl, token });

  const { patronId, collectionToken } = await answered(client.GET('/v1/patrons/me'));
  console.log(`Signed in as patron ${patronId}.`);

  const { products } = await answered(
    client.GET('/v1/collections/{token}/products', {
      params: { path: { token: collectionToken }, query: { q: 'frankenstein', limit: 1 } },
    }),
  );

  for (const { id: reserveId, title } of products) {
    const { data: hold, error } = await client.POST('/v1/patrons/me/holds', {
      body: fields({ reserveId, emailAddress: 'reader@example.org' }),
    });
    if (hold)
      console.log(`Placed a hold on ${title}: number ${hold.holdListPosition} of ${hold.numberOfHolds}.`);
    else console.log(`No hold on ${title}. ${error.errorCode}: ${error.message}`);
  }

  const { totalItems } = await answered(client.GET('/v1/patrons/me/holds'));
  console.log(`Holds now: ${totalItems}.`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(`${error.errorCode}: ${error.message}`);
  process.exitCode = 1;
}
