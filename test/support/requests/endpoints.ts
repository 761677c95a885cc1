import type { FieldValue } from '../client.js';
import { holdPath, HOLDS, ME, suspensionPath } from '../paths.js';
import { type PatronAndTitle, type TestLibrary } from '../test-library.js';

/** One of the endpoints for holds and patrons (contract: #endpoints), ready to be called with success. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly status: 200 | 201 | 204;
  path(held: PatronAndTitle): string;
  /** A patron and a title for which a call succeeds. */
  prepare(library: TestLibrary): Promise<PatronAndTitle>;
}

export interface EndpointWithBody extends Endpoint {
  readonly method: 'POST' | 'PUT';
  values(held: PatronAndTitle): Readonly<Record<string, FieldValue>>;
}

const waiting = (library: TestLibrary): Promise<PatronAndTitle> => library.waiting();
const suspended = (library: TestLibrary): Promise<PatronAndTitle> => library.suspended();
const notYetHeld = async (library: TestLibrary): Promise<PatronAndTitle> => ({
  patron: await library.addPatron(),
  title: await library.addTitle(),
});

export const ENDPOINTS_WITH_BODY: readonly EndpointWithBody[] = [
  {
    name: 'place a hold',
    method: 'POST',
    status: 201,
    path: () => HOLDS,
    prepare: notYetHeld,
    values: ({ title }) => ({ reserveId: title.reserveId, emailAddress: 'reader@example.org' }),
  },
  {
    name: 'place a hold at its address',
    method: 'POST',
    status: 201,
    path: ({ title }) => holdPath(title),
    prepare: notYetHeld,
    values: () => ({ emailAddress: 'reader@example.org' }),
  },
  {
    name: 'change a hold',
    method: 'PUT',
    status: 204,
    path: ({ title }) => holdPath(title),
    prepare: waiting,
    values: ({ title }) => ({ id: title.reserveId, emailAddress: 'new@example.org' }),
  },
  {
    name: 'suspend a hold',
    method: 'POST',
    status: 201,
    path: ({ title }) => suspensionPath(title),
    prepare: waiting,
    values: ({ patron }) => ({
      emailAddress: patron.emailAddress,
      suspensionType: 'limited',
      numberOfDays: '14',
    }),
  },
  {
    name: 'change a suspension',
    method: 'PUT',
    status: 204,
    path: ({ title }) => suspensionPath(title),
    prepare: suspended,
    values: ({ patron }) => ({
      emailAddress: patron.emailAddress,
      suspensionType: 'limited',
      numberOfDays: '14',
    }),
  },
  {
    name: 'choose a lending period',
    method: 'PUT',
    status: 204,
    path: () => ME,
    prepare: notYetHeld,
    values: () => ({ formatClass: 'ebook', lendingPeriodDays: '14' }),
  },
];

export const ENDPOINTS_WITHOUT_BODY: readonly Endpoint[] = [
  { name: 'list the holds', method: 'GET', status: 200, path: () => HOLDS, prepare: waiting },
  {
    name: 'find a hold',
    method: 'GET',
    status: 200,
    path: ({ title }) => holdPath(title),
    prepare: waiting,
  },
  {
    name: 'read the patron’s information',
    method: 'GET',
    status: 200,
    path: () => ME,
    prepare: waiting,
  },
  {
    name: 'release a suspension',
    method: 'DELETE',
    status: 204,
    path: ({ title }) => suspensionPath(title),
    prepare: suspended,
  },
  {
    name: 'remove a hold',
    method: 'DELETE',
    status: 204,
    path: ({ title }) => holdPath(title),
    prepare: waiting,
  },
];

export const ENDPOINTS: readonly Endpoint[] = [...ENDPOINTS_WITH_BODY, ...ENDPOINTS_WITHOUT_BODY];
