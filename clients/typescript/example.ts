import { answered, fields, holdfast, signIn } from '@holdfast/client';

const [, , baseUrl = 'http://localhost:8080', reserveId = '100001'] = process.argv;
const app = { clientId: 'demo-app', clientSecret: 'demo-app-secret-for-laptops', websiteId: 37 };
const { access_token: token } = await signIn({ baseUrl, ...app, card: '28000000001001', pin: '2468' });
const client = holdfast({ baseUrl, token });
await client.POST('/v1/patrons/me/holds', { body: fields({ reserveId, ignoreHoldEmail: true }) });
const { holds } = await answered(client.GET('/v1/patrons/me/holds'));
for (const hold of holds) console.log(`Number ${hold.holdListPosition} of ${hold.numberOfHolds}`);
