import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { joinClassNames } from '../lib/classes.ts'

const control =
  'w-full rounded-lg border border-strong-line bg-sheet px-3 text-ink placeholder:text-quiet aria-invalid:border-bad disabled:opacity-60'

export interface FormFieldDescription {
  label: string
  /** The text below a form field's label: the format, the unit or an example. */
  hint?: ReactNode
  error?: ReactNode
  /** True: only screen readers get the form field's label, because the text around the field says the same. */
  hideLabel?: boolean
}

/** A control with its label above and its hint or error. Screen readers read all of them. */
export function FormField({
  id,
  label,
  hint,
  error,
  hideLabel = false,
  children,
}: FormFieldDescription & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

const describedBy = (id: string, { hint, error }: Pick<FormFieldDescription, 'hint' | 'error'>) =>
  joinClassNames(hint ? `${id}-hint` : null, error ? `${id}-error` : null) || undefined

/** Splits the props of a control into those of the field around it and its own. */
export function useFormFieldProps<Props extends FormFieldDescription & { className?: string | undefined }>(
  props: Props,
  look: string,
) {
  const { label, hint, error, hideLabel = false, className, ...rest } = props
  const id = useId()
  const field = { id, label, hint, error, hideLabel }
  const own = {
    id,
    className: joinClassNames(control, look, className),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(id, field),
    ...rest,
  }
  return [field, own] as const
}

export function TextInput(props: FormFieldDescription & InputHTMLAttributes<HTMLInputElement>) {
  const [field, own] = useFormFieldProps(props, 'min-h-10')
  return (
    <FormField {...field}>
      <input {...own} />
    </FormField>
  )
}

export function TextArea(props: FormFieldDescription & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const [field, own] = useFormFieldProps(props, 'min-h-20 py-2')
  return (
    <FormField {...field}>
      <textarea {...own} />
    </FormField>
  )
}

export function Select(props: FormFieldDescription & SelectHTMLAttributes<HTMLSelectElement>) {
  const [field, own] = useFormFieldProps(props, 'min-h-10')
  return (
    <FormField {...field}>
      <select {...own} />
    </FormField>
  )
}

export function Checkbox({
  label,
  hint,
  ...rest
}: Pick<FormFieldDescription, 'label' | 'hint'> & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-accent"
        aria-describedby={describedBy(id, { hint })}
        {...rest}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
