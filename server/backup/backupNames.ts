import { createHash } from 'node:crypto';
import { derivedKey, type EncryptionKeySource } from '@server/base/secretEncryption';

/**
 * Pattern of `occhealth-20260101-023000-0123abcd.tar`: day, time and installation; `.age` follows for an encrypted
 * backup. Names of earlier backups lack the installation.
 */
const namePattern = /^occhealth-(?<day>\d{8})-\d{6}(?:-(?<mark>[0-9a-f]{8}))?\.tar(?:\.age)?$/;
/** Pattern of a partial backup, whose process was killed. */
const partialName = /^occhealth-\d{8}-\d{6}(?:-(?<mark>[0-9a-f]{8}))?\.tar(?:\.age)?\.[0-9a-f]{8}e?\.part$/;

/**
 * Returns eight hexadecimal digits that distinguish this installation's backups from others in the same directory.
 */
export const installationMark = (keeper: EncryptionKeySource): string =>
  createHash('sha256').update(derivedKey(keeper, 'name of backups')).digest('hex').slice(0, 8);

/**
 * Returns the name of a daily backup.
 * @param moment `yyyy-MM-dd HH:mm:ss` in the organizations' time zone
 */
export const backupName = (moment: string, mark: string, encrypted = false): string =>
  `occhealth-${moment.replaceAll(/[-:]/g, '').replace(' ', '-')}-${mark}.tar${encrypted ? '.age' : ''}`;

const isOwn = (match: RegExpExecArray, mark: string): boolean => [undefined, mark].includes(match.groups?.['mark']);

/** Returns the partial backups of this installation among the names of a directory. */
export const partialBackups = (names: readonly string[], mark: string): string[] =>
  names.filter((name) => {
    const match = partialName.exec(name);
    return match !== null && isOwn(match, mark);
  });

/**
 * Returns the backups of this installation to be removed: all before the last `days` days with a backup, and of each
 * day except the newest all but the last backup. Several manual backups in one day therefore do not replace the
 * backups of other days.
 */
export function outdatedBackups(names: readonly string[], mark: string, days: number): string[] {
  const byDay = new Map<string, string[]>();
  for (const name of names.toSorted()) {
    const match = namePattern.exec(name);
    if (!match || !isOwn(match, mark)) continue;
    const day = match.groups?.['day'] ?? '';
    byDay.set(day, [...(byDay.get(day) ?? []), name]);
  }
  const newestDays = [...byDay.keys()].toSorted().toReversed();
  return newestDays.flatMap((day, index) => {
    const dayBackups = byDay.get(day) ?? [];
    if (index >= days) return dayBackups;
    return index === 0 ? [] : dayBackups.slice(0, -1);
  });
}
