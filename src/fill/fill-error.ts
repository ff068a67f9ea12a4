/** Whatever keeps a checkout from being paid, in words for its user. Never with a value of the card. */
export class FillError extends Error {}
