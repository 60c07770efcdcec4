/**
 * Tells whether a text was written by `obscure` (`./secret`), which starts it with "Salted__". Kept apart from the
 * cipher, which loads later.
 */
export const isObscured = (text: string): boolean => /^U2FsdGVkX1[89+/]/.test(text);
