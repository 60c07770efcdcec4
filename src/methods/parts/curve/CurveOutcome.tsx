import type { CurveView } from '@contract/record/curveView';
import { Tag } from 'antd';
import styles from './curve.module.css';

interface CurveOutcomeProps {
  readonly view: CurveView;
  readonly rule: string;
}

/** 回归方程, r as it is cut, and whether the curve may be used. */
export function CurveOutcome({ view, rule }: CurveOutcomeProps) {
  const { equation, facts, verdict, accepted, findings, rows } = view;
  return (
    <section className={styles.outcome} aria-label="拟合结果">
      <div className={styles.verdict} role="status">
        <Tag color={rows.length === 0 ? 'default' : accepted ? 'success' : 'error'}>{verdict}</Tag>
        {equation && <span className={styles.equation}>{equation}</span>}
        <span className={styles.rule}>要求：{rule}</span>
      </div>
      {facts.length > 0 && <dl className={styles.facts}>{facts.map(({ label, text }) => <div key={label}><dt>{label}</dt><dd>{text}</dd></div>)}</dl>}
      {findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.map(({ blocks, message }) => <li key={message} className={blocks ? styles.blocks : styles.remark}>{message}</li>)}
        </ul>
      )}
    </section>
  );
}
