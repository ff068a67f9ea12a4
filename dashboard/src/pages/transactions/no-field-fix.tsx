import type { Reason } from '@purser/client'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { ruleName } from '../../lib/words/rules.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ApiSentence } from '../../ui/sentence.tsx'

interface NoFieldProps {
  reason: Reason
  level: PolicyLevel
  id: string
  onClose: () => void
}

/** The part of the dialog for a reason that no single field can fix: it explains why, and links to the page on which a person decides. */
export function NoDeclineFieldFix({ reason, level, id, onClose }: NoFieldProps) {
  const { why, field } = explained(reason)
  const to = field === undefined ? `/${level}s/${id}` : `/${level}s/${id}/policy#${field}`
  return (
    <Dialog
      title={`Fix: ${ruleName(reason.rule)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <ButtonLink to={to} look="primary">
            {field === undefined ? `Open the ${level}` : `Open the field of the ${level}`}
          </ButtonLink>
        </>
      }
    >
      <p>
        <ApiSentence text={reason.message} about={reason} />
      </p>
      <p className="text-quiet">
        {why} <ApiSentence text={reason.remedy} about={reason} />
      </p>
    </Dialog>
  )
}

interface Explained {
  readonly why: string
  /** The policy field that the reason depends on. Absent: it depends on none. */
  readonly field?: string
}

const unnamed: Readonly<Record<string, string>> = {
  merchant_missing: 'merchant',
  mcc_missing: 'category',
  country_missing: 'country',
}

function explained({ rule, code }: Reason): Explained {
  const what = unnamed[code]
  if (what !== undefined)
    return {
      why: `The network named no ${what}, so there is no entry that would let it in: only without the list does a purchase like it pass.`,
      field: rule,
    }
  if (rule === 'activeHours')
    return { why: 'A person has to decide how much wider the hours should be.', field: 'activeHours' }
  if (rule === 'credentials')
    return { why: 'No policy can change a wrong expiry or CVV. The buyer needs the right ones.' }
  return { why: 'No single change of a field fixes this.' }
}
