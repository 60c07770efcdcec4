import { backupTexts } from '@contract/features/system/backupTexts';
import { bytesText } from '@contract/fields/bytesText';
import { type Manifest, rowsIn } from './backupManifest';
import type { MadeBackup } from './makeBackup';

/** Returns the numbers of tables, rows and files, for people. */
export const countsOf = (manifest: Manifest) => ({
  tables: manifest.tables.length,
  rows: rowsIn(manifest),
  files: manifest.files.length,
});

export interface BackupReport {
  readonly done: string;
  readonly warnings: string[];
  /** Number of files whose content the store has lost, so that the backup lacks it. */
  readonly missing: number;
}

/** Describes the backup, with warnings. */
export function reportOf({ manifest, bytes, altered }: MadeBackup, file: string): BackupReport {
  const warnings = [
    ...(manifest.missing.length ? [backupTexts.missing(manifest.missing.length)] : []),
    ...(altered.length ? [backupTexts.altered(altered.length)] : []),
  ];
  return {
    done: backupTexts.made({ file, bytes: bytesText(bytes), ...countsOf(manifest) }),
    warnings,
    missing: manifest.missing.length,
  };
}
