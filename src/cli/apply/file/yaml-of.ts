import { stringify } from 'yaml'

/**
 * An object as YAML. Texts such as `08:00` and `NO` are in quotes, because readers of YAML 1.1, which many editors and scripts are, take
 * them for a number and for false.
 */
export const yamlOf = (value: object): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' }).trimEnd()
