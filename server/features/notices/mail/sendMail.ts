import { randomUUID } from 'node:crypto';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { mailChoiceOf, mailPreference, mailTexts, wantsMail } from '@contract/features/notices/mailNotices';
import { delayAfter, maxDelaySeconds } from '@contract/features/platforms/retryDelay';
import { JobProblem } from '@server/base/jobProblem';
import type { Orm } from '@server/db/orm';
import { announcementSendTable as copy, announcementTable, preferenceTable, userTable } from '@server/db/schema';
import { publicOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { usedMailSettings } from './mailSettings';
import { noticeLetter, type MailedNotice } from './noticeLetter';
import { createSmtpSender, type SmtpOutcome } from './smtp';

// A copy is claimed with SKIP LOCKED and mailed outside of any transaction; the process that still holds the claim
// writes the outcome.
// SMTP has no idempotency key: after an expired claim the outcome is unknown, and the mail is not retried.

/** Highest number of mails in one round. */
const maxMails = 50;
/** Duration of a claim in ms; each step of an SMTP session has its own, shorter timeout. */
const claimMs = 15 * 60_000;
/** Delay in s after a first failure. `maxMailAgeMs` is the age in ms after which a mail is no longer sent. */
const firstDelaySeconds = 60;
const maxMailAgeMs = 2 * 86_400_000;

interface ClaimedMail extends MailedNotice {
  readonly claim: string;
  readonly attempts: number;
  readonly since: Date;
}

type NoticeCopyChange = Partial<typeof copy.$inferInsert>;
const clearedClaim = { mailClaim: null, mailLease: null } satisfies NoticeCopyChange;

/** Locks and returns the copy whose mail is due first, with its notice, its receiver and the receiver's choice. */
async function nextDueCopy(tx: Orm, now: Date) {
  const [dueRow] = await tx
    .select({
      copy,
      notice: announcementTable,
      user: {
        organizationId: userTable.organizationId,
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
    .leftJoin(preferenceTable, and(eq(preferenceTable.userId, copy.userId), eq(preferenceTable.key, mailPreference)))
    .where(and(eq(copy.mailState, 'waiting'), lte(copy.mailNext, now)))
    .orderBy(asc(copy.mailNext), asc(copy.id))
    .limit(1)
    .for('update', { of: copy, skipLocked: true });
  return dueRow;
}

type DueCopy = NonNullable<Awaited<ReturnType<typeof nextDueCopy>>>;

/** Returns why a due copy needs no mail; null if it is to be mailed. */
function skipReasonOf({ copy: { readFlag }, notice: { priority }, user, choice }: DueCopy): string | null {
  if (user.deleteTime !== null || user.enabled !== '1') return mailTexts.gone;
  if (!user.email) return mailTexts.noAddress;
  if (readFlag === '1') return mailTexts.alreadyRead;
  return wantsMail(mailChoiceOf(choice), priority) ? null : mailTexts.unwanted;
}

/** Claims the next copy to mail. Marks copies that no longer need a mail. */
async function claimMail(services: Services): Promise<ClaimedMail | null> {
  const now = services.now();
  return services.database.transaction(async (tx) => {
    for (;;) {
      const dueRow = await nextDueCopy(tx, now);
      if (!dueRow) return null;
      const { notice, user } = dueRow;
      const setMail = (change: NoticeCopyChange) =>
        tx
          .update(copy)
          .set({ ...change, updateTime: now })
          .where(eq(copy.id, dueRow.copy.id));
      const skipReason = skipReasonOf(dueRow);
      if (dueRow.copy.sendStatus !== '1' || notice.sendStatus !== '1' || notice.deleteTime !== null)
        await setMail({ mailState: 'withdrawn', mailNext: null });
      else if (skipReason !== null) await setMail({ mailState: 'skipped', mailNote: skipReason, mailNext: null });
      else {
        const claimId = randomUUID();
        const attempts = dueRow.copy.mailAttempts + 1;
        await setMail({
          mailState: 'sending',
          mailClaim: claimId,
          mailLease: new Date(now.getTime() + claimMs),
          mailAttempts: attempts,
        });
        return {
          id: dueRow.copy.id,
          claim: claimId,
          attempts,
          since: notice.sendTime ?? dueRow.copy.createTime,
          organizationId: user.organizationId,
          email: user.email as string,
          nickName: user.nickName,
          title: notice.titile,
          priority: notice.priority,
        };
      }
    }
  });
}

/** Returns the columns of a copy after an attempt. */
function changeAfter(now: Date, { attempts, since }: ClaimedMail, { outcome, message }: SmtpOutcome): NoticeCopyChange {
  if (outcome === 'sent') return { mailState: 'sent', mailTime: now, mailNote: null, mailNext: null };
  if (outcome === 'refused') return { mailState: 'failed', mailTime: now, mailNote: message, mailNext: null };
  if (outcome === 'unknown') return { mailState: 'unknown', mailTime: now, mailNote: message, mailNext: null };
  if (now.getTime() - since.getTime() > maxMailAgeMs)
    return { mailState: 'failed', mailTime: now, mailNote: mailTexts.tooLate(message).slice(0, 300), mailNext: null };
  const waitSeconds =
    message === mailTexts.stopping ? 0 : Math.min(delayAfter(attempts, firstDelaySeconds), maxDelaySeconds);
  return { mailState: 'waiting', mailNote: message, mailNext: new Date(now.getTime() + waitSeconds * 1000) };
}

async function storeOutcome(services: Services, claimedMail: ClaimedMail, outcome: SmtpOutcome): Promise<void> {
  const now = services.now();
  const { orm } = services.database;
  await orm
    .update(copy)
    .set({ ...changeAfter(now, claimedMail, outcome), ...clearedClaim, updateTime: now })
    .where(and(eq(copy.id, claimedMail.id), eq(copy.mailClaim, claimedMail.claim), eq(copy.mailState, 'sending')));
  // An unreachable server is tried with one mail only. Mails due later keep their time.
  if (outcome.outcome === 'away' && outcome.message !== mailTexts.stopping) {
    const next = new Date(now.getTime() + firstDelaySeconds * 1000);
    await orm
      .update(copy)
      .set({ mailNext: next, mailNote: outcome.message })
      .where(and(eq(copy.mailState, 'waiting'), lte(copy.mailNext, next)));
  }
}

/** Marks mails whose worker stopped without an outcome as of unknown outcome. */
async function markAbandonedMails({ database, now }: Services): Promise<void> {
  await database.orm
    .update(copy)
    .set({
      mailState: 'unknown',
      mailTime: now(),
      mailNote: mailTexts.interrupted,
      mailNext: null,
      ...clearedClaim,
      updateTime: now(),
    })
    .where(and(eq(copy.mailState, 'sending'), lte(copy.mailLease, now())));
}

/**
 * Runs one round: marks abandoned mails, then sends due ones.
 * @returns number of mails that the mail server accepted
 * @throws JobProblem if the mail server is unreachable or refuses the login
 */
export async function sendDueMails(
  services: Services,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const settings = await usedMailSettings(services);
  if (!settings) return 0;
  await markAbandonedMails(services);
  const smtpSender = createSmtpSender(settings, signal);
  let sentCount = 0;
  try {
    for (let triedCount = 0; triedCount < maxMails && !signal.aborted; triedCount += 1) {
      const claimedMail = await claimMail(services);
      if (!claimedMail) break;
      const origin = await publicOrigin(services, services.database.orm, claimedMail.organizationId);
      const outcome = await smtpSender.send(await noticeLetter(settings, origin, claimedMail));
      await storeOutcome(services, claimedMail, outcome);
      if (outcome.outcome === 'sent') sentCount += 1;
      if (outcome.outcome === 'away' && !signal.aborted) throw new JobProblem(mailTexts.jobFailed(outcome.message));
    }
  } finally {
    smtpSender.close();
  }
  return sentCount;
}

/** Returns when the next mail is due; null if no mail waits. */
export async function nextMail({ database }: Services): Promise<Date | null> {
  const [nextRow] = await database.orm
    .select({ at: sql<Date | null>`min(${copy.mailNext})`.mapWith(copy.mailNext) })
    .from(copy)
    .where(eq(copy.mailState, 'waiting'));
  return nextRow?.at ?? null;
}
