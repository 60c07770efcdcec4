import { eq } from 'drizzle-orm';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { formatDay } from '@server/base/zone';
import { nextCount } from '@server/crud/numbering';
import type { Policy } from '@server/crud/policy';
import { storedFileTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

/**
 * Save rules of a run: its number, its analyst, and the name, size and hash of its file as it was uploaded. A run whose
 * readings are in records is neither changed nor deleted.
 */
export const labRunPolicy: Policy = {
  without: ['copy', 'status', 'restore'],
  async beforeSave(draft, { services, tx, before, call }) {
    const [file] = await tx
      .select()
      .from(storedFileTable)
      .where(eq(storedFileTable.id, String(draft.file)));
    const facts = file ? { fileName: file.name.slice(0, 255), size: file.size, sha256: file.sha256 } : {};
    if (before) return facts;
    const year = formatDay(services.now(), services.env.zone).slice(0, 4);
    const count = await nextCount(tx, call.viewer.homeOrganizationId ?? 0, `labRun:${year}`);
    return {
      ...facts,
      runNo: `FX-${year}-${String(count).padStart(4, '0')}`,
      analyst: call.viewer.user.id,
      state: 'open',
    };
  },
  async assertOpen(row) {
    if (row.state !== 'open') throw conflict(runTexts.written, 'locked');
  },
};
