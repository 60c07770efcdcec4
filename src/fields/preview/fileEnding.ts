/** Returns the extension in lower case: 平面图.PDF → pdf. */
export const endingOf = (title: string): string => /\.([0-9a-z]{1,5})$/i.exec(title)?.[1]?.toLowerCase() ?? '';

/** Checks by the name whether a file is an image that browsers show. */
export const isPicture = (title: string): boolean => /^(png|jpe?g|gif|webp|ico)$/.test(endingOf(title));
/** Checks by the name whether a file is a PDF. */
export const isPdf = (title: string): boolean => endingOf(title) === 'pdf';
