import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doctorTexts } from '@contract/features/system/doctorTexts';
import { bytesText } from '@contract/fields/bytes';
import type { Env } from '@server/base/env';
import { mailSettingsOf } from '../../features/notices/mail/mailSettings';
import { testLetter } from '../../features/notices/mail/noticeLetter';
import { createPost } from '../../features/notices/mail/smtp';
import { missingFont } from '../../print/makePdf';
import { type Finding, fault, fine, note } from './finding';

/** Free share of a disk below which a fault is reported. */
const low = 0.1;

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

function directoryFinding({ dataDir }: Env): Finding {
  if (!existsSync(dataDir)) return note('directory', doctorTexts.noDirectory(dataDir));
  const code = writeFault(dataDir);
  if (code !== undefined) return fault('directory', doctorTexts.notWritable(dataDir, code));
  if (process.platform !== 'win32' && statSync(dataDir).mode % 0o100 !== 0)
    return fault('directory', doctorTexts.open(dataDir));
  return fine('directory', dataDir);
}

function diskFinding({ dataDir }: Env): Finding[] {
  if (!existsSync(dataDir)) return [];
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  const [share, free] = [bavail / blocks, bytesText(bavail * bsize)];
  const percent = Math.floor(share * 100);
  return [
    share < low ? fault('disk', doctorTexts.noRoom(free, percent)) : fine('disk', doctorTexts.room(free, percent)),
  ];
}

function fontFinding(): Finding {
  const missing = missingFont();
  return missing === undefined ? fine('fonts', 'Noto Sans SC') : fault('fonts', doctorTexts.noFont(missing));
}

function backupFinding({ backupDir }: Env): Finding {
  if (backupDir === undefined) return note('backup', doctorTexts.noBackup);
  const code = existsSync(backupDir) ? writeFault(backupDir) : 'ENOENT';
  return code === undefined
    ? fine('backup', doctorTexts.backupDir(backupDir))
    : fault('backup', doctorTexts.notWritable(backupDir, code));
}

async function mailFinding(env: Env, to: string | undefined): Promise<Finding> {
  const settings = mailSettingsOf(env);
  if (!settings) return to === undefined ? note('mail', doctorTexts.noMail) : fault('mail', doctorTexts.noMail);
  if (to === undefined) return fine('mail', doctorTexts.mailOn(settings.host));
  const post = createPost(settings, new AbortController().signal);
  try {
    const { outcome, message } = await post.send(await testLetter(settings, env.publicUrl, to, Date.now()));
    return outcome === 'sent' ? fine('mail', doctorTexts.mailSent(to)) : fault('mail', message);
  } finally {
    post.close();
  }
}

/**
 * Runs the checks that need no database: directories, disk, fonts, addresses, keys and mail.
 *
 * @param mailTo recipient of a test mail
 */
export async function machineFindings(env: Env, mailTo: string | undefined): Promise<Finding[]> {
  return [
    fine('node', `${process.version} ${process.platform} ${process.arch}`),
    directoryFinding(env),
    ...diskFinding(env),
    fontFinding(),
    env.publicUrl === undefined ? note('url', doctorTexts.noUrl) : fine('url', env.publicUrl),
    fine('secret', env.secretKey === undefined ? doctorTexts.secretByFile : doctorTexts.secretBySetting),
    backupFinding(env),
    await mailFinding(env, mailTo),
  ];
}
