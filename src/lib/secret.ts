import AES from 'crypto-js/aes';
import Utf8 from 'crypto-js/enc-utf8';

// Obfuscation, not secrecy: whoever reads the cookie can read this file too. It keeps a token from being copied off a
// screen or out of a log by accident; what protects the session is that the server can revoke it (DESIGN §1).
const phrase = 'occhealth-lab';

export const obscure = (text: string): string => AES.encrypt(text, phrase).toString();

/** "Salted__" as the library writes it: without it a salt would be drawn, and any text could come out. */
const written = /^U2FsdGVkX1[89+/]/;

/** The text, or undefined when it was not written by `obscure`. */
export function reveal(text: string): string | undefined {
  if (!written.test(text)) return undefined;
  try {
    return AES.decrypt(text, phrase).toString(Utf8) || undefined;
  } catch {
    return undefined;
  }
}
