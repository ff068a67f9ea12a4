/** The path to a value of a JSON text: names of members and indexes of entries, from the outside in. */
export type JsonPath = readonly (string | number)[]
