/** Key of the query of the organizations that the person may see. A change on the list of organizations reloads it. */
export const organizationsKey = ['options', 'organization', 'seen'] as const;
