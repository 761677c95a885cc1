const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Keeps the language that the patron chooses, and has the page come anew in it: the service reads the cookie.
 * @param form null where there is nothing to choose
 * @param path of the shelf, without a slash at its end
 */
export function watchLanguage(form: HTMLElement | null, path: string): void {
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const { value = '' } = form.querySelector('select') ?? {};
    const secure = location.protocol === 'https:' ? ';secure' : '';
    document.cookie = `shelf-language=${value};path=${path};max-age=${YEAR_SECONDS};samesite=lax${secure}`;
    // What the address says would go before the choice.
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    history.replaceState(null, '', address);
    location.reload();
  });
}
