/** An identifier as PostgreSQL reads it letter for letter. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
