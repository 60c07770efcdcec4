import { Alert, Button, Empty } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { ChangedRows, Difference } from '@/features/projects/moves/ChangedRows';
import { feedback } from '@/lib/feedback';
import type { ApprovalWork, ReplacedReport } from '@contract/features/reports/approval/approvalWork';
import { confirmChanges } from './approvalCalls';
import styles from './approvals.module.css';

interface ChangeListProps {
  readonly work: ApprovalWork;
  /** True if the person is about to decide. */
  readonly deciding: boolean;
  readonly onConfirmed: () => void;
}

/** Lists changes since the last return. The person who approves confirms having read them (QUALITY §1, 8). */
export function ChangeList({ work, deciding, onConfirmed }: ChangeListProps) {
  const { changes, changeCount, changesSeen, approval } = work;
  const [busy, setBusy] = useState(false);
  if (!changeCount) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="退回后没有修改，或首次提交" />;
  const confirm = async () => {
    setBusy(true);
    await succeeded(
      confirmChanges(approval.id).then((message) => {
        feedback.notify('success', message);
        onConfirmed();
      }),
    );
    setBusy(false);
  };
  return (
    <div className={styles.changes}>
      {deciding &&
        (changesSeen ? (
          <Alert type="success" showIcon title="您已确认查看以下修改" />
        ) : (
          <Alert
            type="warning"
            showIcon
            title={`退回后有${changeCount}处修改，通过前须查看并确认`}
            action={
              <Button size="small" type="primary" loading={busy} onClick={() => void confirm()}>
                已查看，确认
              </Button>
            }
          />
        ))}
      <ChangedRows changes={changes} count={changeCount} />
    </div>
  );
}

/** Lists the differences between a correction and the report it replaces. */
export function ReplacedList({
  replaced: { reportNo, reason, differences, count },
}: {
  readonly replaced: ReplacedReport;
}) {
  return (
    <div className={styles.changes}>
      <Alert
        type={count ? 'info' : 'warning'}
        showIcon
        title={count ? `与原报告${reportNo}相比有${count}处不同` : `与原报告${reportNo}没有不同，请核对更正是否已做`}
        description={`更正原因：${reason ?? '—'}`}
      />
      <ol className={styles.changeList} aria-label={`与原报告${reportNo}的差异`}>
        {differences.map((difference) => (
          <li key={difference.name}>
            <Difference {...difference} />
          </li>
        ))}
      </ol>
      {count > differences.length && <p>另有{count - differences.length}处不同，请对照两份报告。</p>}
    </div>
  );
}
