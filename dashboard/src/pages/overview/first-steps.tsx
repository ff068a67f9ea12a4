import { Section } from '../../ui/page.tsx'

const json = (path: string, body: object): string =>
  `curl ${location.origin}/v1${path} \\\n  -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify(body)}'`

const steps = () => [
  {
    title: 'Make a customer with a limit',
    why: 'The customer pays. Their policy applies to all their agents and cards.',
    command: json('/customers', { email: 'finance@example.com', limits: { perMonth: 100_000 } }),
  },
  {
    title: 'Give them a card',
    why: 'An agent buys with it. Use the id from the first answer.',
    command: json('/cards', { customerId: 'cust_...', policy: { limits: { perAuth: 5000 } } }),
  },
  {
    title: 'Play the merchant',
    why: 'The purchase is decided like a real one and appears here.',
    command: json('/network/authorizations', { cardId: 'card_...', amount: 1999, merchant: { name: 'Ink Shop' } }),
  },
]

/** What to do on a fresh installation. */
export const FirstSteps = () => (
  <Section title="Three steps to the first purchase">
    <ol className="grid gap-6">
      {steps().map(({ title, why, command }, index) => (
        <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
          <span
            aria-hidden
            className="grid size-7 place-items-center rounded-full bg-accent-wash text-sm font-semibold text-accent"
          >
            {index + 1}
          </span>
          <div className="grid gap-1">
            <h3 className="font-medium">{title}</h3>
            <p className="text-quiet">{why}</p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
            <pre
              tabIndex={0}
              aria-label={`Command: ${title}`}
              className="mt-1 overflow-x-auto rounded-lg bg-raised px-4 py-3"
            >
              {command}
            </pre>
          </div>
        </li>
      ))}
    </ol>
    <p className="mt-6 text-quiet">
      Or fill an empty database with a company that has bought for 90 days: <code>purser seed</code>
    </p>
  </Section>
)
