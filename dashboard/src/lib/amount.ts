/** What somebody typed as an amount, `1,234.5` or `$20`, in cents; undefined where it is none. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,$]/g, '')
  if (!/^\d{1,12}(\.\d{0,2})?$/.test(plain)) return undefined
  return Math.round(Number(plain) * 100)
}

/** Cents as they stand in a field: `1234.50`. */
export const amountText = (cents: number): string => (cents / 100).toFixed(2)
