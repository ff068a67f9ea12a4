import type { Intent } from '@purser/client'
import { OthersText } from '../others-text.tsx'

/** The obstacles to paying an open intent now, as the service reports them. */
export const NotPayable = ({ of: { notPayable = [] } }: { of: Intent }) => (
  <ul className="grid gap-1">
    {notPayable.map(({ code, rule, level, message }) => (
      <li key={`${code} ${rule} ${level}`}>
        <OthersText text={message} />
      </li>
    ))}
  </ul>
)
