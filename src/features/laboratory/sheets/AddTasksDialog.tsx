import { useQuery } from '@tanstack/react-query';
import { Checkbox, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labWorkTexts } from '@contract/features/laboratory/sheetTexts';
import { addTasks, openTasks } from '../laboratoryCalls';
import { workKey } from '../useRecordPage';

interface AddTasksDialogProps {
  readonly work: LabWork;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Adds further tasks of the same project, hazard, method and analyst to a record. */
export function AddTasksDialog({ work, open, onClose, onAdded }: AddTasksDialogProps) {
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const [busy, setBusy] = useState(false);
  const { data, isPending } = useQuery({
    queryKey: [...workKey(work.sheet.id), 'openTasks'],
    queryFn: ({ signal }) => openTasks(work, signal),
    enabled: open,
  });
  const add = async () => {
    setBusy(true);
    const isAdded = await succeeded(
      addTasks(work.sheet.id, chosenIds).then((message) => feedback.notify('success', message)),
    );
    setBusy(false);
    if (!isAdded) return;
    setChosenIds([]);
    onAdded();
    onClose();
  };
  return (
    <PageModal
      open={open}
      title="加入样品"
      okText="加入"
      cancelText="取消"
      okButtonProps={{ disabled: chosenIds.length === 0, loading: busy }}
      onOk={() => void add()}
      onCancel={onClose}
    >
      {isPending ? (
        <Skeleton active />
      ) : data?.length ? (
        <Checkbox.Group
          value={[...chosenIds]}
          onChange={(values) => setChosenIds(values as number[])}
          style={{ display: 'flex', flexDirection: 'column', gap: 8, maxHeight: 360, overflowY: 'auto' }}
          options={data.map((task) => ({
            value: task.id,
            label: `${task.sampleNo}${task.sampleKind === 'blank' ? '（空白）' : ''}`,
          }))}
        />
      ) : (
        <Empty description={labWorkTexts.noTasksLeft} />
      )}
    </PageModal>
  );
}
