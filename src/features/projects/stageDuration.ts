/**
 * Returns the sentence about how long a project has been in its stage.
 * @param days whole days
 */
export const stageDuration = (days: number): string => (days > 0 ? `已停留${days}天` : '今天到达');
