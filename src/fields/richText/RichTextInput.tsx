import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { RichTextField } from '@contract/field';
import type { FieldInputProps } from '../kind';
import styles from './richText.module.css';

/** The editor weighs as much as all other inputs together: it comes with the first form that has one. */
const Editor = lazy(async () => ({ default: (await import('./RichTextEditor')).RichTextEditor }));

export function RichTextInput(props: FieldInputProps<RichTextField, string>) {
  return (
    <Suspense
      fallback={
        <div className={styles.loading}>
          <Skeleton active paragraph={{ rows: 3 }} title={false} />
        </div>
      }
    >
      <Editor {...props} />
    </Suspense>
  );
}
