const DEFAULT_DECIMALS = 2;
const MAX_LENGTH = 40;
/** Digits, perhaps grouped by separators. */
const NUMBER = /[.,]?\d[\d.,' \u00a0\u202f]*/u;

/**
 * The amount of money that a system writes as `20.00`, `20,00`, `$1,234.50` or `1.234,50 EUR`; undefined if the text is no amount. Three
 * digits behind the last separator are thousands, except in a currency with three decimals.
 */
export function amountIn(text: string, currency = ''): number | undefined {
  const found = text.length <= MAX_LENGTH ? NUMBER.exec(text) : null;
  if (found === null || /\d/.test(text.slice(found.index + found[0].length))) return undefined;
  const groups = found[0].split(/[.,]/).map((group) => group.replaceAll(/\D/g, ''));
  const decimals = groups.length > 1 ? (groups.pop() ?? '') : '';
  const isWhole = decimals.length > Math.max(decimalsOf(currency), DEFAULT_DECIMALS);
  const value = Number(`${groups.join('')}${isWhole ? '' : '.'}${decimals || '0'}`);
  return text.slice(0, found.index).includes('-') ? -value : value;
}

function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? DEFAULT_DECIMALS;
  } catch {
    return DEFAULT_DECIMALS;
  }
}
