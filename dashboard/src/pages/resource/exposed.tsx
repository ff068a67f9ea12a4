import { useQuery } from '@tanstack/react-query'
import { exposureQuery, type Level } from '../../api/resources.ts'
import { exposedSentence } from './exposed-sentence.ts'

/** What could still be approved, at most, as one sentence. What is bounded for a day is so until the day's end in UTC. */
export function Exposed({ level, id }: { level: Level; id: string }) {
  const { data } = useQuery(exposureQuery(level, id))
  return data === undefined ? null : <p>{exposedSentence(data)}</p>
}
