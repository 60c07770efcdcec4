import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doctorTexts } from '@contract/features/system/doctorTexts';
import { bytesText } from '@contract/fields/bytesText';
import type { Env } from '@server/base/env';
import { keyFileProblem } from '@server/base/secretEncryption';
import { mailSettingsFromEnvironment } from '@server/features/notices/mail/mailSettings';
import { testLetter } from '@server/features/notices/mail/noticeLetter';
import { createSmtpSender } from '@server/features/notices/mail/smtp';
import { missingFont } from '@server/print/makePdf';
import { type DoctorFinding, failedCheck, passedCheck, remarkedCheck } from './doctorFinding';

/** Free share of a disk below which a fault is reported. */
const lowShare = 0.1;

/** Returns the fault of a directory that can't be written. */
function writeFault(directory: string): string | undefined {
  const path = join(directory, `doctor.${randomUUID()}`);
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  } finally {
    rmSync(path, { force: true });
  }
}

function directoryFinding({ dataDir }: Env): DoctorFinding {
  if (!existsSync(dataDir)) return remarkedCheck('directory', doctorTexts.noDirectory(dataDir));
  const code = writeFault(dataDir);
  if (code !== undefined) return failedCheck('directory', doctorTexts.notWritable(dataDir, code));
  if (process.platform !== 'win32' && statSync(dataDir).mode % 0o100 !== 0)
    return failedCheck('directory', doctorTexts.open(dataDir));
  return passedCheck('directory', dataDir);
}

function diskFinding({ dataDir }: Env): DoctorFinding[] {
  if (!existsSync(dataDir)) return [];
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  const [freeShare, freeText] = [bavail / blocks, bytesText(bavail * bsize)];
  const percent = Math.floor(freeShare * 100);
  return [
    freeShare < lowShare
      ? failedCheck('disk', doctorTexts.noRoom(freeText, percent))
      : passedCheck('disk', doctorTexts.room(freeText, percent)),
  ];
}

function fontFinding(): DoctorFinding {
  const missingFontName = missingFont();
  return missingFontName === undefined
    ? passedCheck('fonts', 'Noto Sans SC, Noto Serif SC, Tinos')
    : failedCheck('fonts', doctorTexts.noFont(missingFontName));
}

function backupFinding({ backupDir, backupCopyDir }: Env): DoctorFinding {
  if (backupDir === undefined) return remarkedCheck('backup', doctorTexts.noBackup);
  for (const directory of [backupDir, ...(backupCopyDir === undefined ? [] : [backupCopyDir])]) {
    const code = existsSync(directory) ? writeFault(directory) : 'ENOENT';
    if (code !== undefined) return failedCheck('backup', doctorTexts.notWritable(directory, code));
  }
  return passedCheck('backup', doctorTexts.backupDir(backupDir));
}

/** Checks the key of stored secrets; a missing key file is created at the first start. */
function secretFinding(env: Env): DoctorFinding {
  if (env.secretKey !== undefined) return passedCheck('secret', doctorTexts.secretBySetting);
  const problem = existsSync(env.dataDir) ? keyFileProblem(env.dataDir) : undefined;
  return problem === undefined ? passedCheck('secret', doctorTexts.secretByFile) : failedCheck('secret', problem);
}

async function mailFinding(env: Env, to: string | undefined): Promise<DoctorFinding> {
  const settings = mailSettingsFromEnvironment(env);
  if (!settings)
    return to === undefined ? remarkedCheck('mail', doctorTexts.noMail) : failedCheck('mail', doctorTexts.noMail);
  if (to === undefined) return passedCheck('mail', doctorTexts.mailOn(settings.host));
  const post = createSmtpSender(settings, new AbortController().signal);
  try {
    const { outcome, message } = await post.send(await testLetter(settings, env.publicUrl ?? null, to, Date.now()));
    return outcome === 'sent' ? passedCheck('mail', doctorTexts.mailSent(to)) : failedCheck('mail', message);
  } finally {
    post.close();
  }
}

/**
 * Runs the checks that need no database: version of Node, data and backup
 * directories, disk, fonts, public address, secret key and mail.
 *
 * @param mailTo recipient of a test mail
 */
export async function computerFindings(env: Env, mailTo: string | undefined): Promise<DoctorFinding[]> {
  return [
    passedCheck('node', `${process.version} ${process.platform} ${process.arch}`),
    directoryFinding(env),
    ...diskFinding(env),
    fontFinding(),
    env.publicUrl === undefined ? remarkedCheck('url', doctorTexts.noUrl) : passedCheck('url', env.publicUrl),
    secretFinding(env),
    backupFinding(env),
    await mailFinding(env, mailTo),
  ];
}
