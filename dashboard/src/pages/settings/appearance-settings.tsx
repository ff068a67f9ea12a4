import { chooseFirstSteps, useFirstStepsChoice } from '../../lib/first-steps-choice.ts'
import { chooseTheme, type Theme, themes, useTheme } from '../../lib/theme.ts'
import { formatExactTime, formatMoney } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page-layout.tsx'

const names: Readonly<Record<Theme, string>> = { system: 'As the system has it', light: 'Light', dark: 'Dark' }

/** The settings for the dashboard's appearance in this browser. */
export function AppearanceSettings() {
  const chosen = useTheme()
  const now = useNow()
  return (
    <PageSection title="In this browser">
      <div className="grid gap-4">
        <fieldset className="grid gap-2">
          <legend className="pb-1 text-sm font-medium">Colors</legend>
          <div className="flex flex-wrap gap-2">
            {themes.map((theme) => (
              <label
                key={theme}
                className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border border-strong-line px-3 has-checked:border-accent has-checked:bg-accent-wash"
              >
                <input
                  type="radio"
                  name="theme"
                  className="accent-accent"
                  checked={theme === chosen}
                  onChange={() => chooseTheme(theme)}
                />
                {names[theme]}
              </label>
            ))}
          </div>
        </fieldset>
        <p className="text-sm text-quiet">
          Amounts and dates are written as the browser’s language has them: {formatMoney(123_456)},{' '}
          {formatExactTime(now)}.
        </p>
        <FirstStepsChoice />
      </div>
    </PageSection>
  )
}

function FirstStepsChoice() {
  const isShown = useFirstStepsChoice() === 'shown'
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>The overview has a list of first steps{isShown ? '.' : ', if you want it.'}</p>
      <Button size="small" onClick={() => chooseFirstSteps(isShown ? 'hidden' : 'shown')}>
        {isShown ? 'Hide the first steps' : 'Show the first steps'}
      </Button>
    </div>
  )
}
