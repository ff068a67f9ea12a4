import { apiCodeAsWords } from '../../lib/format.ts'
import { PolicyRuleValue } from '../../ui/rule-value.tsx'
import { policyListEntriesOf, type DeclineFieldFix } from './field-fix.ts'

/** A field before and after its change. For a list: the entries that are added or removed. */
export function FieldBeforeAfter({
  rule,
  kind,
  before,
  after,
}: {
  rule: string
  kind: DeclineFieldFix['kind']
  before: unknown
  after: unknown
}) {
  return (
    <dl className="grid grid-cols-2 items-stretch gap-x-8">
      <div className="rounded-lg border border-line px-4 py-3">
        <dt className="text-sm text-quiet">Now</dt>
        <dd className="font-medium wrap-anywhere tabular-nums">
          {kind === 'list' ? <Count of={before} /> : <Value rule={rule} value={before} />}
        </dd>
      </div>
      <div className="relative rounded-lg border border-accent bg-accent-wash px-4 py-3 before:absolute before:top-1/2 before:-left-6 before:-translate-y-1/2 before:text-quiet before:content-['→']">
        <dt className="text-sm text-accent">Then</dt>
        <dd className="font-medium wrap-anywhere tabular-nums">
          {kind === 'list' ? (
            <ListChange before={policyListEntriesOf(before)} after={policyListEntriesOf(after)} />
          ) : (
            <Value rule={rule} value={after} />
          )}
        </dd>
      </div>
    </dl>
  )
}

const Value = ({ rule, value }: { rule: string; value: unknown }) => {
  if (value === undefined) return <>Not set</>
  return typeof value === 'string' ? <>{apiCodeAsWords(value)}</> : <PolicyRuleValue rule={rule} value={value} />
}

const Count = ({ of }: { of: unknown }) => <>{of === undefined ? 'Not set' : plural(policyListEntriesOf(of).length)}</>
const plural = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)

function ListChange({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const added = after.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !after.includes(one))
  return (
    <>
      {added.map((one) => (
        <span key={one} className="block">
          <span className="text-good">with</span> {one}
        </span>
      ))}
      {removed.map((one) => (
        <span key={one} className="block">
          <span className="text-bad">without</span> {one}
        </span>
      ))}
      <span className="block text-sm font-normal text-quiet">{plural(after.length)}</span>
    </>
  )
}
