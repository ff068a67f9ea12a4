import { type ButtonHTMLAttributes, createContext, type MouseEvent, useContext } from 'react'
import { Link, type LinkProps } from 'react-router'
import { joinClassNames } from '../lib/classes.ts'
import { ControlsDisabledByChangeContext } from '../lib/input/input-guard.ts'

type Look = 'primary' | 'secondary' | 'danger' | 'ghost'
type Size = 'small' | 'medium'

const base =
  'inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-busy:cursor-progress aria-disabled:opacity-55'
const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:opacity-90',
  secondary: 'border border-line bg-sheet text-ink hover:border-strong-line',
  danger: 'bg-bad text-on-bad hover:opacity-90',
  ghost: 'text-ink hover:bg-raised',
}
const sizes: Record<Size, string> = { small: 'min-h-8 px-3 text-sm', medium: 'min-h-10 px-4' }

interface Shape {
  look?: Look
  size?: Size
}
const shaped = ({ look = 'secondary', size = 'medium' }: Shape, className?: string) =>
  joinClassNames(base, looks[look], sizes[size], className)

/**
 * The state of a dialog's answer buttons: `first`, or `again` after an answer that may not have arrived. Undefined: the button is no answer
 * of a dialog.
 */
export const AnswerButtonsState = createContext<'first' | 'again' | undefined>(undefined)

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Shape {
  /** True: the action of the button is running, the button says so, and cannot be pressed again. It keeps the focus. */
  busy?: boolean
  /** True: the button cannot be pressed at the moment, and keeps the focus. */
  off?: boolean
  /**
   * True: the button decides something at once, so the space bar does not press it, and nothing presses it while the subject of the
   * decision has just changed.
   */
  decides?: boolean
}

export function Button({
  look,
  size,
  busy = false,
  off = false,
  decides,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const answers = useContext(AnswerButtonsState)
  const isAnswer = answers !== undefined && (look === 'primary' || look === 'danger')
  const isDecision = decides ?? isAnswer
  const around = useContext(ControlsDisabledByChangeContext)
  const isNew = around === 'rows' || (around === 'decisions' && isDecision)
  const isOff = busy || off || isNew
  const press = (event: MouseEvent<HTMLButtonElement>) => (isOff ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type={type}
      className={shaped({ ...(look && { look }), ...(size && { size }) }, className)}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      data-decides={isDecision || undefined}
      onClick={press}
      {...rest}
    >
      {busy && (
        <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent" />
      )}
      {isAnswer && answers === 'again' ? 'Try again' : children}
    </button>
  )
}

export const ButtonLink = ({ look, size, className, ...rest }: LinkProps & Shape & { className?: string }) => (
  <Link className={shaped({ ...(look && { look }), ...(size && { size }) }, className)} {...rest} />
)
