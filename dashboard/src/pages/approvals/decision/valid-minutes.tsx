import { minutesInWords } from '../../../../../src/domain/minutes.ts'
import { Select } from '../../../ui/field.tsx'

const OFFERED = [15, 30, 60, 240, 480, 1440]

interface ValidMinutesProps {
  /** How many minutes after an approval the purchase can be made, as the request asks. */
  asked: number
  /** The minutes that the approver has chosen. Undefined: those that the request asks for. */
  value: number | undefined
  onChange: (minutes: number | undefined) => void
}

/** The choice for how long a purchase can be made after its approval. */
export const ApprovedPurchaseTimeSelect = ({ asked, value, onChange }: ValidMinutesProps) => (
  <Select
    label="Then it can be paid for"
    hint="As far as the rules permit it."
    value={value ?? asked}
    onChange={({ target }) => onChange(Number(target.value) === asked ? undefined : Number(target.value))}
  >
    {[...new Set([...OFFERED, asked])]
      .toSorted((one, other) => one - other)
      .map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutesInWords(minutes)}
        </option>
      ))}
  </Select>
)
