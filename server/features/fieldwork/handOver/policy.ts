import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { mayEdit } from '@contract/workflow/stateMachine';
import type { Policy } from '@server/crud/policy';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { conflict } from '@server/http/errors';
import { openForSheets, removeFromSheet } from './circulationLines';

/**
 * Save rules of circulation sheets: they may be written as a draft while the project is open for it. Only the
 * module's own API calls add and remove samples.
 */
export const handOverPolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'project',
  disabledOperations: ['add', 'copy', 'status', 'restore', 'import'],
  async beforeSave(draft, { before }) {
    return before && before.project !== draft.project ? { project: before.project } : {};
  },
  async assertOpen(row, { tx, registry, call }) {
    if (!mayEdit(handOverMachine, String(row.state))) throw conflict(handOverTexts.locked, 'locked');
    await assertEditableStage(tx, registry, call, Number(row.project), openForSheets);
  },
  async beforeDelete(rows, { tx, call }) {
    for (const { id } of rows) await removeFromSheet(tx, call, id);
  },
};

export const handOverLinePolicy: Policy = {
  ignoresDataScope: true,
  partOf: 'handOver',
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};
