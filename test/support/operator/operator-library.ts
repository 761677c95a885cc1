import { READY_NOTICE } from '../../../src/notifications/sending/ready-notice.job.js';
import { brokenInvariantsOf, recordOvertaking } from '../invariants.js';
import { waitingJobs, waitUntilJobsAreDone } from '../jobs.js';
import { MailServer } from '../mail-server.js';
import { copies, emptyLibrary, patron, type TestRecord } from '../records.js';
import { OPERATOR_TOKEN } from '../sandbox-clock.js';
import { sharedService } from '../service.js';
import { TestLibrary, type TestTitle } from '../test-library.js';
import { OperatorClient } from './operator-client.js';

/** A library, and its operator. */
export interface OperatorLibrary {
  readonly library: TestLibrary;
  readonly operator: OperatorClient;
}

/**
 * Opens a library of the shared service for each test of the file, and checks its invariants after the test.
 * @param assign stores the library in the variables of the file
 */
export function useSharedLibrary(assign: (opened: OperatorLibrary) => void): void {
  let library: TestLibrary;
  beforeAll(async () => recordOvertaking((await sharedService()).database));
  beforeEach(async () => {
    library = await TestLibrary.open();
    assign({ library, operator: new OperatorClient(library.service.url) });
  });
  afterEach(async () => {
    const broken = await brokenInvariantsOf(library);
    expect(broken.filter((line) => line.includes(`: library ${library.websiteId},`))).toEqual([]);
  });
}

/**
 * Opens a library for each test of the file, in a service of the file's own with a worker and a mail server. After the test, the mail
 * server accepts what still waits.
 * @param assign stores the library in the variables of the file
 */
export function useMailingLibrary(
  assign: (opened: OperatorLibrary & { readonly mails: MailServer }) => void,
  settings: Readonly<Record<string, string>> = {},
  members: object = {},
): void {
  let mails: MailServer;
  let first: TestLibrary;
  let library: TestLibrary;
  beforeAll(async () => {
    mails = await MailServer.start();
    first = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL: mails.url, OPERATOR_TOKEN, ...settings });
    await recordOvertaking(first.service.database);
  });
  beforeEach(async () => {
    library = await first.another(members);
    assign({ library, operator: new OperatorClient(library.service.url), mails });
  });
  afterEach(async () => {
    mails.answerAllWith('accepted');
    await waitUntilJobsAreDone(library.service.database);
    expect(await brokenInvariantsOf(library)).toEqual([]);
  });
  afterAll(async () => {
    await first.close();
    await mails.stop();
  });
}

export const OTHER_WEBSITE_ID = 38;
/** The only patron of the other library. */
export const OTHER_PATRON_ID = 9001;

/** Another library, with one patron and copies of the title. */
export function otherLibrary({ crossRefId }: TestTitle, copiesOwned: number): TestRecord[] {
  const there = { websiteId: OTHER_WEBSITE_ID };
  return [
    ...emptyLibrary(OTHER_WEBSITE_ID, { name: 'Other Library' }),
    { ...copies(crossRefId, copiesOwned), ...there },
    patron(OTHER_PATRON_ID, there),
  ];
}

/** The tickets of the holds with a notice that they are ready to send, in the order in which the service queued the notices. */
export async function ticketsWithNotice(library: TestLibrary): Promise<number[]> {
  const jobs = await waitingJobs(library.service.database);
  return jobs
    .filter(({ task }) => task === READY_NOTICE)
    .map(({ payload }) => payload as { websiteId: number; ticket: number })
    .filter(({ websiteId }) => websiteId === library.websiteId)
    .map(({ ticket }) => ticket);
}
