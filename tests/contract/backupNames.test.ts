import { expect, it } from 'vitest';
import { backupName, partialBackups, outdatedBackups } from '@server/backup/backupNames';

const [own, other] = ['0123abcd', 'ffff0000'];
const name = (day: number, time: string, mark = own) => backupName(`2026-03-0${day} ${time}`, mark);

it('the backup retention deletes only daily backups of its own installation and keeps one backup of each earlier day', () => {
  const kept = [name(3, '02:30:00'), name(3, '09:00:00'), name(2, '11:00:00')];
  const gone = [name(1, '02:30:00'), name(2, '02:30:00')];
  const foreign = [name(1, '02:30:00', other), '院长的笔记.tar', 'occhealth-20260301.tar'];
  expect(outdatedBackups([...foreign, ...kept, ...gone], own, 2).toSorted()).toEqual(gone);
  expect(outdatedBackups(['occhealth-20260301-023000.tar', name(2, '02:30:00')], own, 1)).toEqual([
    'occhealth-20260301-023000.tar',
  ]);
});

it('the backup retention keeps partial backups of another installation', () => {
  const part = (mark: string) => `${name(1, '02:30:00', mark)}.89abcdef.part`;
  expect(partialBackups([part(own), part(other), name(1, '02:30:00')], own)).toEqual([part(own)]);
});
