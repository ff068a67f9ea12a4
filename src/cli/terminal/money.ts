import { formatMoney } from '../../domain/money.ts'

/** An amount as text: `$1,234.50` for 123450 of USD. `currency`: an ISO 4217 code. */
export const money = (amount: number, currency = 'USD'): string => formatMoney(amount, currency.toUpperCase())
