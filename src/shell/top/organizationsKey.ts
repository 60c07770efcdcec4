/** Key of the query of the organizations that the person may see. */
export const organizationsKey = ['organizations'] as const;
