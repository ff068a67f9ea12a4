import { useCurrency } from '../../../ui/money.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadLater } from '../../../app/load-later.tsx'
import type { Made } from '../../../api/approvals/decide.ts'
import { canUsePasskeys, ownPasskeysQuery } from '../../../api/sign-in/passkeys.ts'
import { formatMoney } from '../../../lib/format.ts'
import { ExactTime } from '../../../ui/time.tsx'

const MakePasskey = loadLater(async () => (await import('../../../ui/passkeys/make-passkey.tsx')).MakePasskey)

interface PasskeyFirstOptions {
  /** Whether the decision takes a passkey. */
  readonly isNeeded: boolean
  /** What was refused because the person has none here. */
  readonly refused: Made | undefined
  readonly decide: (made: Made) => void
}

/** Keeps a decision until a passkey of the person can confirm it, and goes on with it then. */
export function usePasskeyFirst({ isNeeded, refused, decide }: PasskeyFirstOptions) {
  const { data: own } = useQuery({ ...ownPasskeysQuery, enabled: isNeeded })
  const [asked, want] = useState<Made>()
  const wanted = asked ?? refused
  const confirms = own?.confirmsHere ?? false
  useEffect(() => {
    if (!isNeeded || !confirms || wanted === undefined) return
    want(undefined)
    decide(wanted)
    // Once, when a passkey begins to confirm.
  }, [confirms])
  return { isNeeded, own, isMissing: isNeeded && own !== undefined && !confirms, wanted, want }
}

const intentions = { approve: 'You approve it', decline: 'You decline it' } as const

/** Says before a decision that it takes a passkey. Whoever has none makes one here. */
export function PasskeyFirst({
  of: { isNeeded, own, isMissing, wanted },
  above,
}: {
  of: ReturnType<typeof usePasskeyFirst>
  above: number | undefined
}) {
  const currency = useCurrency()
  const client = useQueryClient()
  if (!isNeeded || own === undefined) return null
  const reason =
    above === undefined
      ? 'This is confirmed with a passkey'
      : above === 0
        ? 'Decisions in this currency are confirmed with a passkey'
        : `Decisions above ${formatMoney(above, currency)} are confirmed with a passkey`
  if (!isMissing) return above === undefined ? null : <p className="text-sm text-quiet">{reason}.</p>
  const { waitsHere } = own
  return (
    <section aria-label="Passkey" className="grid gap-3 rounded-lg bg-warn-wash px-4 py-3">
      {waitsHere === undefined ? (
        <>
          <p className="text-warn">
            {reason}, and you have none at {location.hostname}.
          </p>
          {canUsePasskeys() ? (
            <MakePasskey
              isFirst={!own.confirmsAnywhere}
              onMade={() => void client.invalidateQueries({ queryKey: ['passkeys'] })}
            />
          ) : (
            <p>
              Passkeys belong to a name: open this page by <code>https://</code> and a name, or by{' '}
              <code>localhost</code>.
            </p>
          )}
        </>
      ) : (
        <p className="text-warn">
          {reason}. Yours cannot confirm anything until{' '}
          {waitsHere.waitsUntil !== undefined && <ExactTime at={waitsHere.waitsUntil} />}, or an owner agrees to it in
          the settings, under “People”.
        </p>
      )}
      {wanted !== undefined && (
        <p role="status">
          {intentions[wanted.verdict]} as soon as a passkey of yours confirms, while this page is open.
        </p>
      )}
    </section>
  )
}
