import { Segmented } from 'antd';
import { DictCell } from '@/fields';
import { type LabourClass, labourClasses } from '@contract/arithmetic/limits/limitConditions';
import { verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import {
  exposureLevelLabel,
  riskReasons,
  type RiskRow,
  shareCalculationText,
} from '@contract/features/risk/assessPosts';
import { dustCalculation } from '@contract/features/risk/dustCalculation';
import { riskTexts } from '@contract/features/risk/riskTexts';
import styles from './pageRiskDetail.module.css';

interface RiskExplanationProps {
  readonly row: RiskRow;
  readonly labour: LabourClass | null;
  readonly onLabour: (value: LabourClass | null) => void;
}

/** Class of work with dust, which depends on the chosen intensity of labour. */
function DustClass({ row, labour, onLabour }: RiskExplanationProps) {
  const dust = dustCalculation(row, labour);
  return (
    <section>
      <h3>粉尘作业分级</h3>
      {row.silica === null ? (
        <p>{riskReasons.noSilica}</p>
      ) : (
        <>
          <p>{riskTexts.askLabour}</p>
          <Segmented
            aria-label="体力劳动强度"
            value={labour ?? 0}
            onChange={(chosenClass) => onLabour(chosenClass === 0 ? null : (chosenClass as LabourClass))}
            options={[
              { value: 0, label: '未选择' },
              ...labourClasses.map((label, index) => ({ value: index + 1, label: `${label}级` })),
            ]}
          />
          {dust && <p role="status">{dust.calculation}</p>}
        </>
      )}
      <p className={styles.quiet}>{riskTexts.dustRule}</p>
    </section>
  );
}

/** Explains the levels of one hazard at one post, rule by rule. */
export function RiskExplanation({ row, labour, onLabour }: RiskExplanationProps) {
  const { value, exposureRatio, missingRatioReason, exposureLevel, category, noise } = row;
  return (
    <div className={styles.steps}>
      <section>
        <h3>结果与判定</h3>
        <p>
          {verdictLabel(row.verdict)}
          {value ? (
            <>
              ：<DictCell dict="limitKind" value={value.kind} />　{value.text} {value.unit}，限值 {value.limit}{' '}
              {value.unit}（{value.standard ?? ''}，{value.day}）
            </>
          ) : (
            `：${riskReasons.noLimit}`
          )}
        </p>
        {value && category !== 'physical' && (
          <p>
            {shareCalculationText(value)}
            {value.censored && '（未检出，按最低检出浓度计）'}
          </p>
        )}
      </section>
      {category !== 'physical' && (
        <>
          <section>
            <h3>接触水平</h3>
            <p>
              {exposureLevel === null
                ? '没有C_TWA，不分级'
                : `${exposureLevel}级，${exposureLevelLabel(exposureLevel) ?? ''}`}
            </p>
            <p className={styles.quiet}>{riskTexts.levelRule}</p>
          </section>
          <section>
            <h3>接触比值法</h3>
            <p>{exposureRatio?.calculation ?? missingRatioReason}</p>
            <p className={styles.quiet}>{riskTexts.contactRule}</p>
          </section>
        </>
      )}
      {category === 'dust' && <DustClass row={row} labour={labour} onLabour={onLabour} />}
      {category === 'physical' && (
        <section>
          <h3>物理因素</h3>
          <p>{noise ? `噪声作业分级：${noise}` : riskReasons.physical}</p>
          {noise && <p className={styles.quiet}>{riskTexts.noiseRule}</p>}
        </section>
      )}
    </div>
  );
}
