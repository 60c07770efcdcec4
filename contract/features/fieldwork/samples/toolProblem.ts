import { takesSamples } from '@contract/features/equipment/equipmentRules';
import type { SiteTool } from './siteData';
import { siteTexts } from './siteTexts';

/**
 * Returns why an instrument that was handed out for the project can't be used for a sample; null where it can. One rule
 * for the selection on screen and the server's refusal.
 * @param sampledOn `YYYY-MM-DD`; null where the sample has no day yet
 */
export function toolProblem(
  { eqpNo, eqpKind, dueOn }: Pick<SiteTool, 'eqpNo' | 'eqpKind' | 'dueOn'>,
  sampledOn: string | null,
): string | null {
  if (!takesSamples(eqpKind)) return siteTexts.equipmentTakesNone(eqpNo);
  return dueOn !== null && sampledOn !== null && dueOn < sampledOn ? siteTexts.equipmentOverdue(eqpNo, dueOn) : null;
}
