const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Refuses a text that is not a file id, so that no path outside the store is accessed (QUALITY IN8).
 * @throws Error
 */
export function assertFileId(id: string): string {
  if (!idPattern.test(id)) throw new Error(`not a file id: ${JSON.stringify(id).slice(0, 60)}`);
  return id;
}
