import { Link } from 'react-router-dom';
import { efficiencyLabel } from '@contract/features/laboratory/detection/determinationForms';
import {
  efficiencyTexts,
  samplesWithoutEfficiency,
  shownEfficiency,
  usedEfficiencies,
} from '@contract/features/laboratory/detection/efficiency';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { determinationAddress } from '../detection/LimitOrigin';
import styles from '../methods.module.css';

/** 效率依据: determinations that the record uses, and samples without one. */
export function EfficiencyOrigin({ work }: { readonly work: LabWork }) {
  const label = efficiencyLabel(work);
  if (label === null || work.efficiencies === undefined) return null;
  const used = usedEfficiencies(work.efficiencies, work.rows);
  const without = samplesWithoutEfficiency(work, work.rows);
  return (
    <>
      {used.map((one) => {
        const [text, address] = [
          `${shownEfficiency(one.efficiency)}%（${efficiencyTexts.told(one)}）`,
          determinationAddress(work.sheet, one),
        ];
        return (
          <p key={one.collectorLot} className={styles.origin}>
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
      {without.length > 0 && <p className={styles.origin}>{efficiencyTexts.missing(label, without)}</p>}
    </>
  );
}
