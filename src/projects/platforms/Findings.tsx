import type { Finding } from '@contract/platform/completeness';
import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import styles from './platforms.module.css';

interface FindingsProps {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** What is missing, each with a way to the page on which it is filled. */
export function Findings({ title, findings }: FindingsProps) {
  return (
    <Alert
      type="warning" showIcon title={title}
      description={
        // It scrolls by the keyboard, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={styles.findings} tabIndex={0} aria-label="缺少的资料">
          {findings.map(({ field, message, place }) => <li key={field}>{message}<Link to={place.path} aria-label={`${message}，到${place.title}填写`}>到{place.title}填写</Link></li>)}
        </ul>
      }
    />
  );
}
