/** The email address of the demo company's customer, which no company has: `.invalid` is nobody's. */
export const DEMO_EMAIL = 'demo@purser.invalid'
