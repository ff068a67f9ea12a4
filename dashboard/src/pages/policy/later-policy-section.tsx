import { loadLater } from '../../app/load-later.tsx'
import { Loading } from '../../ui/states.tsx'

/**
 * The policy section on the page of a customer, agent or card. Its script is loaded later, because it is below the main part of the page.
 */
export const PolicySection = loadLater(
  async () => (await import('./policy-section.tsx')).PolicySection,
  <Loading lines={8} />,
)
