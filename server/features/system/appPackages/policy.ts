import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Policy } from '@server/crud/policy';
import { appPackageTable, storedFileTable } from '@server/db/schema';

/**
 * Save rules of app packages: only an upload adds them; a deleted package loses its file. They can't be copied or
 * restored.
 */
export const appPackagePolicy: Policy = {
  disabledOperations: ['add', 'copy', 'restore', 'status', 'import'],
  async beforeSave(draft, { tx, before }) {
    if (before && before.fileId === draft.fileId) return {};
    const [file] = await tx
      .select({ name: storedFileTable.name, size: storedFileTable.size })
      .from(storedFileTable)
      .where(eq(storedFileTable.id, String(draft.fileId)));
    // A phone opens the QR code of the download dialog without login.
    await tx
      .update(storedFileTable)
      .set({ open: true })
      .where(eq(storedFileTable.id, String(draft.fileId)));
    return file ? { fileName: file.name, size: file.size } : {};
  },
  async afterDelete(rows, { tx, services }) {
    const fileIds = rows.map((row) => String(row.fileId));
    const usedPackages = await tx
      .select({ fileId: appPackageTable.fileId })
      .from(appPackageTable)
      .where(and(inArray(appPackageTable.fileId, fileIds), isNull(appPackageTable.deleteTime)));
    const unusedIds = fileIds.filter((id) => !usedPackages.some(({ fileId }) => fileId === id));
    if (unusedIds.length)
      await tx
        .update(storedFileTable)
        .set({ deleteTime: services.now() })
        .where(inArray(storedFileTable.id, unusedIds));
  },
};
