/**
 * Makes a function that makes an object literal from its argument, which the sources of the properties call `given`. They may also name the
 * tools. A loop over the names of properties takes fifteen times as long as a literal. The sources come from definitions in the program
 * alone, never from data.
 */
export const objectLiteralMaker = (
  properties: readonly string[],
  tools: Readonly<Record<string, unknown>>,
): ((given: object) => object) =>
  // oxlint-disable-next-line typescript/no-implied-eval -- the source is the program's own
  new Function(...Object.keys(tools), `return (given) => ({ ${properties.join(', ')} })`)(...Object.values(tools)) as (
    given: object,
  ) => object
