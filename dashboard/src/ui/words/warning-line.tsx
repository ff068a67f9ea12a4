import { joinClassNames } from '../../lib/classes.ts'
import { ApiSentence } from '../sentence.tsx'

export const WarningLine = ({ message, className }: { message: string; className?: string }) => (
  <p className={joinClassNames('flex gap-2 rounded-lg bg-warn-wash px-3 py-2 text-sm text-warn', className)}>
    <span aria-hidden className="font-bold">
      !
    </span>
    <span>
      <span className="sr-only">Warning: </span>
      <ApiSentence text={message} />
    </span>
  </p>
)
