/** Such as "12.50 EUR" or "340 JPY": with the decimals that the currency has. */
export function moneyText(amount: number, currency: string | null | undefined): string {
  if (currency == null) return amount.toFixed(2);
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return `${amount.toFixed(maximumFractionDigits)} ${currency}`;
}
