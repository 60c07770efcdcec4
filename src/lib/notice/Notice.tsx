import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  readonly code?: string;
  readonly title: string;
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

/** Shows what happened, what to do, and links. Plain HTML, because the light shell uses it, too. */
export function Notice({ code, title, text, children }: NoticeProps) {
  return (
    <section className={styles.notice}>
      {code && <span className={styles.code}>{code}</span>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children && <div className={styles.ways}>{children}</div>}
    </section>
  );
}

export function NoticeLink({ to, first, children }: { to: string; first?: boolean; children: ReactNode }) {
  return (
    <a className={`${styles.way} ${first ? styles.first : ''}`} href={to}>
      {children}
    </a>
  );
}

export function NoticeButton({
  onClick,
  first,
  disabled,
  children,
}: {
  onClick: () => void;
  first?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={`${styles.way} ${first ? styles.first : ''}`}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

interface RetryNoticeProps {
  readonly title: string;
  /** Chinese sentence of the failure. */
  readonly text: string;
  readonly onRetry: () => void;
}

/** Replaces a page that could not be loaded, with a button to retry. */
export function RetryNotice({ title, text, onRetry }: RetryNoticeProps) {
  return (
    <Notice title={title} text={text}>
      <NoticeButton first onClick={onRetry}>
        重试
      </NoticeButton>
    </Notice>
  );
}
