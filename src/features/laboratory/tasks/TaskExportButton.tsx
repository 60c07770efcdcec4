import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import type { DataTableColumn } from '@/grid/DataTable';
import { feedback } from '@/lib/feedback';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { messages } from '@contract/messages';
import { exportTasks, type TaskFilter } from './taskCalls';

interface TaskExportButtonProps {
  readonly filter: TaskFilter;
  /** Columns in the order in which the table shows them. */
  readonly columns: readonly DataTableColumn<TaskSeen>[];
  readonly disabled: boolean;
}

/** Exports the tasks of a table as the person sees them. */
export function TaskExportButton({ filter, columns, disabled }: TaskExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const run = async (format: 'xlsx' | 'txt') => {
    setBusy(true);
    const names = columns.map(({ key }) => key);
    const isSaved = await succeeded(exportTasks(filter, names, format));
    setBusy(false);
    if (isSaved) feedback.notify('success', messages.downloaded);
  };
  const items = (['xlsx', 'txt'] as const).map((format) => ({
    key: format,
    label: `导出查询结果（${format}）`,
    onClick: () => void run(format),
  }));
  return (
    <Dropdown disabled={disabled} trigger={['click']} menu={{ items }}>
      <Button icon={<DownloadOutlined />} loading={busy} disabled={disabled}>
        导出
      </Button>
    </Dropdown>
  );
}
