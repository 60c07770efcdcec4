import { clauses } from '@contract/features/conformity/clauses';
import { conformityTexts } from '@contract/features/conformity/conformityTexts';
import type { ClauseLine } from '@contract/features/conformity/conformityWire';
import { findRoute } from '@contract/routes';
import { countEvidence, pageQueryOf } from './clauseEvidence';

/** Returns every requirement with the evidence of the viewer's organization. */
export async function clauseLines(request: Parameters<typeof countEvidence>[0]): Promise<ClauseLine[]> {
  const evidenceOf = await countEvidence(request, clauses);
  return clauses.map((row) => {
    const { id, clause, demand, state, how, page, test } = row;
    const evidenceCount = evidenceOf(row);
    return {
      id: Number(id.slice(1)),
      clause,
      demand,
      state,
      how,
      page,
      pageQuery: pageQueryOf(row),
      pageTitle: page && (findRoute(page)?.title ?? null),
      evidence: evidenceCount ? conformityTexts.counted(evidenceCount.label, evidenceCount.rows) : null,
      rows: evidenceCount?.rows ?? null,
      newest: evidenceCount?.newest ?? null,
      gaps: evidenceCount?.gaps ?? null,
      gap: evidenceCount?.gap ?? null,
      test,
    };
  });
}
