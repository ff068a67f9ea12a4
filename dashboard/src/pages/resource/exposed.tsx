import { useQuery } from '@tanstack/react-query'
import { budgetQuery, exposureQuery, type Level } from '../../api/resources.ts'
import { Sentence } from '../../ui/sentence.tsx'
import { exposedSentence } from './exposed-sentence.ts'

/** What could still be approved, at most, as one sentence. */
export function Exposed({ level, id }: { level: Level; id: string }) {
  const { data } = useQuery(exposureQuery(level, id))
  const { data: budget } = useQuery(budgetQuery(level, id))
  if (data === undefined) return null
  return (
    <p>
      <Sentence text={exposedSentence(level, data, budget)} />
    </p>
  )
}
