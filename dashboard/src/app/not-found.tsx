import { ButtonLink } from '../ui/button.tsx'
import { PageLayout } from '../ui/page-layout.tsx'
import { EmptyState } from '../ui/states.tsx'

export const PageNotFound = () => (
  <PageLayout title="Not found">
    <EmptyState title="There is no page at this address.">
      <ButtonLink to="/">Go to the overview</ButtonLink>
    </EmptyState>
  </PageLayout>
)
