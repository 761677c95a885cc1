import type { LanguageCode } from '../../domain/languages.js';

/** What the page says about notices on this device. Only a page that offers them loads it, in all languages at once. */
export interface DeviceWords {
  readonly heading: string;
  readonly turnOn: string;
  readonly on: string;
  readonly off: string;
  /** The browser's own settings forbid it. */
  readonly blocked: string;
  readonly unsupported: string;
  readonly failed: string;
}

export const DEVICE_WORDS: Readonly<Record<LanguageCode, DeviceWords>> = {
  en: {
    heading: 'Notices on this device',
    turnOn: 'Show notices here',
    on: 'On. This device shows your notices, also while this page is closed. Signing out here ends that.',
    off: 'Off.',
    blocked: 'Your browser blocks notices from this page. Allow them in the settings of the browser.',
    unsupported:
      'This browser cannot show notices. On an iPhone or iPad, add the page to the Home Screen first.',
    failed: 'That did not work. Please try again later.',
  },
  de: {
    heading: 'Mitteilungen auf diesem Gerät',
    turnOn: 'Mitteilungen hier anzeigen',
    on: 'Eingeschaltet. Dieses Gerät zeigt Ihre Mitteilungen, auch wenn diese Seite geschlossen ist. Wenn Sie sich hier abmelden, endet das.',
    off: 'Ausgeschaltet.',
    blocked:
      'Ihr Browser blockiert Mitteilungen dieser Seite. Erlauben Sie sie in den Einstellungen des Browsers.',
    unsupported:
      'Dieser Browser kann keine Mitteilungen anzeigen. Auf einem iPhone oder iPad fügen Sie die Seite zuerst zum Home-Bildschirm hinzu.',
    failed: 'Das ging nicht. Bitte versuchen Sie es später noch einmal.',
  },
  fr: {
    heading: 'Avis sur cet appareil',
    turnOn: 'Afficher les avis ici',
    on: 'Activé. Cet appareil affiche vos avis, même lorsque cette page est fermée. Cela cesse si vous vous déconnectez ici.',
    off: 'Désactivé.',
    blocked: 'Votre navigateur bloque les avis de cette page. Autorisez-les dans les réglages du navigateur.',
    unsupported:
      'Ce navigateur ne peut pas afficher d’avis. Sur un iPhone ou un iPad, ajoutez d’abord la page à l’écran d’accueil.',
    failed: 'Cela n’a pas fonctionné. Veuillez réessayer plus tard.',
  },
  es: {
    heading: 'Avisos en este dispositivo',
    turnOn: 'Mostrar los avisos aquí',
    on: 'Activado. Este dispositivo muestra sus avisos, también cuando esta página está cerrada. Si cierra la sesión aquí, dejará de hacerlo.',
    off: 'Desactivado.',
    blocked: 'Su navegador bloquea los avisos de esta página. Permítalos en la configuración del navegador.',
    unsupported:
      'Este navegador no puede mostrar avisos. En un iPhone o iPad, añada primero la página a la pantalla de inicio.',
    failed: 'No ha funcionado. Inténtelo de nuevo más tarde.',
  },
  ar: {
    heading: 'الإشعارات على هذا الجهاز',
    turnOn: 'إظهار الإشعارات هنا',
    on: 'مفعّلة. يعرض هذا الجهاز إشعاراتك حتى عندما تكون هذه الصفحة مغلقة. وينتهي ذلك عند تسجيل الخروج هنا.',
    off: 'غير مفعّلة.',
    blocked: 'يحظر متصفحك إشعارات هذه الصفحة. اسمح بها في إعدادات المتصفح.',
    unsupported:
      'لا يمكن لهذا المتصفح عرض الإشعارات. على iPhone أو iPad أضف الصفحة أولًا إلى الشاشة الرئيسية.',
    failed: 'لم ينجح ذلك. يُرجى المحاولة لاحقًا.',
  },
};
