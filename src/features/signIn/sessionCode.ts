import { firstPaint } from '@/lib/browser/firstPaint';

/**
 * Loads the session's code, with axios and the cipher, after the first paint (DESIGN §1). Rejects if the chunk fails to
 * load.
 */
export async function sessionCode() {
  await firstPaint;
  return import('@/session/access/signIn');
}
