/** What the page under test has given to be saved, since the test began; jsdom can save nothing. */
export const savedFiles: { readonly name: string; readonly size: number }[] = [];
