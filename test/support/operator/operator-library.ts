import { READY_NOTICE } from '../../../src/notifications/sending/ready-notice.job.js';
import { brokenInvariants, recordOvertaking } from '../invariants.js';
import { waitingJobs } from '../jobs.js';
import { MailServer } from '../mail-server.js';
import { copies, emptyLibrary, patron, type TestRecord } from '../records.js';
import { OPERATOR_TOKEN } from '../sandbox-clock.js';
import { TestLibrary, type TestTitle } from '../test-library.js';
import { OperatorClient } from './operator-client.js';

/** A library, and its operator. */
export interface OperatorLibrary {
  readonly library: TestLibrary;
  readonly operator: OperatorClient;
}

/**
 * Opens a library for each test of the file, and checks its invariants after the test.
 * @param assign stores the library in the variables of the file
 */
export function useOperatorLibrary(
  assign: (opened: OperatorLibrary) => void,
  settings: () => Readonly<Record<string, string>> = () => ({}),
): void {
  let library: TestLibrary;
  beforeEach(async () => {
    library = await TestLibrary.alone({}, { OPERATOR_TOKEN, ...settings() });
    await recordOvertaking(library.service.database);
    assign({ library, operator: new OperatorClient(library.service.url) });
  });
  afterEach(async () => {
    const broken = await brokenInvariants(library.service.database);
    await library.close();
    expect(broken).toEqual([]);
  });
}

/** The same, with a worker and a mail server. */
export function useMailingLibrary(
  assign: (opened: OperatorLibrary & { readonly mails: MailServer }) => void,
): void {
  let mails: MailServer;
  beforeEach(async () => {
    mails = await MailServer.start();
  });
  useOperatorLibrary(
    (opened) => assign({ ...opened, mails }),
    () => ({ ROLE: 'all', SMTP_URL: mails.url }),
  );
  afterEach(() => mails.stop());
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
    .map(({ payload }) => (payload as { ticket: number }).ticket);
}
