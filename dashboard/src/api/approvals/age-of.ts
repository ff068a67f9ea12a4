/** How requests are ordered by their age: behind its prefix an id begins with its moment. */
export const ageOf = ({ id }: { readonly id: string }): string => id.slice(id.indexOf('_') + 1)
