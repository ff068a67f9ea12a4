import type { Intent } from '@purser/client'
import { OthersText } from '../others-text.tsx'

/** Everything that stands in the way of the payment of an open intent, as the service judges it. */
export const NotPayable = ({ of: { notPayable = [] } }: { of: Intent }) => (
  <ul className="grid gap-1">
    {notPayable.map(({ code, rule, level, message }) => (
      <li key={`${code} ${rule} ${level}`}>
        <OthersText text={message} />
      </li>
    ))}
  </ul>
)
