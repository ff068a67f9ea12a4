import type { Intent } from '@purser/client'
import { UntrustedText } from '../untrusted-text.tsx'

/** The obstacles to paying an open intent now, as the service reports them. */
export const PaymentObstacleList = ({ of: { notPayable = [] } }: { of: Intent }) => (
  <ul className="grid gap-1">
    {notPayable.map(({ code, rule, level, message }) => (
      <li key={`${code} ${rule} ${level}`}>
        <UntrustedText text={message} />
      </li>
    ))}
  </ul>
)
