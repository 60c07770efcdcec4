/** Returns the SQLSTATE, or the connection's own code. It never returns the message, which may contain values. */
export function databaseErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{3,20}$/.test(code) ? code : 'ERROR';
}

/** Returns the SQLSTATE of a database error, also of an error that drizzle wraps. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  return undefined;
}
