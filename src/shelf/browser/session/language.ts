import { setCookie } from './cookies.js';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Keeps the language that the patron chooses, and has the page come anew in it: the service reads the cookie.
 * @param form null where there is nothing to choose
 * @param shelf the address of a file of the shelf
 */
export function watchLanguage(form: HTMLElement | null, shelf: string): void {
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const { value = '' } = form.querySelector('select') ?? {};
    setCookie(shelf, 'shelf-language', value, YEAR_SECONDS);
    // What the address says would go before the choice.
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    history.replaceState(null, '', address);
    location.reload();
  });
}
