import { randomBytes } from 'node:crypto';
import { eq, max } from 'drizzle-orm';
import { handOutTexts } from '@contract/features/reports/handOut/handOutTexts';
import type { Policy } from '@server/crud/policy';
import { reportHandOutTable, reportTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';

const issuedStates: ReadonlySet<string | null> = new Set(['issued', 'published']);

/**
 * Save rules of hand-outs: only a valid issued report can be handed out. The server numbers each hand-out and creates
 * a code for its receipt.
 */
export const handOutPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['copy', 'status', 'restore', 'import'],
  async beforeSave(draft, { tx, before }) {
    if (draft.way === 'courier' && !String(draft.courier ?? '').trim())
      throw invalid([{ field: 'courier', message: handOutTexts.noCourier }]);
    if (before && before.report === draft.report) return {};
    // The lock makes two simultaneous hand-outs of one report wait for each other.
    const [report] = await tx
      .select({ no: reportTable.reportNo, state: reportTable.state, issuedOn: reportTable.issuedOn })
      .from(reportTable)
      .where(eq(reportTable.id, Number(draft.report)))
      .for('no key update');
    const no = report?.no ?? '';
    if (!report?.issuedOn) throw invalid([{ field: 'report', message: handOutTexts.notIssued(no) }]);
    if (!issuedStates.has(report.state)) throw invalid([{ field: 'report', message: handOutTexts.ended(no) }]);
    const [last] = await tx
      .select({ times: max(reportHandOutTable.times) })
      .from(reportHandOutTable)
      .where(eq(reportHandOutTable.report, Number(draft.report)));
    return { reportNo: no, times: (last?.times ?? 0) + 1, receiptCode: randomBytes(18).toString('base64url') };
  },
};
