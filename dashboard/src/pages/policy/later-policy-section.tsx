import { loadLater } from '../../app/load-later.tsx'
import { Loading } from '../../ui/states.tsx'

/** The policy on the page of what it is for: below what the page is opened for. */
export const PolicySection = loadLater(
  async () => (await import('./policy-section.tsx')).PolicySection,
  <Loading lines={8} />,
)
