import names from './names.json' with { type: 'json' }

/** Merchant category codes that card networks give to single airlines, car rental companies and hotels. They get the name of the trade. */
const BRANDS = [
  { from: '3000', to: '3350', name: 'Airlines' },
  { from: '3351', to: '3500', name: 'Car rental' },
  { from: '3501', to: '3999', name: 'Hotels and lodging' },
] as const

/** Returns the name of a merchant category code (ISO 18245). Undefined: the list does not have the code. */
export const merchantCategoryName = (mcc: string): string | undefined =>
  BRANDS.find(({ from, to }) => mcc.length === 4 && from <= mcc && mcc <= to)?.name ??
  (Object.hasOwn(names, mcc) ? names[mcc as keyof typeof names] : undefined)
