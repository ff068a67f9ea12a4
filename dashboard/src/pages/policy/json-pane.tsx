import { PageSection } from '../../ui/page-layout.tsx'
import { TextArea } from '../../ui/field.tsx'

interface JsonPaneProps {
  text: string
  problem: string | null
  onChange: (text: string) => void
}

/** The pane with the policy's rules as JSON, as the API takes them. */
export const JsonPane = ({ text, problem, onChange }: JsonPaneProps) => (
  <PageSection title="JSON">
    <TextArea
      label="Rules as JSON"
      hideLabel
      hint="The policy as in the API. Amounts are in cents. An absent field is not set."
      error={problem}
      className="min-h-96 font-mono text-sm xl:min-h-[70dvh]"
      spellCheck={false}
      autoComplete="off"
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  </PageSection>
)
