import { handOverTexts } from '@contract/handOverTexts';
import { mayEdit } from '@contract/workflow/machine';
import { handOverMachine } from '@contract/workflow/handOver';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Policy } from '../../crud/policy';
import { handOverLineTable, sampleTable } from '../../db/schema';
import { conflict } from '../../http/errors';

/** A sheet is written while it is a draft; its samples come and go by the module's own calls. */
export const handOverPolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'project',
  without: ['add', 'copy', 'status', 'restore', 'import'],
  async beforeSave(draft, { before }) {
    return before && before.project !== draft.project ? { project: before.project } : {};
  },
  async assertOpen(row) {
    if (!mayEdit(handOverMachine, String(row.state))) throw conflict(handOverTexts.locked, 'locked');
  },
  async beforeDelete(rows, { tx }) {
    const ids = rows.map(({ id }) => id);
    for (const id of ids) await tx.update(sampleTable).set({ handOver: null }).where(and(eq(sampleTable.handOver, id), isNull(sampleTable.deleteTime)));
    await tx.delete(handOverLineTable).where(inArray(handOverLineTable.handOver, ids));
  },
};

export const handOverLinePolicy: Policy = { ignoresDataScope: true, partOf: 'handOver', without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'] };
