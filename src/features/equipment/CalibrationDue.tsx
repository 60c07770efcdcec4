import { emptyCellText } from '@/fields';
import { todayText } from '@/lib/dateTexts';
import { calibrationState, daysLeft } from '@contract/features/equipment/equipmentRules';

interface CalibrationDueProps {
  readonly calibrationKind: string | null;
  readonly calibrationDue: string | null;
}

/** Shows the end of a calibration: amber within thirty days before, red afterwards, each with a text. */
export function CalibrationDue({ calibrationKind, calibrationDue }: CalibrationDueProps) {
  const today = todayText();
  const state = calibrationState({ calibrationKind, calibrationDue }, today);
  if (state === 'none') return <span>不需溯源</span>;
  if (!calibrationDue) return <span style={{ color: 'var(--tone-bad)' }}>未填写</span>;
  if (state === 'expired')
    return <span style={{ color: 'var(--tone-bad)', fontWeight: 600 }}>{calibrationDue} 已过期</span>;
  if (state === 'soon')
    return (
      <span style={{ color: 'var(--tone-waiting)' }}>
        {calibrationDue} {daysLeft(calibrationDue, today) === 0 ? '今天到期' : `余${daysLeft(calibrationDue, today)}天`}
      </span>
    );
  return <span>{calibrationDue || emptyCellText}</span>;
}
