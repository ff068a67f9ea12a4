import { Document, Scalar, visit } from 'yaml'
import { escaped, isPrintable } from '../../terminal/text.ts'

/**
 * An object as YAML. Texts such as `08:00` and `NO` are in quotes, because readers of YAML 1.1, which many editors and scripts are, take
 * them for a number and for false. Characters that a terminal obeys are escaped, so that a file can be looked at.
 */
export function yamlOf(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && !isPrintable(node.value.replaceAll('\n', '')))
        node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return escaped(document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity })).trimEnd()
}
