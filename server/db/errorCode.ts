/** SQLSTATE, or the connection's own code; never the message, which may quote values. */
export function databaseErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{3,20}$/.test(code) ? code : 'ERROR';
}
