import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { completeAnswers, type Known } from '../../../src/cli/init/answers.js';
import { inDialog } from '../../../src/cli/init/dialog.js';

const numberFor = (): Promise<number> => Promise.resolve(7);
/** Library 3 is there already. */
const knownOf = (library: number): Promise<Known> =>
  Promise.resolve(library === 3 ? { timeZone: 'Asia/Tokyo', categories: ['PT', 'K'] } : {});

/** What somebody types, and what they see. */
async function typing(typed: string): Promise<{ answers: unknown; seen: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.write(typed);
  const answers = await inDialog((ask) => completeAnswers({}, ask, numberFor, knownOf), input, output);
  output.end();
  return { answers, seen: await text(output) };
}

test('an empty answer takes what is suggested', async () => {
  const { answers, seen } = await typing(`Harbour\n\nEurope/Berlin\n${'\n'.repeat(10)}`);
  expect(answers).toEqual({
    name: 'Harbour',
    library: 7,
    timeZone: 'Europe/Berlin',
    languages: ['en', 'es', 'fr', 'de'],
    collections: ['main'],
    categories: ['adult'],
    signIn: 'pin',
    client: 'library-7',
  });
  expect(seen).toContain("The library's number, by which clients name it [7]: ");
});

test('an answer that cannot be used is asked for again, with the reason', async () => {
  const { answers, seen } = await typing(
    `\nHarbour\n0\n12\nMoon\nUTC\nde, tlh\nde, en\n\nPT,K\nldap\nsip2\n\n\nnot an address\nAda@harbour.example\nnowhere.csv\nexamples/own-library/patrons.csv\n\n\n`,
  );
  expect(answers).toMatchObject({
    library: 12,
    languages: ['de', 'en'],
    categories: ['PT', 'K'],
    signIn: 'sip2',
    client: 'library-12',
    staff: 'ada@harbour.example',
    patrons: 'examples/own-library/patrons.csv',
  });
  for (const reason of [
    'It must be text',
    'It must be a whole number from 1 to ',
    'It must be a time zone of the IANA database',
    'It must be a language tag of en, es, fr, de, ar',
    'It must be one of pin, sip2',
    'It must be one e-mail address',
    'There is no such file.',
  ])
    expect(seen).toContain(reason);
});

test('the end of the input ends the dialog', async () => {
  const input = new PassThrough();
  input.end('Harbour\n');
  const answers = inDialog((ask) => completeAnswers({}, ask, numberFor, knownOf), input, new PassThrough());
  await expect(answers).rejects.toThrow('Nothing was changed.');
});

test('without a terminal, the suggestions are the answers; what has none is asked for by its option', async () => {
  await expect(completeAnswers({}, undefined, numberFor, knownOf)).rejects.toThrow('Give --name <name>.');
  expect(await completeAnswers({ name: 'Harbour', library: 3 }, undefined, numberFor, knownOf)).toMatchObject(
    {
      library: 3,
      timeZone: 'Asia/Tokyo',
      collections: ['main'],
      categories: ['PT', 'K'],
      client: 'library-3',
    },
  );
});
