import { Select, Switch } from 'antd';
import type { FitKind } from '@contract/arithmetic/curves/fitCurve';
import { fitLabels } from '@contract/arithmetic/curves/fitCurve';
import type { CurvePlan } from '@contract/features/laboratory/curves/curvePlan';
import styles from './curve.module.css';

export interface FitSettings {
  readonly fit: FitKind;
  readonly subtractZero: boolean;
}

interface FitChoiceProps {
  readonly plan: CurvePlan;
  readonly fitting: FitSettings;
  readonly disabled: boolean;
  readonly onChange: (fitting: FitSettings) => void;
}

/** Chooses the fit among those the method allows, and whether the zero level is subtracted. */
export function FitChoice({ plan, fitting, disabled, onChange }: FitChoiceProps) {
  const { fit, subtractZero } = fitting;
  return (
    <div className={styles.fitting}>
      <div className={styles.choice}>
        <span>拟合方式</span>
        <Select
          aria-label="拟合方式"
          style={{ width: 140 }}
          disabled={disabled || plan.fits.length < 2}
          value={fit}
          options={plan.fits.map((kind) => ({ value: kind, label: fitLabels[kind] }))}
          onChange={(kind: FitKind) => onChange({ ...fitting, fit: kind })}
        />
      </div>
      {fit !== 'semiLog' && (
        <div className={styles.choice}>
          <span>扣除零浓度响应值</span>
          <Switch
            aria-label="扣除零浓度响应值"
            disabled={disabled}
            checked={subtractZero}
            onChange={(checked) => onChange({ ...fitting, subtractZero: checked })}
          />
        </div>
      )}
      {plan.sheet?.note && (
        <span className={styles.note} title={plan.sheet.note}>
          {plan.sheet.note}
        </span>
      )}
    </div>
  );
}
