import { firstPaint } from '@/lib/browser/firstPaint';

/**
 * The session's code with axios and the cipher, which the page is painted without (DESIGN §1). Rejects when its chunk
 * does not come.
 */
export async function sessionCode() {
  await firstPaint;
  return import('@/session/door/signIn');
}
