/** Where an open file is shown without login, behind the API's base address. */
export const openPathOf = (id: string | null): string | null => (id === null ? null : `api/file/open/${id}`);
