import type { Catalog } from './catalog.js';

export const catalog: Catalog = {
  sentences: {
    // The page as a whole
    myShelf: 'Mi estantería',
    skipToHolds: 'Ir a mis reservas',
    onThisPage: 'En esta página',
    readingShelf: 'Cargando su estantería…',
    refresh: 'Actualizar',
    reading: 'Cargando…',
    everythingRead: 'Se ha actualizado todo.',
    signOut: 'Cerrar sesión',
    outOfDate: 'Lo que se muestra aquí puede no estar al día.',
    tryingAgain: 'Intentándolo de nuevo…',
    tryingAgainIn: 'Nuevo intento en {count} s.',
    tryNow: 'Intentar ahora',

    // Holds
    holds: 'Reservas',
    holdsCounted: 'Reservas ({count})',
    noHolds: 'No tiene reservas. Busque un título más abajo.',
    atMost: '{count} de un máximo de {limit}.',
    readyAtATime: {
      one: 'Como máximo, {count} listo al mismo tiempo.',
      other: 'Como máximo, {count} listos al mismo tiempo.',
    },
    ready: '**Listo**',
    readyUntil: '**Listo** hasta el {time}',
    waiting: '**En espera**, puesto {place} de {length} en la cola',
    suspendedUntil: '**Suspendida** hasta el {day}, puesto {place} de {length} en la cola',
    noCopyLeft: 'La biblioteca ya no tiene ningún ejemplar. Su reserva espera por si llega uno.',
    noCopyLeftUntil:
      'La biblioteca ya no tiene ningún ejemplar. Su reserva terminará el {day}, a menos que llegue uno.',
    suspended: '**Suspendida** hasta que la reactive, puesto {place} de {length} en la cola',
    expectedBy: 'Previsto para el {latest}, a menudo antes.',
    likelyBy: 'Probablemente antes del {likely}; a más tardar, nueve de cada diez veces, el {latest}.',
    likelyOnlyBy: 'Probablemente antes del {likely}; puede tardar más de un año.',
    afterAYear: 'Puede tardar más de un año.',
    mailTo: 'Correo a {address}',
    noMail: 'Sin correo cuando el título esté listo.',
    copyGoesOn:
      'El ejemplar apartado para usted pasará a la siguiente persona. Su reserva conserva su puesto.',
    readyByNow: 'El título ya está listo para usted, así que la reserva no se ha suspendido.',
    suspendHolds: { one: 'Suspender {count} reserva', other: 'Suspender {count} reservas' },
    suspendHoldsLeave: {
      one: 'Suspender {count} reserva, salvo {ready} con el título listo',
      other: 'Suspender {count} reservas, salvo {ready} con el título listo',
    },
    holdsSuspended: {
      one: 'Se ha suspendido {count} reserva.',
      other: 'Se han suspendido {count} reservas.',
    },
    leftReady: {
      one: '{count} con el título listo sigue como estaba.',
      other: '{count} con el título listo siguen como estaban.',
    },
    notSuspended: {
      one: 'No se ha podido suspender {count} reserva. Inténtelo de nuevo.',
      other: 'No se han podido suspender {count} reservas. Inténtelo de nuevo.',
    },

    // Loans
    loans: 'Préstamos',
    loansCounted: 'Préstamos ({count})',
    noLoans: 'No tiene nada en préstamo.',
    forAllLoans: 'para todos los préstamos',
    yoursUntil: '**En préstamo** hasta el {time}',
    detailed: '{what}: {detail}',
    howLong: 'Duración de mis préstamos',
    period: { one: '{format}: {count} día', other: '{format}: {count} días' },

    // Titles, and the search for them
    aTitle: 'Un título',
    thisTitle: 'este título',
    search: 'Búsqueda',
    searchNow: 'Buscar',
    searching: 'Buscando…',
    keyword: 'Título, autor o materia',
    kind: 'Tipo',
    allKinds: 'Todos',
    order: 'Orden',
    onlyFree: 'Solo lo que está disponible ahora',
    nothingFound: 'No se ha encontrado nada.',
    found: 'Títulos 1 a {shown} de {total}.',
    moreTitles: 'Más títulos',
    about: 'Detalles',
    readyForYou: '**Listo para usted**',
    onHold: '**Reservado**, puesto {place} de {length} en la cola',
    onHoldSuspended: '**Reservado, reserva suspendida**',
    copiesFree: {
      one: '{free} de {count} ejemplar disponible.',
      other: '{free} de {count} ejemplares disponibles.',
    },
    peopleWait: { one: '{count} persona en espera.', other: '{count} personas en espera.' },
    newHold: 'Una reserva nueva: {wait}',

    // Forms and buttons
    more: 'Más',
    moreActions: 'Más acciones: {title}',
    working: 'Un momento…',
    cancel: 'Cancelar',
    cancelled: 'Cancelado. Actualice para ver si llegó a hacerse.',
    done: 'Hecho.',
    reallyDo: '¿{action}: {title}?',
    optional: '(opcional)',
    noChoice: 'Ninguna opción',

    // Signing in
    wrongCard: 'El número de carné o el PIN no es correcto.',
    tooManyAttempts: {
      one: 'Demasiados intentos. Espere {count} minuto.',
      other: 'Demasiados intentos. Espere {count} minutos.',
    },

    // What was refused, where nothing in `refusals` fits
    noAnswer: 'El servicio no responde. Compruebe la conexión.',
    fault: 'Ha ocurrido un error en el servicio. No se ha perdido nada; inténtelo más tarde.',
    checkEntries: 'Revise los datos introducidos.',

    // The drawer for developers
    requests: 'Peticiones',
    requestsCounted: 'Peticiones ({count})',
    close: 'Cerrar',
    aboutRequests:
      'La página conoce una sola dirección. Las demás son enlaces, plantillas y acciones de respuestas anteriores.',
    allOperations: 'Consultar todas las operaciones',
    unanswered: 'sin respuesta',
    request: 'Petición',
    answer: 'Respuesta',
    copyAsCurl: 'Copiar como curl',
    copied: 'El comando se ha copiado. Defina TOKEN antes de ejecutarlo.',
    command: 'Comando',
    clock: 'Reloj del entorno de pruebas',
    clockShows: 'El reloj marca {time}.',
    hoursOn: { one: '+{count} hora', other: '+{count} horas' },
    daysOn: { one: '+{count} día', other: '+{count} días' },
    now: 'Ahora',
    mails: 'Correos salientes',
    noMails: 'Todavía ninguno.',
  },

  actions: {
    hold: 'Reservar',
    checkout: 'Tomar en préstamo',
    removeHold: 'Eliminar la reserva',
    editHold: 'Cambiar el correo electrónico',
    addSuspension: 'Suspender',
    editSuspension: 'Cambiar la suspensión',
    releaseSuspension: 'Reactivar',
    earlyReturn: 'Devolver',
    format: 'Elegir un formato',
    editLendingPeriod: 'Cambiar',
    suspendAll: 'Suspender todas',
    releaseAll: 'Reactivar todas',
    choosePace: 'Pocas a la vez',
    liftPace: 'Todas las que lleguen',
  },

  done: {
    hold: 'La reserva está hecha.',
    checkout: 'Tomado en préstamo.',
    removeHold: 'La reserva se ha eliminado.',
    editHold: 'La dirección se ha cambiado.',
    addSuspension: 'La reserva está suspendida. Conserva su puesto.',
    editSuspension: 'La suspensión se ha cambiado.',
    releaseSuspension: 'La reserva se ha reactivado.',
    earlyReturn: 'Devuelto.',
    format: 'El formato está elegido.',
    editLendingPeriod: 'La duración del préstamo se ha cambiado.',
    suspendAll: 'Todas las reservas están suspendidas.',
    releaseAll: 'Todas las reservas se han reactivado.',
    choosePace: 'El número se ha guardado. Sus demás reservas conservan su lugar.',
    liftPace: 'Puede haber cualquier número de reservas listas al mismo tiempo.',
  },

  names: {
    emailAddress: 'Correo electrónico',
    formatType: 'Formato',
    suspensionType: 'Durante cuánto tiempo',
    ignoreHoldEmail: 'Sin correo para esta reserva',
    numberOfDays: 'Número de días',
    includeReady:
      'También lo que está listo: los ejemplares apartados pasarán a las siguientes personas y los puestos se conservan',
    lendingPeriodDays: 'Días',
    readyAtMost: 'Listas al mismo tiempo, como máximo',
    indefinite: 'Hasta que la reactive',
    limited: 'Durante algunos días',
    eBook: 'Libros electrónicos',
    Audiobook: 'Audiolibros',
    Video: 'Vídeos',
  },

  kinds: { ebook: 'Libro electrónico', audiobook: 'Audiolibro', video: 'Vídeo', magazine: 'Revista' },

  verbs: {
    ebook: 'Leer ahora',
    magazine: 'Leer ahora',
    audiobook: 'Escuchar ahora',
    video: 'Ver ahora',
    other: 'Abrir',
  },

  formats: {
    'ebook-epub-adobe': 'Libro electrónico Adobe EPUB',
    'ebook-epub-open': 'Libro electrónico EPUB sin protección',
    'ebook-kindle': 'Libro Kindle',
    'ebook-pdf-adobe': 'Libro electrónico Adobe PDF',
    'ebook-pdf-open': 'Libro electrónico PDF sin protección',
    'ebook-overdrive': 'Leer en línea',
    'ebook-mediado': 'Leer en línea (MediaDo)',
    'magazine-overdrive': 'Leer en línea',
    'audiobook-mp3': 'Audiolibro MP3',
    'audiobook-wma': 'Audiolibro WMA',
    'audiobook-overdrive': 'Escuchar en línea',
    'video-wmv': 'Vídeo WMV',
    'video-wmv-mobile': 'Vídeo WMV para dispositivos móviles',
    'video-streaming': 'Ver en línea',
  },

  orders: {
    relevance: 'Los más pertinentes',
    title: 'Título',
    author: 'Autor',
    'dateadded:desc': 'Los más recientes',
    'popularity:desc': 'Los más solicitados',
  },

  refusals: {
    Unauthorized: 'Su sesión se ha cerrado. Inicie sesión de nuevo.',
    Forbidden: 'Su biblioteca no lo permite.',
    NotFound: 'Esto ya no existe.',
    PatronDoesntHaveTitleOnHold: 'Ya no tiene reservado este título.',
    HoldNotSuspended: 'La reserva no está suspendida.',
    AlreadyOnWaitList: 'Ya tiene reservado este título.',
    PatronExceededHoldLimit: 'Tiene tantas reservas como permite su biblioteca.',
    HoldAlreadySuspended: 'La reserva ya está suspendida.',
    HoldReadyForCheckout: 'El título está listo para usted, así que su reserva no se puede cambiar.',
    IgnoreHoldEmailCannotBeChanged:
      'A una reserva hecha sin correo electrónico no se le puede añadir uno después.',
    TitleAlreadyCheckedOut: 'Ya tiene este título en préstamo.',
    NotWithinRenewalWindow:
      'Tiene este título en préstamo. Podrá renovarlo en los últimos días del préstamo.',
    NoCopiesAvailable: 'Ahora no hay ningún ejemplar disponible para usted.',
    PatronHasExceededCheckoutLimit:
      'Tiene tantos títulos en préstamo como permite su biblioteca. Devuelva uno primero.',
    TitleNotCheckedOut: 'Ya no tiene este título en préstamo.',
    PatronDoesntHaveTitleCheckedOut: 'Ya no tiene este título en préstamo.',
    PatronTitleProcessingFailed: 'Este título no existe en ese formato.',
    AnotherFormatHasBeenLockedIn: 'Ya ha elegido otro formato de este título.',
    TitleNotInCollection: 'Su biblioteca no le presta este título.',
    PatronCategoryUnknown:
      'Su biblioteca no ha abierto este servicio para su tipo de tarjeta. Pregunte en su biblioteca.',
    LibraryUnavailable:
      'No se puede acceder ahora al sistema de su biblioteca. Inténtelo de nuevo dentro de unos minutos.',
    InvalidLendingPeriod: 'Elija una de las duraciones de la lista.',
    InvalidEmailAddress: 'Escriba una dirección de correo electrónico, por ejemplo lectora@example.org.',
    TooManyRequests: 'Demasiadas peticiones a la vez.',
    RequestTimeout: 'La conexión es demasiado lenta en este momento.',
    ServiceUnavailable: 'El servicio está ocupado.',
  },

  fieldRefusals: {
    emailAddress: 'Escriba una dirección de correo electrónico, por ejemplo lectora@example.org.',
    numberOfDays: 'Escriba un número de días del 1 al 365.',
  },
};
