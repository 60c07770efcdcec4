import { Link } from 'react-router-dom';
import { efficiencyLabel } from '@contract/features/laboratory/detection/determinationForms';
import {
  efficiencyTexts,
  samplesWithoutEfficiency,
  shownEfficiency,
  usedEfficiencies,
} from '@contract/features/laboratory/detection/efficiencyDetermination';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { determinationAddress } from '../detection/LimitOrigin';
import styles from '../methods.module.css';

/** 效率依据: determinations that the record uses, and samples without one. */
export function EfficiencyOrigin({ work }: { readonly work: LabWork }) {
  const label = efficiencyLabel(work);
  if (label === null || work.efficiencies === undefined) return null;
  const rowEfficiencies = usedEfficiencies(work.efficiencies, work.rows);
  const uncoveredSamples = samplesWithoutEfficiency(work, work.rows);
  return (
    <>
      {rowEfficiencies.map((efficiencyDetermination) => {
        const [text, address] = [
          `${shownEfficiency(efficiencyDetermination.efficiency)}%（${efficiencyTexts.told(efficiencyDetermination)}）`,
          determinationAddress(work.sheet, efficiencyDetermination),
        ];
        return (
          <p key={efficiencyDetermination.collectorLot} className={styles.origin}>
            {label}依据：
            {address ? (
              <Link className="reach" to={address}>
                {text}
              </Link>
            ) : (
              text
            )}
          </p>
        );
      })}
      {uncoveredSamples.length > 0 && (
        <p className={styles.origin}>{efficiencyTexts.missing(label, uncoveredSamples)}</p>
      )}
    </>
  );
}
