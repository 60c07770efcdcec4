import { Link } from 'react-router-dom';
import { emptyCellText } from '@/fields';
import type { CellProps } from '@/listEditor';
import { exposureLevelLabel } from '@contract/features/risk/assessPosts';
import { riskTexts } from '@contract/features/risk/riskTexts';
import type { UnitRiskLine } from '@contract/features/risk/riskWire';
import { unitRiskClasses } from '@contract/features/risk/unitRiskClass';
import styles from './risk.module.css';

export const detailAddress = (unitId: number, unitName: string): string =>
  `/riskPage/pageRiskDetail?${new URLSearchParams({ belongInspect: String(unitId), belongInspectName: unitName }).toString()}`;

type RiskCellProps = CellProps & { row: CellProps['row'] & UnitRiskLine };

export const UnitCell = ({ row }: CellProps) => {
  const { id, unitName } = row as RiskCellProps['row'];
  return <Link to={detailAddress(id, unitName)}>{unitName}</Link>;
};

/** Shows the risk class of the unit, and how it was determined. */
export const ClassCell = ({ row }: CellProps) => {
  const { riskClass, working } = row as RiskCellProps['row'];
  const entry = unitRiskClasses.find(({ value }) => value === riskClass);
  return (
    <span className={styles.tone} data-tone={entry?.tone ?? 'quiet'} title={working}>
      {entry?.label}
    </span>
  );
};

export const ExceedingCell = ({ row }: CellProps) => {
  const { exceeding } = row as RiskCellProps['row'];
  return exceeding > 0 ? <b className={styles.bad}>{exceeding}</b> : 0;
};

export const LevelCell = ({ row }: CellProps) => {
  const { exposureLevel } = row as RiskCellProps['row'];
  return exposureLevel === null ? emptyCellText : `${exposureLevel}级　${exposureLevelLabel(exposureLevel) ?? ''}`;
};

export const ContactCell = ({ row }: CellProps) => {
  const { contactLevel, contactLabel } = row as RiskCellProps['row'];
  return contactLevel === null ? emptyCellText : `${contactLevel}　${contactLabel ?? ''}`;
};

/** Shows the sources of the list's data. */
export const RiskSource = () => <p className={styles.quiet}>{riskTexts.source}</p>;
