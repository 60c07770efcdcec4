import AES from 'crypto-js/aes';
import Utf8 from 'crypto-js/enc-utf8';
import { isObscured } from './obscured';

// Obfuscation, not secrecy: whoever reads the cookie can read this file too. It keeps a token from being copied off a
// screen or out of a log by accident; what protects the session is that the server can revoke it (DESIGN §1).
const phrase = 'occhealth-lab';

export const obscure = (text: string): string => AES.encrypt(text, phrase).toString();

/** The text, or undefined when it was not written by `obscure`. */
export function reveal(text: string): string | undefined {
  // Without its salt one would be drawn, and any text could come out.
  if (!isObscured(text)) return undefined;
  try {
    return AES.decrypt(text, phrase).toString(Utf8) || undefined;
  } catch {
    return undefined;
  }
}
