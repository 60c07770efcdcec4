/** SQLSTATE, or the connection's own code; never the message, which may quote values. */
export function databaseErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{3,20}$/.test(code) ? code : 'ERROR';
}

/** SQLSTATE of what the database refused, also where drizzle has wrapped it. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  return undefined;
}
