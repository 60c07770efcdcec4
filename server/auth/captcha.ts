import { randomInt, randomUUID } from 'node:crypto';
import type { Captcha } from '@contract/wire';
import { failures } from '@contract/messages';
import { eq, lt } from 'drizzle-orm';
import { captchaTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Services } from '@server/services';

/** ms (BEHAVIOUR 1.3) */
const life = 120_000;

/** At 7:1 or better on the picture's ground; the library's own go down to 2:1. */
const inks = ['#1f3a5f', '#5b2333', '#1d4a38', '#4a2a6a', '#5a3a10', '#28323a'];
/** Lines through the letters stay behind them. */
const scratch = '#9aa8b2';

/** Every letter in an ink that can be read, in another order each time. */
function inked(svg: string): string {
  let at = randomInt(inks.length);
  return svg.replace(/(<path fill=")#[0-9a-f]+(")/gi, (_all, before: string, after: string) => `${before}${inks[(at += 1) % inks.length]}${after}`).replace(/(stroke=")[^"]+(")/g, `$1${scratch}$2`);
}

/** A new picture, or word that none is asked for (CAPTCHA=off). */
export async function drawCaptcha({ env, database, now }: Services): Promise<Captcha> {
  if (!env.captcha) return { enabled: false };
  // Brings a face of letters along, which no start should wait for.
  const { default: svgCaptcha } = await import('svg-captcha');
  // Without letters and digits that look alike.
  const { text, data } = svgCaptcha.create({ size: 4, width: 111, height: 36, fontSize: 40, noise: 2, color: true, background: '#f5f7fa', ignoreChars: '0oO1iIlL5sS2zZ8B9gqG6bvVuUcCkKpPwWxX' });
  const uuid = randomUUID();
  const moment = now();
  await database.orm.delete(captchaTable).where(lt(captchaTable.expireTime, moment));
  await database.orm.insert(captchaTable).values({ uuid, answer: text, expireTime: new Date(moment.getTime() + life) });
  return { uuid, img: `data:image/svg+xml;base64,${Buffer.from(inked(data)).toString('base64')}` };
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes the captcha away in the same statement that reads it, so that right or wrong it serves one attempt (QUALITY AU2).
 * @throws Refusal 400 `captchaGone` or `captchaWrong`.
 */
export async function assertCaptcha({ env, database, now }: Services, uuid: string, code: string): Promise<void> {
  if (!env.captcha) return;
  const [taken] = uuidForm.test(uuid) ? await database.orm.delete(captchaTable).where(eq(captchaTable.uuid, uuid)).returning() : [];
  if (!taken || taken.expireTime <= now()) throw new Refusal(400, 'captchaGone', failures.captchaGone);
  if (taken.answer.toLowerCase() !== code.trim().toLowerCase()) throw new Refusal(400, 'captchaWrong', failures.captchaWrong);
}
