/** A sentence of the API: what it writes between backticks are names of fields. */
export const Sentence = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
)
