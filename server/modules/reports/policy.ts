import { reportTexts } from '@contract/report/reportTexts';
import { fixedDictionaries } from '@contract/dictionaries';
import { reportMachine } from '@contract/workflow/report';
import type { Policy } from '../../crud/policy';
import { conflict } from '../../http/errors';
import { isNull } from 'drizzle-orm';
import { reportTable } from '../../db/schema';

const labelOf = (state: unknown): string => fixedDictionaries.reportState.find(({ value }) => value === state)?.label ?? '';

/** Begun for a project, written while it is drafted, and never deleted: numbers have no gaps. */
export const reportPolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'copy', 'del', 'restore', 'status', 'import'],
  enterpriseScope: () => isNull(reportTable.id),
  async assertOpen(row) {
    if (row.state !== reportMachine.initial) throw conflict(reportTexts.locked(labelOf(row.state)), 'locked');
  },
};

/** Made and ended by its own calls alone; everybody who signs may know who signs for whom. */
export const delegationPolicy: Policy = { ignoresDataScope: true, without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'] };

/** Made and moved by its own calls alone. */
export const approvalPolicy: Policy = { ignoresDataScope: true, without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'] };
