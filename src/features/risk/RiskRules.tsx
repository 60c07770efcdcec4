import { hazardRatingText, limitRules, markRules } from '@contract/features/risk/hazardRating';
import { riskTexts } from '@contract/features/risk/riskTexts';
import { unitRiskLabel, unitRiskRules, unitRiskText, workerBands } from '@contract/features/risk/unitRiskClass';
import styles from './pageRiskDetail.module.css';

/** Shows the rules of the levels, and which of them are this product's own. */
export function RiskRules() {
  return (
    <details className={styles.rules}>
      <summary className="reach">分级规则</summary>
      <p>{riskTexts.levelRule}</p>
      <p>{riskTexts.contactRule}</p>
      <p>{riskTexts.dustRule}</p>
      <p>{riskTexts.noiseRule}</p>
      <p>{hazardRatingText}</p>
      <div className={styles.tables}>
        <table aria-label="危害等级HR">
          <thead>
            <tr>
              <th scope="col">依据</th>
              <th scope="col">HR</th>
            </tr>
          </thead>
          <tbody>
            {[...markRules, ...limitRules].map(({ label, rating }) => (
              <tr key={label}>
                <td>{label}</td>
                <td>{rating}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <table aria-label="单位风险等级">
          <thead>
            <tr>
              <th scope="col">危害性质与接触水平</th>
              {workerBands.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {unitRiskRules.map(({ label, classes }) => (
              <tr key={label}>
                <td>{label}</td>
                {classes.map((riskClass, index) => (
                  <td key={workerBands[index]?.label}>{unitRiskLabel(riskClass)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{unitRiskText}</p>
    </details>
  );
}
