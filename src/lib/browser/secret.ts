import AES from 'crypto-js/aes';
import Utf8 from 'crypto-js/enc-utf8';
import { isObscured } from './obscured';

// Obfuscation, not secrecy: anyone who can read the cookie can read this file too. It keeps a token from being copied
// by accident off a screen or from a log. The session is protected by the server, which can revoke it (DESIGN §1).
const phrase = 'occhealth-lab';

export const obscure = (text: string): string => AES.encrypt(text, phrase).toString();

/** Returns the original text, or undefined if `obscure` did not write it. */
export function reveal(text: string): string | undefined {
  // Without a salt the cipher would draw one, and any text could result.
  if (!isObscured(text)) return undefined;
  try {
    return AES.decrypt(text, phrase).toString(Utf8) || undefined;
  } catch {
    return undefined;
  }
}
