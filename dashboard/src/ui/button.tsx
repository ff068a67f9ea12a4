import type { ButtonHTMLAttributes } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classes } from '../lib/classes.ts'

type Look = 'primary' | 'secondary' | 'danger' | 'ghost'
type Size = 'small' | 'medium'

const base =
  'inline-flex items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-55'
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
  classes(base, looks[look], sizes[size], className)

/** `busy`: what it does is under way; it says so, and cannot be pressed again. */
export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  type = 'button',
  disabled = false,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Shape & { busy?: boolean }) {
  return (
    <button
      type={type}
      className={shaped({ ...(look && { look }), ...(size && { size }) }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && (
        <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent" />
      )}
      {children}
    </button>
  )
}

export const ButtonLink = ({ look, size, className, ...rest }: LinkProps & Shape & { className?: string }) => (
  <Link className={shaped({ ...(look && { look }), ...(size && { size }) }, className)} {...rest} />
)
