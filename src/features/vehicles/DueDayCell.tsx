import { emptyCellText } from '@/fields';
import { todayText } from '@/lib/dateTexts';
import { calibrationState, daysLeft } from '@contract/features/equipment/equipmentRules';

/** Shows an end date: amber within thirty days before, red afterwards, each with a text. */
export function DueDayCell({ day }: { readonly day: string | null }) {
  if (!day) return emptyCellText;
  const today = todayText();
  const state = calibrationState({ calibrationKind: null, calibrationDue: day }, today);
  if (state === 'expired') return <span style={{ color: 'var(--tone-bad)', fontWeight: 600 }}>{day} 已过期</span>;
  if (state === 'soon')
    return (
      <span style={{ color: 'var(--tone-waiting)' }}>
        {day} {daysLeft(day, today) === 0 ? '今天到期' : `余${daysLeft(day, today)}天`}
      </span>
    );
  return <span>{day}</span>;
}
