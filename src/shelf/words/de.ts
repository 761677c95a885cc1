import type { Catalog } from './catalog.js';

export const catalog: Catalog = {
  sentences: {
    // The page as a whole
    myShelf: 'Mein Regal',
    skip: 'Zum Inhalt',
    mySettings: 'Einstellungen',
    readingShelf: 'Ihr Regal wird geladen …',
    refresh: 'Ausleihen und Vormerkungen aktualisieren',
    offline:
      'Sie sind offline. Was hier steht, ist vielleicht nicht mehr aktuell, und ändern lässt sich jetzt nichts.',
    reading: 'Wird geladen …',
    everythingRead: 'Alles wurde neu geladen.',
    signOut: 'Abmelden',
    outOfDate: 'Was Sie hier sehen, ist vielleicht nicht mehr aktuell.',
    tryingAgain: 'Neuer Versuch …',
    tryingAgainIn: 'Neuer Versuch in {count} s.',
    tryAgain: 'Noch einmal versuchen',
    cardBlocked: 'Ihre Bibliothek hat Ihren Ausweis gesperrt.',
    cardValidUntil: 'Ihr Ausweis war bis {day} gültig.',
    whatStays:
      'Ihre Vormerkungen behalten ihre Plätze, und Ihre Ausleihen laufen weiter. Vormerkungen entfernen und Titel zurückgeben können Sie auch jetzt. Bitte fragen Sie Ihre Bibliothek.',

    // Holds
    holds: 'Vormerkungen',
    noHolds: 'Sie haben keine Vormerkungen. Suchen Sie einen Titel, um ihn vorzumerken.',
    atMost: '{count} von höchstens {limit}.',
    readyAtATime: {
      one: 'Höchstens {count} ist gleichzeitig bereit.',
      other: 'Höchstens {count} sind gleichzeitig bereit.',
    },
    aboutPace:
      'Nur so viele Ihrer Vormerkungen werden gleichzeitig bereit. Die anderen warten und behalten ihre Plätze.',
    ready: 'Bereit',
    borrowBy: 'Ausleihen bis {time}',
    waiting: 'Wartet',
    inLine: 'Platz {place} von {length}',
    suspendedUntil: 'Bis {time}',
    untilResumed: 'Bis Sie sie fortsetzen',
    noCopyLeft:
      'Die Bibliothek hat kein Exemplar mehr. Ihre Vormerkung wartet, falls sie wieder eines bekommt.',
    noCopyLeftUntil:
      'Die Bibliothek hat kein Exemplar mehr. Ihre Vormerkung endet am {day}, wenn keines kommt.',
    suspended: 'Ausgesetzt',
    expectedBy: 'Erwartet bis {latest}, oft früher.',
    likelyBy: 'Wahrscheinlich bis {likely}; spätestens, in neun von zehn Fällen, bis {latest}.',
    likelyOnlyBy: 'Wahrscheinlich bis {likely}; es kann mehr als ein Jahr dauern.',
    afterAYear: 'Es kann mehr als ein Jahr dauern.',
    mailTo: 'E-Mail an {address}',
    noMail: 'Keine E-Mail, wenn der Titel bereitsteht.',
    copyGoesOn:
      'Das Exemplar, das für Sie bereitsteht, geht an die nächste Person. Ihre Vormerkung behält ihren Platz.',
    placeIsLost: 'Vormerkung entfernen: {title}? Ihr Platz in der Warteschlange geht verloren.',
    copyIsLost:
      'Vormerkung entfernen: {title}? Das Exemplar, das für Sie bereitsteht, geht an die nächste Person.',
    whileSuspended: 'Sie behalten Ihren Platz; die Exemplare bekommen so lange andere.',
    readyByNow: 'Der Titel steht inzwischen für Sie bereit. Darum wurde die Vormerkung nicht ausgesetzt.',
    suspendHolds: { one: '{count} Vormerkung aussetzen', other: '{count} Vormerkungen aussetzen' },
    suspendHoldsLeave: {
      one: '{count} Vormerkung aussetzen, {ready} bereite ausgenommen',
      other: '{count} Vormerkungen aussetzen, {ready} bereite ausgenommen',
    },
    holdsSuspended: {
      one: '{count} Vormerkung ist ausgesetzt.',
      other: '{count} Vormerkungen sind ausgesetzt.',
    },
    leftReady: {
      one: '{count} bereite blieb, wie sie war.',
      other: '{count} bereite blieben, wie sie waren.',
    },
    notSuspended: {
      one: '{count} Vormerkung konnte nicht ausgesetzt werden. Bitte versuchen Sie es noch einmal.',
      other: '{count} Vormerkungen konnten nicht ausgesetzt werden. Bitte versuchen Sie es noch einmal.',
    },

    // Loans
    loans: 'Ausleihen',
    noLoans: 'Sie haben nichts ausgeliehen.',
    forAllLoans: 'für alle Ausleihen',
    onLoan: 'Ausgeliehen',
    yoursUntil: 'Bis {time}',
    detailed: '{what}: {detail}',
    howLong: 'Wie lange ich ausleihe',
    period: { one: '{format}: {count} Tag', other: '{format}: {count} Tage' },

    // Titles, and the search for them
    aTitle: 'Ein Titel',
    thisTitle: 'dieser Titel',
    search: 'Suche',
    searchNow: 'Suchen',
    searching: 'Die Suche läuft …',
    keyword: 'Titel, Autor/in oder Thema',
    kind: 'Art',
    allKinds: 'Alle',
    order: 'Reihenfolge',
    onlyFree: 'Nur was sofort verfügbar ist',
    nothingFound: 'Nichts gefunden.',
    found: 'Titel 1 bis {shown} von {total}.',
    moreTitles: 'Weitere Titel',
    about: 'Details',
    readyForYou: 'Steht für Sie bereit',
    onHold: 'Vorgemerkt',
    freeNow: 'Sofort verfügbar',
    alwaysFree: 'Immer verfügbar',
    copiesFree: { one: '{free} von {count} frei', other: '{free} von {count} frei' },
    peopleWait: { one: '{count} Person wartet.', other: '{count} Personen warten.' },

    // Forms and buttons
    more: 'Mehr',
    moreActions: 'Mehr Aktionen: {title}',
    working: 'Einen Moment …',
    cancel: 'Abbrechen',
    cancelled: 'Abgebrochen. Ob es noch ausgeführt wurde, sehen Sie, wenn Sie aktualisieren.',
    done: 'Erledigt.',
    returnTitle: '{title} zurückgeben?',
    reallyDo: '{action}: {title}?',
    noChoice: 'Keine Auswahl',

    // Signing in
    notDone: 'Das wurde nicht ausgeführt, denn Sie sind abgemeldet. Bitte melden Sie sich wieder an.',
    wrongCard: 'Die Kartennummer oder die PIN ist falsch.',
    tooManyAttempts: {
      one: 'Zu viele Versuche. Bitte warten Sie {count} Minute.',
      other: 'Zu viele Versuche. Bitte warten Sie {count} Minuten.',
    },

    // What was refused, where nothing in `refusals` fits
    noAnswer: 'Der Dienst antwortet nicht. Bitte prüfen Sie die Verbindung.',
    fault:
      'Im Dienst ist etwas schiefgegangen. Es ist nichts verloren; bitte versuchen Sie es später noch einmal.',
    checkEntries: 'Bitte prüfen Sie Ihre Eingaben.',

    // The drawer for developers
    requests: 'Anfragen',
    requestsCounted: 'Anfragen ({count})',
    close: 'Schließen',
    aboutRequests:
      'Die Seite kennt eine Adresse. Alle anderen sind Links, Vorlagen und Aktionen früherer Antworten.',
    allOperations: 'Alle Operationen nachlesen',
    unanswered: 'keine Antwort',
    request: 'Anfrage',
    answer: 'Antwort',
    copyAsCurl: 'Als curl kopieren',
    copied: 'Der Befehl ist kopiert. Setzen Sie TOKEN, bevor Sie ihn ausführen.',
    command: 'Befehl',
    clock: 'Uhr der Sandbox',
    clockShows: 'Die Uhr zeigt {time}.',
    hoursOn: { one: '+{count} Stunde', other: '+{count} Stunden' },
    daysOn: { one: '+{count} Tag', other: '+{count} Tage' },
    now: 'Jetzt',
    mails: 'Ausgehende E-Mails',
    noMails: 'Noch keine.',
  },

  actions: {
    hold: 'Vormerken',
    checkout: 'Ausleihen',
    removeHold: 'Vormerkung entfernen',
    editHold: 'E-Mail-Adresse ändern',
    addSuspension: 'Aussetzen',
    editSuspension: 'Aussetzung ändern',
    releaseSuspension: 'Fortsetzen',
    earlyReturn: 'Zurückgeben',
    format: 'Format wählen',
    editLendingPeriod: 'Ändern',
    suspendAll: 'Alle aussetzen',
    releaseAll: 'Alle fortsetzen',
    choosePace: 'Wenige auf einmal',
    liftPace: 'So viele, wie kommen',
  },

  done: {
    hold: 'Vorgemerkt.',
    checkout: 'Ausgeliehen.',
    removeHold: 'Die Vormerkung ist entfernt.',
    editHold: 'Die Adresse ist geändert.',
    addSuspension: 'Die Vormerkung ist ausgesetzt. Sie behält ihren Platz.',
    editSuspension: 'Die Aussetzung ist geändert.',
    releaseSuspension: 'Die Vormerkung wird fortgesetzt.',
    earlyReturn: 'Zurückgegeben.',
    format: 'Das Format ist gewählt.',
    editLendingPeriod: 'Die Leihfrist ist geändert.',
    suspendAll: 'Alle Vormerkungen sind ausgesetzt.',
    releaseAll: 'Alle Vormerkungen werden fortgesetzt.',
    choosePace: 'Die Zahl ist gespeichert. Ihre anderen Vormerkungen behalten ihre Plätze.',
    liftPace: 'Beliebig viele Vormerkungen können gleichzeitig bereit sein.',
  },

  names: {
    emailAddress: 'E-Mail-Adresse',
    formatType: 'Format',
    suspensionType: 'Wie lange',
    ignoreHoldEmail: 'Keine E-Mail zu dieser Vormerkung',
    numberOfDays: 'Bis',
    includeReady:
      'Auch was bereitsteht: Diese Exemplare gehen an die nächsten Personen, die Plätze bleiben erhalten',
    lendingPeriodDays: 'Tage',
    readyAtMost: 'Gleichzeitig bereit, höchstens',
    indefinite: 'Bis ich sie fortsetze',
    limited: 'Bis zu einem Tag',
    eBook: 'E-Books',
    Audiobook: 'Hörbücher',
    Video: 'Videos',
  },

  kinds: { ebook: 'E-Book', audiobook: 'Hörbuch', video: 'Video', magazine: 'Zeitschrift' },

  verbs: {
    ebook: 'Jetzt lesen',
    magazine: 'Jetzt lesen',
    audiobook: 'Jetzt anhören',
    video: 'Jetzt ansehen',
    other: 'Öffnen',
  },

  formats: {
    'ebook-epub-adobe': 'E-Book, Adobe EPUB',
    'ebook-epub-open': 'E-Book, EPUB ohne Kopierschutz',
    'ebook-kindle': 'Kindle-Buch',
    'ebook-pdf-adobe': 'E-Book, Adobe PDF',
    'ebook-pdf-open': 'E-Book, PDF ohne Kopierschutz',
    'ebook-overdrive': 'Online lesen',
    'ebook-mediado': 'Online lesen (MediaDo)',
    'magazine-overdrive': 'Online lesen',
    'audiobook-mp3': 'MP3-Hörbuch',
    'audiobook-wma': 'WMA-Hörbuch',
    'audiobook-overdrive': 'Online anhören',
    'video-wmv': 'WMV-Video',
    'video-wmv-mobile': 'WMV-Video für Mobilgeräte',
    'video-streaming': 'Online ansehen',
  },

  orders: {
    relevance: 'Beste Treffer',
    title: 'Titel',
    author: 'Autor/in',
    'dateadded:desc': 'Neueste zuerst',
    'popularity:desc': 'Beliebteste zuerst',
  },

  refusals: {
    Unauthorized: 'Sie sind abgemeldet. Bitte melden Sie sich wieder an.',
    LibraryUnavailable: 'Das System Ihrer Bibliothek antwortet gerade nicht. Bitte versuchen Sie es später.',
    Forbidden: 'Ihre Bibliothek erlaubt das nicht.',
    NotFound: 'Das gibt es nicht mehr.',
    PatronDoesntHaveTitleOnHold: 'Sie haben diesen Titel nicht mehr vorgemerkt.',
    HoldNotSuspended: 'Die Vormerkung ist nicht ausgesetzt.',
    AlreadyOnWaitList: 'Sie haben diesen Titel schon vorgemerkt.',
    PatronExceededHoldLimit: 'Sie haben so viele Vormerkungen, wie Ihre Bibliothek erlaubt.',
    HoldAlreadySuspended: 'Die Vormerkung ist schon ausgesetzt.',
    HoldReadyForCheckout: 'Der Titel steht für Sie bereit, darum kann die Vormerkung nicht geändert werden.',
    IgnoreHoldEmailCannotBeChanged: 'Eine Vormerkung ohne E-Mail-Adresse kann später keine mehr bekommen.',
    TitleAlreadyCheckedOut: 'Sie haben diesen Titel schon ausgeliehen.',
    NotWithinRenewalWindow:
      'Sie haben diesen Titel ausgeliehen. In den letzten Tagen der Leihfrist können Sie ihn verlängern.',
    NoCopiesAvailable: 'Zurzeit ist kein Exemplar für Sie frei.',
    PatronHasExceededCheckoutLimit:
      'Sie haben so viele Titel ausgeliehen, wie Ihre Bibliothek erlaubt. Geben Sie zuerst einen zurück.',
    TitleNotCheckedOut: 'Sie haben diesen Titel nicht mehr ausgeliehen.',
    PatronDoesntHaveTitleCheckedOut: 'Sie haben diesen Titel nicht mehr ausgeliehen.',
    PatronTitleProcessingFailed: 'Diesen Titel gibt es nicht in diesem Format.',
    AnotherFormatHasBeenLockedIn: 'Sie haben schon ein anderes Format dieses Titels gewählt.',
    TitleNotInCollection: 'Ihre Bibliothek verleiht diesen Titel nicht an Sie.',
    InvalidLendingPeriod: 'Bitte wählen Sie eine der Leihfristen aus der Liste.',
    PatronCategoryUnknown: 'Ihr Ausweis ist richtig, gilt hier aber nicht: Bitte fragen Sie Ihre Bibliothek.',
    PatronBlocked: 'Ihre Bibliothek hat Ihren Ausweis gesperrt: Bitte fragen Sie dort nach.',
    PatronExpired: 'Ihr Ausweis ist abgelaufen: Bitte lassen Sie ihn in Ihrer Bibliothek verlängern.',
    InvalidEmailAddress: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel leserin@example.org.',
    TooManyRequests: 'Das war zu viel auf einmal.',
    RequestTimeout: 'Die Verbindung ist gerade zu langsam.',
    ServiceUnavailable: 'Der Dienst ist überlastet.',
  },

  fieldRefusals: {
    emailAddress: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel leserin@example.org.',
    numberOfDays: 'Bitte wählen Sie einen der nächsten 365 Tage.',
  },
};
