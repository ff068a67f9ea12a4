import { loadComponentLater } from '../../app/load-component-later.tsx'
import { LoadingLines } from '../../ui/states.tsx'

/**
 * The policy section on the page of a customer, agent or card. Its script is loaded later, because it is below the main part of the page.
 */
export const PolicySection = loadComponentLater(
  async () => (await import('./policy-section.tsx')).PolicySection,
  <LoadingLines lines={8} />,
)
