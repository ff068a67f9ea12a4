import { joinClassNames } from '../../../lib/classes.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { DecisionSubject } from './decision-subject.ts'

/** The subject of a request as the person saw it, beside its present state. Lines that differ are marked. */
export function DecisionSubjectDifferences({ seen, now }: { seen: DecisionSubject; now: DecisionSubject }) {
  const before = new Map(seen.lines)
  const after = new Map(now.lines)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return (
    <div role="alert" className="grid gap-3 rounded-lg bg-warn-wash px-4 py-3">
      <p className="font-medium text-warn">It has changed since you read it, and nothing was decided. Read it again.</p>
      <table className="w-full table-fixed text-left text-sm">
        <thead className="text-quiet">
          <tr>
            <th scope="col" className="w-24 pr-2 font-medium">
              <span className="sr-only">Part</span>
            </th>
            <th scope="col" className="pr-2 font-medium">
              You read
            </th>
            <th scope="col" className="font-medium">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const [old, current] = [before.get(name) ?? '—', after.get(name) ?? '—']
            const differs = old !== current
            return (
              <tr key={name} className="align-top">
                <th scope="row" className="py-1 pr-2 font-normal text-quiet">
                  {name}
                </th>
                <td className={joinClassNames('py-1 pr-2 wrap-anywhere', differs && 'text-quiet line-through')}>
                  <UntrustedText text={old} />
                </td>
                <td className="py-1 wrap-anywhere">
                  {differs ? (
                    <mark className="rounded bg-warn px-1 text-sheet">
                      <UntrustedText text={current} />
                    </mark>
                  ) : (
                    <UntrustedText text={current} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
