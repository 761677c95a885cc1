/**
 * All that patrons read, in English, from which the other languages are translated. `{names}` stand for values, and a
 * sentence that depends on a number has a form for each kind of number, which `{count}` is.
 */
export const catalog = {
  sentences: {
    // The page as a whole
    myShelf: 'My shelf',
    skip: 'Skip to the content',
    mySettings: 'My settings',
    readingShelf: 'Reading your shelf …',
    refresh: 'Refresh loans and holds',
    offline: 'You are offline. What is shown may be out of date, and nothing can be changed now.',
    reading: 'Reading …',
    everythingRead: 'Everything was read again.',
    signOut: 'Sign out',
    outOfDate: 'What is shown here may be out of date.',
    tryingAgain: 'Trying again …',
    tryingAgainIn: 'Trying again in {count} s.',
    tryAgain: 'Try again',
    cardBlocked: 'Your library has blocked your card.',
    cardValidUntil: 'Your card was valid until {day}.',
    whatStays:
      'Your holds keep their places, and your loans go on. You can still remove holds and return titles. Please ask your library.',

    // Holds
    holds: 'Holds',
    noHolds: 'You have no holds. Search for a title to place one.',
    atMost: '{count} of at most {limit}.',
    readyAtATime: {
      one: 'At most {count} is ready at a time.',
      other: 'At most {count} are ready at a time.',
    },
    aboutPace:
      'Only so many of your holds become ready at the same time. The others wait, and keep their places.',
    ready: 'Ready',
    borrowBy: 'Borrow it by {time}',
    waiting: 'Waiting',
    inLine: 'Number {place} of {length} in line',
    suspendedUntil: 'Until {time}',
    untilResumed: 'Until you resume it',
    noCopyLeft: 'The library no longer has a copy. Your hold waits, in case it gets one.',
    noCopyLeftUntil: 'The library no longer has a copy. Your hold ends on {day}, unless one comes.',
    suspended: 'Suspended',
    expectedBy: 'Expected by {latest}, often sooner.',
    likelyBy: 'Likely by {likely}; at the latest, nine times in ten, by {latest}.',
    likelyOnlyBy: 'Likely by {likely}; it may take more than a year.',
    afterAYear: 'It may take more than a year.',
    mailTo: 'Mail to {address}',
    noMail: 'No mail when it is ready.',
    copyGoesOn: 'The copy that is set aside for you goes to the next patron. Your hold keeps its place.',
    placeIsLost: 'Remove hold: {title}? Your place in line is lost.',
    copyIsLost: 'Remove hold: {title}? The copy that is set aside for you goes to the next patron.',
    whileSuspended: 'You keep your place in line, and others get the copies meanwhile.',
    readyByNow: 'It is ready for you by now, so it was not suspended.',
    suspendHolds: { one: 'Suspend {count} hold', other: 'Suspend {count} holds' },
    suspendHoldsLeave: {
      one: 'Suspend {count} hold, leave {ready} ready',
      other: 'Suspend {count} holds, leave {ready} ready',
    },
    holdsSuspended: { one: '{count} hold is suspended.', other: '{count} holds are suspended.' },
    leftReady: { one: '{count} ready: left as before.', other: '{count} ready: left as before.' },
    notSuspended: {
      one: '{count} hold could not be suspended: try again.',
      other: '{count} holds could not be suspended: try again.',
    },

    // Loans
    loans: 'Loans',
    noLoans: 'You have nothing on loan.',
    forAllLoans: 'for all loans',
    onLoan: 'On loan',
    yoursUntil: 'Yours until {time}',
    detailed: '{what}: {detail}',
    howLong: 'How long I borrow',
    period: { one: '{format}: {count} day', other: '{format}: {count} days' },

    // Titles, and the search for them
    aTitle: 'A title',
    thisTitle: 'this title',
    search: 'Search',
    searchNow: 'Search',
    searching: 'Searching …',
    keyword: 'Title, author or subject',
    kind: 'Kind',
    allKinds: 'All',
    order: 'Order',
    onlyFree: 'Only what is available now',
    nothingFound: 'Nothing was found.',
    found: 'Titles 1 to {shown} of {total}.',
    moreTitles: 'More titles',
    about: 'About',
    readyForYou: 'Ready for you',
    onHold: 'On hold',
    freeNow: 'Available now',
    alwaysFree: 'Always available',
    copiesFree: { one: '{free} of {count} available', other: '{free} of {count} available' },
    peopleWait: { one: '{count} person waits.', other: '{count} people wait.' },

    // Forms and buttons
    more: 'More',
    moreActions: 'More actions: {title}',
    working: 'Working …',
    cancel: 'Cancel',
    cancelled: 'Cancelled. Refresh to see whether it was done.',
    done: 'Done.',
    returnTitle: 'Return {title}?',
    reallyDo: '{action}: {title}?',
    noChoice: 'No choice',

    // Signing in
    notDone: 'That was not done, because you are signed out. Please sign in again.',
    wrongCard: 'The card or the PIN is wrong.',
    tooManyAttempts: {
      one: 'Too many attempts. Please wait {count} minute.',
      other: 'Too many attempts. Please wait {count} minutes.',
    },

    // What was refused, where nothing in `refusals` fits
    noAnswer: 'The service does not answer. Check the connection.',
    fault: 'Something went wrong in the service. Nothing is lost; please try again later.',
    checkEntries: 'Please check what you entered.',

    // The drawer for developers
    requests: 'Requests',
    requestsCounted: 'Requests ({count})',
    close: 'Close',
    aboutRequests:
      'The page knows one address. All others are links, templates and actions of earlier answers.',
    allOperations: 'Read about every operation',
    unanswered: 'no answer',
    request: 'Request',
    answer: 'Answer',
    copyAsCurl: 'Copy as curl',
    copied: 'The command is copied. Set TOKEN before you run it.',
    command: 'Command',
    clock: 'Clock of the sandbox',
    clockShows: 'The clock shows {time}.',
    hoursOn: { one: '+{count} hour', other: '+{count} hours' },
    daysOn: { one: '+{count} day', other: '+{count} days' },
    now: 'Now',
    mails: 'Outgoing mails',
    noMails: 'None yet.',
  },

  /** By the names of actions. */
  actions: {
    hold: 'Place a hold',
    checkout: 'Borrow',
    removeHold: 'Remove hold',
    editHold: 'Change e-mail address',
    addSuspension: 'Suspend',
    editSuspension: 'Change suspension',
    releaseSuspension: 'Resume',
    earlyReturn: 'Return',
    format: 'Choose a format',
    editLendingPeriod: 'Change',
    suspendAll: 'Suspend all',
    releaseAll: 'Resume all',
    choosePace: 'Few at a time',
    liftPace: 'Any number',
  },

  /** What is told after an action. */
  done: {
    hold: 'The hold is placed.',
    checkout: 'Borrowed.',
    removeHold: 'The hold is removed.',
    editHold: 'The address is changed.',
    addSuspension: 'The hold is suspended. It keeps its place.',
    editSuspension: 'The suspension is changed.',
    releaseSuspension: 'The hold is resumed.',
    earlyReturn: 'Returned.',
    format: 'The format is chosen.',
    editLendingPeriod: 'The lending period is changed.',
    suspendAll: 'All holds are suspended.',
    releaseAll: 'All holds are resumed.',
    choosePace: 'The number is saved. Your other holds keep their places.',
    liftPace: 'Any number of holds can be ready at a time.',
  },

  /** Fields of actions, and what can be chosen in them. */
  names: {
    emailAddress: 'E-mail address',
    formatType: 'Format',
    suspensionType: 'How long',
    ignoreHoldEmail: 'No e-mail for this hold',
    numberOfDays: 'Until',
    includeReady: 'Also what is ready: the copies set aside go to the next patrons, and the places are kept',
    lendingPeriodDays: 'Days',
    readyAtMost: 'Ready at a time, at most',
    indefinite: 'Until I resume it',
    limited: 'Until a date',
    eBook: 'E-books',
    Audiobook: 'Audiobooks',
    Video: 'Videos',
  },

  kinds: { ebook: 'E-book', audiobook: 'Audiobook', video: 'Video', magazine: 'Magazine' },

  /** To open what is on loan. */
  verbs: {
    ebook: 'Read now',
    magazine: 'Read now',
    audiobook: 'Listen now',
    video: 'Watch now',
    other: 'Open',
  },

  formats: {
    'ebook-epub-adobe': 'Adobe EPUB eBook',
    'ebook-epub-open': 'Open EPUB eBook',
    'ebook-kindle': 'Kindle Book',
    'ebook-pdf-adobe': 'Adobe PDF eBook',
    'ebook-pdf-open': 'Open PDF eBook',
    'ebook-overdrive': 'Read online',
    'ebook-mediado': 'Read online (MediaDo)',
    'magazine-overdrive': 'Read online',
    'audiobook-mp3': 'MP3 audiobook',
    'audiobook-wma': 'WMA audiobook',
    'audiobook-overdrive': 'Listen online',
    'video-wmv': 'WMV video',
    'video-wmv-mobile': 'WMV video for mobile devices',
    'video-streaming': 'Watch online',
  },

  /** How a search is sorted. */
  orders: {
    relevance: 'Best match',
    title: 'Title',
    author: 'Author',
    'dateadded:desc': 'Newest first',
    'popularity:desc': 'Most popular',
  },

  /** By the codes of errors. */
  refusals: {
    Unauthorized: 'You are signed out. Please sign in again.',
    LibraryUnavailable: 'Your library’s system does not answer just now. Please try again later.',
    Forbidden: 'Your library does not allow this.',
    NotFound: 'This is no longer there.',
    PatronDoesntHaveTitleOnHold: 'You no longer have this title on hold.',
    HoldNotSuspended: 'The hold is not suspended.',
    AlreadyOnWaitList: 'You have this title on hold already.',
    PatronExceededHoldLimit: 'You have as many holds as your library allows.',
    HoldAlreadySuspended: 'The hold is suspended already.',
    HoldReadyForCheckout: 'The title is ready for you, so its hold cannot be changed.',
    IgnoreHoldEmailCannotBeChanged: 'A hold that was placed without an e-mail address gets none later.',
    TitleAlreadyCheckedOut: 'You have borrowed this title already.',
    NotWithinRenewalWindow: 'You have borrowed this title. It can be renewed in the last days of the loan.',
    NoCopiesAvailable: 'No copy is available for you now.',
    PatronHasExceededCheckoutLimit:
      'You have borrowed as many titles as your library allows. Return one first.',
    TitleNotCheckedOut: 'You no longer have this title on loan.',
    PatronDoesntHaveTitleCheckedOut: 'You no longer have this title on loan.',
    PatronTitleProcessingFailed: 'This title does not come in that format.',
    AnotherFormatHasBeenLockedIn: 'You have chosen another format of this title before.',
    TitleNotInCollection: 'Your library does not lend this title to you.',
    InvalidLendingPeriod: 'Please choose one of the periods in the list.',
    PatronCategoryUnknown: 'Your card is right, but it cannot be used here: please ask your library.',
    PatronBlocked: 'Your library has blocked your card: please ask the library.',
    PatronExpired: 'Your card has expired: please ask your library to renew it.',
    InvalidEmailAddress: 'Please enter one e-mail address, such as reader@example.org.',
    TooManyRequests: 'That was too much at once.',
    RequestTimeout: 'The connection is too slow just now.',
    ServiceUnavailable: 'The service is busy.',
  },

  /** What is wrong with a field, by its name. */
  fieldRefusals: {
    emailAddress: 'Please enter one e-mail address, such as reader@example.org.',
    numberOfDays: 'Please choose a day within the next 365 days.',
  },
} as const;
