import { backupTexts } from '@contract/features/system/backupTexts';
import { formatMoment } from '@server/base/zone';
import { badRequest } from '@server/http/errors';
import { openArchive } from './backupArchive';
import { BackupProblem } from './backupProblem';
import { countsOf } from './backupReport';

/**
 * Reads a backup from first to last byte, as `npm run restore -- FILE --check` does.
 * @returns a description of its content, for people
 * @throws Refusal 400 with the fault
 */
export async function backupFacts(path: string, name: string, zone: string): Promise<string> {
  try {
    const { manifest, close } = await openArchive(path);
    await close();
    const madeAt = formatMoment(new Date(manifest.madeAt), zone);
    return backupTexts.whole({ version: manifest.version, madeAt, ...countsOf(manifest) });
  } catch (error) {
    if (error instanceof BackupProblem) throw badRequest(error.message.replaceAll(path, name));
    throw error;
  }
}
