import { clauses } from '@contract/features/conformity/clauses';
import { conformityTexts } from '@contract/features/conformity/conformityTexts';
import type { ClauseLine } from '@contract/features/conformity/conformityWire';
import { findRoute } from '@contract/routes';
import { countEvidence } from './evidence';

/** Returns every requirement with the evidence of the viewer's organization. */
export async function clauseLines(asked: Parameters<typeof countEvidence>[0]): Promise<ClauseLine[]> {
  const countedOf = await countEvidence(asked);
  return clauses.map(({ id, clause, demand, state, how, page, evidence, test }) => {
    const found = countedOf(evidence);
    return {
      id: Number(id.slice(1)),
      clause,
      demand,
      state,
      how,
      page,
      pageTitle: page && (findRoute(page)?.title ?? null),
      evidence: found ? conformityTexts.counted(found.label, found.rows) : null,
      rows: found?.rows ?? null,
      newest: found?.newest ?? null,
      gaps: found?.gaps ?? null,
      gap: found?.gap ?? null,
      test,
    };
  });
}
