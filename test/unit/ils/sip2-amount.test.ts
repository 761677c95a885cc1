import { amountIn } from '../../../src/access/ils/sip2-amount.js';

test.each<[string, string, number | undefined]>([
  ['20.00', 'USD', 20],
  ['20,00', 'EUR', 20],
  ['$20.00', 'USD', 20],
  [' 20.5 ', '', 20.5],
  ['20', '', 20],
  ['.50', '', 0.5],
  ['1,234.50', 'USD', 1234.5],
  ['1.234,50 EUR', 'EUR', 1234.5],
  ["CHF 1'234.50", 'CHF', 1234.5],
  ['1\u202f234,50 €', 'EUR', 1234.5],
  ['1,234', 'USD', 1234],
  ['1.234', 'EUR', 1234],
  ['1.234', 'KWD', 1.234],
  ['1,234', 'JPY', 1234],
  ['000020.00', '???', 20],
  ['-5.00', 'USD', -5],
  ['$-5.00', 'USD', -5],
  ['0.00', 'USD', 0],
  ['20.', '', 20],
  ['', '', undefined],
  ['none', '', undefined],
  ['N/A', '', undefined],
  ['1'.repeat(41), '', undefined],
])('an amount that a system writes as %j (%s) is %s', (text, currency, amount) => {
  expect(amountIn(text, currency)).toBe(amount);
});
