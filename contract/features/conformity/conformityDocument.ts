import { fixedDictionaries } from '@contract/dictionaries';
import { currentFace } from '@contract/print/paperEdition';
import type { PrintDocument } from '@contract/print/printDocument';
import { clauseTotals } from './clauseTotals';
import { conformityTexts } from './conformityTexts';
import type { ClauseLine } from './conformityWire';

const stateOf = (state: string): string =>
  fixedDictionaries.clauseState.find(({ value }) => value === state)?.label ?? state;

/**
 * Builds 规范符合性自查表 for an assessor: clause, requirement, state, how and where it is fulfilled, evidence and gaps.
 * @param day `YYYY-MM-DD` on which the rows were counted
 */
export function conformityDocument(agency: string, day: string, clauseLines: readonly ClauseLine[]): PrintDocument {
  return {
    title: conformityTexts.title,
    ...currentFace,
    agency,
    corner: conformityTexts.onDay(day),
    blocks: [
      {
        kind: 'lines',
        lines: [conformityTexts.standard, conformityTexts.source, conformityTexts.totals(clauseTotals())],
      },
      {
        kind: 'table',
        title: '',
        columns: [
          { heading: '条款', least: 20 },
          { heading: '要求', least: 45 },
          { heading: '状态', least: 16 },
          { heading: '满足方式或缺少的内容', least: 60 },
          { heading: '在何处', least: 24 },
          { heading: '本机构的证据', least: 32 },
          { heading: '缺口', least: 32 },
        ],
        rows: clauseLines.map((clauseLine) => [
          clauseLine.clause,
          clauseLine.demand,
          stateOf(clauseLine.state),
          clauseLine.how,
          clauseLine.pageTitle ?? '',
          clauseLine.evidence ? `${clauseLine.evidence}${clauseLine.newest ? `，最近${clauseLine.newest}` : ''}` : '',
          clauseLine.gaps ? `${clauseLine.gap ?? ''}${clauseLine.gaps}` : '',
        ]),
      },
    ],
    signers: [],
    foot: conformityTexts.onDay(day),
  };
}
