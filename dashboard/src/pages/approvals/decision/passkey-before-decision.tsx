import { useQueryClient } from '@tanstack/react-query'
import { canUsePasskeys } from '../../../api/sign-in/passkeys.ts'
import { formatMoney } from '../../../lib/format.ts'
import { usePageCurrency } from '../../../ui/money.tsx'
import { MakePasskey } from '../../../ui/passkeys/make-passkey.tsx'
import { ExactTime } from '../../../ui/time.tsx'
import type { usePasskeyBeforeDecision } from './use-passkey-before-decision.ts'

const intentions = { approve: 'You approve it', decline: 'You decline it' } as const

/** The note before a decision that it needs a passkey. A person without one can create it in the note. */
export function PasskeyBeforeDecision({
  of: { isNeeded, own, isMissing, kept },
  above,
}: {
  of: ReturnType<typeof usePasskeyBeforeDecision>
  above: number | undefined
}) {
  const currency = usePageCurrency()
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
      {kept !== undefined && (
        <p role="status">{intentions[kept.verdict]} as soon as a passkey of yours confirms, while this page is open.</p>
      )}
    </section>
  )
}
