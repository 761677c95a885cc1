const USUAL_DECIMALS = 2;
const MAX_LENGTH = 40;
/** Digits that separators may group, and what may stand at its sides, such as `$`, `EUR` or a space. */
const AMOUNT = /^[^\d.,-]*(-?)[^\d.,-]*(\d[\d.,' \u00a0\u202f]*|[.,]\d+)\D*$/u;

/**
 * What a system writes as an amount of money: `20.00`, `20,00`, `$1,234.50`, `1.234,50 EUR`. Undefined: nothing that is one. Three digits behind
 * the last separator are thousands, except in a currency with three decimals.
 */
export function amountIn(text: string, currency = ''): number | undefined {
  const [, sign, digits = ''] = (text.length <= MAX_LENGTH && AMOUNT.exec(text)) || [];
  if (sign === undefined) return undefined;
  const [, whole = digits, decimals = ''] = /^(.*)[.,](\d*)\D*$/u.exec(digits) ?? [];
  const isWhole = decimals.length > Math.max(decimalsOf(currency), USUAL_DECIMALS);
  const value = Number(`${whole.replaceAll(/\D/g, '') || '0'}${isWhole ? '' : '.'}${decimals || '0'}`);
  return sign === '-' ? -value : value;
}

function decimalsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? USUAL_DECIMALS;
  } catch {
    return USUAL_DECIMALS;
  }
}
