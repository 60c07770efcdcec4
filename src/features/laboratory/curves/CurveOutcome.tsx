import type { CurveView } from '@contract/features/laboratory/curves/curveView';
import styles from './curve.module.css';

interface CurveOutcomeProps {
  readonly view: CurveView;
  readonly rule: string;
}

/** 回归方程 and verdict of a curve, updated while typing. */
export function CurveOutcome({ view, rule }: CurveOutcomeProps) {
  const { equation, verdict, accepted, findings, rows, facts } = view;
  // A quadratic curve has both and is judged by R².
  const r =
    facts.find(({ label }) => label.startsWith('决定系数')) ?? facts.find(({ label }) => label.startsWith('相关系数'));
  return (
    <section className={styles.outcome} aria-label="拟合结果">
      <div className={styles.verdict} role="status">
        <span className={rows.length === 0 ? styles.rule : accepted ? styles.accepted : styles.refused}>{verdict}</span>
        {equation && <span className={styles.equation}>{equation}</span>}
        {r && (
          <span className={styles.equation}>
            {r.label.replace(/^(相关系数|决定系数)/, '')} = {r.text}
          </span>
        )}
        <span className={styles.rule}>要求：{rule}</span>
      </div>
      {findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.map(({ blocks, message }) => (
            <li key={message} className={blocks ? styles.blocks : styles.remark}>
              {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Shows coefficients, r and range. */
export function CurveFacts({ facts }: Pick<CurveView, 'facts'>) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
