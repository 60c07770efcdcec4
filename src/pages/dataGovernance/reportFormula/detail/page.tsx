import { Alert, Skeleton } from 'antd';
import { PublicFailure } from '@/features/publicity/public/PublicState';
import { NoticeEditor } from '@/features/publicity/reportNotices/NoticeEditor';
import { useReportNotice } from '@/features/publicity/reportNotices/useReportNotice';
import { usePageName } from '@/session/tabs/pageState';
import styles from '@/features/publicity/reportNotices/detail.module.css';

/** 报告公示编辑: one notice, from draft to withdrawal. */
export default function ReportNoticePage() {
  const { notice, loading, failure, retry, refresh, settle: addIdToAddress } = useReportNotice();
  usePageName(notice?.row ? String(notice.row['reportNo'] ?? '') : undefined);
  if (failure?.status === 404)
    return (
      <div className={styles.page}>
        <Alert
          type="warning"
          showIcon
          title="这条报告公示不存在或已被删除"
          description="请从报告公示管理的列表中重新打开。"
        />
      </div>
    );
  if (failure) return <PublicFailure failure={failure} onRetry={() => void retry()} />;
  if (loading || !notice)
    return (
      <div className={styles.page}>
        <Skeleton active paragraph={{ rows: 12 }} />
      </div>
    );
  // Another notice, or another state of the same notice, needs a new form.
  return (
    <NoticeEditor
      key={`${notice.row?.id ?? 'new'} ${notice.row?.version ?? 0}`}
      notice={notice}
      onSaved={addIdToAddress}
      onChanged={refresh}
    />
  );
}
