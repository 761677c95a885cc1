import { expectOk, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClockAlone, DAY, MINUTE } from '../../support/clock.js';
import { ME } from '../../support/paths.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';
import { Gateway, LOCAL_GATEWAYS } from '../../support/texts/gateway.js';

/** A patron's number for text messages, and the code that confirms it. */

const NOTICES = `${ME}/notices`;
const PHONE = `${NOTICES}/phone`;

let gateway: Gateway;
let first: TestLibrary;
let library: TestLibrary;
let patron: TestPatron;
let phone: string;
let numbers = 0;
beforeAll(async () => {
  gateway = await Gateway.start();
  first = await TestLibrary.alone({}, LOCAL_GATEWAYS);
});
beforeEach(async () => {
  gateway.answerWith(undefined);
  library = await first.another();
  await gateway.serve(library);
  patron = await library.addPatron();
  phone = `+4915100000${String(++numbers).padStart(3, '0')}`;
});
afterAll(async () => {
  await first.close();
  await gateway.stop();
});

async function choice(): Promise<Record<string, unknown>> {
  const answer = await patron.get(NOTICES);
  expectOk(answer);
  return answer.body as Record<string, unknown>;
}

const ask = (number = phone): Promise<unknown> => mustSucceed(patron.post(PHONE, { phone: number }));
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

test('a number is confirmed with the code that was sent to it, and removed', async () => {
  expect(await choice()).not.toHaveProperty('actions.confirmPhone');
  await mustSucceed(patron.post(PHONE, { phone: `${phone.slice(0, 3)} (151) ${phone.slice(6)}` }));
  expect(gateway.acceptedFor(phone)).toEqual([
    {
      type: 'code',
      language: 'en',
      to: phone,
      id: expect.stringMatching(/^code-/) as string,
      text: expect.stringMatching(/^\d{6} is your code for .+\. It is valid for ten minutes\.$/) as string,
    },
  ]);
  const waiting = await choice();
  expect(waiting).toMatchObject({ pendingPhone: phone, actions: { confirmPhone: { method: 'put' } } });
  expect(waiting).not.toHaveProperty('phone');
  await mustSucceed(patron.put(PHONE, { code: gateway.codeTo(phone) }));
  expect(await choice()).toMatchObject({ phone, actions: { removePhone: { method: 'delete' } } });
  await mustSucceed(patron.delete(PHONE));
  expect(await choice()).not.toHaveProperty('phone');
});

test('the code comes in the language of the patron', async () => {
  patron = await library.addPatron({ language: 'fr' });
  await ask();
  expect(gateway.acceptedFor(phone)[0]).toMatchObject({
    language: 'fr',
    text: expect.stringContaining('est votre code'),
  });
});

test('a code is used once, and not after another was sent', async () => {
  await ask();
  const former = gateway.codeTo(phone);
  await ask();
  const code = gateway.codeTo(phone);
  if (former !== code) expectRefusal(await patron.put(PHONE, { code: former }), 'InvalidFieldValue', 'code');
  await mustSucceed(patron.put(PHONE, { code }));
  expectRefusal(await patron.put(PHONE, { code }), 'InvalidFieldValue', 'code');
});

test('after five wrong codes the right one is refused', async () => {
  await ask();
  const code = gateway.codeTo(phone);
  for (let tries = 0; tries < 5; tries++)
    expectRefusal(await patron.put(PHONE, { code: other(code) }), 'InvalidFieldValue', 'code');
  expectRefusal(await patron.put(PHONE, { code }), 'InvalidFieldValue', 'code');
  expect(await choice()).not.toHaveProperty('pendingPhone');
});

test('a code is valid for ten minutes', async () => {
  await ask();
  await advanceClockAlone(library.service, 10 * MINUTE);
  expectRefusal(await patron.put(PHONE, { code: gateway.codeTo(phone) }), 'InvalidFieldValue', 'code');
});

test('five codes are sent in a day, however many are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: 7 }, () => patron.post(PHONE, { phone })));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(5);
  expect(gateway.acceptedFor(phone)).toHaveLength(5);
  expectRefusal(await patron.post(PHONE, { phone }), 'InvalidFieldValue', 'phone');
  await advanceClockAlone(library.service, DAY);
  await ask();
});

test('the number from before stays until another is confirmed', async () => {
  await ask();
  await mustSucceed(patron.put(PHONE, { code: gateway.codeTo(phone) }));
  const next = '+12025550123';
  await ask(next);
  expect(await choice()).toMatchObject({ phone, pendingPhone: next });
  await mustSucceed(patron.put(PHONE, { code: gateway.codeTo(next) }));
  expect(await choice()).toMatchObject({ phone: next });
});

test.each([
  ['nothing', {}, 'MissingField'],
  ['null', { phone: null }, 'MissingField'],
  ['no country', { phone: '0151 23456789' }, 'InvalidFieldValue'],
  ['a country that begins with 0', { phone: '+0151234567' }, 'InvalidFieldValue'],
  ['too many digits', { phone: `+1${'2'.repeat(15)}` }, 'InvalidFieldValue'],
  ['a huge text', { phone: `+1${' '.repeat(1_000)}2025550123` }, 'InvalidFieldValue'],
  ['digits of another script', { phone: '+٤٩١٥١٢٣٤٥٦٧' }, 'InvalidFieldValue'],
  ['a line break', { phone: '+14155550123\r\nX-Header: 1' }, 'InvalidFieldValue'],
] as const)('%s is refused as a number', async (_, fields, errorCode) => {
  const before = gateway.ids.length;
  expectRefusal(await patron.post(PHONE, fields), errorCode, 'phone');
  expect(gateway.ids).toHaveLength(before);
});

test.each(['١٢٣٤٥٦', '12345', '1234567', '12345\r\n6,'])('%j is no code', async (code) => {
  expectRefusal(await patron.put(PHONE, { code }), 'InvalidFieldValue', 'code');
});

test('a number that the gateway refuses is refused, one that it does not take now may be asked for again, and the code before it stays', async () => {
  await ask();
  const [before, code] = [phone, gateway.codeTo(phone)];
  phone = '+4915199999999';
  gateway.answerWith(422);
  expectRefusal(await patron.post(PHONE, { phone }), 'InvalidFieldValue', 'phone');
  gateway.answerWith(503);
  expectRefusal(await patron.post(PHONE, { phone }), 'ServiceUnavailable');
  await mustSucceed(patron.put(PHONE, { code }));
  expect(await choice()).toMatchObject({ phone: before });
});

test('where the gateway knows the patrons, or there is none, no number is taken', async () => {
  for (const texts of [gateway.settings({ by: 'patronId' }), {}]) {
    await library.import({ record: 'settings', websiteId: library.websiteId, ...texts });
    expect(await choice()).not.toHaveProperty('actions.sendPhoneCode');
    expectRefusal(await patron.post(PHONE, { phone }), 'InvalidFieldValue', 'phone');
  }
});

test('a record brings a number that the library has confirmed, keeps it, and takes it away', async () => {
  const { websiteId } = library;
  const record = { record: 'patron', websiteId, patronId: patron.patronId };
  await library.import({ ...record, phone: '+49 151 23456789' });
  expect(await choice()).toMatchObject({ phone: '+4915123456789' });
  await library.import({ ...record, language: 'de' });
  expect(await choice()).toMatchObject({ phone: '+4915123456789' });
  await library.import({ ...record, phone: null });
  expect(await choice()).not.toHaveProperty('phone');
});

test('a gateway at a private address is refused', async () => {
  const { websiteId } = library;
  const { texts } = gateway.settings({ url: 'https://10.0.0.1/texts' });
  await expect(library.import({ record: 'settings', websiteId, texts })).rejects.toThrow('texts.url');
});
