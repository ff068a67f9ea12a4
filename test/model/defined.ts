type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Without the members that are undefined. */
export const defined = <T extends object>(values: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
