import { CodeBlock } from '../../ui/code.tsx'
import { PageSection } from '../../ui/page-layout.tsx'

const link = 'font-medium text-accent underline underline-offset-2'

/** The URL of the API, an example of a request, and links to the documentation. All data of this dashboard come from the API. */
export function ApiReference() {
  const api = `${location.origin}/v1`
  return (
    <div className="grid gap-6">
      <PageSection title="Call the API">
        <div className="grid gap-4">
          <p>Programs can do everything that these pages can, with their own API key.</p>
          <CodeBlock label="a request with curl" text={`curl ${api}/self -H "Authorization: Bearer $PURSER_API_KEY"`} />
          <CodeBlock
            label="the client for TypeScript"
            text={`import { Purser } from '@purser/client'\n\nconst purser = new Purser({ baseUrl: '${api}', apiKey: process.env.PURSER_API_KEY })\nconsole.log(await purser.self.get())`}
          />
        </div>
      </PageSection>
      <PageSection title="Documentation">
        <ul className="grid gap-3">
          <li>
            <a href="/docs" className={link}>
              API reference
            </a>{' '}
            <span className="text-quiet">all operations with their fields, errors and examples</span>
          </li>
          <li>
            <a href="/openapi.json" className={link}>
              OpenAPI document
            </a>{' '}
            <span className="text-quiet">the same for programs: clients, mocks, gateways</span>
          </li>
        </ul>
      </PageSection>
      <PageSection title="Monitoring">
        <div className="grid gap-4">
          <CodeBlock label="the address of readiness" text={`curl -i ${location.origin}/readyz`} />
          <CodeBlock
            label="the metrics"
            text={`curl ${location.origin}/metrics -H "Authorization: Bearer $PURSER_API_KEY"`}
          />
        </div>
      </PageSection>
    </div>
  )
}
