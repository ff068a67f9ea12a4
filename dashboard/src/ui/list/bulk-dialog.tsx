import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextArea } from '../field.tsx'
import { UntrustedText } from '../untrusted-text.tsx'
import { errorMessage } from '../states.tsx'

export interface BulkActionRow {
  readonly id: string
  readonly name: string
}

/** An action on several rows, done one after the other. */
export interface BulkAction<T extends BulkActionRow> {
  /** The label of the button that begins the action: `Freeze 3 cards`. */
  readonly title: string
  /** A text about the consequences of the action on the rows. */
  readonly means: ReactNode
  readonly rows: readonly T[]
  /** Selected rows that the action leaves out, each with the reason. */
  readonly skipped: readonly (BulkActionRow & { readonly why: string })[]
  /** The label of a note that is sent with each row. Absent: the action has no note. */
  readonly noteLabel?: string
  readonly isDanger?: boolean
  /** The participle in the report about the rows: `frozen`. */
  readonly done: string
  /** The first parts of the query keys that the action makes stale. */
  readonly stale: readonly string[]
  act(row: T, note: string): Promise<unknown>
}

interface Results {
  readonly done: readonly BulkActionRow[]
  readonly failed: readonly (BulkActionRow & { readonly why: string })[]
}

interface BulkDialogProps<T extends BulkActionRow> {
  bulk: BulkAction<T>
  onClose: () => void
  /** Called with the ids of the rows on which the action succeeded, after the person has closed the report. */
  onDone: (ids: readonly string[]) => void
  /** The message for an error of one selected row. Undefined: the error's own message. */
  whyOf?: (error: unknown) => string | undefined
}

/** The dialog of an action on several rows: it lists every row first, and reports the result of each afterwards. */
export function BulkActionDialog<T extends BulkActionRow>({ bulk, onClose, onDone, whyOf }: BulkDialogProps<T>) {
  const [note, setNote] = useState('')
  const [results, setResults] = useState<Results>()
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const { title, means, rows, skipped, noteLabel, isDanger = false, stale, act } = bulk
  const go = async () => {
    setBusy(true)
    const [done, failed]: [BulkActionRow[], Results['failed'][number][]] = [[], []]
    for (const row of rows) {
      try {
        await act(row, note.trim())
        done.push(row)
      } catch (error) {
        failed.push({ id: row.id, name: row.name, why: whyOf?.(error) ?? errorMessage(error) })
      }
      setResults({ done: [...done], failed: [...failed] })
    }
    await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })))
    setBusy(false)
  }
  const close = () => {
    if (results) onDone(results.done.map(({ id }) => id))
    onClose()
  }
  if (results !== undefined) return <Outcome bulk={bulk} results={results} isBusy={isBusy} onClose={close} />
  return (
    <Dialog
      title={`${title}?`}
      onClose={isBusy ? null : onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={isDanger ? 'danger' : 'primary'} busy={isBusy} onClick={() => void go()}>
            {title}
          </Button>
        </>
      }
    >
      <div>{means}</div>
      <Names of={rows} />
      {skipped.length > 0 && (
        <>
          <p>Also selected, and left as {skipped.length === 1 ? 'it is' : 'they are'}:</p>
          <Names of={skipped} />
        </>
      )}
      {noteLabel !== undefined && (
        <TextArea
          label={noteLabel}
          hint="May be left empty."
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
    </Dialog>
  )
}

const Names = ({ of: rows }: { of: readonly (BulkActionRow & { readonly why?: string })[] }) => (
  <ul tabIndex={0} aria-label="Rows" className="grid max-h-56 list-disc gap-1 overflow-y-auto pl-5">
    {rows.map(({ id, name, why }) => (
      <li key={id} className="wrap-anywhere">
        <UntrustedText text={name} />
        {why !== undefined && <span className="text-quiet">: {why}</span>}
      </li>
    ))}
  </ul>
)

function Outcome<T extends BulkActionRow>({ bulk, results, isBusy, onClose }: OutcomeProps<T>) {
  const { done, failed } = results
  return (
    <Dialog
      title={isBusy ? `${bulk.title}: under way` : `${bulk.title}: done`}
      onClose={isBusy ? null : onClose}
      actions={
        <Button busy={isBusy} onClick={onClose}>
          Close
        </Button>
      }
    >
      <p role="status">
        {formatCount(done.length)} of {formatCount(bulk.rows.length)} {bulk.done}.
        {failed.length > 0 && ` ${formatCount(failed.length)} not:`}
      </p>
      {failed.length > 0 && <Names of={failed} />}
    </Dialog>
  )
}

interface OutcomeProps<T extends BulkActionRow> {
  bulk: BulkAction<T>
  results: Results
  isBusy: boolean
  onClose: () => void
}
