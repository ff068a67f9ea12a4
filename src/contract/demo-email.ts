/**
 * The email address of the demo company's customer. It can be nobody's real address, because domains that end with `.invalid` do not exist.
 */
export const DEMO_EMAIL = 'demo@purser.invalid'
