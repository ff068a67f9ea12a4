import { usePageCurrency } from './money.tsx'
import { type DeclineReasonContext, apiSentenceParts } from '../lib/words/api-sentence.ts'
import { MerchantCategory } from './words/category.tsx'
import { UntrustedText } from './untrusted-text.tsx'

/** A sentence of the API, in the words of the dashboard. `about`: the reason that it is a part of. */
export function ApiSentence({ text, about }: { text: string; about?: DeclineReasonContext }) {
  const currency = usePageCurrency()
  return apiSentenceParts(text, { currency, ...about }).map(({ kind, text: part }, index) => {
    if (kind === 'category') return <MerchantCategory key={index} code={part} />
    if (kind === 'others') return <UntrustedText key={index} text={part} />
    return kind === 'code' ? <code key={index}>{part}</code> : part
  })
}
