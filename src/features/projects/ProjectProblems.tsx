import { Alert } from 'antd';
import styles from './projects.module.css';

/**
 * Lists failed actions. It stays until it is closed; a list that can't be closed stays until its entries are
 * corrected.
 */
export function ProjectProblems({
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
