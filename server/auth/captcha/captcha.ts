import { randomInt, randomUUID } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { failures } from '@contract/messages';
import type { Captcha } from '@contract/wire';
import { captchaTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import type { Services } from '@server/services';
import { captchaLetters, drawCaptchaPicture } from './drawCaptchaPicture';

/** Lifetime of a captcha, ms (BEHAVIOUR 1.3). */
const lifetimeMs = 120_000;
const letterCount = 4;

/** Creates a captcha; returns `enabled: false` where captchas are switched off (CAPTCHA=off). */
export async function createCaptcha({ env, database, now }: Services): Promise<Captcha> {
  if (!env.captcha) return { enabled: false };
  const text = Array.from({ length: letterCount }, () => captchaLetters[randomInt(captchaLetters.length)]).join('');
  const uuid = randomUUID();
  const currentTime = now();
  await database.orm.delete(captchaTable).where(lt(captchaTable.expireTime, currentTime));
  await database.orm
    .insert(captchaTable)
    .values({ uuid, answer: text, expireTime: new Date(currentTime.getTime() + lifetimeMs) });
  return { uuid, img: `data:image/png;base64,${drawCaptchaPicture(text).toString('base64')}` };
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Checks a captcha. Reading it deletes it in the same statement, so that it serves one attempt, whether right or
 * wrong (QUALITY AU2).
 * @throws Refusal 400 `captchaGone` or `captchaWrong`
 */
export async function assertCaptcha({ env, database, now }: Services, uuid: string, code: string): Promise<void> {
  if (!env.captcha) return;
  const [takenCaptcha] = uuidForm.test(uuid)
    ? await database.orm.delete(captchaTable).where(eq(captchaTable.uuid, uuid)).returning()
    : [];
  if (!takenCaptcha || takenCaptcha.expireTime <= now()) throw new Refusal(400, 'captchaGone', failures.captchaGone);
  if (takenCaptcha.answer.toLowerCase() !== code.trim().toLowerCase())
    throw new Refusal(400, 'captchaWrong', failures.captchaWrong);
}
