/** Returns the path of a file that needs no login, relative to the API's base address. */
export const openPathOf = (id: string | null): string | null => (id === null ? null : `api/file/open/${id}`);
