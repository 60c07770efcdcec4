/** Files that the page under test saved; jsdom can't save. */
export const savedFiles: { readonly name: string; readonly size: number }[] = [];
