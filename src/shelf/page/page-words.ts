import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';

type Message = Readonly<Record<LanguageCode, string>>;

/** What the page says before its script runs. The script's own texts are in words. */
const MESSAGES = {
  myShelf: {
    en: 'My shelf',
    es: 'Mi estantería',
    fr: 'Mon étagère',
    de: 'Mein Regal',
    ar: 'رفّي',
  },
  aboutShelf: {
    en: 'See your holds and loans at the library, search for titles and place holds.',
    es: 'Consulte sus reservas y préstamos de la biblioteca, busque títulos y resérvelos.',
    fr: 'Consultez vos réservations et vos emprunts à la bibliothèque, cherchez des titres et réservez-les.',
    de: 'Ihre Vormerkungen und Ausleihen in der Bibliothek ansehen, Titel suchen und vormerken.',
    ar: 'اطّلع على حجوزاتك وإعاراتك في المكتبة، وابحث عن العناوين واحجزها.',
  },
  needsScript: {
    en: 'The shelf needs JavaScript, and its script has not run. Your library’s own catalog or a reading app can show your holds and loans instead.',
    es: 'La estantería necesita JavaScript, y su script no se ha ejecutado. También puede ver sus reservas y préstamos en el catálogo de su biblioteca o en una aplicación de lectura.',
    fr: 'L’étagère a besoin de JavaScript, et son script n’a pas été exécuté. Le catalogue de votre bibliothèque ou une application de lecture peuvent aussi afficher vos réservations et vos emprunts.',
    de: 'Das Regal braucht JavaScript, und sein Skript ist nicht gelaufen. Ihre Vormerkungen und Ausleihen sehen Sie auch im Katalog Ihrer Bibliothek oder in einer Lese-App.',
    ar: 'يحتاج الرفّ إلى JavaScript، ولم يعمل برنامجه. يمكنك رؤية حجوزاتك وإعاراتك في فهرس مكتبتك أو في تطبيق للقراءة.',
  },
  byCard: {
    en: 'Sign in with your library card',
    es: 'Inicie sesión con su carné de biblioteca',
    fr: 'Se connecter avec votre carte de bibliothèque',
    de: 'Mit dem Bibliotheksausweis anmelden',
    ar: 'تسجيل الدخول ببطاقة المكتبة',
  },
  library: { en: 'Library', es: 'Biblioteca', fr: 'Bibliothèque', de: 'Bibliothek', ar: 'المكتبة' },
  cardNumber: {
    en: 'Card number',
    es: 'Número de carné',
    fr: 'Numéro de carte',
    de: 'Kartennummer',
    ar: 'رقم البطاقة',
  },
  pin: { en: 'PIN', es: 'PIN', fr: 'Code PIN', de: 'PIN', ar: 'الرقم السري' },
  showPin: {
    en: 'Show PIN',
    es: 'Mostrar PIN',
    fr: 'Afficher le code PIN',
    de: 'PIN anzeigen',
    ar: 'إظهار الرقم السري',
  },
  forgottenPin: {
    en: 'Forgotten your PIN?',
    es: '¿Ha olvidado su PIN?',
    fr: 'Code PIN oublié ?',
    de: 'PIN vergessen?',
    ar: 'هل نسيت رقمك السري؟',
  },
  noCard: {
    en: 'No card yet?',
    es: '¿Aún no tiene carné?',
    fr: 'Pas encore de carte ?',
    de: 'Noch kein Ausweis?',
    ar: 'ليست لديك بطاقة بعد؟',
  },
  help: { en: 'Help', es: 'Ayuda', fr: 'Aide', de: 'Hilfe', ar: 'المساعدة' },
  signIn: { en: 'Sign in', es: 'Iniciar sesión', fr: 'Se connecter', de: 'Anmelden', ar: 'تسجيل الدخول' },
  byToken: {
    en: 'Or with a token',
    es: 'O con un token',
    fr: 'Ou avec un jeton',
    de: 'Oder mit einem Token',
    ar: 'أو برمز وصول',
  },
  aboutToken: {
    en: 'To build a client: a patron’s bearer token. It stays in this tab.',
    es: 'Para quien desarrolla un cliente: el token de acceso de un usuario. No sale de esta pestaña.',
    fr: 'Pour qui développe un client : le jeton d’accès d’un lecteur. Il ne quitte pas cet onglet.',
    de: 'Für alle, die einen Client entwickeln: das Zugangstoken einer Person. Es bleibt in diesem Tab.',
    ar: 'لمن يطوّر تطبيقًا: رمز وصول لأحد القرّاء. يبقى في علامة التبويب هذه.',
  },
  allOperations: {
    en: 'Read about every operation',
    es: 'Consultar todas las operaciones',
    fr: 'Consulter toutes les opérations',
    de: 'Alle Operationen nachlesen',
    ar: 'اقرأ عن جميع العمليات',
  },
  token: { en: 'Token', es: 'Token', fr: 'Jeton', de: 'Token', ar: 'رمز الوصول' },
  useToken: {
    en: 'Use this token',
    es: 'Usar este token',
    fr: 'Utiliser ce jeton',
    de: 'Dieses Token verwenden',
    ar: 'استخدم هذا الرمز',
  },
  demoCards: {
    en: 'Cards of the demo library',
    es: 'Carnés de la biblioteca de demostración',
    fr: 'Cartes de la bibliothèque de démonstration',
    de: 'Karten der Demo-Bibliothek',
    ar: 'بطاقات المكتبة التجريبية',
  },
  language: { en: 'Language', es: 'Idioma', fr: 'Langue', de: 'Sprache', ar: 'اللغة' },
  changeLanguage: {
    en: 'Change language',
    es: 'Cambiar de idioma',
    fr: 'Changer de langue',
    de: 'Sprache wechseln',
    ar: 'تغيير اللغة',
  },
  noSuchPage: {
    en: 'There is no such page',
    es: 'Esta página no existe',
    fr: 'Cette page n’existe pas',
    de: 'Diese Seite gibt es nicht',
    ar: 'هذه الصفحة غير موجودة',
  },
  aboutNoSuchPage: {
    en: 'The address may have a mistake, or the page has moved.',
    es: 'Puede que la dirección tenga un error o que la página haya cambiado de lugar.',
    fr: 'L’adresse contient peut-être une erreur, ou la page a été déplacée.',
    de: 'Vielleicht hat die Adresse einen Fehler, oder die Seite ist umgezogen.',
    ar: 'ربما في العنوان خطأ، أو نُقلت الصفحة.',
  },
  notNow: {
    en: 'Your shelf cannot be shown right now',
    es: 'Su estantería no se puede mostrar en este momento',
    fr: 'Votre étagère ne peut pas être affichée pour le moment',
    de: 'Ihr Regal kann gerade nicht gezeigt werden',
    ar: 'لا يمكن عرض رفّك الآن',
  },
  tryAgain: {
    en: 'Try again in a moment. Your holds and loans stay as they are.',
    es: 'Inténtelo de nuevo dentro de un momento. Sus reservas y préstamos no cambian.',
    fr: 'Réessayez dans un instant. Vos réservations et vos emprunts restent inchangés.',
    de: 'Versuchen Sie es gleich noch einmal. Ihre Vormerkungen und Ausleihen bleiben, wie sie sind.',
    ar: 'أعد المحاولة بعد لحظات. تبقى حجوزاتك وإعاراتك كما هي.',
  },
  askWithNumber: {
    en: 'If you ask your library about it, name this number:',
    es: 'Si consulta a su biblioteca, indique este número:',
    fr: 'Si vous interrogez votre bibliothèque, indiquez ce numéro :',
    de: 'Wenn Sie Ihre Bibliothek danach fragen, nennen Sie diese Nummer:',
    ar: 'إذا سألت مكتبتك عن ذلك، فاذكر هذا الرقم:',
  },
  toShelf: {
    en: 'To my shelf',
    es: 'Ir a mi estantería',
    fr: 'Aller à mon étagère',
    de: 'Zu meinem Regal',
    ar: 'إلى رفّي',
  },
  aboutWelcome: {
    en: 'Titles to read and listen to online: place holds here, see your place in line, and borrow what is ready.',
    es: 'Títulos para leer y escuchar en línea: reserve aquí, vea su turno y tome prestado lo que esté listo.',
    fr: 'Des titres à lire et à écouter en ligne : réservez ici, voyez votre place dans la file et empruntez ce qui est prêt.',
    de: 'Titel zum Lesen und Hören im Netz: hier vormerken, den Platz in der Warteschlange sehen und ausleihen, was bereit ist.',
    ar: 'عناوين للقراءة والاستماع عبر الإنترنت: احجز هنا، واعرف دورك في الانتظار، واستعر ما صار جاهزًا.',
  },
  holdsElsewhere: {
    en: 'Your holds and loans are in your library’s catalog, or in a reading app.',
    es: 'Encontrará sus reservas y préstamos en el catálogo de su biblioteca o en una aplicación de lectura.',
    fr: 'Vos réservations et vos emprunts sont dans le catalogue de votre bibliothèque ou dans une application de lecture.',
    de: 'Ihre Vormerkungen und Ausleihen finden Sie im Katalog Ihrer Bibliothek oder in einer Lese-App.',
    ar: 'تجد حجوزاتك وإعاراتك في فهرس مكتبتك أو في تطبيق للقراءة.',
  },
  searchCatalog: {
    en: 'Search the catalog',
    es: 'Buscar en el catálogo',
    fr: 'Chercher dans le catalogue',
    de: 'Im Katalog suchen',
    ar: 'البحث في الفهرس',
  },
  aboutSearch: {
    en: 'Find titles, and see when you can have them.',
    es: 'Encuentre títulos y vea cuándo podrá tenerlos.',
    fr: 'Trouvez des titres et voyez quand vous pourrez les avoir.',
    de: 'Titel finden und sehen, wann Sie sie haben können.',
    ar: 'اعثر على العناوين واعرف متى تتوفر لك.',
  },
  aboutHelp: {
    en: 'Your library’s own pages: there you can ask people.',
    es: 'Las páginas de su biblioteca: allí puede preguntar al personal.',
    fr: 'Les pages de votre bibliothèque : vous pouvez y poser vos questions.',
    de: 'Die Seiten Ihrer Bibliothek: dort können Sie fragen.',
    ar: 'صفحات مكتبتك: هناك يمكنك أن تسأل.',
  },
  forStaff: {
    en: 'For library staff',
    es: 'Para el personal de la biblioteca',
    fr: 'Pour le personnel de la bibliothèque',
    de: 'Für Bibliothekspersonal',
    ar: 'لموظفي المكتبة',
  },
  forDevelopers: {
    en: 'For developers',
    es: 'Para desarrolladores',
    fr: 'Pour les développeurs',
    de: 'Für die Entwicklung',
    ar: 'للمطوّرين',
  },
  toStart: {
    en: 'To the first page',
    es: 'Ir a la página principal',
    fr: 'Aller à la page d’accueil',
    de: 'Zur Startseite',
    ar: 'إلى الصفحة الأولى',
  },
} satisfies Readonly<Record<string, Message>>;

export type PageWords = Readonly<Record<keyof typeof MESSAGES, string>>;

const WORDS = Object.fromEntries(
  LANGUAGES.map((code) => [
    code,
    Object.fromEntries(Object.entries(MESSAGES).map(([name, message]) => [name, message[code]])),
  ]),
) as Readonly<Record<LanguageCode, PageWords>>;

export function pageWords(code: LanguageCode): PageWords {
  return WORDS[code];
}
