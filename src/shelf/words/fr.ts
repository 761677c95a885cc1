import type { Catalog } from './catalog.js';

export const catalog: Catalog = {
  sentences: {
    // The page as a whole
    myShelf: 'Mon étagère',
    skip: 'Aller au contenu',
    mySettings: 'Mes réglages',
    readingShelf: 'Chargement de votre étagère…',
    refresh: 'Actualiser emprunts et réservations',
    offline:
      'Vous êtes hors ligne. Ce qui s’affiche n’est peut-être plus à jour, et rien ne peut être modifié pour l’instant.',
    reading: 'Chargement…',
    everythingRead: 'Tout a été actualisé.',
    signOut: 'Se déconnecter',
    outOfDate: 'Ce qui est affiché ici n’est peut-être plus à jour.',
    tryingAgain: 'Nouvel essai…',
    tryingAgainIn: 'Nouvel essai dans {count} s.',
    tryAgain: 'Réessayer',
    cardBlocked: 'Votre bibliothèque a bloqué votre carte.',
    cardValidUntil: 'Votre carte était valable jusqu’au {day}.',
    whatStays:
      'Vos réservations gardent leur place et vos emprunts continuent. Vous pouvez toujours supprimer des réservations et rendre des titres. Adressez-vous à votre bibliothèque.',

    // Holds
    holds: 'Réservations',
    noHolds: 'Vous n’avez aucune réservation. Cherchez un titre pour le réserver.',
    atMost: '{count} sur {limit} au maximum.',
    readyAtATime: {
      one: 'Au plus {count} disponible en même temps.',
      other: 'Au plus {count} disponibles en même temps.',
    },
    aboutPace:
      'Seules autant de vos réservations deviendront disponibles en même temps. Les autres attendent et gardent leur place.',
    ready: 'Disponible',
    borrowBy: 'À emprunter avant le {time}',
    waiting: 'En attente',
    inLine: 'Place {place} sur {length} dans la file',
    suspendedUntil: 'Jusqu’au {time}',
    untilResumed: 'Jusqu’à ce que vous la réactiviez',
    notNeededAfter: 'Plus utile après le {day}',
    noCopyLeft:
      'La bibliothèque n’a plus d’exemplaire. Votre réservation attend, au cas où elle en obtiendrait un.',
    noCopyLeftUntil:
      'La bibliothèque n’a plus d’exemplaire. Votre réservation prendra fin le {day}, sauf si un exemplaire arrive.',
    suspended: 'Suspendue',
    expectedBy: 'Attendu d’ici le {latest}, souvent plus tôt.',
    likelyBy: 'Probablement d’ici le {likely} ; au plus tard, neuf fois sur dix, le {latest}.',
    likelyOnlyBy: 'Probablement d’ici le {likely} ; cela peut prendre plus d’un an.',
    afterAYear: 'Cela peut prendre plus d’un an.',
    mailTo: 'E-mail à {address}',
    noMail: 'Pas d’e-mail quand le titre sera disponible.',
    copyGoesOn:
      'L’exemplaire mis de côté pour vous sera proposé à la personne suivante. Votre réservation garde sa place.',
    placeIsLost: 'Supprimer la réservation : {title} ? Vous perdrez votre place dans la file.',
    copyIsLost:
      'Supprimer la réservation : {title} ? L’exemplaire mis de côté pour vous sera proposé à la personne suivante.',
    whileSuspended:
      'Vous gardez votre place dans la file ; d’autres reçoivent les exemplaires pendant ce temps.',
    untilAfter: 'Jusqu’au {day}, après « {name} »',
    readyByNow: 'Le titre est maintenant disponible pour vous ; la réservation n’a donc pas été suspendue.',
    suspendHolds: { one: 'Suspendre {count} réservation', other: 'Suspendre {count} réservations' },
    suspendHoldsLeave: {
      one: 'Suspendre {count} réservation, sauf {ready} dont le titre est disponible',
      other: 'Suspendre {count} réservations, sauf {ready} dont le titre est disponible',
    },
    holdsSuspended: {
      one: '{count} réservation est suspendue.',
      other: '{count} réservations sont suspendues.',
    },
    leftReady: {
      one: '{count} dont le titre est disponible est inchangée.',
      other: '{count} dont le titre est disponible sont inchangées.',
    },
    notSuspended: {
      one: '{count} réservation n’a pas pu être suspendue. Veuillez réessayer.',
      other: '{count} réservations n’ont pas pu être suspendues. Veuillez réessayer.',
    },

    // Loans
    loans: 'Emprunts',
    noLoans: 'Vous n’avez aucun emprunt en cours.',
    forAllLoans: 'pour tous les emprunts',
    onLoan: 'Emprunté',
    yoursUntil: 'À vous jusqu’au {time}',
    detailed: '{what} : {detail}',
    howLong: 'Durée de mes emprunts',
    period: { one: '{format} : {count} jour', other: '{format} : {count} jours' },

    // Titles, and the search for them
    aTitle: 'Un titre',
    thisTitle: 'ce titre',
    search: 'Recherche',
    searchNow: 'Rechercher',
    searching: 'Recherche en cours…',
    keyword: 'Titre, auteur ou sujet',
    kind: 'Type',
    allKinds: 'Tous',
    order: 'Tri',
    onlyFree: 'Seulement ce qui est disponible maintenant',
    nothingFound: 'Aucun résultat.',
    found: 'Titres 1 à {shown} sur {total}.',
    moreTitles: 'Plus de titres',
    about: 'Détails',
    readyForYou: 'Disponible pour vous',
    onHold: 'Réservé',
    freeNow: 'Disponible maintenant',
    alwaysFree: 'Toujours disponible',
    luckyDay: 'Lucky Day : disponible maintenant',
    releasedOn: 'Premiers exemplaires : {day}.',
    copiesFree: { one: '{free} sur {count} disponible', other: '{free} sur {count} disponibles' },
    peopleWait: { one: '{count} personne attend.', other: '{count} personnes attendent.' },

    // Forms and buttons
    more: 'Plus',
    moreActions: 'Plus d’actions : {title}',
    working: 'Un instant…',
    cancel: 'Annuler',
    cancelled: 'Annulé. Actualisez pour voir si l’action a tout de même été effectuée.',
    done: 'C’est fait.',
    returnTitle: 'Rendre {title} ?',
    reallyDo: '{action} : {title} ?',
    noChoice: 'Aucun choix',

    // Signing in
    notDone: 'L’action n’a pas été effectuée, car votre session est terminée. Veuillez vous reconnecter.',
    wrongCard: 'Le numéro de carte ou le code PIN est incorrect.',
    tooManyAttempts: {
      one: 'Trop de tentatives. Veuillez attendre {count} minute.',
      other: 'Trop de tentatives. Veuillez attendre {count} minutes.',
    },

    // What was refused, where nothing in `refusals` fits
    noAnswer: 'Le service ne répond pas. Vérifiez la connexion.',
    fault: 'Une erreur s’est produite dans le service. Rien n’est perdu ; veuillez réessayer plus tard.',
    checkEntries: 'Veuillez vérifier votre saisie.',

    // The drawer for developers
    requests: 'Requêtes',
    requestsCounted: 'Requêtes ({count})',
    close: 'Fermer',
    aboutRequests:
      'La page connaît une seule adresse. Toutes les autres sont des liens, des modèles et des actions de réponses précédentes.',
    allOperations: 'Consulter toutes les opérations',
    unanswered: 'sans réponse',
    request: 'Requête',
    answer: 'Réponse',
    copyAsCurl: 'Copier pour curl',
    copied: 'La commande est copiée. Définissez TOKEN avant de l’exécuter.',
    command: 'Commande',
    clock: 'Horloge du bac à sable',
    clockShows: 'L’horloge indique {time}.',
    hoursOn: { one: '+{count} heure', other: '+{count} heures' },
    daysOn: { one: '+{count} jour', other: '+{count} jours' },
    now: 'Maintenant',
    mails: 'E-mails sortants',
    noMails: 'Aucun pour l’instant.',
  },

  actions: {
    hold: 'Réserver',
    checkout: 'Emprunter',
    removeHold: 'Supprimer la réservation',
    editHold: 'Modifier l’adresse e-mail',
    chooseLastDay: 'Plus utile après le…',
    addSuspension: 'Suspendre',
    editSuspension: 'Modifier la suspension',
    releaseSuspension: 'Réactiver',
    earlyReturn: 'Rendre',
    format: 'Choisir un format',
    editLendingPeriod: 'Modifier',
    suspendAll: 'Tout suspendre',
    releaseAll: 'Tout réactiver',
    choosePace: 'Peu à la fois',
    liftPace: 'Autant qu’il en arrive',
  },

  done: {
    hold: 'La réservation est enregistrée.',
    checkout: 'Emprunté.',
    removeHold: 'La réservation est supprimée.',
    editHold: 'L’adresse est modifiée.',
    chooseLastDay: 'Le jour est enregistré.',
    addSuspension: 'La réservation est suspendue. Elle garde sa place.',
    editSuspension: 'La suspension est modifiée.',
    releaseSuspension: 'La réservation est réactivée.',
    earlyReturn: 'Rendu.',
    format: 'Le format est choisi.',
    editLendingPeriod: 'La durée d’emprunt est modifiée.',
    suspendAll: 'Toutes les réservations sont suspendues.',
    releaseAll: 'Toutes les réservations sont réactivées.',
    choosePace: 'Le nombre est enregistré. Vos autres réservations gardent leur place.',
    liftPace: 'Un nombre quelconque de réservations peut être disponible en même temps.',
  },

  names: {
    emailAddress: 'Adresse e-mail',
    formatType: 'Format',
    ignoreHoldEmail: 'Pas d’e-mail pour cette réservation',
    notNeededAfter: 'Plus utile après le (facultatif)',
    numberOfDays: 'Jusqu’au',
    includeReady:
      'Aussi les titres disponibles : les exemplaires mis de côté seront proposés aux personnes suivantes, et les places sont gardées',
    lendingPeriodDays: 'Jours',
    readyAtMost: 'Disponibles en même temps, au plus',
    indefinite: 'Jusqu’à ce que je la réactive',
    eBook: 'Livres numériques',
    Audiobook: 'Livres audio',
    Video: 'Vidéos',
  },

  kinds: { ebook: 'Livre numérique', audiobook: 'Livre audio', video: 'Vidéo', magazine: 'Magazine' },

  verbs: {
    ebook: 'Lire maintenant',
    magazine: 'Lire maintenant',
    audiobook: 'Écouter maintenant',
    video: 'Regarder maintenant',
    other: 'Ouvrir',
  },

  formats: {
    'ebook-epub-adobe': 'Livre numérique Adobe EPUB',
    'ebook-epub-open': 'Livre numérique EPUB sans verrou',
    'ebook-kindle': 'Livre Kindle',
    'ebook-pdf-adobe': 'Livre numérique Adobe PDF',
    'ebook-pdf-open': 'Livre numérique PDF sans verrou',
    'ebook-overdrive': 'Lire en ligne',
    'ebook-mediado': 'Lire en ligne (MediaDo)',
    'magazine-overdrive': 'Lire en ligne',
    'audiobook-mp3': 'Livre audio MP3',
    'audiobook-wma': 'Livre audio WMA',
    'audiobook-overdrive': 'Écouter en ligne',
    'video-mp4': 'Vidéo MP4',
    'video-wmv': 'Vidéo WMV',
    'video-wmv-mobile': 'Vidéo WMV pour appareils mobiles',
    'video-streaming': 'Regarder en ligne',
  },

  orders: {
    relevance: 'Pertinence',
    title: 'Titre',
    author: 'Auteur',
    'dateadded:desc': 'Les plus récents',
    'popularity:desc': 'Les plus demandés',
  },

  refusals: {
    Unauthorized: 'Votre session est terminée. Veuillez vous reconnecter.',
    LibraryUnavailable: 'Le système de votre bibliothèque ne répond pas en ce moment.',
    Forbidden: 'Votre bibliothèque ne le permet pas.',
    NotFound: 'Ceci n’existe plus.',
    PatronDoesntHaveTitleOnHold: 'Vous n’avez plus de réservation sur ce titre.',
    HoldNotSuspended: 'La réservation n’est pas suspendue.',
    AlreadyOnWaitList: 'Vous avez déjà réservé ce titre.',
    PatronExceededHoldLimit: 'Vous avez autant de réservations que votre bibliothèque le permet.',
    HoldAlreadySuspended: 'La réservation est déjà suspendue.',
    HoldReadyForCheckout:
      'Le titre est disponible pour vous ; sa réservation ne peut donc pas être modifiée.',
    IgnoreHoldEmailCannotBeChanged:
      'Une réservation faite sans adresse e-mail ne peut pas en recevoir une plus tard.',
    TitleAlreadyCheckedOut: 'Vous avez déjà emprunté ce titre.',
    NotWithinRenewalWindow:
      'Vous avez emprunté ce titre. Il pourra être renouvelé dans les derniers jours de l’emprunt.',
    NoCopiesAvailable: 'Aucun exemplaire n’est disponible pour vous actuellement.',
    PatronHasExceededCheckoutLimit:
      'Vous avez emprunté autant de titres que votre bibliothèque le permet. Rendez-en un d’abord.',
    TitleNotCheckedOut: 'Vous n’avez plus ce titre en emprunt.',
    PatronDoesntHaveTitleCheckedOut: 'Vous n’avez plus ce titre en emprunt.',
    PatronTitleProcessingFailed: 'Ce titre n’existe pas dans ce format.',
    AnotherFormatHasBeenLockedIn: 'Vous avez déjà choisi un autre format de ce titre.',
    TitleNotInCollection: 'Votre bibliothèque ne vous prête pas ce titre.',
    InvalidLendingPeriod: 'Veuillez choisir une des durées de la liste.',
    PatronCategoryUnknown: 'Votre carte est valable, mais pas ici : adressez-vous à votre bibliothèque.',
    PatronBlocked: 'Votre bibliothèque a bloqué votre carte : adressez-vous à elle.',
    PatronExpired: 'Votre carte a expiré : demandez à votre bibliothèque de la renouveler.',
    InvalidEmailAddress: 'Veuillez saisir une adresse e-mail, par exemple lectrice@example.org.',
    TooManyRequests: 'Cela faisait trop de demandes à la fois.',
    RequestTimeout: 'La connexion est trop lente en ce moment.',
    ServiceUnavailable: 'Le service est occupé.',
  },

  fieldRefusals: {
    emailAddress: 'Veuillez saisir une adresse e-mail, par exemple lectrice@example.org.',
    numberOfDays: 'Veuillez choisir un jour dans les 365 prochains jours.',
    notNeededAfter: 'Veuillez choisir un jour à partir d’aujourd’hui, dans les dix prochaines années.',
  },
};
