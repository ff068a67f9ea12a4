import { Document, Scalar, visit } from 'yaml'
import { escapeControlCharacters, isPrintableText } from '../../terminal/text.ts'

/**
 * An object as YAML. Texts such as `08:00` and `NO` are in quotes, because readers of YAML 1.1, which many editors and scripts are, take
 * them for a number and for false. Control characters are escaped, so that the file does no harm on a terminal.
 */
export function yamlOf(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' })
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'string' && !isPrintableText(node.value.replaceAll('\n', '')))
        node.type = Scalar.QUOTE_DOUBLE
    },
  })
  return escapeControlCharacters(
    document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity }),
  ).trimEnd()
}
