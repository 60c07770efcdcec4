import { Alert, Button, DatePicker, Input, Space } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { useDetection } from './useDetection';
import styles from './detection.module.css';

interface DeterminationFormProps {
  readonly detection: ReturnType<typeof useDetection>;
  readonly closed: boolean;
  /** Inputs and outcome. */
  readonly children: ReactNode;
  /** Buttons beside 保存. */
  readonly actions?: ReactNode;
}

/** Frame of a determination: date, remark and saving, also by Ctrl+S. */
export function DeterminationForm({ detection, closed, children, actions }: DeterminationFormProps) {
  const { draft, dirty, busy, failure, outcome, untouched, change, save } = detection;
  return (
    <div
      className={styles.page}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || (event.key !== 's' && event.key !== 'Enter')) return;
        event.preventDefault();
        if (dirty && !closed) void save();
      }}
    >
      {failure && <Alert type="error" showIcon title={failure} description="填写的内容都保留在页面上" />}
      {children}
      {outcome.problem && !untouched && <Alert type="warning" showIcon title={outcome.problem} />}
      {outcome.below && <Alert type="warning" showIcon title={outcome.below} />}
      <div className={`${styles.form} ${styles.narrow}`}>
        <div className={styles.field}>
          <span>测定日期</span>
          <DatePicker
            value={draft.testedOn ? dayjs(draft.testedOn) : null}
            disabled={closed}
            aria-label="测定日期"
            onChange={(day) => change({ testedOn: day ? day.format('YYYY-MM-DD') : null })}
          />
        </div>
        <div className={styles.field}>
          <span>备注</span>
          <Input
            value={draft.remark ?? ''}
            maxLength={300}
            disabled={closed}
            aria-label="备注"
            onChange={({ target }) => change({ remark: target.value || null })}
          />
        </div>
        {!closed && (
          <Space wrap>
            <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
              保存
            </Button>
            {actions}
            <span role="status" className={styles.quiet}>
              {dirty ? '有未保存的修改' : ''}
            </span>
          </Space>
        )}
      </div>
    </div>
  );
}
