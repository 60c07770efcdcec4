import { Button } from 'antd';
import { DictCell } from '@/fields';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { fitCriterionText } from '@contract/features/laboratory/curves/curveView';
import type { CurveOnWire } from './curveCalls';
import styles from './curve.module.css';

interface CurveListProps {
  readonly curves: readonly CurveOnWire[];
  readonly chosenId: number | null;
  /** Id of the curve that the record uses; null if it uses none. */
  readonly usedId: number | null;
  readonly canAdd: boolean;
  readonly isAdding: boolean;
  readonly title: string;
  readonly onChoose: (id: number) => void;
  readonly onAdd: () => void;
}

const outcomeText = (curve: CurveOnWire): string => {
  const { accepted, findings, low } = curve;
  if (!findings && !accepted && low === null) return curveTexts.pending;
  return [accepted ? curveTexts.accepted : curveTexts.refused, fitCriterionText(curve)].filter(Boolean).join(' ');
};

/** Lists the curves of a method and hazard, newest first. */
export function CurveList({ curves, chosenId, usedId, canAdd, isAdding, title, onChoose, onAdd }: CurveListProps) {
  return (
    <nav className={styles.side} aria-label={`${title}列表`}>
      {canAdd && (
        <Button type="dashed" block loading={isAdding} onClick={onAdd}>
          新增{title}
        </Button>
      )}
      <ul className={styles.list}>
        {curves.map((curve) => (
          <li key={curve.id}>
            <button
              type="button"
              className={styles.one}
              aria-current={curve.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(curve.id)}
            >
              <span className={styles.no}>
                <span>{String(curve.curveNo)}</span>
                <DictCell dict="labCurveState" value={curve.state} />
              </span>
              <span>{outcomeText(curve)}</span>
              <span className={styles.quiet}>
                配制 {curve.preparedOn}
                {curve.validUntil ? `，有效期至 ${curve.validUntil}` : ''}
              </span>
              {curve.id === usedId && <span className={styles.used}>本记录使用</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
