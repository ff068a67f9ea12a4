/** Whether an id in the inbox is of a change that an agent asks for, and not of a purchase. */
export const isChange = (id: string): boolean => id.startsWith('chg_')
