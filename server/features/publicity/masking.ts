// QUALITY AZ10: no telephone number and no identity number leaves for the public, wherever somebody has typed one.

// Digits as people group them: 138 1234 5678, 138-1234-5678. Not within longer numbers, codes and file names.
const mobile = /(?<![\dA-Za-z])(?:\+?86[- ]?)?(1[3-9]\d)[- ]?(\d{4})[- ]?(\d{4})(?![\dA-Za-z])/g;
const landline = /(?<![\dA-Za-z-])(0\d{2,3})[- ]?(\d{3,4})(\d{4})(?![\dA-Za-z])/g;
const landlineInBrackets = /([(（]0\d{2,3}[)）])[- ]?(\d{3,4})(\d{4})(?![\dA-Za-z])/g;
const identity = /(?<![\dA-Za-z])([1-9]\d{5})(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![\dA-Za-z])/g;
const fullWidth = /[０-９]/g;

const narrow = (text: string): string => text.replace(fullWidth, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/** 330106199001011234 → 330106********1234 without its birthday; anything else stays. */
export const maskIdentity = (text: string): string => narrow(text).replace(identity, (whole, head: string) => `${head}********${whole.slice(-4)}`);

/** 13857106241 → 138****6241, 0571-87654321 → 0571-****4321. */
export const maskPhones = (text: string): string =>
  narrow(text)
    .replace(mobile, '$1****$3')
    .replace(landlineInBrackets, '$1****$3')
    .replace(landline, '$1-****$3');

/** Identity numbers first: their tail could be taken for a telephone number. */
export const maskPersonal = (text: string): string => maskPhones(maskIdentity(text));
