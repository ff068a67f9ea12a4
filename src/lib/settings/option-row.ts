import { type SettingOptionType, pathOption } from './option-types.ts'

export interface SettingOption<T = unknown> {
  readonly env: string
  /**
   * The name of the setting's flag, without its dashes. Secrets have no flag, because every user of the machine can read a command line.
   */
  readonly flag?: string
  readonly type: SettingOptionType<T>
  /** The value that the setting has where it is not given. Null: it then has no value. */
  readonly default: T | null
  readonly description: string
  readonly example: string
  /** True: the setting's value is never shown in a message. */
  readonly secret?: true
}

export type SettingOptionRow<T, D> = Omit<SettingOption<T>, 'default'> & { readonly default: D }
/** The type of a setting's value. */
export type SettingOptionValue<O> =
  O extends SettingOptionRow<infer T, infer D> ? T | (null extends D ? null : never) : never
export const settingOption = <T, const D extends T | null>(row: SettingOptionRow<T, D>): SettingOptionRow<T, D> => row

/**
 * The `_FILE` form of a secret setting: it names a file with the secret, so that neither the environment nor a unit file contains the
 * secret. `what`: what is in the file.
 */
export function secretFileOption(env: string, what = 'that secret'): SettingOptionRow<string, null> {
  const name = env
    .replace(/^PURSER_/, '')
    .toLowerCase()
    .replaceAll('_', '-')
  return {
    env: `${env}_FILE`,
    flag: `${name}-file`,
    type: pathOption,
    default: null,
    description: `A file with ${what}, instead of ${env}.`,
    example: `/run/secrets/purser-${name}`,
  }
}
