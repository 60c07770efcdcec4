import AES from 'crypto-js/aes';
import Utf8 from 'crypto-js/enc-utf8';
import { isObscured } from './isObscured';

// This is obfuscation, not secrecy: anyone who can read the cookie can read this file, too. It prevents copying a
// token by accident off a screen or from a log. The server protects the session and can revoke it (DESIGN §1).
const passphrase = 'occhealth-lab';

export const obscure = (text: string): string => AES.encrypt(text, passphrase).toString();

/** Returns the original text, or undefined if `obscure` did not write it. */
export function reveal(text: string): string | undefined {
  // Without a salt the cipher would generate one, and any text could result.
  if (!isObscured(text)) return undefined;
  try {
    return AES.decrypt(text, passphrase).toString(Utf8) || undefined;
  } catch {
    return undefined;
  }
}
