import type { Event } from '../../contract/events.ts'
import { moneyText } from '../terminal/money.ts'
import type { TerminalColour, TerminalScreen } from '../terminal/screen.ts'
import { cutTextToTerminalWidth, printableText } from '../terminal/text.ts'

const TYPE_WIDTH = 'card.credentials_locked'.length
const BAD = /declined|denied|rejected|mismatched|locked$/
const GOOD = /created|approved|matched|settled|granted/

/** An event on one line: its time, its type, the resource that it is about, and the amount. */
export function terminalLineOfEvent({ type, createdAt, data }: Event, screen: TerminalScreen): string {
  const { cardId, id, amount, currency, merchant, reasons, reason } = data
  const own = data[`${type.split('.')[0]}Id`] // for instance `transactionId` of `transaction.settled`
  const subject = [own, cardId, id].find((each) => typeof each === 'string') ?? ''
  const facts = [
    subject,
    typeof amount === 'number' ? moneyText(amount, typeof currency === 'string' ? currency : undefined) : '',
    merchant,
    Array.isArray(reasons) ? reasons.map((each: { code?: unknown }) => each.code).join(', ') : reason,
  ]
  const text = facts.filter((fact) => typeof fact === 'string' && fact !== '').join('  ')
  const line = `${createdAt}  ${type.padEnd(TYPE_WIDTH)}  ${printableText(text)}`
  return cutTextToTerminalWidth(line, screen.width).replace(type, screen.paint(paintOf(type), type))
}

const paintOf = (type: string): TerminalColour => (BAD.test(type) ? 'red' : GOOD.test(type) ? 'green' : 'yellow')
