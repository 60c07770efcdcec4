import { returnedTexts } from '@contract/workflow/returnedWork';
import type { ChangesSince, RowChange } from '@contract/workflow/workflowWire';
import styles from './changes.module.css';

/** Lists changes, newest first: who changed what, from which value to which. */
export function ChangedRows({ changes, count }: ChangesSince) {
  return (
    <>
      <ol className={styles.list}>
        {changes.map((change) => (
          <ChangeItem key={change.id} {...change} />
        ))}
      </ol>
      {count > changes.length && <p>{returnedTexts.earlier(count - changes.length)}</p>}
    </>
  );
}

const actionLabels: Readonly<Record<string, string>> = { add: '新增', del: '删除', restore: '恢复', upload: '上传' };

function ChangeItem({ entityLabel, title, who, at, action, differences, reason }: RowChange) {
  return (
    <li>
      <p className={styles.head}>
        <strong>
          {actionLabels[action] ?? ''}
          {entityLabel}
          {title ? ` ${title}` : ''}
        </strong>
        <span>{who}</span>
        <time>{at}</time>
      </p>
      {differences.map(({ name, label, before, after }) => (
        <Difference key={name} label={label} before={before} after={after} />
      ))}
      {reason && <p>原因：{reason}</p>}
    </li>
  );
}

/** One value before and after. */
export const Difference = ({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}) => (
  <p className={styles.difference}>
    {label}：<del>{before ?? '空'}</del> → <ins>{after ?? '空'}</ins>
  </p>
);
