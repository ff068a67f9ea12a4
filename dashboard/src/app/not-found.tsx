import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

export const NotFound = () => (
  <Page title="Not found">
    <Empty title="There is no page at this address.">
      <ButtonLink to="/">Go to the overview</ButtonLink>
    </Empty>
  </Page>
)
