import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { RichTextField } from '@contract/field';
import type { FieldInputProps } from '../fieldInputTypes';
import styles from './richText.module.css';

/** Loaded on demand: the editor is as large as all other inputs together. */
const Editor = lazy(async () => ({ default: (await import('./RichTextEditor')).RichTextEditor }));

/** Input of rich text. Its value is HTML; an emptied editor gives null. */
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
