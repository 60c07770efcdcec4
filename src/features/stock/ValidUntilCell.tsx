import { emptyCellText } from '@/fields';
import { todayText } from '@/lib/dateTexts';
import type { AnyRow } from '@contract/entity';
import { calibrationState, daysLeft } from '@contract/features/equipment/equipmentRules';

/**
 * Shows the end of a lot's validity: amber within thirty days before, red afterwards, each with a text. Lots out of use
 * are not marked.
 */
export function ValidUntilCell({ row }: { readonly row: AnyRow }) {
  const validUntil = typeof row.validUntil === 'string' ? row.validUntil : null;
  if (!validUntil) return emptyCellText;
  const today = todayText();
  const state =
    row.status === '0' ? 'valid' : calibrationState({ calibrationKind: null, calibrationDue: validUntil }, today);
  if (state === 'expired')
    return <span style={{ color: 'var(--tone-bad)', fontWeight: 600 }}>{validUntil} 已过期</span>;
  if (state === 'soon')
    return (
      <span style={{ color: 'var(--tone-waiting)' }}>
        {validUntil} {daysLeft(validUntil, today) === 0 ? '今天到期' : `余${daysLeft(validUntil, today)}天`}
      </span>
    );
  return <span>{validUntil}</span>;
}
