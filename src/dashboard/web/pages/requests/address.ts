/** The page of one request. */
export const addressOf = (requestId: string): string => `/requests/${encodeURIComponent(requestId)}`
