import styles from '../listEditor.module.css';

/**
 * Lock icon with the reason as its tooltip (docs/spec/design.md). A plain svg, because hundreds of table cells show
 * it.
 */
export function LockMark({ reason }: { readonly reason: string }) {
  return (
    <span className={styles.lock} role="img" aria-label={`已锁定：${reason}`} title={reason}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3.5 5V3.5a2.5 2.5 0 0 1 5 0V5M2 5h8v6H2z" />
      </svg>
    </span>
  );
}
