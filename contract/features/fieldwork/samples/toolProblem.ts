import { takesSamples } from '@contract/features/equipment/equipmentRules';
import type { SiteTool } from './siteData';
import { siteTexts } from './siteTexts';

/**
 * Why an instrument that was out for the project may not stand on a sample's record; null where it may. One rule for
 * the choice on the screen and for the server's refusal.
 * @param sampledOn `YYYY-MM-DD`; null where the sample has no day yet
 */
export function toolProblem(
  { eqpNo, eqpKind, dueOn }: Pick<SiteTool, 'eqpNo' | 'eqpKind' | 'dueOn'>,
  sampledOn: string | null,
): string | null {
  if (!takesSamples(eqpKind)) return siteTexts.equipmentTakesNone(eqpNo);
  return dueOn !== null && sampledOn !== null && dueOn < sampledOn ? siteTexts.equipmentOverdue(eqpNo, dueOn) : null;
}
