import { randomUUID } from 'node:crypto';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { mailChoiceOf, mailPreference, mailTexts, wantsMail } from '@contract/features/notices/mailNotices';
import { delayAfter, longestDelay } from '@contract/features/platforms/platformAnswer';
import { JobProblem } from '@server/base/jobProblem';
import { announcementSendTable as copy, announcementTable, preferenceTable, userTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { mailSettingsOf } from './mailSettings';
import { noticeLetter, type Noticed } from './noticeLetter';
import { createPost, type Posted } from './smtp';

// A copy is claimed with SKIP LOCKED and mailed outside of any transaction; the process that still holds the claim
// writes the outcome.
// SMTP has no idempotency key: after an expired claim the outcome is unknown, and the mail is not retried.

/** Highest number of mails in one round. */
const together = 50;
/** Duration of a claim in ms; each step of an SMTP session has its own, shorter timeout. */
const lease = 15 * 60_000;
/** Delay in s after a first failure. `longest` is the age in ms after which a mail is no longer sent. */
const firstDelay = 60;
const longest = 2 * 86_400_000;

interface Claimed extends Noticed {
  readonly claim: string;
  readonly attempts: number;
  readonly since: Date;
}

type Change = Partial<typeof copy.$inferInsert>;
const free = { mailClaim: null, mailLease: null } satisfies Change;

/** Claims the next copy to mail. Marks copies that no longer need a mail. */
async function claim(services: Services): Promise<Claimed | null> {
  const now = services.now();
  return services.database.transaction(async (tx) => {
    for (;;) {
      const [due] = await tx
        .select({
          copy,
          notice: announcementTable,
          user: {
            email: userTable.email,
            nickName: userTable.nickName,
            enabled: userTable.enabled,
            deleteTime: userTable.deleteTime,
          },
          choice: preferenceTable.value,
        })
        .from(copy)
        .innerJoin(announcementTable, eq(announcementTable.id, copy.anntId))
        .innerJoin(userTable, eq(userTable.id, copy.userId))
        .leftJoin(
          preferenceTable,
          and(eq(preferenceTable.userId, copy.userId), eq(preferenceTable.key, mailPreference)),
        )
        .where(and(eq(copy.mailState, 'waiting'), lte(copy.mailNext, now)))
        .orderBy(asc(copy.mailNext), asc(copy.id))
        .limit(1)
        .for('update', { of: copy, skipLocked: true });
      if (!due) return null;
      const { notice, user } = due;
      const mark = (change: Change) =>
        tx
          .update(copy)
          .set({ ...change, updateTime: now })
          .where(eq(copy.id, due.copy.id));
      const priority = notice.priority;
      const needless =
        user.deleteTime !== null || user.enabled !== '1'
          ? mailTexts.gone
          : !user.email
            ? mailTexts.noAddress
            : due.copy.readFlag === '1'
              ? mailTexts.alreadyRead
              : !wantsMail(mailChoiceOf(due.choice), priority)
                ? mailTexts.unwanted
                : null;
      if (due.copy.sendStatus !== '1' || notice.sendStatus !== '1' || notice.deleteTime !== null)
        await mark({ mailState: 'withdrawn', mailNext: null });
      else if (needless !== null) await mark({ mailState: 'skipped', mailNote: needless, mailNext: null });
      else {
        const own = randomUUID();
        const attempts = due.copy.mailAttempts + 1;
        await mark({
          mailState: 'sending',
          mailClaim: own,
          mailLease: new Date(now.getTime() + lease),
          mailAttempts: attempts,
        });
        return {
          id: due.copy.id,
          claim: own,
          attempts,
          since: notice.sendTime ?? due.copy.createTime,
          email: user.email as string,
          nickName: user.nickName,
          title: notice.titile,
          priority,
        };
      }
    }
  });
}

/** Returns the columns of a copy after an attempt. */
function changeAfter(now: Date, { attempts, since }: Claimed, { outcome, message }: Posted): Change {
  if (outcome === 'sent') return { mailState: 'sent', mailTime: now, mailNote: null, mailNext: null };
  if (outcome === 'refused') return { mailState: 'failed', mailTime: now, mailNote: message, mailNext: null };
  if (outcome === 'unknown') return { mailState: 'unknown', mailTime: now, mailNote: message, mailNext: null };
  if (now.getTime() - since.getTime() > longest)
    return { mailState: 'failed', mailTime: now, mailNote: mailTexts.tooLate(message).slice(0, 300), mailNext: null };
  const wait = message === mailTexts.stopping ? 0 : Math.min(delayAfter(attempts, firstDelay), longestDelay);
  return { mailState: 'waiting', mailNote: message, mailNext: new Date(now.getTime() + wait * 1000) };
}

async function settle(services: Services, claimed: Claimed, posted: Posted): Promise<void> {
  const now = services.now();
  const { orm } = services.database;
  await orm
    .update(copy)
    .set({ ...changeAfter(now, claimed, posted), ...free, updateTime: now })
    .where(and(eq(copy.id, claimed.id), eq(copy.mailClaim, claimed.claim), eq(copy.mailState, 'sending')));
  // An unreachable server is tried with one mail only. Mails due later keep their time.
  if (posted.outcome === 'away' && posted.message !== mailTexts.stopping) {
    const next = new Date(now.getTime() + firstDelay * 1000);
    await orm
      .update(copy)
      .set({ mailNext: next, mailNote: posted.message })
      .where(and(eq(copy.mailState, 'waiting'), lte(copy.mailNext, next)));
  }
}

/** Marks mails whose worker stopped without an outcome as of unknown outcome. */
async function settleLeft({ database, now }: Services): Promise<void> {
  await database.orm
    .update(copy)
    .set({
      mailState: 'unknown',
      mailTime: now(),
      mailNote: mailTexts.interrupted,
      mailNext: null,
      ...free,
      updateTime: now(),
    })
    .where(and(eq(copy.mailState, 'sending'), lte(copy.mailLease, now())));
}

/**
 * Runs one round: marks abandoned mails, then sends due ones.
 * @returns number of mails that the mail server accepted
 * @throws JobProblem if the mail server is unreachable or refuses the login
 */
export async function mailDue(services: Services, signal: AbortSignal = new AbortController().signal): Promise<number> {
  const settings = mailSettingsOf(services.env);
  if (!settings) return 0;
  await settleLeft(services);
  const post = createPost(settings, signal);
  let sent = 0;
  try {
    for (let tried = 0; tried < together && !signal.aborted; tried += 1) {
      const claimed = await claim(services);
      if (!claimed) break;
      const posted = await post.send(await noticeLetter(settings, services.env.publicUrl, claimed));
      await settle(services, claimed, posted);
      if (posted.outcome === 'sent') sent += 1;
      if (posted.outcome === 'away' && !signal.aborted) throw new JobProblem(mailTexts.jobFailed(posted.message));
    }
  } finally {
    post.close();
  }
  return sent;
}

/** Returns when the next mail is due; null if no mail waits. */
export async function nextMail({ database }: Services): Promise<Date | null> {
  const [found] = await database.orm
    .select({ at: sql<Date | null>`min(${copy.mailNext})`.mapWith(copy.mailNext) })
    .from(copy)
    .where(eq(copy.mailState, 'waiting'));
  return found?.at ?? null;
}
