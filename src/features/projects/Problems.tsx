import { Alert } from 'antd';
import styles from './projects.module.css';

/** Lists what could not be done. It stays until closed, or until corrected if it can't be closed. */
export function Problems({
  title,
  sentences,
  onClose,
}: {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly onClose?: () => void;
}) {
  if (!sentences.length) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.problems}
      title={title}
      {...(onClose ? { closable: { onClose, closeIcon: true, 'aria-label': '关闭提示' } } : {})}
      description={
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
    />
  );
}
