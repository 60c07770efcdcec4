import { Button } from 'antd';
import { failureOf } from '@/api/callFailures';
import card from '../dashboard.module.css';
import styles from './figures.module.css';

/** Shown for a figure that could not be loaded. Other figures stay. */
export function FigureLoadFailure({
  title,
  error,
  retry,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly retry: () => void;
}) {
  return (
    <section className={`${card.card ?? ''} ${styles.wide ?? ''}`} aria-label={title}>
      <p className={card.empty} role="alert">
        {title}加载失败：{failureOf(error).pageText}
        {'　'}
        <Button size="small" onClick={retry}>
          重试
        </Button>
      </p>
    </section>
  );
}
