/** An amount as text: `$1,234.50` for 123450 cents. */
export const money = (cents: number, currency = 'USD'): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency })
