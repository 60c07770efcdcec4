/**
 * Checks whether `obscure` (`./obscureCookie`) wrote a text, which then starts with "Salted__". Separate from the
 * cipher, which loads later.
 */
export const isObscured = (text: string): boolean => /^U2FsdGVkX1[89+/]/.test(text);
