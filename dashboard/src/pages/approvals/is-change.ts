/** Whether an id in the inbox is a change request's. */
export const isChangeRequestId = (id: string): boolean => id.startsWith('chg_')
