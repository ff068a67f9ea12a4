/** The part of a request's id that orders requests by age: after its prefix an id begins with the time of its creation. */
export const inboxRequestAgeKey = ({ id }: { readonly id: string }): string => id.slice(id.indexOf('_') + 1)
