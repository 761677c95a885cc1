import { CONTENT_PAGE_OPERATIONS } from '../content/content.openapi.js';
import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { CheckoutsController } from './checkouts.controller.js';
import { LoanFormatsController } from './loan-formats.controller.js';

const DOWNLOAD_PAGES = {
  errorpageurl: 'The client’s page for errors.',
  odreadauthurl: 'Ignored.',
  errorurl: 'The same as `errorpageurl`, which goes before it.',
  successurl: 'Ignored.',
};

export const CHECKOUTS: TagDescription = {
  name: 'Checkouts',
  description: 'A patron’s loans. A loan ends by itself when its time is over.',
  controllers: [
    describeOperations(CheckoutsController, {
      list: { operationId: 'listCheckouts', summary: 'List the checkouts', description: 'The newest first.' },
      borrow: {
        operationId: 'borrow',
        summary: 'Borrow a title',
        description:
          'With a ready hold, or when a copy is free. It ends the patron’s hold on the title. A format that cannot be locked in refuses no loan: the answer says which is.',
        fieldDescriptions: {
          formatType: 'One of the title’s formats. A format to download is locked in.',
          lendingPeriod:
            'For how long: one of the days that the format offers. Without it the period in effect.',
          units: 'Of `lendingPeriod`: `days`.',
        },
        refusals: [
          'TitleAlreadyCheckedOut',
          'TitleNotInCollection',
          'PatronHasExceededCheckoutLimit',
          'NoCopiesAvailable',
          'InvalidLendingPeriod',
        ],
        requiresOneOf: ['reserveId', 'crossRefId', 'id'],
        exampleFields: ['reserveId', 'formatType'],
        hasLocation: true,
      },
      find: {
        operationId: 'findCheckout',
        summary: 'Find one checkout',
        refusals: ['TitleNotCheckedOut'],
      },
      return: {
        operationId: 'returnCheckout',
        summary: 'Return a title',
        description: 'The copy goes to the next in line.',
        refusals: ['PatronDoesntHaveTitleCheckedOut'],
      },
    }),
    describeOperations(LoanFormatsController, {
      list: {
        operationId: 'listLoanFormats',
        summary: 'List the formats of a checkout',
        description: 'Those that the patron can use now: formats online, and the one that is locked in.',
        refusals: ['TitleNotCheckedOut'],
      },
      lockIn: {
        operationId: 'lockFormat',
        summary: 'Lock a format in',
        description:
          'Chooses the format to download. It cannot be changed; the same request again gets the same answer. A format online can be used anyway, and locks nothing in.',
        fieldDescriptions: { reserveId: 'The title of the path.' },
        refusals: ['TitleNotCheckedOut', 'PatronTitleProcessingFailed', 'AnotherFormatHasBeenLockedIn'],
        exampleFields: ['reserveId', 'formatType'],
        hasLocation: true,
      },
      redirect: {
        operationId: 'redirectToContent',
        summary: 'Go to the content of a checkout',
        description:
          'For a browser: redirects to the content of the format that is locked in, else of the first one online, else of the only one there is; of several formats to download the reader chooses one, on a page to which it redirects. When that is refused, it redirects to the client’s page for errors, with `ErrorCode` and `ErrorDescription`, if the settings list the page’s origin.',
        fieldDescriptions: DOWNLOAD_PAGES,
        refusals: ['TitleNotCheckedOut', 'PatronTitleProcessingFailed'],
        hasLocation: true,
      },
      find: {
        operationId: 'findLoanFormat',
        summary: 'Find one format of a checkout',
        refusals: ['TitleNotCheckedOut', 'PatronTitleProcessingFailed'],
      },
      download: {
        operationId: 'findDownloadLink',
        summary: 'Get a link to the content',
        description: 'The link is signed, ends soon, and needs no token.',
        fieldDescriptions: { ...DOWNLOAD_PAGES, errorpageurl: 'Ignored.', errorurl: 'Ignored.' },
        refusals: ['TitleNotCheckedOut', 'PatronTitleProcessingFailed'],
      },
    }),
    CONTENT_PAGE_OPERATIONS,
  ],
};
