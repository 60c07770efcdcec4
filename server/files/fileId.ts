const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Refuses anything but a file id, so that nothing outside the store is touched (QUALITY IN8).
 * @throws Error
 */
export function assertFileId(id: string): string {
  if (!idPattern.test(id)) throw new Error(`not a file id: ${JSON.stringify(id).slice(0, 60)}`);
  return id;
}
