import { useQuery } from '@tanstack/react-query'
import type { AgentObstacles } from '@purser/client'
import { purser } from '../../api/client.ts'
import { formatCount } from '../../lib/format.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { PageSection } from '../../ui/page-layout.tsx'

const names: Readonly<Record<AgentObstacles['shops'][number]['obstacles'][number]['obstacle'], string>> = {
  captcha: 'a captcha',
  '3ds_challenge': 'a 3-D Secure challenge',
  cdn_block: 'a block before the shop',
  login_required: 'a login',
  payment_declined: 'a declined payment',
  payment_required: 'a payment token that the shop wants',
  out_of_stock: 'out of stock',
  price_changed: 'another price',
  page_changed: 'a changed page',
  covered: 'something in front of the checkout',
  hidden: 'hidden card fields',
  step: 'another step of the checkout',
  terms: 'terms that were not accepted',
  language: 'a checkout in words that are not known',
  encrypts: 'card fields that are encrypted',
  nothing_sent: 'a checkout that sent nothing',
  page_error: 'an error of the checkout page',
  other: 'something else',
}

/** The obstacles that an agent has reported, by merchant. Nothing is drawn if there are none. */
export function ReportedCheckoutObstacles({ agentId }: { agentId: string }) {
  const { data } = useQuery({
    queryKey: ['intents', 'obstacles', agentId],
    queryFn: ({ signal }) => purser.agents.obstacles(agentId, { signal }),
  })
  const shops = (data?.shops ?? []).filter(({ obstacles }) => obstacles.length > 0)
  if (shops.length === 0) return null
  return (
    <PageSection title="Obstacles at shops">
      <ul className="grid gap-3">
        {shops.map(({ merchant, reports, completed, obstacles }) => (
          <li key={merchant ?? ''} className="min-w-0 wrap-anywhere">
            <span className="font-medium">
              <UntrustedText text={merchant ?? 'No merchant named'} />
            </span>
            <span className="block text-sm text-quiet">
              {formatCount(completed)} of {formatCount(reports)} reported purchases completed;{' '}
              {obstacles.map(({ obstacle, count }) => `${names[obstacle]} (${formatCount(count)})`).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
