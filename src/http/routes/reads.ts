/** Whether a request of this method only asks for something. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';
