/**
 * "Salted__", as the cipher writes it (`./secret`): what begins with anything else was not obscured here. Apart from
 * the cipher, which comes later.
 */
export const isObscured = (text: string): boolean => /^U2FsdGVkX1[89+/]/.test(text);
