import type { Reason } from '@purser/client'
import { ruleName } from '../../lib/words/rules.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DecisionLadder } from '../../ui/decision-ladder.tsx'
import type { EvaluatedDeclineFieldFix } from './field-fix.ts'

interface FixResultProps {
  change: EvaluatedDeclineFieldFix
  isBusy: boolean
  onUndo: () => void
  /** Called with another reason why the purchase is still declined, which the person wants to fix next. */
  onNext: (reason: Reason) => void
  onClose: () => void
}

/** The part of the dialog after a fix was saved: every rule's answer about the same purchase now. */
export function FieldFixResult({ change: { made, evaluation }, isBusy, onUndo, onNext, onClose }: FixResultProps) {
  const { decision, reasons, trace = [] } = evaluation
  return (
    <Dialog
      title={titleOf(made.isUndo, decision)}
      onClose={onClose}
      wide
      actions={
        <>
          {!made.isUndo && (
            <Button busy={isBusy} onClick={onUndo}>
              Undo
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className="text-quiet">
        The transaction stays as it was decided. This is how the same purchase would be decided now.
      </p>
      <div className="max-h-[60dvh] overflow-y-auto pr-1" tabIndex={0} role="region" aria-label="The same purchase now">
        <DecisionLadder
          checks={trace}
          reasons={reasons}
          decision={decision}
          fix={(reason) => (
            <div>
              <Button
                size="small"
                look="primary"
                onClick={() => onNext(reason)}
                aria-label={`Fix ${ruleName(reason.rule)}, too`}
              >
                Fix this, too
              </Button>
            </div>
          )}
        />
      </div>
    </Dialog>
  )
}

function titleOf(isUndo: boolean, decision: string): string {
  if (isUndo)
    return decision === 'approve' ? 'Undone: it would still be approved' : 'Undone: it would be declined again'
  return decision === 'approve' ? 'Saved: the same purchase is approved' : 'Saved: another rule still declines it'
}
