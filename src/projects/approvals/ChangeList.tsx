import type { ApprovalWork } from '@contract/approvalWork';
import { Alert, Button, Empty } from 'antd';
import { useState } from 'react';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import { confirmChanges } from './calls';
import styles from './approvals.module.css';

interface ChangeListProps {
  readonly work: ApprovalWork;
  /** Whether the person is about to decide. */
  readonly deciding: boolean;
  readonly onConfirmed: () => void;
}

/** What was changed since it was given back; whoever passes it on confirms to have read it (QUALITY §1, 8). */
export function ChangeList({ work, deciding, onConfirmed }: ChangeListProps) {
  const { changes, changeCount, seen, approval } = work;
  const [busy, setBusy] = useState(false);
  if (!changeCount) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="退回后没有修改，或首次提交" />;
  const confirm = async () => {
    setBusy(true);
    await went(confirmChanges(approval.id).then((said) => { feedback.notify('success', said); onConfirmed(); }));
    setBusy(false);
  };
  return (
    <div className={styles.changes}>
      {deciding && (seen ? <Alert type="success" showIcon title="您已确认查看以下修改" /> : <Alert type="warning" showIcon title={`退回后有${changeCount}处修改，通过前须查看并确认`} action={<Button size="small" type="primary" loading={busy} onClick={() => void confirm()}>已查看，确认</Button>} />)}
      <ol className={styles.changeList}>
        {changes.map((change) => (
          <li key={change.id}>
            <p className={styles.changeHead}><strong>{change.what}{change.title ? ` ${change.title}` : ''}</strong><span>{change.who}</span><time>{change.at}</time></p>
            {change.differences.map(({ name, label, before, after }) => <p key={name} className={styles.difference}>{label}：<del>{before ?? '空'}</del> → <ins>{after ?? '空'}</ins></p>)}
            {change.reason && <p className={styles.difference}>原因：{change.reason}</p>}
          </li>
        ))}
      </ol>
      {changeCount > changes.length && <p>另有{changeCount - changes.length}处较早的修改，见审计日志。</p>}
    </div>
  );
}
