import { useCurrency } from './money.tsx'
import { type ReasonContext, sentencePartsOf } from '../lib/words/plain.ts'
import { Category } from './words/category.tsx'
import { OthersText } from './others-text.tsx'

/** A sentence of the API, in the words of the dashboard. `about`: the reason that it is a part of. */
export function Sentence({ text, about }: { text: string; about?: ReasonContext }) {
  const currency = useCurrency()
  return sentencePartsOf(text, { currency, ...about }).map(({ kind, text: part }, index) => {
    if (kind === 'category') return <Category key={index} code={part} />
    if (kind === 'others') return <OthersText key={index} text={part} />
    return kind === 'code' ? <code key={index}>{part}</code> : part
  })
}
